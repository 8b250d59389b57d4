"""Refusals and reasons in Japanese: every sentence on the list is told in the language of the page."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from site_cases import REFUSED

from site_tools import node
from yomikiri.web.app import create_app

TOLD = Path(__file__).resolve().parents[2] / "src/yomikiri/web/static/js/i18n/told.js"
READ = """
import { readFileSync } from "node:fs";
const { told } = await import(process.argv[1]);
const { sentences, code } = JSON.parse(readFileSync(0));
process.stdout.write(JSON.stringify(sentences.map((sentence) => told(sentence, code))));
"""
LOST: list[dict[str, Any]] = [
    {"game": "sliding", "position": "1 2 3 / 4 5 6 / 8 7 0"},
    {"game": "sliding", "position": "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"},
    {"game": "peg", "size": "european", "deal": "1"},
    {"game": "peg", "size": "european", "deal": "8"},
    {"game": "peg", "deal": "2"},
    {"game": "peg", "deal": "47"},
    {"game": "peg", "size": "5x5", "deal": "2", "options": {"finish": "any"}},
]
NO_WALK = "7H,6S,7D,AC,2H,3C,2S,3H,2D,AH,7S,6C,7C,6D,5C,4S,3S,2C"
"""Moves of deal 2 of Black Hole with seven ranks after which no ranks fit."""
MOVES = {
    "superpuzz": "zz SA HA@9",
    "gaps": "zz H9",
    "freecell": "zz 99 h1 18v3 62v9 a1 1h 12",
    "sliding": "zz 1 2",
    "peg": "zz z9-a1 a1-g7 a3-a5 d2-d4",
    "black-hole": "zz AS KH",
}
"""Moves that cannot be made in deal 3 of each game."""
NAMES = r"「[^」]*」|own:|ms:|metric|single|supermove|english|european|blank-first|[a-g][1-7]"
"""What is the same in all languages, and what the player wrote."""


def told(sentences: list[str], code: str) -> list[str]:
    found_node = node()
    if found_node is None:
        pytest.skip("there is no Node: yomikiri[test] brings one with Playwright")
    command = [found_node, "--input-type=module", "-e", READ, TOLD.as_uri()]
    asked = json.dumps({"sentences": sentences, "code": code})
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def sentences() -> list[str]:
    """What the server says of the setups on the lists; the kernel says the same (test_site_desk.py)."""
    web = TestClient(create_app(), base_url="http://127.0.0.1")
    said = [web.post("/api/state", json={"setup": setup, "moves": []}).json() for setup in (*REFUSED, *LOST)]
    fans = {"game": "black-hole", "size": "7", "deal": "2"}
    said.append(web.post("/api/state", json={"setup": fans, "moves": NO_WALK.split(",")}).json())
    for game, moves in MOVES.items():
        for move in moves.split():
            setup = {"game": game, "deal": "3", **({"arrangement": "HDCS"} if game == "gaps" else {})}
            said.append(web.post("/api/state", json={"setup": setup, "moves": [move]}).json())
    return [one.get("error") or one.get("why_lost") or "no reason" for one in said]


def test_every_sentence_on_the_list_is_told_in_japanese(sentences: list[str]) -> None:
    assert len(set(sentences)) > 50
    for sentence, words in zip(sentences, told(sentences, "ja"), strict=True):
        assert re.search(r"[ぁ-ん]", words), sentence
        assert not re.search(r"[a-z]{2,}", re.sub(NAMES, "", words)), (sentence, words)


def test_english_and_what_is_not_known_stand_as_they_are(sentences: list[str]) -> None:
    assert told(sentences, "en") == sentences
    assert told(["the moon is full", "line 3: the moon is full"], "ja") == [
        "the moon is full",
        "3行目：the moon is full",
    ]
