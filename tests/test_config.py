"""The settings tree: every key is documented, and a wrong one is a sentence that names the right one."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from assay.config import Settings, load
from assay.model.errors import ConfigError


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield model
    for field in model.model_fields.values():
        for kind in (field.annotation, *get_args(field.annotation)):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                yield from models(kind)


SECTIONS = {model.__name__: model for model in models(Settings)}


def written(folder: Path, text: str) -> Path:
    path = folder / "assay.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_documented_frozen_and_closed(section: str):
    model = SECTIONS[section]
    assert model.__doc__
    assert model.model_config.get("frozen")
    assert model.model_config.get("extra") == "forbid"


@pytest.mark.parametrize(
    ("section", "name"), [(section, name) for section, model in SECTIONS.items() for name in model.model_fields]
)
def test_every_key_is_documented(section: str, name: str):
    field = SECTIONS[section].model_fields[name]
    # sections and the two plain filters of a target explain themselves
    plain = (section == "Target" and name != "tasks") or str(field.annotation).find("assay.config") >= 0
    assert plain or section == "Target" or field.description


def test_settings_cannot_be_changed():
    with pytest.raises(ValidationError):
        Settings().seed = 2


def test_without_a_file_everything_has_its_default():
    assert load(None) == Settings()
    assert load(None, seed=7).seed == 7


def test_an_empty_file_changes_nothing(tmp_path: Path):
    assert load(written(tmp_path, "# nothing\n")) == Settings()


def test_a_file_says_what_it_says_and_the_command_line_has_the_last_word(tmp_path: Path):
    path = written(tmp_path, "seed: 3\nchunks: {floor: 12}\ntargets: [{tasks: 5, track: numeric}]\n")
    settings = load(path, seed=9)
    assert (settings.seed, settings.chunks.floor, settings.targets[0].track) == (9, 12.0, "numeric")
    assert load(path).seed == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sed: 1", "sed: unknown key, the nearest right one is 'seed'."),
        ("chunks: {flor: 1}", "chunks.flor: unknown key, the nearest right one is 'floor'."),
        ("targets: [{task: 1}]", "targets.0.task: unknown key, the nearest right one is 'tasks'."),
        ("zzzz: 1", "zzzz: unknown key, the right ones are seed, domains"),
        ("chunks: {chars: 0}", "chunks.chars: Input should be greater than 0."),
        ("chunks: {chars: many}", "chunks.chars: must be a whole number"),
        ("chunks: {floor: .nan}", "chunks.floor: Input should be a finite number."),
        ("chunks: 5", "chunks: must hold keys and values"),
        ("synthesis: {authors: [rule]}", "synthesis.authors.0: Input should be 'rules', 'file' or 'agent'"),
        ("targets: [{tasks: 1, track: numric}]", "targets.0.track: Input should be 'numeric'"),
        ("runner: {kind: spark}", "runner.kind: Input should be 'threads', 'dask' or 'ray'."),
        ("runner: {kind: dask, workers: 0}", "runner.workers: Input should be greater than 0."),
        ("runner: {kind: dask, adress: a}", "runner.adress: unknown key, the nearest right one is 'address'."),
        ("runner: {workers: 2}", "runner: workers and address are for the kinds dask and ray"),
        (
            "budget: {stages: {closed_bok: {calls: 1}}}",
            "budget.stages.closed_bok: no stage of this name asks models, the nearest right one is 'closed_book'.",
        ),
        (
            "budget: {stages: {spec: {calls: 1}}}",
            "budget.stages.spec: no stage of this name asks models, the right ones are summarize, synth",
        ),
        ("- a\n- b", "must hold keys and values, not a list."),
        ("just words", "must hold keys and values, not a str."),
        ("a: [", "is not YAML"),
        ("a: \0", "is not YAML"),
        ("[" * 1200, "is not YAML"),
    ],
)
def test_a_wrong_file_is_one_clear_sentence(tmp_path: Path, text: str, sentence: str):
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as raised:
        load(path)
    assert sentence in str(raised.value)
    assert str(raised.value).startswith(f"{path}: ")
    assert raised.value.exit_status == 2


def test_each_wrong_key_gets_its_own_line(tmp_path: Path):
    with pytest.raises(ConfigError) as raised:
        load(written(tmp_path, "sed: 1\nchunk: {}\n"))
    assert len(str(raised.value).split("\n")) == 2


@pytest.mark.parametrize("name", ["missing.yaml", "."])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str):
    with pytest.raises(ConfigError, match="cannot be read"):
        load(tmp_path / name)


def test_a_file_in_another_encoding_is_not_yaml(tmp_path: Path):
    (tmp_path / "a.yaml").write_bytes(b"seed: \xff\xfe1")
    with pytest.raises(ConfigError, match="is not YAML"):
        load(tmp_path / "a.yaml")


def test_the_candidates_file_is_looked_for_beside_the_config(tmp_path: Path):
    settings = load(written(tmp_path, "synthesis: {authors: [file], candidates: mine.jsonl}"))
    assert settings.synthesis.candidates == (tmp_path / "mine.jsonl").resolve()
    absolute = load(written(tmp_path, "synthesis: {candidates: /a/b.jsonl}"))
    assert absolute.synthesis.candidates == Path("/a/b.jsonl")


def test_the_digest_names_everything_that_is_set():
    assert Settings().digest == Settings(seed=1).digest
    assert len({Settings().digest, Settings(seed=2).digest, Settings(domains={"a": "b"}).digest}) == 3


@given(st.text(min_size=1).filter(lambda name: name not in Settings.model_fields))
def test_no_unknown_key_is_let_through(name: str):
    with pytest.raises(ValidationError):
        Settings.model_validate({name: 1})
