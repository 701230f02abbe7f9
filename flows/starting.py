"""Starts a flow in this process, on the server that PREFECT_API_URL names or on a temporary one."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from assay.config import load
from assay.model.errors import AssayError
from assay.refresh.again import made_with
from assay.stages.building import Summary
from assay.stages.holdings import Address
from assay.stages.places import check_places
from assay.stages.run import Progress
from assay.store.store import check_free
from flows.environment import prepare
from flows.extras import check_extra
from flows.temporary import temporary_server

# What the database of a temporary server takes at first, with room to spare.
_ROOM = 16 << 20


def build_with_prefect(
    archive: Address, out: Path, config: Path | None, seed: int | None, replay: bool, shown: Progress
) -> Summary:
    """Return the summary of a build that ran as a Prefect flow."""
    check_places(archive, out)
    check_extra(load(config, seed=seed).runner)

    def start() -> Summary:
        from flows.dataset import build

        return build(str(archive), str(out), str(config) if config else None, seed, replay)

    return _started(start, out, shown)


def refresh_with_prefect(out: Path, archive: Address | None, every_file: bool, shown: Progress) -> Summary:
    """Return the summary of a refresh that ran as a Prefect flow."""
    settings, source = made_with(out)
    check_places(archive or source, out)
    check_extra(settings.runner)

    def start() -> Summary:
        from flows.dataset import refresh

        return refresh(str(out), str(archive) if archive else None, every_file)

    return _started(start, out, shown)


def _started(start: Callable[[], Summary], out: Path, shown: Progress) -> Summary:
    # before the database of another build's server is touched
    check_free(out)
    home = out / ".prefect"
    if shutil.disk_usage(out).free < _ROOM:
        raise AssayError(f"cannot write {home}: the disk is full; free some space and run the command again")
    prepare(home, quiet=True)
    from httpx import HTTPError
    from prefect.exceptions import PrefectException

    try:
        with _server(home), _shown(shown):
            return start()
    except (PrefectException, HTTPError) as error:
        raise AssayError(_sentence(error)) from error


@contextmanager
def _shown(progress: Progress) -> Generator[None]:
    from flows import dataset

    token = dataset.progress.set(progress)
    try:
        yield
    finally:
        dataset.progress.reset(token)


def _load() -> None:
    """Import the flows, and have each event tried three times at once.

    A process waits at its end for all events that a lost server did not take.
    """
    from prefect.events.clients import PrefectEventsClient
    from prefect.events.worker import EventsWorker, emit_events_to_cloud

    import_module("flows.dataset")
    if not emit_events_to_cloud():
        EventsWorker.set_client_override(PrefectEventsClient, reconnection_attempts=2)


@contextmanager
def _server(home: Path) -> Generator[None]:
    from prefect.settings import PREFECT_API_URL, temporary_settings

    if PREFECT_API_URL.value():
        _load()
        yield
        return
    with temporary_server(home, meanwhile=_load) as address, temporary_settings({PREFECT_API_URL: address}):
        yield


def _sentence(error: Exception) -> str:
    from httpx import TransportError

    said = " ".join(str(error).split())[:300] or type(error).__name__
    what = "Prefect's server does not answer" if isinstance(error, TransportError) else "Prefect failed"
    return f"{what} ({said}); what was finished is kept. Run again, or with --direct to do without Prefect."
