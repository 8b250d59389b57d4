"""The desk of the site: the requests and questions of the page, answered in the words of the server."""

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from site_tools import Ask
from yomikiri.core.registry import entries
from yomikiri.games import game, listed_deal
from yomikiri.search import Limits
from yomikiri.search.difficulty import rate
from yomikiri.web.app import create_app
from yomikiri.web.daily import deal_of_the_day, read_date, setup_of
from yomikiri.web.exports import as_svg
from yomikiri.web.models import Setup
from yomikiri.web.start import Replays

SETUPS: list[dict[str, Any]] = [
    {"game": "superpuzz", "size": "6", "deal": "12"},
    {"game": "superpuzz", "size": "6", "deal": "12", "variant": "montana"},
    {"game": "gaps", "size": "6", "deal": "3", "arrangement": "CDSH"},
    {"game": "freecell", "deal": "617", "options": {"metric": "supermove"}},
    {"game": "sliding", "deal": "korf:79"},
    {"game": "sliding", "size": "4x4", "deal": "7"},
    {"game": "peg", "deal": "1"},
    {"game": "black-hole", "deal": "2"},
]


RULES: list[dict[str, Any]] = [
    {"game": "superpuzz"},
    {"game": "superpuzz", "variant": "montana", "size": "5"},
    {"game": "gaps", "size": "6"},
    {"game": "freecell", "options": {"metric": "supermove"}},
    {"game": "freecell", "size": "5x0x4"},
    {"game": "freecell", "variant": "bakers-game"},
    {"game": "freecell", "variant": "seahaven-towers"},
    {"game": "sliding", "size": "3x4", "options": {"goal": "blank-first"}},
    {"game": "peg"},
    {"game": "peg", "size": "5x5", "options": {"finish": "any"}},
    {"game": "peg", "options": {"finish": "d1"}},
    {"game": "black-hole"},
    {"game": "chess"},
]
SMALL: list[dict[str, Any]] = [
    {"game": "superpuzz", "size": "5"},
    {"game": "gaps", "size": "5"},
    {"game": "freecell", "size": "6x3x6"},
    {"game": "sliding", "size": "3x3"},
    {"game": "sliding", "size": "4x4"},
    {"game": "sliding", "size": "5x5"},
    {"game": "peg", "size": "5x5"},
    {"game": "black-hole", "size": "5"},
]


@pytest.fixture(scope="module")
def server() -> TestClient:
    """The web app, without its workers."""
    return TestClient(create_app(), base_url="http://localhost")


def same(ask: Ask, server: TestClient, path: str, body: dict[str, Any]) -> None:
    said = ask(path=path, body=body)
    expected = server.post(path, json=body)
    if expected.status_code == 200:
        assert said["answer"]["answer"] == expected.json()
    else:
        assert said["error"] == expected.json()["error"]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_states_and_lines_are_those_of_the_server(ask: Ask, server: TestClient, setup: Any) -> None:
    same(ask, server, "/api/state", {"setup": setup, "moves": []})
    first = server.post("/api/state", json={"setup": setup}).json()["legal"][0]["text"]
    for path in ("/api/state", "/api/line"):
        same(ask, server, path, {"setup": setup, "moves": [first]})


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_what_the_rules_tell_is_what_they_tell_the_server(ask: Ask, server: TestClient, setup: Any) -> None:
    moves: list[str] = []
    for _ in range(4):
        same(ask, server, "/api/analyse", {"setup": setup, "moves": moves})
        legal = server.post("/api/state", json={"setup": setup, "moves": moves}).json()["legal"]
        if not legal:
            break
        moves.append(legal[-1]["text"])


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_guides_are_those_of_the_server(ask: Ask, server: TestClient, rules: Any) -> None:
    same(ask, server, "/api/guide", rules)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_deal_of_the_day_is_that_of_the_server(ask: Ask, rules: Any) -> None:
    for day in ("2026-01-31", "2026-02-01"):
        said = ask(ask={"what": "daily", "setup": {**rules, "deal": day}, "id": "a", "type": "ask"})["answer"]
        deal, rating = deal_of_the_day(game(rules["game"], rules["size"]), read_date(day), Limits())
        assert deal is not None
        assert said["setup"] == setup_of(deal, rating)
        assert (said["level"], said["date"], said["moves"]) == (rating.level, day, None)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_positions_are_rated_alike(ask: Ask, rules: Any) -> None:
    for number in range(1, 4):
        deal = listed_deal(rules["game"], str(number), rules["size"])
        assert deal is not None
        name, position = next(iter(deal.positions.items()))
        rating = rate(deal.game, position, limits=Limits(nodes=20_000), portable=True)
        setup = {**rules, "deal": str(number), **({"arrangement": name} if name else {})}
        found = ask(what="rating", setup=setup, more=[20_000, 2**30])["answer"]
        assert (found["outcome"], found["length"]) == (rating.outcome.name, rating.length)
        assert (found["expanded"], found["level"]) == (rating.expanded, rating.level)
        if rating.length is not None:
            counts = [found[key] for key in ("legal", "winning", "losing", "undecided")]
            assert counts == [rating.legal, rating.winning, rating.losing, rating.undecided]
            assert found["luck"] == pytest.approx(rating.luck)


