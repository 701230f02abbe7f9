"""Sources and documents, in and out of the store."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.markdown import document_markdown
from assay.model.canonical import digest_bytes
from assay.model.document import Problem
from assay.store import archive, blobs, documents, sources
from assay.store.columns import restored, storable
from assay.store.store import Store
from tests.store.samples import PICTURE, Extracted, broken, document, extracted, source


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "out", create=True) as opened:
        yield opened


def ingest(store: Store, *found: Extracted) -> None:
    sources.commit_sources(store, [source(each.document.path, each.document.domain) for each in found])
    documents.commit_documents(store, found)


def dump(store: Store) -> dict[str, list[tuple[object, ...]]]:
    tables = [name for (name,) in store.rows("select table_name from duckdb_tables()")]
    return {table: store.rows(f"select * from {table} order by all") for table in tables}


def test_a_document_comes_back_as_it_was(store: Store):
    ingest(store, extracted("energy/a.docx"), extracted("energy/b.docx"))
    assert documents.document(store, "energy/a.docx") == document("energy/a.docx")


def test_documents_come_back_in_the_order_of_their_paths(store: Store):
    names = [f"energy/{number}.docx" for number in range(70)]
    ingest(store, *[extracted(name) for name in reversed(names)])
    assert [found.path for found in documents.documents(store)] == sorted(names)


def test_an_unreadable_source_is_a_document_with_its_problem_and_no_file(store: Store):
    ingest(store, Extracted(broken("energy/x.pdf")), extracted("energy/a.docx"))
    assert documents.document(store, "energy/x.pdf") == broken("energy/x.pdf")
    assert list(documents.domains(store)) == ["energy/a.docx"]
    assert [path.name for path in store.out.archive.rglob("*") if path.is_file()] == ["a.docx.md"]


def test_a_path_without_a_reading_has_no_document(store: Store):
    sources.commit_sources(store, [source("energy/a.docx")])
    assert documents.document(store, "energy/a.docx") is None
    assert documents.markdown(store, "energy/a.docx") is None


def test_the_collection_holds_the_markdown(store: Store):
    ingest(store, extracted("energy/a.docx"))
    wanted = document_markdown(document("energy/a.docx")).encode("utf-8", "replace")
    assert (store.out.archive / "energy/a.docx.md").read_bytes() == wanted
    assert documents.markdown(store, "energy/a.docx") == wanted.decode()


def test_pictures_and_originals_are_kept_by_their_digest(store: Store):
    ingest(store, extracted("energy/a.docx"))
    assert blobs.read_blob(store.out, digest_bytes(PICTURE)) == PICTURE
    assert blobs.read_blob(store.out, digest_bytes(b"original energy/a.docx")) == b"original energy/a.docx"


def test_committing_twice_changes_nothing(store: Store):
    ingest(store, extracted("energy/a.docx"), Extracted(broken("energy/x.pdf")))
    before = dump(store)
    ingest(store, extracted("energy/a.docx"), Extracted(broken("energy/x.pdf")))
    assert dump(store) == before


def test_a_document_that_changed_replaces_the_old_one(store: Store):
    ingest(store, extracted("energy/a.docx"), extracted("energy/b.docx"))
    ingest(store, extracted("energy/a.docx", text="new"))
    assert documents.document(store, "energy/a.docx") == document("energy/a.docx", text="new")
    assert documents.document(store, "energy/b.docx") == document("energy/b.docx")
    assert store.rows("select count(*) from artifact") == [(10,)]


def test_a_problem_found_later_is_kept_with_the_artifacts(store: Store):
    ingest(store, extracted("energy/a.docx"))
    marked = dataclasses.replace(document("energy/a.docx"), problem=Problem("template", "Only boilerplate."))
    ingest(store, Extracted(marked))
    assert documents.document(store, "energy/a.docx") == marked


def test_a_document_that_cannot_be_read_any_more_leaves_the_collection(store: Store):
    ingest(store, extracted("energy/a.docx"))
    ingest(store, Extracted(broken("energy/a.docx")))
    assert not (store.out.archive / "energy").exists()
    assert store.rows("select count(*) from artifact") == [(0,)]


def test_new_and_changed_sources_are_due_until_they_were_read(store: Store):
    sources.commit_sources(store, [source("energy/a.docx"), source("energy/b.docx")])
    assert [due.path for due in sources.due_sources(store)] == ["energy/a.docx", "energy/b.docx"]
    documents.commit_documents(store, [extracted("energy/a.docx")])
    assert [due.path for due in sources.due_sources(store)] == ["energy/b.docx"]
    changed = dataclasses.replace(source("energy/a.docx"), mtime_ns=9)
    sources.commit_sources(store, [changed, source("energy/b.docx")])
    assert sources.due_sources(store)[0] == changed
    sources.settle_sources(store, [changed.key])
    assert [due.path for due in sources.due_sources(store)] == ["energy/b.docx"]


def test_a_changed_licence_makes_no_source_due(store: Store):
    ingest(store, extracted("energy/a.docx"))
    sources.commit_sources(store, [source("energy/a.docx", licence="CC0", source_kind="yearbook")])
    assert sources.due_sources(store) == []
    assert store.rows("select source_kind, count(*) from document group by 1") == [("yearbook", 1)]


def test_a_source_is_due_where_the_extractor_is_another_than_then(store: Store):
    ingest(store, extracted("energy/a.docx"), Extracted(broken("energy/x.pdf")))
    then = document("energy/a.docx")
    assert sources.due_sources(store, lambda content, media_type, reader: then.extraction) == []
    due = sources.due_sources(store, lambda content, media_type, reader: content + media_type + reader)
    assert [found.path for found in due] == ["energy/a.docx"]


def test_a_source_that_left_takes_everything_with_it(store: Store):
    ingest(store, extracted("energy/a.docx"), extracted("energy/b.docx"))
    sources.remove_sources(store, [source("energy/a.docx").key])
    assert sources.listed(store) == [source("energy/b.docx")]
    assert documents.document(store, "energy/a.docx") is None
    assert store.rows("select count(*) from artifact") == [(5,)]
    assert [path.name for path in store.out.archive.rglob("*.md")] == ["b.docx.md"]


def test_two_sources_whose_files_would_clash_both_stand_in_the_collection(store: Store):
    ingest(store, extracted("a.docx", "main", "one"), extracted("main/a.docx", "main", "two"))
    places = sources.collection_places(store)
    assert len(set(places.values())) == 2
    assert "two" in (store.out.archive / places["main/a.docx"]).read_text()


def test_the_collection_is_mended_where_files_are_missing_or_too_many(store: Store):
    ingest(store, extracted("energy/a.docx"))
    wanted = (store.out.archive / "energy/a.docx.md").read_bytes()
    (store.out.archive / "energy/a.docx.md").unlink()
    (store.out.archive / "old").mkdir()
    (store.out.archive / "old/stray.md").write_text("x")
    assert archive.settle_collection(store) == 2
    assert (store.out.archive / "energy/a.docx.md").read_bytes() == wanted
    assert not (store.out.archive / "old").exists()
    assert archive.settle_collection(store) == 0


def test_the_questions_of_the_report_can_be_asked_in_sql(store: Store):
    ingest(store, extracted("energy/a.docx"), Extracted(broken("energy/x.pdf")))
    assert store.rows("select app, count(*) from document group by 1 order by 1") == [("pdf", 1), ("word", 1)]
    assert store.rows("select problem, count(*) from document group by 1 order by 1 nulls last") == [
        ("corrupt", 1),
        (None, 1),
    ]
    assert store.rows("select label from artifact where payload->>'title' = 'Sales'") == [("word.chart",)]
    assert store.rows("select anchor->>'page' from artifact where kind = 'table'") == [("2",)]


def test_a_path_that_is_no_text_comes_back_as_it_was(store: Store):
    ingest(store, extracted("energy/\udcff.docx"))
    assert list(documents.domains(store)) == ["energy/\udcff.docx"]
    assert documents.document(store, "energy/\udcff.docx") == document("energy/\udcff.docx")


@given(st.text(st.characters(codec=None) | st.sampled_from("\ud800\udfff\U0010ffff\U0010f000\x00")))
def test_every_text_can_be_stored_and_comes_back(text: str):
    assert restored(storable(text)) == text
    storable(text).encode()
