"""Analyst packs: one request over a workbook and its report, with every figure of the answer computed."""