def test_positions_in_json_are_read(ask: Ask, server: TestClient) -> None:
    record = {"game": "superpuzz", "size": 3, "position": ["HA H2 ..", "DA D2 ..", "SA .. S2", "CA C2 .."]}
    for wrong in ({}, {"game": "gaps"}, {"position": "HA"}):
        text = json.dumps(record | wrong)
        body = {"setup": {"game": "superpuzz", "position": text}, "moves": []}
        said = ask(path="/api/state", body=body)
        assert ("answer" in said) is (server.post("/api/state", json=body).status_code == 200), said
    broken = ask(path="/api/state", body={"setup": {"game": "superpuzz", "position": '{"game": '}})
    assert broken["error"].startswith("not valid JSON")


def test_files_read_as_those_of_the_server(ask: Ask, server: TestClient) -> None:
    setup = {"game": "freecell", "deal": "617"}
    text = ask(path="/api/export", body={"setup": setup, "moves": ["1a"], "format": "text"})["answer"]["file"]
    assert text["name"] == "freecell-8x4-617.txt"
    assert text["text"].startswith("FreeCell 8x4, deal 617\n\nFoundations:")
    assert text["text"].endswith("1 moves, not won:\n1a\n")
    found = ask(path="/api/export", body={"setup": setup, "moves": ["1a"], "format": "json"})["answer"][
        "file"
    ]
    record = json.loads(found["text"])
    assert (record["moves"], record["won"], record["position"]["size"]) == (["1a"], False, "8x4")
    for each in SETUPS:
        first = server.post("/api/state", json={"setup": each}).json()["legal"][0]["text"]
        drawn = ask(path="/api/export", body={"setup": each, "moves": [first], "format": "svg"})
        line = Replays().play(Setup(**each), [first])
        assert drawn["answer"]["file"]["text"] == as_svg(line, lambda: None).decode()
    refused = ask(path="/api/export", body={"setup": setup, "moves": [], "format": "gif"})
    assert "needs a server" in refused["error"]


@pytest.mark.parametrize("game", entries())
def test_random_deals_are_dealt(ask: Ask, server: TestClient, game: str) -> None:
    setup = ask(path="/api/random", body={"game": game, "size": None, "variant": None, "options": {}})
    dealt = setup["answer"]["answer"]
    assert 1 <= int(dealt["deal"]) <= 10**9
    assert server.post("/api/state", json={"setup": dealt}).json()["setup"] == dealt


def test_questions_are_answered(ask: Ask) -> None:
    setup = {"game": "superpuzz", "size": "5", "deal": "9"}
    asked = {"setup": setup, "moves": [], "id": "a", "type": "ask"}
    won = ask(ask={**asked, "what": "win"})["answer"]
    assert (won["verdict"], won["outcome"], won["length"]) == ("won", "SOLVED", len(won["moves"]))
    hint = ask(ask={**asked, "what": "hint"})["answer"]
    assert hint["hint"]["text"] == hint["moves"][0]
    shortest = ask(ask={**asked, "what": "shortest"})["answer"]
    assert shortest["proved_shortest"]
    assert shortest["length"] <= won["length"]
    dealt = ask(ask={**asked, "what": "winnable", "setup": {"game": "superpuzz", "size": "5"}})["answer"]
    assert dealt["verdict"] == "won"
    assert dealt["setup"]["deal"]
    parity = {"game": "sliding", "position": "1 2 3 4 5 6 8 7 0"}
    lost = ask(ask={**asked, "what": "win", "setup": parity})["answer"]
    assert lost["verdict"] == "lost"
    assert lost["reason"].startswith("parity")
    open_ = ask(ask={**asked, "what": "shortest", "setup": {"game": "superpuzz", "deal": "25"}, "memory": 9})
    assert (open_["answer"]["verdict"], open_["answer"]["outcome"]) == ("open", "MEMORY_LIMIT")
