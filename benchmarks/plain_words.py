"""The words of a docx or pptx file by the plainest reading that there is; it shares nothing with the readers.

Counted: w:t, w:delText, a:t, m:t, c:v, comments, properties; no masters or layouts; of choice and fallback one."""

import io
import posixpath
import re
import zipfile
from collections import Counter
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring

PARTS = {"document", "hdr", "ftr", "footnotes", "endnotes", "comments", "sld", "notes", "cmLst", "dataModel"}
TEXTS, BREAKS = {"t", "delText", "v", "text"}, {"p", "br", "cr", "tab", "tc", "delText", "v", "text", "rt", "oMath"}
SKIPPED = {"slideMaster", "slideLayout", "notesMaster", "handoutMaster", "glossaryDocument", "diagramDrawing"}
LISTS = {"HeadingPairs", "TitlesOfParts", "HLinks"}
NUMBER = re.compile(r"[0-9]+\.?[0-9]*(?:e[+-]?[0-9]+)?")
WORD = re.compile(rf"{NUMBER.pattern}(?![^\W0-9])|\w+")


def words_of(text: str) -> Counter[str]:
    """Return the words of a text and how often each stands in it, numbers in one form."""
    found = WORD.findall(text.replace("\u00ad", "").lower())
    return Counter(f"{float(one):.10g}" if NUMBER.fullmatch(one) else one for one in found)


def plain_words(data: bytes, *, properties: bool = True) -> Counter[str]:
    """Return the words of a file, of its content alone where properties are not asked for."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return words_of("\n".join(_shown(root, properties) for root in reached(archive)))


def reached(archive: zipfile.ZipFile) -> list[Element]:
    names, found, waiting = {one.replace("\\", "/").strip("/").lower(): one for one in archive.namelist()}, {""}, [""]
    while waiting:
        folder, name = posixpath.split(waiting.pop())
        listed = names.get(posixpath.join(folder, "_rels", f"{name}.rels"))
        for one in fromstring(archive.read(listed).lstrip()) if listed else ():
            target = posixpath.normpath(posixpath.join("/", folder, unquote(one.get("Target", "")))).lstrip("/").lower()
            wanted = one.get("TargetMode") != "External" and one.get("Type", "").rpartition("/")[2] not in SKIPPED
            if wanted and target in names and target not in found:
                found.add(target)
                waiting.append(target)
    return [fromstring(archive.read(names[one]).lstrip()) for one in sorted(found) if one.endswith(".xml")]


def _shown(root: Element, properties: bool) -> str:
    for one in root.iter():
        one.tag = one.tag.rpartition("}")[2]
    if properties and root.tag in ("coreProperties", "Properties"):
        return "\n".join("\n".join(one.itertext()) for one in root if one.tag not in LISTS)
    return _text(root) if root.tag in PARTS | {"chartSpace"} else ""


def _text(element: Element) -> str:
    inner = list(element)
    if element.tag == "AlternateContent":
        inner = ([one for one in inner if one.get("Requires") != "v"] or inner)[:1]
    said = ((element.text or "") if element.tag in TEXTS else "") + "".join(map(_text, inner))
    return f" {said} " if element.tag in BREAKS else said
