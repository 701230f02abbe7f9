"""Paths of the collection."""

from hypothesis import given
from hypothesis import strategies as st

from assay.collection import collection_path, collection_paths

ANY = st.text(st.characters(codec=None), max_size=20)
# Few letters, so that names clash.
NAMES = st.text(st.sampled_from("aAb./"), min_size=1, max_size=6)


def test_a_domain_that_is_the_first_folder_is_not_repeated():
    assert collection_path("energy", "energy/a.docx") == "energy/a.docx.md"


def test_a_file_directly_in_the_archive_lies_below_its_domain():
    assert collection_path("main", "a.docx") == "main/a.docx.md"


def test_a_file_named_as_its_domain_lies_below_it():
    assert collection_path("main", "main") == "main/main.md"


def test_deeper_folders_stay():
    assert collection_path("energy", "energy/2024/q1/a b.pdf") == "energy/2024/q1/a b.pdf.md"


def test_a_name_too_long_for_a_file_system_keeps_its_start_and_extension():
    place = collection_path("main", "ä" * 200 + ".docx")
    assert place.startswith("main/ää")
    assert place.endswith(".docx.md")
    assert len(place.split("/")[1].encode()) <= 255


def test_a_path_too_deep_for_a_file_system_is_shortened():
    place = collection_path("main", "/".join(["folder" * 10] * 60) + "/a.csv")
    assert (len(place) < 100, place.endswith(".csv.md")) == (True, True)


def test_two_long_names_that_differ_at_the_end_only_stay_two():
    assert collection_path("m", "a" * 300 + "1.csv") != collection_path("m", "a" * 300 + "2.csv")


@given(ANY, ANY)
def test_no_source_leaves_the_collection(domain: str, path: str):
    parts = collection_path(domain, path).split("/")
    assert not {"", ".", ".."} & set(parts)
    assert all("\0" not in part and len(part.encode()) <= 255 for part in parts)


@given(st.sets(st.tuples(st.sampled_from(["a", "A", "main"]), NAMES), max_size=12))
def test_no_two_sources_share_a_place_even_where_case_does_not_count(sources: set[tuple[str, str]]):
    places = [place.casefold() for place in collection_paths(sources).values()]
    folders = {"/".join(place.split("/")[:depth]) for place in places for depth in range(1, place.count("/") + 1)}
    assert len(set(places)) == len(sources)
    assert not folders & set(places)


def test_names_that_differ_by_case_only_get_different_names():
    places = collection_paths([("m", "m/A.csv"), ("m", "m/a.csv")])
    assert places["m", "m/A.csv"] == "m/A.csv.md"
    assert places["m", "m/a.csv"].startswith("m/a~")


def test_a_folder_named_main_and_the_archive_itself_do_not_clash():
    assert len(set(collection_paths([("main", "a.csv"), ("main", "main/a.csv")]).values())) == 2


def test_a_place_that_was_given_is_kept_when_a_clash_comes_later():
    taken = {("m", "m/b.csv"): "m/b.csv.md"}
    places = collection_paths([("m", "m/B.csv"), ("m", "m/b.csv")], taken)
    assert places["m", "m/b.csv"] == "m/b.csv.md"
    assert places["m", "m/B.csv"].startswith("m/B~")
