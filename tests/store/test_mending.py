"""What went missing or was changed in an OUT is noticed, and only that is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from assay.model.canonical import digest_bytes
from assay.store import archive, documents, sources
from assay.store.mending import differs, looked_through, recall_lost
from assay.store.store import Store
from tests.store.samples import PICTURE, Extracted, source
from tests.store.samples import document as made

ORIGINAL = b"original"


def read() -> Extracted:
    document = replace(made("energy/a.docx"), content=digest_bytes(ORIGINAL))
    return Extracted(document, {digest_bytes(PICTURE): PICTURE}, ORIGINAL)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "out", create=True) as opened:
        sources.commit_sources(opened, [source("energy/a.docx")])
        documents.commit_documents(opened, [read()])
        yield opened


def due(store: Store) -> list[str]:
    return [one.path for one in sources.due_sources(store)]


def kept(store: Store) -> dict[str, Path]:
    (markdown,) = store.rows("select markdown from reading")[0]
    digests = {"original": digest_bytes(ORIGINAL), "picture": digest_bytes(PICTURE), "markdown": markdown}
    return {name: store.out.blob(sha) for name, sha in digests.items()}


def test_nothing_is_due_where_nothing_is_lost(store: Store):
    assert recall_lost(store) == []
    assert due(store) == []


@pytest.mark.parametrize("name", ["original", "picture", "markdown"])
@pytest.mark.parametrize("how", ["removed", "emptied", "changed"])
@pytest.mark.parametrize("looks", [0, 1])
def test_a_source_whose_blob_is_gone_or_damaged_is_read_again(store: Store, name: str, how: str, looks: int):
    for _ in range(looks):
        recall_lost(store)
    file = kept(store)[name]
    before = file.read_bytes()
    if how == "removed":
        file.unlink()
    else:
        file.write_bytes(b"" if how == "emptied" else before[::-1])
    assert len(recall_lost(store)) == 1
    assert due(store) == ["energy/a.docx"]
    documents.commit_documents(store, [read()])
    assert (file.read_bytes(), due(store), recall_lost(store)) == (before, [], [])


def test_an_empty_original_has_no_blob_to_lose(store: Store):
    empty = replace(made("energy/b.txt"), content=digest_bytes(b""), artifacts=(), edges=())
    sources.commit_sources(store, [source("energy/b.txt")])
    documents.commit_documents(store, [Extracted(empty)])
    assert recall_lost(store) == []


@pytest.mark.parametrize("looks", [0, 1])
def test_an_edited_file_of_the_collection_is_restored_though_size_and_time_are_the_same(store: Store, looks: int):
    for _ in range(looks):
        archive.settle_collection(store)
    file = store.out.archive / "energy" / "a.docx.md"
    before, status = file.read_bytes(), file.stat()
    file.write_bytes(before[::-1])
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert archive.settle_collection(store) == 1
    assert file.read_bytes() == before
    assert archive.settle_collection(store) == 0


def test_a_link_in_the_place_of_a_file_is_replaced(store: Store, tmp_path: Path):
    file = store.out.archive / "energy" / "a.docx.md"
    (tmp_path / "copy.md").write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(tmp_path / "copy.md")
    assert archive.settle_collection(store) == 1
    assert not file.is_symlink()


def test_a_file_that_nobody_touched_since_the_last_look_is_not_read(tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    changed = file.stat().st_ctime_ns
    assert differs(file, digest_bytes(b"y"), changed)
    assert not differs(file, digest_bytes(b"y"), changed + 1)
    assert not differs(file, digest_bytes(b"x"), 0)


def test_a_look_that_ends_early_does_not_count(store: Store):
    with pytest.raises(ZeroDivisionError), looked_through(store, "x"):
        raise ZeroDivisionError
    with looked_through(store, "x") as since:
        assert since == 0
    with looked_through(store, "x") as since:
        assert since > 0
