"""The page on models: its examples are valid, and it names every fault."""

from pathlib import Path
from typing import get_args

import yaml

from assay.agent.prompts import load_prompt
from assay.config import Settings
from assay.evaluation.grades import grades_schema
from assay.evaluation.reviews import review_schema
from assay.gateway import Fault
from assay.gateway.checking import misfit
from assay.gateway.scripted import Rules
from assay.gateway.scripted.rules import Misbehaviour, When
from synthesis.agent.summaries import Summary, parse_summary

PAGE = Path("docs/models.md").read_text(encoding="utf-8")
CONFIG, RULES, ROLES = (part.split("```")[0] for part in PAGE.split("```yaml\n")[1:])


def test_the_config_on_the_page_is_valid():
    settings = Settings.model_validate(yaml.safe_load(CONFIG))
    assert set(settings.models.seats()) == {"author", "panel/1", "panel/2", "grader"}


def test_the_rules_on_the_page_are_valid():
    assert Rules.model_validate(yaml.safe_load(RULES)).answers[0].right == "412"


def test_the_replies_on_the_page_are_what_each_role_has_to_reply():
    review, grades, summary, bash = Rules.model_validate(yaml.safe_load(ROLES)).rules
    prompts = {"review": review, "grade": grades, "summary": summary}
    for name, rule in prompts.items():
        package = "synthesis" if name == "summary" else "assay.evaluation"
        assert all(words in load_prompt(package, name).instruct() for words in rule.when.contains), name
    assert misfit(review_schema(), review.json_value) is None
    assert misfit(grades_schema(), grades.json_value) is None
    found = parse_summary(summary.say or "")
    assert isinstance(found, Summary)
    assert found.tags == ("energy", "regions", "totals")
    assert "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT" in str(bash.calls[0].arguments["command"])


def test_the_page_names_every_fault_and_everything_that_rules_know():
    known = {*get_args(Fault), *get_args(Misbehaviour), *When.model_fields}
    assert {name for name in known if f"`{name}`" not in PAGE} == set()
