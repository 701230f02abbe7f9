"""The static report of a run: one self-contained page with the corpus, the funnel and the released tasks."""

from assay.report.page import report_page
from assay.report.records import ChunkFacts, Corpus, Drop, GradeFacts, ProblemRow, Report

__all__ = ["ChunkFacts", "Corpus", "Drop", "GradeFacts", "ProblemRow", "Report", "report_page"]
