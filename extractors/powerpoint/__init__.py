"""Presentations (pptx, pptm, ppsx, potx) read straight from their XML."""

from extractors.powerpoint.reader import read_powerpoint

__all__ = ["read_powerpoint"]
