"""What the gateway costs beside bare litellm, in one run against one local server: `python benchmarks/gateway.py`.

Calls a second are the median of rounds that alternate between both, so that what else the machine does meets both.
Ends with 1 where a figure is short of what the project promises: 0.6 of bare litellm's calls a second, 2,000 replies a
second from what is kept, and `assay --help` within 0.3 processor seconds and without litellm.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from assay.config import Settings
from assay.gateway import Gateway, Reply, ask_text
from assay.gateway.litellm_library import library
from assay.gateway.scripted import Rules, ScriptedServer
from assay.store.folder import OutFolder

TALK = {"otherwise": {"say": "an answer of a few words"}}
LEAST_SHARE, LEAST_HITS, MOST_HELP = 0.6, 2000.0, 0.3
HELP = "import sys; from assay.cli import main; sys.argv = ['assay', '--help']; code = 0\n"
HELP += "try: main()\nexcept SystemExit as end: code = end.code\n"
HELP += "sys.exit('litellm was imported' if 'litellm' in sys.modules else code)"


def main() -> None:
    """Measure, print a line for each figure, and end with 1 where one is short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=300, help="Calls of a round.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    with served(TALK) as address, tempfile.TemporaryDirectory() as folder:
        share = beside_litellm(address, Path(folder), options)
        hits = kept(address, Path(folder), options)
    seconds = help_seconds()
    print(f"assay --help: {seconds:.2f} processor seconds (at most {MOST_HELP})")
    sys.exit(0 if share >= LEAST_SHARE and hits >= LEAST_HITS and seconds <= MOST_HELP else 1)


@contextmanager
def served(rules: Mapping[str, Any]) -> Iterator[str]:
    """Yield the address of a server that follows rules, in a process of its own."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs, dict(rules)))
    process.start()
    yield ours.recv()
    ours.send("end")
    process.join()


def serve(pipe: Connection, rules: Mapping[str, Any]) -> None:
    """Serve until told to end."""
    with ScriptedServer(Rules.model_validate(rules)) as server:
        pipe.send(server.api_base)
        pipe.recv()


def beside_litellm(address: str, folder: Path, options: argparse.Namespace) -> float:
    """Return the gateway's calls a second as a share of bare litellm's."""
    bare, ours = list[float](), list[float]()
    with Gateway(settings(address, options.threads), OutFolder(folder)) as gateway:
        calls: list[tuple[list[float], Callable[[str], object]]] = [(bare, bare_call(address)), (ours, gated(gateway))]
        for number in range(options.rounds + 1):
            for rates, call in calls:
                rate = a_second(call, [f"question {number}.{place}" for place in range(options.calls)], options.threads)
                # the first round fills caches and opens connections
                rates += [rate] if number else []
    share = statistics.median(ours) / statistics.median(bare)
    print(f"litellm: {statistics.median(bare):.0f} calls a second; through the gateway: {statistics.median(ours):.0f}")
    print(f"share: {share:.2f} (at least {LEAST_SHARE})")
    return share


def kept(address: str, folder: Path, options: argparse.Namespace) -> float:
    """Return how many kept replies the gateway gives in a second, in one thread."""
    asked = [f"question {number}.{place}" for number in range(1, options.rounds + 1) for place in range(options.calls)]
    with Gateway(settings(address, 1), OutFolder(folder), replay=True) as gateway:
        rate = statistics.median(a_second(gated(gateway), asked, 1) for _ in range(3))
    print(f"kept replies: {rate:.0f} a second (at least {LEAST_HITS:.0f})")
    return rate


def a_second(call: Callable[[str], object], texts: list[str], threads: int) -> float:
    """Return the calls a second of so many threads."""
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        list(pool.map(call, texts))
        return len(texts) / (time.perf_counter() - began)


def bare_call(address: str) -> Callable[[str], object]:
    """Return what asks litellm itself."""
    completion = library().completion

    def call(text: str) -> object:
        messages = [{"role": "user", "content": text}]
        found = completion(
            model="openai/scripted", api_base=address, api_key="none", messages=messages, max_tokens=4096
        )
        return found.choices[0].message.content

    return call


def gated(gateway: Gateway) -> Callable[[str], object]:
    """Return what asks through the gateway."""

    def call(text: str) -> object:
        reply = gateway.ask("grader", ask_text(text), stage="benchmark")
        if not isinstance(reply, Reply):
            raise SystemExit(f"a call failed: {reply}")
        return reply.text

    return call


def settings(address: str, threads: int) -> Settings:
    """Return settings for the server."""
    grader = {"model": "openai/scripted", "api_base": address, "price": {"input": 1, "output": 1}}
    return Settings.model_validate({"models": {"grader": grader}, "providers": {"openai": {"parallel": threads}}})


def help_seconds() -> float:
    """Return the processor seconds of `assay --help`, the least of three."""
    found = list[float]()
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", HELP], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


if __name__ == "__main__":
    main()
