"""The rules author's policy takes its answers from what the sandbox prints, and submits nothing else."""

from assay.agent.messages import Message, Observation, Reply, Request
from synthesis.drafts import Draft
from synthesis.policy import RulesPolicy


def draft(program: str = "print(1)\n", shown: str = "") -> Draft:
    return Draft(
        "q?", ("water",), ("d/a.md",), "2", lambda value, unrounded: {"v": value, "u": unrounded}, "t/1", program, shown
    )


def after(policy: RulesPolicy, *outputs: str) -> tuple[list[Message], Reply]:
    messages: list[Message] = [Request("start")]
    for output in outputs:
        messages += [policy.reply(messages), Observation("bash-1", "bash", output)]
    return messages, policy.reply(messages)


def test_the_value_that_the_program_prints_is_submitted():
    _, reply = after(RulesPolicy([draft()], "d", ["python3"]), "files", "== 1 0\n2.000\n2\n")
    assert [(call.name, call.arguments) for call in reply.calls] == [("submit", {"v": "2", "u": "2.000"})]


def test_a_program_that_prints_another_value_is_a_fault_and_no_submission():
    for output in ("== 1 0\n3.0\n3\n", "== 1 1\nTraceback\nKeyError\n", "", "== 1 0\n2\n"):
        policy = RulesPolicy([draft()], "d", ["python3"])
        _, reply = after(policy, "files", output)
        assert reply.calls[0].name == "finish"
        assert len(policy.faults) == 1


def test_one_fault_does_not_take_the_others_along():
    policy = RulesPolicy([draft(), draft()], "d", ["python3"])
    _, reply = after(policy, "files", "== 1 0\n9\n9\n== 2 0\n2\n2\n")
    assert [call.id for call in reply.calls] == ["submit-2"]
    assert policy.faults == ["t/1: 9, not 2"]


def test_a_draft_without_program_needs_the_words_to_be_seen():
    policy = RulesPolicy([draft("", "the words")], "d", ["python3"])
    messages, reply = after(policy, "a.md:3:the words are here")
    assert reply.calls[0].name == "submit"
    messages += [reply, Observation("submit-1", "submit", "accepted")]
    assert policy.reply(messages).calls[0].name == "finish"
    unseen = RulesPolicy([draft("", "the words")], "d", ["python3"])
    assert after(unseen, "nothing")[1].calls[0].name == "finish"
    assert unseen.faults == ["t/1: nothing, not 2"]


def test_words_from_documents_are_quoted_for_the_shell():
    policy = RulesPolicy(
        [Draft("q?", ("a'; rm -rf $HOME",), ("d/b c.md",), "2", lambda *_: {}, "t/1", "x\n")], "d e", ["py"]
    )
    command = str(policy.reply([Request("start")]).calls[0].arguments["command"])
    assert """-e 'a'"'"'; rm -rf $HOME' -- 'd/b c.md'""" in command
    assert "ls 'd e'" in command
