"""What a model in its seat is shown beside texts: the pictures of the documents, the one that is asked about first."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.model.artifact import Anchor, Artifact, Picture
from assay.model.canonical import digest_bytes
from assay.model.probe import FULL, Place, Probe, View
from assay.model.task import Answer
from assay.store.blobs import write_blobs
from assay.store.folder import OutFolder
from tests.filters.desk import desk, says
from tests.made import energy_archive, task

PNG, OTHER = b"\x89PNG\r\n\x1a\n first", b"\x89PNG\r\n\x1a\n other"
SHA = digest_bytes(PNG)
PATH = "energy/demand.csv"


def image(key: str, data: bytes, kind: str = "image/png") -> Artifact:
    return Artifact(key, 9, "text", "image", Anchor(line=9), "", Picture(media_type=kind), digest_bytes(data))


def test_a_reply_depends_on_the_picture_and_the_view_without_it_has_none(tmp_path: Path):
    archive = energy_archive()
    held = archive.documents[PATH]
    pictures = (image("i2", OTHER), image("i1", PNG), image("i3", b"<svg/>", "image/svg+xml"))
    archive.documents[PATH] = replace(held, artifacts=(*held.artifacts, *pictures))
    write_blobs(OutFolder(tmp_path / "out"), {digest_bytes(data): data for data in (PNG, OTHER, b"<svg/>")})
    one = replace(task(archive), answer=Answer("text", "a ship"), track="fidelity")
    place, only = Place(PATH, "i1", "image", Anchor()), View("control", only=(PATH,))
    without = replace(only, without=((PATH, "i1"),))
    with desk(tmp_path, archive, [says("a ship", picture=SHA)]) as here:
        subject = "panel/1:openai/seat-1"
        probes = [Probe(one.id, 1, subject, view, "answer", place=place) for view in (only, without)]
        seen, blind = here.runner.attempts(one, probes, stage="test")
        assert (seen.correct, blind.correct) == (True, False)
        contents: list[Any] = [body["messages"][-1]["content"] for body in here.server.bodies]  # pyright: ignore
        # texts stand first, and what no provider takes is left out
        assert sorted(len(content) - 1 for content in contents) == [1, 2]
    with desk(tmp_path / "blind", archive, [says("a ship", picture=True)], model={"pictures": False}) as here:
        (attempt,) = here.runner.attempts(one, [replace(probes[0], sample=1)], stage="test")
        assert attempt.correct is False


def test_a_subject_that_no_model_plays_is_refused(tmp_path: Path):
    archive = energy_archive()
    one = task(archive)
    with desk(tmp_path, archive, []) as here:
        for mode in ("answer", "agent", "review"):
            (found,) = here.runner.attempts(one, [Probe(one.id, 1, "panel/9:openai/none", FULL, mode)], stage="test")
            assert (found.ending, found.correct) == ("refused", None)
        assert here.server.calls == 0
