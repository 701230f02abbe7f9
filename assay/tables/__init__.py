"""Typed tables of any format: header paths, units, time axes and totals, read into facts."""
