"""The page of the settings says what the settings are."""

from __future__ import annotations

import os
from pathlib import Path

import yaml

from assay.config import Settings
from tests.config_page import config_page

PAGE = Path("docs/configuration.md")


def test_the_page_of_the_settings_is_made_from_them():
    if os.environ.get("ASSAY_UPDATE_GOLDEN") == "1":
        PAGE.write_text(config_page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == config_page()


def test_the_example_on_the_page_is_a_valid_config():
    example = config_page().split("```yaml\n")[1].split("```")[0]
    settings = Settings.model_validate(yaml.safe_load(example))
    assert settings.targets[0].tasks == 20
