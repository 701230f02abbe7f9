"""An interrupt between any two calls of a writer leaves no transaction open behind it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

import pytest

from assay.store import sources
from assay.store.store import Store
from tests.store.samples import source


class Interrupt:
    """Interrupts once, after the n-th call of compiled code that a `with` block makes.

    Calls of the import system are left out: cut short there, it keeps its lock for ever, and every other thread waits.
    So are those of the test tools' own callback on garbage collection, which may come at any moment.
    """

    LEFT_OUT = ("importlib", "hypothesis")

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "c_return" and not any(name in frame.f_code.co_filename for name in self.LEFT_OUT):
            self.left -= 1
            if self.left == 0:
                sys.setprofile(None)
                raise KeyboardInterrupt


@pytest.mark.parametrize("after", range(1, 30))
def test_the_next_transaction_commits_whatever_call_was_interrupted(tmp_path: Path, after: int):
    with Store.open(tmp_path, create=True) as store:
        interrupt = Interrupt(after)
        try:
            sys.setprofile(interrupt)
            with store.transaction():
                store.run("delete from source where path = $1", "x")
        except KeyboardInterrupt:
            pass
        finally:
            sys.setprofile(None)
        sources.commit_sources(store, [source("energy/b.docx")])
    with Store.open(tmp_path, create=False) as store:
        assert [listed.path for listed in sources.listed(store)] == ["energy/b.docx"]
