"""The page on models: its examples are valid, and it names every fault."""

from pathlib import Path
from typing import get_args

import yaml

from assay.config import Settings
from assay.gateway import Fault
from assay.gateway.scripted import Rules
from assay.gateway.scripted.rules import Misbehaviour, When

PAGE = Path("docs/models.md").read_text(encoding="utf-8")
CONFIG, RULES = (part.split("```")[0] for part in PAGE.split("```yaml\n")[1:])


def test_the_config_on_the_page_is_valid():
    settings = Settings.model_validate(yaml.safe_load(CONFIG))
    assert set(settings.models.seats()) == {"author", "panel/1", "panel/2", "grader"}


def test_the_rules_on_the_page_are_valid():
    assert Rules.model_validate(yaml.safe_load(RULES)).answers[0].right == "412"


def test_the_page_names_every_fault_and_everything_that_rules_know():
    known = {*get_args(Fault), *get_args(Misbehaviour), *When.model_fields}
    assert {name for name in known if f"`{name}`" not in PAGE} == set()
