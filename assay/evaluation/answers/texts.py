"""Comparison of texts: case, white space, typography and loose punctuation do not count, words and their order do."""

from __future__ import annotations

import re
import unicodedata

from assay.evaluation.answers.cleaning import BIDI_MARKS, Refusal, bounded, plain, unmarked
from assay.evaluation.answers.spec import Spec

LONGEST_TEXT = 4000
HALF_WIDTH = re.compile("[\uff61-\uffdc]+")
QUOTES = re.compile("[\"\u00ab\u00bb\u2039\u203a\u300c\u300d\u300e\u300f]|(?<!\\w)'|'(?!\\w)")
DASHES = re.compile("[\u2014\u2015]")
# A mark inside a number or word belongs to it (1.5, 3:1, U.S.); one beside white space or an end does not.
MARKS_BEFORE = ",;:!?\u2026"
MARKS_AFTER = "." + MARKS_BEFORE
WIDE_MARKS = re.compile("[\u3002\uff0c\u3001\uff1b\uff1f\uff01]")
WORD_HYPHEN = re.compile("(?<=[^\\W\\d_])-(?=[^\\W\\d_])")


def compare_texts(expected: str, response: str, asked: Spec) -> str:
    """Return why the response is not the expected text, or "match"."""
    gold = read_text(expected)
    return "match" if read_text(response) == gold else "value"


def read_text(text: str) -> str:
    """Return the folded text of an answer; one without any content is refused."""
    folded = folded_text(unmarked(bounded(text, LONGEST_TEXT)))
    if not folded:
        raise Refusal("malformed")
    return folded


def folded_text(text: str) -> str:
    """Return the form in which two texts are compared."""
    if not text.isascii():
        text = HALF_WIDTH.sub(lambda run: unicodedata.normalize("NFKC", run.group()), text)
        text = BIDI_MARKS.sub("", DASHES.sub("-", WIDE_MARKS.sub(" ", text)))
        text = plain(unicodedata.normalize("NFC", text))
    text = unicodedata.normalize("NFC", text.casefold())
    text = WORD_HYPHEN.sub(" ", QUOTES.sub("", text))
    words = [word.rstrip(MARKS_AFTER).lstrip(MARKS_BEFORE) for word in text.split()]
    return " ".join(word for word in words if word)
