"""The settings of the last run, as another version may have left them."""

from __future__ import annotations

from pathlib import Path

from assay.config import Settings
from assay.stages.settings import keep_settings, stored_settings
from assay.store.store import Store


def test_settings_that_this_version_does_not_know_are_passed_over(tmp_path: Path):
    with Store.open(tmp_path / "out", create=True) as store:
        keep_settings(store, Settings(seed=7), "archive")
        (((value,),)) = store.rows("select value from meta where name = 'settings'")
        other = value.replace('"seed":7', '"seed":7,"colour":"red"')
        store.add("meta", ("name", "value"), [("settings", other)], "replace")
        assert "colour" in other
        assert stored_settings(store).seed == 7
