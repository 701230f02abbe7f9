"""Questions on what stands beside the words of a Word document, and on how some of them look."""

from __future__ import annotations

from types import MappingProxyType

from assay.model.artifact import Artifact, Facts
from assay.model.task import Answer
from synthesis.fidelity.offers import Offer, Subject, flag, folded, value, worth_asking

_MARGIN_PAGES = MappingProxyType({"default": "", "first": " on the first page", "even": " on even pages"})
_PLAIN_COLOURS = ("auto", "000000")


def pages_of(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the pages that show a header or footer; what shows on some pages claims the name of all, too."""
    if isinstance(facet.payload, Facts) and facet.payload.get("shown") is False:
        return ()
    pages = (value(facet, "pages") or "default").split()
    return (*sorted(pages, key="default".__eq__), "default")


def margin(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what a page header or footer says."""
    text, pages = value(facet, "text") or facet.text, value(facet, "pages") or "default"
    # the first page of a later section is not the first page
    elsewhere = pages == "first" and "1" not in (value(facet, "sections") or "1").split()
    if not worth_asking(text) or pages not in _MARGIN_PAGES or elsewhere or _tells(subject, text):
        return None
    question = f"What does the page {facet.kind} of {subject.name} say{_MARGIN_PAGES[pages]}? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The {facet.kind} says “{text}”.")


def marked_sentence(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return each sentence that a note or comment is on, with what kind of note it is."""
    return tuple(f"{value(facet, 'type')} {sentence}" for sentence in subject.sentences_of(facet))


def footnote(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the footnote or endnote to a sentence says."""
    text, sentence = value(facet, "text"), subject.sentence(facet)
    if text is None or sentence is None or not worth_asking(text):
        return None
    type = value(facet, "type") or "footnote"
    question = f"In {subject.name}, what does the {type} to the sentence {sentence} say? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The {type} says “{text}”.")


def comment_text(subject: Subject, facet: Artifact) -> Offer | None:
    """Return what the comment on a sentence says."""
    text, sentence = value(facet, "text"), subject.sentence(facet)
    if not text or sentence is None or not worth_asking(text):
        return None
    question = f"In {subject.name}, what does the comment on the sentence {sentence} say? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The comment says “{text}”.")


def marked_words(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return words that look otherwise than their sentence, with the sentence; words that nobody sees are none."""
    text = "" if flag(facet, "hidden") else value(facet, "text") or ""
    return tuple(f"{text} in {sentence}" for sentence in subject.sentences_of(facet) if text)


def font_colour(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the colour of words that stand out in a sentence; heads of tables and default colours are no question."""
    text, colour, sentence = value(facet, "text"), value(facet, "colour"), subject.sentence(facet)
    if not text or not colour or colour in _PLAIN_COLOURS or sentence is None or not _inside(subject, facet, text):
        return None
    question = (
        f"In {subject.name}, which font colour do the words “{text}” have in the sentence {sentence}? "
        "Give the six-digit RGB hex code."
    )
    return Offer(facet, question, Answer("color", colour), colour, f"The words “{text}” have the colour {colour}.")


def coloured_part(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the sentence in which a facet's words alone have the looks of their own that a question names."""
    looks = _looks(facet)
    return tuple(f"{looks} in {sentence}" for sentence in subject.sentences_of(facet) if looks)


def font_words(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the words of a sentence that are bold or have a colour of their own."""
    text, looks = value(facet, "text"), _looks(facet)
    opening = subject.opening(facet, text) if text and _inside(subject, facet, text) else None
    if not text or not looks or opening is None:
        return None
    question = f"In {subject.name}, which words are set in {looks} in the sentence that begins {opening}?"
    return Offer(facet, question, Answer("text", text), text, f"The words “{text}” are set in {looks}.")


def highlighted_words(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the highlighted words of a sentence."""
    text = value(facet, "text")
    opening = subject.opening(facet, text) if text and _inside(subject, facet, text) else None
    if not text or opening is None:
        return None
    question = f"In {subject.name}, which words of the sentence that begins {opening} are highlighted?"
    return Offer(facet, question, Answer("text", text), facet.text, f"The words “{text}” are highlighted.")


def part_of_sentence(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return the sentence of which a facet marks some words."""
    return () if flag(facet, "hidden") else subject.sentences_of(facet)


def struck_words(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the words of a sentence that are struck out."""
    text = value(facet, "text")
    target = subject.target(facet)
    plain = folded(target.text.replace("~~", "")) if target is not None else ""
    opening = _opening(subject, facet, text) if text and plain != text else None
    if not text or opening is None or not worth_asking(text):
        return None
    question = f"In {subject.name}, which words of the sentence that begins {opening} are struck out?"
    return Offer(facet, question, Answer("text", text), facet.text, f"The words “{text}” are struck out.")


def _opening(subject: Subject, facet: Artifact, text: str) -> str | None:
    """The opening before struck words, which the sentence shows between tildes."""
    return subject.opening(facet, f"~~{text}~~") or subject.opening(facet, text)


def picture(subject: Subject, facet: Artifact) -> tuple[str, ...]:
    """Return that a document has a picture."""
    return ("picture",)


def picture_text(subject: Subject, facet: Artifact) -> Offer | None:
    """Return the alternative text of the one picture of a document."""
    text = folded(facet.text)
    if not worth_asking(text):
        return None
    question = f"Which alternative text (description) does the picture in {subject.name} have? Give its full text."
    return Offer(facet, question, Answer("text", text), text, f"The picture is described as “{text}”.")


def _inside(subject: Subject, facet: Artifact, text: str) -> bool:
    target = subject.target(facet)
    return target is not None and text != folded(target.text) and folded(target.text).count(text) == 1


def _looks(facet: Artifact) -> str:
    """How a question names the looks of words: bold before a colour, nothing where it is neither."""
    colour = value(facet, "colour")
    if flag(facet, "bold") and not flag(facet, "hidden"):
        return "bold"
    return f"the colour {colour}" if colour and colour not in _PLAIN_COLOURS and not flag(facet, "hidden") else ""


def _tells(subject: Subject, text: str) -> bool:
    """Whether the document's name in the question already says it all."""
    return text.casefold() in subject.name.casefold()
