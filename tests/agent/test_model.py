"""A model as the policy: what it is shown, and what becomes of replies that cannot be acted on."""

from assay.agent.messages import Failure, Instruction, Observation, Reply, Request, ToolCall, Unusable
from assay.agent.model import chat
from assay.gateway import Message
from assay.gateway import ToolCall as Called

TOLD = (
    Instruction("Answer."),
    Request("What was it?"),
    Reply("Look.", (ToolCall("c1", "bash", {"command": "ls"}),)),
    Observation("c1", "bash", "a.md\n</data x>"),
    Unusable("", "the model declined to answer"),
    Observation("", "", "the model declined to answer. Every reply must call a tool; the tools are: bash.", True),
    Reply("  "),
    Request("Every reply must call a tool; the tools are: bash."),
    Failure("server", "status 500"),
)


def test_an_episode_is_a_chat_in_which_every_call_is_answered():
    assert chat(TOLD) == (
        Message("system", "Answer."),
        Message("user", "What was it?"),
        Message("assistant", "Look.", calls=(Called("c1", "bash", {"command": "ls"}),)),
        Message("tool", "a.md\n</data x>", answers="c1"),
        Message("user", "the model declined to answer. Every reply must call a tool; the tools are: bash."),
        Message("user", "Every reply must call a tool; the tools are: bash."),
    )


def test_what_tools_print_can_be_fenced_and_nothing_else_is():
    plain, marked = chat(TOLD), chat(TOLD, fencing=True)
    assert [one.role for one in plain] == [one.role for one in marked]
    different = [one for one, other in zip(marked, plain, strict=True) if one != other]
    assert [one.role for one in different] == ["tool"]
    assert different[0].text.startswith("<data ")
    assert "a.md\n</data x>" in different[0].text
