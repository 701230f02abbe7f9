"""The registry names the gates that run, and what is wrong with a name that is no gate."""

import pytest

from assay.config import Filters, Settings
from assay.model.errors import ConfigError
from assay.model.gate import GATES
from filters.registry import chosen, chosen_names


def only(*names: str) -> Settings:
    return Settings(filters=Filters(gates=names))


def test_gates_run_in_the_order_of_the_funnel_whatever_the_config_says():
    assert chosen_names(only("panel", "spec")) == ("spec", "panel")
    assert chosen_names(Settings()) == GATES[:9]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("verifcation", "there is no gate 'verifcation', the nearest right one is 'verification'."),
        ("zzz", "there is no gate 'zzz', the right ones are verification, spec"),
        ("people", "filters.gates: people: not available yet."),
        ("review", "filters.gates: review: set models.reviewer in the config as well."),
    ],
)
def test_a_name_that_is_no_gate_is_one_clear_sentence(name: str, words: str):
    with pytest.raises(ConfigError) as raised:
        chosen(only("spec", name))
    assert words in str(raised.value)
    assert raised.value.exit_status == 2
