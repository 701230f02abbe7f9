"""The command line: parse, call, print. Every error that a user can cause is one sentence and an exit status."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from types import FrameType

import click

from assay.cli.ablating import ablate
from assay.cli.building import build, up
from assay.cli.exporting import export
from assay.cli.judging import audit, filter_tasks, grade, verify
from assay.cli.looking import extract, score
from assay.cli.making import doctor, enterprise
from assay.cli.printing import say
from assay.cli.refreshing import refresh
from assay.model.errors import AssayError, NotAvailable

# Commands of the contract that a later version brings; the help lists only what works.
LATER = ("rank", "review", "evaluate", "analyze", "mcp", "serve")
_DISK_FULL = "the disk is full; what was finished is kept. Free some space and run the same command again."
# How DuckDB says that the interrupt came while it was at work.
_QUERY_INTERRUPTED = "Query interrupted"
# Seconds until an interrupt that came amid an import comes again.
_SOON = 0.02
_INTERRUPTED = "interrupted; what was finished is kept. Run the same command again to go on."


class _Commands(click.Group):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in LATER:
            raise NotAvailable(f"assay {cmd_name}")
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="assay")
def commands() -> None:
    """Turn an archive of Office and PDF files into verified tasks, with the proof of every decision."""


_COMMANDS = (
    build, refresh, extract, ablate, score, verify, audit, filter_tasks, grade, export, enterprise, up, doctor,
)  # fmt: skip
for _command in _COMMANDS:
    commands.add_command(_command)


def main() -> None:
    """Run the command line of this process and end with its exit status."""
    _listen()
    if not sys.warnoptions:
        # what a library thinks of a file is the reader's to say
        warnings.simplefilter("ignore")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # no name of a file may end a command because the terminal's encoding lacks its characters
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Return the exit status of a command line: 0 done, 1 ended early, 2 wrong usage, 3 unreadable input, 4 budget."""
    try:
        status = _invoke(arguments)
    except click.UsageError as error:
        error.show()
        return 2
    except AssayError as error:
        return _end(str(error), error.exit_status)
    except (click.Abort, KeyboardInterrupt):
        # what ends now has been told to; being told again would only make it leave things behind
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return _end(_INTERRUPTED, 1)
    except BrokenPipeError:
        # the reader of our output has enough, as `head` does
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        return _end(_DISK_FULL, 1)
    return status if isinstance(status, int) else 0


def _invoke(arguments: Sequence[str]) -> object:
    try:
        return commands.main(list(arguments), prog_name="assay", standalone_mode=False)
    except RuntimeError as error:
        if str(error) == _QUERY_INTERRUPTED:
            raise KeyboardInterrupt from error
        raise


def _listen() -> None:
    """Have SIGTERM and Ctrl-C end a command; a command that was started with Ctrl-C ignored goes on ignoring it."""
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, after the import that is going on if one is.

    Raised inside an import it would be lost: for each query with parameters DuckDB looks for pandas, and takes whatever
    is raised there for its absence.
    """
    if not _is_importing(frame):
        raise KeyboardInterrupt
    again = threading.Timer(_SOON, os.kill, (os.getpid(), number))
    again.daemon = True
    again.start()


def _is_importing(frame: FrameType | None) -> bool:
    """Whether anything is being imported within `main`."""
    while frame is not None and frame.f_code is not main.__code__:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _end(sentence: str, status: int) -> int:
    say(f"assay: {sentence}")
    return status
