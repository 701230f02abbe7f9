"""The release as Croissant 1.1 metadata (MLCommons), so that dataset tools can load it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from assay.export.facts import RESTRICTIONS, ReleaseFacts, Restricted, tried_by
from assay.model.canonical import Json

_CONTEXT: dict[str, Json] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "field": "cr:field",
    "recordSet": "cr:recordSet",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "source": "cr:source",
    "fileObject": "cr:fileObject",
    "extract": "cr:extract",
    "jsonPath": "cr:jsonPath",
    "column": "cr:column",
}
_FIELDS = {
    "id": "sc:Text", "revision": "sc:Integer", "track": "sc:Text", "domain": "sc:Text", "question": "sc:Text",
    "format": "sc:Text", "program": "sc:Text", "tier": "sc:Text", "hops": "sc:Integer", "documents": "sc:Integer",
}  # fmt: skip


def croissant(facts: ReleaseFacts, files: Mapping[str, str]) -> str:
    """Return the JSON-LD text; `files` maps the release's file names to their sha256."""
    body: dict[str, Json] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": facts.name,
        "description": f"Document-reasoning tasks with proven answers. {tried_by(facts.subjects)}",
        "license": "; ".join(facts.licences) or "not stated",
        "url": ".",
        "creator": {"@type": "sc:Organization", "name": "Assay"},
        "datePublished": facts.published,
        "version": f"{facts.release}.0.0",
        "distribution": [_file(name, sha) for name, sha in sorted(files.items())],
        "recordSet": [_records()],
    }
    if facts.restricted:
        body["conditionsOfAccess"] = "Sources that `isBasedOn` names are not redistributed here; see SOURCES.csv."
        body["isBasedOn"] = [_source(one) for one in facts.restricted]
    text = json.dumps(body, indent=2, ensure_ascii=False)
    # names of folders may hold what no encoding has
    return text.encode("utf-8", "replace").decode() + "\n"


_ENCODINGS = {
    ".jsonl": "application/jsonlines", ".parquet": "application/vnd.apache.parquet", ".py": "text/x-python",
    ".csv": "text/csv",
}  # fmt: skip


def _file(name: str, sha: str) -> dict[str, Json]:
    suffix = name[name.rfind(".") :]
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": _ENCODINGS.get(suffix, "text/plain"),
        "sha256": sha,
    }


def _source(source: Restricted) -> dict[str, Json]:
    known: dict[str, Json] = {"license": source.licence, "url": source.origin}
    return {
        "@type": "sc:CreativeWork",
        "name": source.path,
        "conditionsOfAccess": f"{source.restriction}: {RESTRICTIONS[source.restriction]}",
        **{name: value for name, value in known.items() if value},
    }


def _records() -> dict[str, Json]:
    fields: list[Json] = [
        {
            "@type": "cr:Field",
            "@id": f"tasks/{name}",
            "name": name,
            "dataType": kind,
            "source": {"fileObject": {"@id": "tasks.jsonl"}, "extract": {"jsonPath": f"$.{name}"}},
        }
        for name, kind in _FIELDS.items()
    ]
    return {"@type": "cr:RecordSet", "@id": "tasks", "name": "tasks", "field": fields}
