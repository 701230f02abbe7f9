"""Text of documents as data in a prompt: between marks that the text cannot hold."""

from __future__ import annotations

from assay.model.canonical import digest

_DIGITS = 24


def nonce_of(*texts: str) -> str:
    """Return the nonce of texts that are shown together.

    It digests them, so that equal prompts are one call, and no text can hold it: that would be its own digest.
    """
    return digest(list(texts))[:_DIGITS]


def fenced(text: str, nonce: str | None = None) -> str:
    """Return the text between two marks with a nonce; the nonce itself is taken out of it, whoever put it there."""
    mark = nonce or nonce_of(text)
    inner = text
    while mark in inner:
        inner = inner.replace(mark, "")
    return f"<data {mark}>\n{inner}\n</data {mark}>"


def material(**parts: str) -> str:
    """Return several texts, each under its name and all between marks with one nonce."""
    nonce = nonce_of(*parts.values())
    return "\n\n".join(f"{name.replace('_', ' ')}:\n{fenced(text, nonce)}" for name, text in parts.items())
