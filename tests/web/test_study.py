"""Studies as data: trees of moves, as text and as JSON, and what is said of those that cannot be read."""

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_page import ENGLISH

import yomikiri.web

STUDY = Path(yomikiri.web.__file__).with_name("static") / "js" / "study"
Ask = Callable[..., dict[str, Any]]

HEAD = '[Study "1"]\n[Game "superpuzz"]\n[Deal "12"]\n\n'
EXAMPLE = (
    HEAD + "{Two aces.} %won 1. HA@3 $best %won=17 (1. HA@1 $loses %lost {The hole was needed.} 2. D5)\n"
    "(1. SA) 2. C4 %won<=18\n"
)


def _node() -> str | None:
    found = importlib.util.find_spec("playwright")
    own = Path(found.origin).parent / "driver" / "node" if found and found.origin else None
    return str(own) if own is not None and own.exists() else shutil.which("node")


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    node = _node()
    if node is None:
        pytest.skip("there is no Node: yomikiri[test] brings one with Playwright")
    command = [node, str(Path(__file__).with_name("study_runner.mjs")), str(STUDY)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    to, out = process.stdin, process.stdout

    def asked(action: str, **question: Any) -> dict[str, Any]:
        to.write(json.dumps({"action": action, **question}) + "\n")
        to.flush()
        said: dict[str, Any] = json.loads(out.readline())
        return said

    yield asked
    to.close()
    process.wait(20)


def test_a_study_is_read_from_text(ask: Ask) -> None:
    study = ask("text", text=EXAMPLE)["answer"]
    assert study["setup"]["game"] == "superpuzz"
    assert study["comment"] == "Two aces."
    first, second = study["moves"]
    assert (first["move"], first["mark"]) == ("HA@3", "best")
    assert first["verdict"] == {"verdict": "won", "length": 17, "shortest": True}
    variation, other = first["variations"]
    assert [move["move"] for move in variation] == ["HA@1", "D5"]
    assert (variation[0]["mark"], variation[0]["comment"]) == ("loses", "The hole was needed.")
    assert other == [{"move": "SA"}]
    assert second["verdict"] == {"verdict": "won", "length": 18, "shortest": False}


def test_the_example_of_the_guide_is_a_study_and_says_all_of_it_in_the_same_words(ask: Ask) -> None:
    guide = (Path(__file__).resolve().parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
    text = guide.split("```text\n")[1].split("```")[0]
    record = ask("text", text=text)["answer"]
    assert ask("around", record=record)["answer"]["text"] == text


def test_variations_are_made_promoted_and_removed(ask: Ask) -> None:
    lines = [["a", "b", "c"], ["a", "x", "y"], ["a", "x", "z"]]
    plain = ask("change", lines=lines)["answer"]
    assert plain["text"] == "1. a 2. b (2. x 3. y (3. z)) 3. c"
    assert plain["main"] == ["a", "b", "c"]
    assert plain["more"]
    promoted = ask("change", lines=lines, promote=[["a", "x", "z"]])["answer"]
    assert promoted["text"] == "1. a 2. b (2. x 3. z (3. y)) 3. c"
    twice = ask("change", lines=lines, promote=[["a", "x", "z"], ["a", "x", "z"]])["answer"]
    assert twice["main"] == ["a", "x", "z"]
    removed = ask("change", lines=lines, remove=[["a", "x"]])["answer"]
    assert removed == {
        "text": "1. a 2. b 3. c",
        "main": ["a", "b", "c"],
        "ends": [["a", "b", "c"]],
        "more": False,
    }


remark = st.fixed_dictionaries(
    {},
    optional={
        "mark": st.sampled_from(["only", "best", "wins", "loses"]),
        "verdict": st.sampled_from(
            [
                {"verdict": "lost", "length": None, "shortest": False},
                {"verdict": "open", "length": None, "shortest": False},
                {"verdict": "won", "length": None, "shortest": False},
                {"verdict": "won", "length": 7, "shortest": False},
                {"verdict": "won", "length": 0, "shortest": True},
            ]
        ),
        "comment": st.text(
            st.characters(exclude_categories=["Cs", "Cc", "Zs", "Cf"]), min_size=1, max_size=30
        ),
    },
)
words = st.text(st.sampled_from('ab1.@"\\$%(){}[] n'), min_size=1, max_size=6)


def _line(children: Any) -> Any:
    move = st.builds(
        lambda text, said, others: {"move": text, **said, **({"variations": others} if others else {})},
        words,
        remark,
        children,
    )
    return st.lists(move, min_size=1, max_size=4)


lines = st.recursive(_line(st.just([])), lambda inner: _line(st.lists(inner, max_size=2)), max_leaves=6)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    moves=lines,
    position=st.text(st.sampled_from('a"\\n\n {}'), min_size=1, max_size=12),
    option=st.booleans(),
)
def test_what_is_written_is_read_back(ask: Ask, moves: Any, position: str, option: bool) -> None:
    setup = {"game": "any", "position": position, "options": {"goal": "two words"} if option else {}}
    record = {"kind": "yomikiri study", "version": 1, "setup": setup, "moves": moves}
    told = ask("around", record=record)["answer"]
    # Moves that were given twice in one place have become one, in all forms alike.
    assert told["read"] == told["json"]
    assert told["link"] == told["json"]
    assert told["json"]["setup"]["position"] == position
    again = ask("around", record=told["json"])["answer"]
    assert again == told


BAD = {
    "": ("no-study", {"token": ""}),
    '[Event "Wijk"]': ("no-study", {"token": '[Event "Wijk"]'}),
    '[Study "9"]': ("version", {"token": "9", "version": "1"}),
    '[Study "1"]\n[Deal "1"]': ("game", {}),
    '[Study "1"]\n[Game "peg"]': ("deal", {}),
    '[Study "1"]\n[Game "peg"]\n[Deal "1"]\n[Deal "2"]': ("twice", {"token": '[Deal "2"]', "line": 4}),
    '[Study "1"]\n[Game "peg"]\n[Deal "1"]\n[Colour "red"]': ("field", {"token": "colour"}),
    HEAD + "1. HA@3 $great": ("mark", {"token": "$great", "line": 5}),
    HEAD + "$best 1. HA@3": ("mark.nowhere", {"token": "$best", "line": 5}),
    HEAD + "1. HA@3\n%win": ("verdict", {"token": "%win", "line": 6}),
    HEAD + "(1. HA@3)": ("variation", {"token": "(", "line": 5}),
    HEAD + "1. HA@3 (1. C4\n2. C5": ("unclosed", {"token": "(", "line": 5}),
    HEAD + "1. HA@3 )": ("close", {"token": ")", "line": 5}),
    HEAD + "1. HA@3 {never ends": ("comment.open", {"token": "{never ends", "line": 5}),
    HEAD + "1. HA@3 ]": ("token", {"token": "]", "line": 5}),
    HEAD + "1. AVERYLONGMOVEINDEED": ("move", {"token": "AVERYLONGMOVEINDEED", "line": 5}),
    HEAD + '1. HA@3 [Deal "3"]': ("tag.late", {"token": '[Deal "3"]', "line": 5}),
    HEAD + "1. a " + "(1. b " * 41: ("deep", {"token": "(", "line": 5}),
    HEAD + "a {" + "x" * 2001 + "}": ("long", {"line": 5}),
}


@pytest.mark.parametrize("text", BAD, ids=[key for key, _ in BAD.values()])
def test_bad_text_is_refused_by_its_token(ask: Ask, text: str) -> None:
    key, params = BAD[text]
    said = ask("text", text=text)
    assert said["bad"] == key, said
    assert params.items() <= said["params"].items()
    assert f"study.bad.{key}" in ENGLISH


BAD_JSON = {
    "{": "json",
    "[]": "no-study",
    '{"kind": "yomikiri study", "version": 2}': "version",
    '{"kind": "yomikiri study", "version": 1}': "game",
    '{"kind": "yomikiri study", "version": 1, "setup": {"game": "peg", "deal": 3}}': "text",
    '{"kind": "yomikiri study", "version": 1, "setup": {"game": "peg", "deal": "3"}, "moves": 5}': "list",
    '{"kind": "yomikiri study", "version": 1, "setup": {"game": "peg", "deal": "3"}, "moves": ["a"]}': "move",
    '{"kind": "yomikiri study", "version": 1, "setup": {"game": "peg", "deal": "3"},'
    ' "moves": [{"move": "a", "verdict": {"verdict": "won", "length": -1}}]}': "verdict",
}


@pytest.mark.parametrize("text", BAD_JSON, ids=list(BAD_JSON.values()))
def test_bad_json_is_refused(ask: Ask, text: str) -> None:
    said = ask("json", text=text)
    assert said["bad"] == BAD_JSON[text], said
    assert f"study.bad.{said['bad']}" in ENGLISH


def _judged(verdict: str, length: int | None = None, shortest: bool = False) -> dict[str, Any]:
    return {"verdict": verdict, "length": length, "shortest": shortest}


@pytest.mark.parametrize(
    ("before", "after", "rivals", "mark"),
    [
        (_judged("won"), _judged("lost"), "unknown", "loses"),
        (_judged("won"), _judged("won"), "lost", "only"),
        (_judged("won", 9, True), _judged("won", 8, True), "won", "best"),
        (_judged("won", 9, True), _judged("won", 8), "won", "wins"),  # 8 may not be the shortest.
        (_judged("won", 9, True), _judged("won", 9, True), "won", "wins"),
        (_judged("won", 9, True), _judged("won", 8, True), "lost", "only"),
        (_judged("won"), _judged("open"), "unknown", None),
        (_judged("lost"), _judged("lost"), "lost", None),
        (_judged("open"), _judged("lost"), "unknown", None),
        (None, _judged("won"), "won", None),
    ],
)
def test_a_move_is_marked_by_what_is_proved(
    ask: Ask, before: Any, after: Any, rivals: str, mark: Any
) -> None:
    assert ask("mark", before=before, after=after, rivals=rivals)["answer"] == mark
