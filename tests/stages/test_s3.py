"""S3 as an archive, over real HTTP: listed with ETags, and only what changed is fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assay.config import Extraction, Settings
from assay.model.errors import AssayError, UsageError
from assay.stages.figures import problem_counts
from assay.stages.holdings import Unfetched
from assay.stages.ingest import Convert, Ingest
from assay.stages.listing import list_archive
from assay.stages.run import Silent, open_run, run_stage
from tests.stages.test_remote import EXPECTED, FILES, MEMO, contents, listed

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Bucket:
    """A bucket of a server of S3 on this machine, and the requests that reach it."""

    client: object
    address: str

    def put(self, key: str, text: str | bytes) -> None:
        body = text.encode() if isinstance(text, str) else text
        self.client.put_object(Bucket="papers", Key=f"2026/{key}", Body=body)  # pyright: ignore

    def delete(self, key: str) -> None:
        self.client.delete_object(Bucket="papers", Key=f"2026/{key}")  # pyright: ignore


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    from moto.server import ThreadedMotoServer

    moto = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield f"http://{host}:{port}"
    moto.stop()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    import boto3

    for name, value in {
        "AWS_ENDPOINT_URL": server,
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    client = boto3.client("s3")
    client.create_bucket(Bucket="papers")
    made = Bucket(client, "s3://papers/2026")
    for key, text in FILES.items():
        made.put(key, text)
    client.put_object(Bucket="papers", Key="2026-other/x.md", Body=b"not below the prefix")
    yield made
    for page in client.get_paginator("list_objects_v2").paginate(Bucket="papers"):
        for one in page.get("Contents", ()):
            client.delete_object(Bucket="papers", Key=one["Key"])
    client.delete_bucket(Bucket="papers")


def test_s3_is_listed_with_marks_and_read_over_http(bucket: Bucket):
    listing = list_archive(bucket.address, {})
    marks = {one.source.path: one.source.marker for one in listing.entries}

    assert listed(listing) == EXPECTED
    assert contents(listing)["memo.md"] == MEMO.encode()
    bucket.put("memo.md", MEMO.replace("978", "979"))
    again = {one.source.path: one.source.marker for one in list_archive(bucket.address, {}).entries}
    assert {path for path in marks if marks[path] != again[path]} == {"memo.md"}
    assert all(mark.startswith("ETag:") for mark in marks.values())


def test_what_changed_in_s3_is_fetched_and_nothing_else(bucket: Bucket, tmp_path: Path):
    bucket.put("large.txt", b"x" * (1 << 20) + b"y")
    settings = Settings(extraction=Extraction(file_mb=1))
    with open_run(tmp_path / "out", settings, Silent(), archive=bucket.address, create=True) as run:

        def looked(meanwhile: Callable[[], None]) -> tuple[int, int]:
            """How many files were read, and how many there are, where something happens after the listing."""
            before = run.computed.get("convert", 0)
            run_stage(run, Ingest())
            meanwhile()
            run_stage(run, Convert())
            return run.computed.get("convert", 0) - before, len(run.listing.entries if run.listing else ())

        assert looked(lambda: None) == (3, 3)
        assert problem_counts(run.store) == {"too_large": 1}
        bucket.delete("large.txt")
        bucket.put("memo.md", MEMO)
        bucket.put("late.md", "# Late\n")
        assert looked(lambda: bucket.delete("late.md")) == (1, 3)
        assert problem_counts(run.store) == {"corrupt": 1}
        bucket.put("late.md", "# Late\n")
        bucket.put("memo.md", MEMO.replace("978", "979"))
        bucket.delete("energy/deep/register.csv")
        assert looked(lambda: None) == (2, 2)
        assert problem_counts(run.store) == {}
        assert "979 GWh" in (tmp_path / "out" / "archive" / "main" / "memo.md.md").read_text()


def test_an_object_that_goes_away_is_a_problem_and_a_bucket_that_does_ends_the_run(bucket: Bucket):
    listing = list_archive(bucket.address, {})
    entry = next(one for one in listing.entries if one.source.path == "memo.md")
    bucket.delete("memo.md")
    with pytest.raises(Unfetched, match="went away"), listing.fetched(entry):
        pass
    bucket.delete("energy/deep/register.csv")
    bucket.delete("energy/.git/config")
    with pytest.raises(AssayError, match=r"s3://papers/2026/memo\.md cannot be fetched"), listing.fetched(entry):
        pass
    with pytest.raises(UsageError, match="s3://papers/2026 does not exist"):
        list_archive(bucket.address, {})
    with pytest.raises(UsageError, match="s3://nowhere/x does not exist"):
        list_archive("s3://nowhere/x", {})
