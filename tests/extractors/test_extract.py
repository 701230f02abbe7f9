"""One child process a file: its limits, its endings, and what is left when the caller goes."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import psutil
import pytest

from assay.model.canonical import digest_bytes
from assay.model.document import Document, Source
from assay.model.errors import AssayError
from extractors.extract import Extraction, ExtractionLimits, ReadingServer, extract, extract_batch
from tests.extractors.pages import grid, pdf

MIB = 1 << 20
LIMITS = ExtractionLimits(seconds=20)
# What a test runs in a process of its own, to end it from outside.
BATCH = """
import sys
from pathlib import Path
from assay.model.document import Source
from extractors.extract import extract_batch

for _ in extract_batch([(Path(sys.argv[1]), Source("main", "long.pdf", 1))] * 2, workers=2):
    pass
"""


@pytest.fixture(scope="module")
def server() -> Iterator[ReadingServer]:
    with ReadingServer() as started:
        yield started


def source(path: Path) -> Source:
    return Source("main", path.name, path.stat().st_size if path.exists() else 0)


def written(folder: Path, name: str, data: bytes) -> tuple[Path, Source]:
    path = folder / name
    path.write_bytes(data)
    return path, source(path)


@cache
def long_bytes() -> bytes:
    rows = [[f"{row}.{column}" for column in range(25)] for row in range(60)]
    return pdf(*[grid(rows, down=20, width=18, height=13)] * 12)


def long_pdf(folder: Path) -> tuple[Path, Source]:
    """A file that takes many seconds: pages full of ruled cells."""
    return written(folder, "long.pdf", long_bytes())


def problem(found: Extraction | Document) -> tuple[str, str]:
    document = found.document if isinstance(found, Extraction) else found
    assert document.problem is not None
    return document.problem.code, document.problem.detail


def readers(pid: int) -> list[psutil.Process]:
    """The children of the reading servers under a process."""
    return [child for server in psutil.Process(pid).children() for child in server.children()]


def wait_for_reader(pid: int) -> psutil.Process:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for reader in readers(pid):
            # It reads in a group of its own; before that it would die with the group of the server.
            if os.getpgid(reader.pid) == reader.pid:
                return reader
        time.sleep(0.02)
    raise AssertionError("no reader came up")


def test_a_document_says_what_was_read_and_how(tmp_path: Path, server: ReadingServer):
    data = b"# Yearbook\n\nOutput rose to 1,234.\n"
    path, origin = written(tmp_path, "a.md", data)
    found = server.extract(path, origin, LIMITS)
    document = found.document
    assert (document.source, document.content, found.data) == (origin.key, digest_bytes(data), data)
    assert (document.app, document.media_type, document.reader) == ("text", "text/markdown", "assay.marked")
    assert (document.title, document.problem, document.readable) == ("Yearbook", None, True)
    assert [artifact.text for artifact in document.artifacts] == ["Yearbook", "Output rose to 1,234."]
    # # Yearbook / Output rose to 1 , 234 .
    assert document.counts.tokens == 2 + 7


def test_the_extraction_key_is_of_the_content_not_of_the_place(tmp_path: Path, server: ReadingServer):
    one, two, other = (
        server.extract(*written(tmp_path, name, data), LIMITS).document
        for name, data in [("a.md", b"text"), ("b.md", b"text"), ("c.md", b"other")]
    )
    assert one.extraction == two.extraction != other.extraction
    assert one.source != two.source


def test_pictures_come_back_as_blobs(tmp_path: Path, server: ReadingServer):
    path, origin = written(tmp_path, "a.html", b'<html><img src="data:image/png;base64,aGVsbG8=" alt=x>')
    assert server.extract(path, origin, LIMITS).blobs == {digest_bytes(b"hello"): b"hello"}


def test_a_batch_keeps_the_order_and_loses_nothing(tmp_path: Path):
    items = [written(tmp_path, f"{number}.txt", f"text {number}".encode()) for number in range(12)]
    items.insert(7, (tmp_path / "missing.txt", source(tmp_path / "missing.txt")))
    found = [extraction.document for extraction in extract_batch(items, LIMITS, workers=3)]
    assert [document.path for document in found] == [origin.path for _, origin in items]
    assert [document.path for document in found if document.problem is not None] == ["missing.txt"]
    assert "cannot be opened" in problem(found[7])[1]


def test_one_file_by_itself(tmp_path: Path):
    assert extract(*written(tmp_path, "a.txt", b"alone")).document.artifacts[0].text == "alone"


def test_a_file_above_the_limit_is_not_read(tmp_path: Path, server: ReadingServer):
    path, origin = written(tmp_path, "a.txt", b"x" * 1001)
    found = server.extract(path, origin, ExtractionLimits(file_size=1000))
    assert problem(found)[0] == "too_large"
    assert (found.document.content, found.document.extraction, found.data) == ("", "", b"")


def test_what_takes_too_long_is_a_timeout(tmp_path: Path, server: ReadingServer):
    before = time.monotonic()
    assert problem(server.extract(*long_pdf(tmp_path), ExtractionLimits(seconds=0.5)))[0] == "timeout"
    assert time.monotonic() - before < 60


def test_what_takes_too_much_memory_is_typed_and_the_next_file_is_read(tmp_path: Path, server: ReadingServer):
    found = server.extract(*written(tmp_path, "big.txt", b"word\n\n" * (6 * MIB)), ExtractionLimits(memory=64 * MIB))
    assert problem(found)[0] == "memory"
    assert server.extract(*written(tmp_path, "a.txt", b"next"), LIMITS).document.problem is None


def test_a_zip_bomb_is_not_unpacked(tmp_path: Path, server: ReadingServer):
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as package:
        package.writestr("word/document.xml", bytes(20 * MIB))
    found = server.extract(*written(tmp_path, "a.docx", target.getvalue()), ExtractionLimits(inflated=10 * MIB))
    assert problem(found)[0] == "bomb"
    assert found.document.app == "word"


@pytest.mark.parametrize(("signal_number", "code"), [(signal.SIGSEGV, "corrupt"), (signal.SIGKILL, "memory")])
def test_a_reader_that_dies_is_a_typed_problem(tmp_path: Path, signal_number: int, code: str):
    # The kernel kills with SIGKILL when the machine is out of memory.
    with ReadingServer() as server:
        found = list[Extraction]()
        work = threading.Thread(target=lambda: found.append(server.extract(*long_pdf(tmp_path), LIMITS)))
        work.start()
        wait_for_reader(os.getpid()).send_signal(signal_number)
        work.join(30)
        assert problem(found[0])[0] == code


def test_a_server_that_is_gone_is_an_error_that_says_what_to_do(tmp_path: Path):
    others = psutil.Process().children()
    with ReadingServer() as server:
        # its processes alone: the module's own server goes on reading for the tests after this one
        for child in psutil.Process().children():
            if child not in others:
                child.kill()
                child.wait(10)
        with pytest.raises(AssayError, match="run again"):
            server.extract(*written(tmp_path, "a.txt", b"text"), LIMITS)


def test_a_file_that_changes_while_it_is_read_is_noticed(server: ReadingServer):
    # The kernel says that this file has no bytes, and gives some.
    path = Path("/proc/self/status")
    assert "changed" in problem(server.extract(path, source(path), LIMITS))[1]


def test_a_folder_or_a_pipe_is_no_file(tmp_path: Path, server: ReadingServer):
    os.mkfifo(tmp_path / "pipe.txt")
    for path in (tmp_path, tmp_path / "pipe.txt"):
        assert problem(server.extract(path, source(path), LIMITS))[0] == "unsupported"


def test_readers_have_no_network(tmp_path: Path, server: ReadingServer):
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
        pytest.skip("this kernel gives no network namespaces to us")
    # The server has started where it has read something.
    server.extract(*written(tmp_path, "a.txt", b"text"), LIMITS)
    spaces = {os.readlink(f"/proc/{child.pid}/ns/net") for child in psutil.Process().children()}
    assert os.readlink("/proc/self/ns/net") not in spaces


@pytest.mark.slow
@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_when_the_caller_is_ended(tmp_path: Path, signal_number: int):
    command = [sys.executable, "-c", BATCH, str(long_pdf(tmp_path)[0])]
    caller = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_for_reader(caller.pid)
    tree = psutil.Process(caller.pid).children(recursive=True)
    caller.send_signal(signal_number)
    _, said = caller.communicate(timeout=30)
    _, alive = psutil.wait_procs(tree, timeout=10)
    assert alive == []
    assert len(tree) >= 2
    if signal_number == signal.SIGINT:
        assert said.rstrip().endswith("KeyboardInterrupt")


def test_a_batch_that_is_left_early_ends_its_readers(tmp_path: Path):
    items = [written(tmp_path, f"{number}.txt", b"text") for number in range(3)] + [long_pdf(tmp_path)] * 3
    before = {child.pid for child in psutil.Process().children()}
    batch = extract_batch(items, LIMITS, workers=2)
    assert next(batch).document.path == "0.txt"
    batch.close()
    assert {child.pid for child in psutil.Process().children()} <= before
