"""Word documents (docx, docm, dotx, dotm) read straight from their XML."""

from extractors.word.reader import read_word

__all__ = ["read_word"]
