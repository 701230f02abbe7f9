"""Near-duplicate documents are found by what their bodies say, whatever format they stand in."""

from hypothesis import given
from hypothesis import strategies as st

from assay.search.duplicates import copies, copies_in, equals_in, likeness, sketch
from extractors.marked import read_marked
from extractors.plain import read_plain
from tests.made import Archive

WORDS = [f"word{at}" for at in range(400)]


def prose(start: int, count: int = 120) -> str:
    return "\n\n".join(" ".join(WORDS[at : at + 10]) for at in range(start, start + count, 10)) + "\n"


def archive() -> Archive:
    found = Archive()
    found.add("energy/a.md", f"# A report\n\n{prose(0)}".encode(), read_marked, "text/markdown")
    found.add("energy/print.txt", f"Page 1\n{prose(0)}\nPage 2 of 2\n".encode(), read_plain, "text/plain")
    found.add("energy/next.md", f"# A report\n\n{prose(200)}".encode(), read_marked, "text/markdown")
    found.add("retail/a.md", f"# A report\n\n{prose(0)}".encode(), read_marked, "text/markdown")
    return found


def test_a_print_is_a_copy_and_another_edition_is_none():
    found = copies_in("energy", archive().context())
    assert found["energy/a.md"] == found["energy/print.txt"] == {"energy/a.md", "energy/print.txt"}
    assert found["energy/next.md"] == {"energy/next.md"}


def test_copies_are_looked_for_within_a_domain():
    assert copies_in("retail", archive().context()) == {"retail/a.md": {"retail/a.md"}}


def test_documents_that_say_next_to_nothing_are_no_copies():
    found = Archive()
    for name, end in (("a", b"."), ("b", b"!")):
        found.add(f"energy/{name}.txt", b"The same few words" + end, read_plain, "text/plain")
    sketches = {path: sketch(document) for path, document in found.documents.items()}
    assert likeness(*sketches.values()) == 0.0
    assert copies(sketches)["energy/a.txt"] == {"energy/a.txt"}


def test_documents_of_the_same_bytes_are_copies_however_little_they_say():
    found = Archive()
    for path in ("energy/a.txt", "energy/b.txt", "other/c.txt"):
        found.add(path, b"A few words.", read_plain, "text/plain")
    found.add("energy/d.txt", b"Other words.", read_plain, "text/plain")
    for clusters in (copies_in("energy", found.context()), equals_in("energy", found.context())):
        assert clusters["energy/a.txt"] == clusters["energy/b.txt"] == {"energy/a.txt", "energy/b.txt"}
        assert clusters["energy/d.txt"] == {"energy/d.txt"}


@given(st.lists(st.sets(st.integers(0, 60), min_size=1).map(sorted), min_size=1, max_size=6))
def test_clusters_part_the_documents_and_each_holds_its_own(drawn: list[list[int]]):
    sketches = {f"d{at}": values for at, values in enumerate(drawn)}
    found = copies(sketches)
    assert set(found) == set(sketches)
    for path, cluster in found.items():
        assert path in cluster
        assert all(found[other] == cluster for other in cluster)
