"""PDF files: text, ruled tables, pictures, outline, links and notes, page by page."""

from extractors.pdf.reading import read_pdf

__all__ = ["read_pdf"]
