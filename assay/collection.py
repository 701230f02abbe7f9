"""Where a document's Markdown stands in the collection: safe on every file system, whatever the source is called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from assay.model.canonical import digest

# File systems take 255 bytes a name and 4,096 a path; this leaves room for `.md`, a digest and the folder of an OUT.
_NAME = 200
_PATH = 1500
_DIGITS = 10


def collection_path(domain: str, path: str) -> str:
    """Return the place of a source's Markdown below the collection's folder: domain, path, `.md`.

    A domain that is the first folder of the path is not repeated. Names that no file system takes (empty, dots, NUL,
    no characters, too long) are rewritten with a digest of what they were.
    """
    folders = path.split("/")
    parts = folders if len(folders) > 1 and folders[0] == domain else [domain, *folders]
    place = "/".join(_safe(part) for part in parts)
    if len(place.encode()) > _PATH:
        place = f"{_safe(domain)}/{_marked(folders[-1], path)}"
    return place + ".md"


def collection_folder(domain: str) -> str:
    """Return the folder of a domain below the collection's folder."""
    return _safe(domain)


def collection_paths(
    sources: Iterable[tuple[str, str]], taken: Mapping[tuple[str, str], str] | None = None
) -> dict[tuple[str, str], str]:
    """Return the place of each (domain, path), no two alike, not even where case does not count.

    `taken` are places given before; they are kept. Of two that clash the later in order gets a digest in its name.
    """
    places = dict(taken or {})
    files = {place.casefold() for place in places.values()}
    folders = {folder for place in files for folder in _folders(place)}
    for source in sorted(set(sources) - set(places)):
        place = collection_path(*source)
        if _clashes(place.casefold(), files, folders):
            place = _apart(place, source)
        places[source] = place
        files.add(place.casefold())
        folders.update(_folders(place.casefold()))
    return places


def _clashes(place: str, files: Collection[str], folders: Collection[str]) -> bool:
    return place in files or place in folders or any(folder in files for folder in _folders(place))


def _folders(place: str) -> list[str]:
    parts = place.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]


def _apart(place: str, source: tuple[str, str]) -> str:
    # Straight below the domain, so that no folder on the way can be a file.
    first, *_, name = place.removesuffix(".md").split("/")
    return f"{first}/{_marked(name, '/'.join(source))}.md"


def _safe(name: str) -> str:
    if name in ("", ".", "..") or "\0" in name or "/" in name or not _encodable(name):
        return _marked(name, name)
    return name if len(name.encode()) <= _NAME else _marked(name, name)


def _marked(name: str, whole: str) -> str:
    """The start of a name, a digest of the whole and the extension: `Report~0f3a91c2d4.docx`."""
    kept = name.encode("utf-8", "replace").replace(b"\0", b"_").replace(b"/", b"_").decode().strip(".")
    stem, dot, extension = kept.rpartition(".")
    if not dot or len(extension) > 10:
        stem, extension = kept, ""
    start = stem.encode()[: _NAME - 60].decode("utf-8", "ignore")
    return f"{start}~{digest(whole)[:_DIGITS]}" + (f".{extension}" if extension else "")


def _encodable(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
