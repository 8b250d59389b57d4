"""Plain requests of a player: games, states, lines, random deals, analyses."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_tools import EASY, client

from yomikiri.core.registry import entries
from yomikiri.games import game, open_deal
from yomikiri.games.freecell.rules import FreeCell


@pytest.fixture(scope="module")
def web() -> TestClient:
    return client()


def state(web: TestClient, setup: dict[str, Any], *moves: str) -> dict[str, Any]:
    answer = web.post("/api/state", json={"setup": setup, "moves": list(moves)})
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(web: TestClient, address: str, data: Any) -> str:
    answer = web.post(address, json=data)
    assert answer.status_code == 422, answer.text
    return answer.json()["error"]


def test_every_game_of_the_catalogue_is_offered(web: TestClient) -> None:
    games = web.get("/api/games").json()["games"]
    assert [entry["name"] for entry in games] == list(entries())
    for entry in games:
        assert entry["default_size"] in entry["sizes"]
        assert entry["title"]["ja"]


@pytest.mark.parametrize("name", EASY)
def test_a_state_has_the_board_the_moves_and_the_text(web: TestClient, name: str) -> None:
    setup = EASY[name]
    found = state(web, setup)
    deal = open_deal(setup["game"], setup["deal"], setup.get("size"))
    position = next(iter(deal.positions.values()))
    rules = deal.game
    assert found["text"] == rules.format_position(position)
    assert [move["text"] for move in found["legal"]] == [
        rules.format_move(position, move) for move in rules.choices(position)
    ]
    assert found["setup"]["size"] == str(rules.size)
    assert (found["won"], found["stuck"]) == (False, False)


@pytest.mark.parametrize("name", EASY)
def test_the_moves_of_a_state_can_be_played(web: TestClient, name: str) -> None:
    setup, moves = EASY[name], []
    for _ in range(4):
        before = state(web, setup, *moves)
        if not before["legal"]:
            break
        moves.append(before["legal"][-1]["text"])
        after = state(web, before["setup"], *moves)
        assert after["moves"] == moves
        assert after["board"] != before["board"]


def test_a_rows_board_says_where_a_move_goes(web: TestClient) -> None:
    text = "D2 .. S2 HA / DA H2 C2 SA / .. .. CA .. "
    found = web.post("/api/state", json={"setup": {"game": "superpuzz", "position": text}, "moves": []})
    assert found.status_code == 422  # Three rows.
    rows = ".. H2 HA / DA .. D2 / SA S2 .. / CA C2 .."
    board = state(web, {"game": "superpuzz", "position": rows})
    assert board["board"]["rows"][0] == [None, "H2", "HA"]
    assert {"text": "HA@1", "cards": ["HA"], "from": "r1c3", "to": "r1c1"} in board["legal"]
    assert {"text": "D2", "cards": ["D2"], "from": "r2c3", "to": "r2c2"} in board["legal"]
    assert board["home"]["D2"] == "D2"
    done = state(web, {"game": "superpuzz", "position": rows}, "HA@1", "D2")
    assert done["won"]


def test_montana_is_shown_in_its_own_ranks(web: TestClient) -> None:
    found = state(web, {"game": "superpuzz", "size": "4", "variant": "montana", "deal": "1"})
    cards = {card for row in found["board"]["rows"] for card in row if card}
    assert cards == {suit + rank for suit in "HDSC" for rank in "234"}


def test_freecell_offers_every_empty_cell(web: TestClient) -> None:
    found = state(web, EASY["freecell"])
    assert {move["to"] for move in found["legal"] if move["from"] == "t1"} >= {"a", "b", "c", "d"}
    after = state(web, EASY["freecell"], "1c")
    assert after["board"]["cells"][2] == found["board"]["columns"][0][-1]


def test_a_double_click_sends_home_what_can_go_home(web: TestClient) -> None:
    rules = FreeCell(3, 1, ranks=2)
    text = "Foundations: H-0 C-0 D-0 S-0\nFreecells: -\n: 2H AH\n: 2C AC\n: 2D AD 2S AS"
    assert rules.parse_position(text)
    found = state(web, {"game": "freecell", "size": "3x1x2", "position": text})
    assert found["home"] == {"HA": "1h", "CA": "2h", "SA": "3h"}


def test_a_sliding_board_names_the_tile_and_its_way(web: TestClient) -> None:
    found = state(web, {"game": "sliding", "position": "1 2 3 / 4 5 6 / 7 0 8"})
    assert found["board"]["goal"] == [1, 2, 3, 4, 5, 6, 7, 8, 0]
    assert {"text": "8", "cards": [8], "from": "r3c3", "to": "r3c2"} in found["legal"]
    assert state(web, found["setup"], "L")["won"]
    assert state(web, found["setup"], "L")["moves"] == ["8"]


def test_parity_is_a_reason_that_needs_no_search(web: TestClient) -> None:
    found = state(web, {"game": "sliding", "position": "1 2 3 / 4 5 6 / 8 7 0"})
    assert "parity" in found["why_lost"]


def test_a_position_without_moves_is_stuck(web: TestClient) -> None:
    rows = "HA D2 .. / DA H2 .. / SA S2 .. / CA C2 .."
    found = state(web, {"game": "superpuzz", "position": rows})
    assert found["stuck"]
    assert found["why_lost"] == "no move is left"


def test_a_gaps_deal_has_an_arrangement_that_can_be_chosen(web: TestClient) -> None:
    usual = state(web, EASY["gaps"])
    assert usual["setup"]["arrangement"] == "HDSC"
    other = state(web, EASY["gaps"] | {"arrangement": "dhsc"})
    assert other["setup"]["arrangement"] == "DHSC"
    assert [row[0] for row in other["board"]["rows"]] == ["DA", "HA", "SA", "CA"]


def test_a_pasted_position_comes_back_as_a_setup_that_opens_it(web: TestClient) -> None:
    for name in EASY:
        first = state(web, EASY[name])
        pasted = state(
            web, {"game": first["setup"]["game"], "size": first["setup"]["size"], "position": first["text"]}
        )
        assert pasted["board"] == first["board"]
        assert state(web, pasted["setup"])["board"] == first["board"]


def test_a_position_in_json_is_read(web: TestClient) -> None:
    import json

    rules = game("sliding", "3x3")
    data = json.dumps(rules.position_to_json(rules.deal(3)))
    assert state(web, {"game": "sliding", "position": data})["board"]["tiles"] == list(rules.deal(3))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"setup": {"game": "chess", "deal": "1"}}, "unknown game 'chess'"),
        ({"setup": {"game": "superpuzz", "deal": "1", "size": "99"}}, "size '99'"),
        ({"setup": {"game": "superpuzz", "deal": "0"}}, "out of range"),
        ({"setup": {"game": "superpuzz"}}, "a deal or a position"),
        ({"setup": {"game": "superpuzz", "deal": "1", "position": "HA"}}, "not both"),
        ({"setup": {"game": "superpuzz", "deal": "1", "arrangement": "HDSC"}}, "no arrangements"),
        ({"setup": {"game": "sliding", "deal": "1", "options": {"goal": "up"}}}, "unknown goal 'up'"),
        (
            {"setup": {"game": "sliding", "deal": "1", "options": {"metric": "single"}}},
            "unknown option 'metric'",
        ),
        ({"setup": {"game": "superpuzz", "deal": "1"}, "moves": ["XX"]}, "move 1: 'XX' is not a card"),
        ({"setup": {"game": "superpuzz", "size": "5", "deal": "1"}, "moves": ["H4"]}, "move 1: H4"),
        ({"setup": {"game": "superpuzz", "deal": 1}}, "setup.deal"),
        ({"moves": []}, "setup: field required"),
        ({"setup": {"game": "superpuzz", "deal": "1"}, "more": 1}, "more"),
        ({"setup": {"game": "superpuzz", "deal": "1"}, "moves": ["H" * 17]}, "moves.0"),
        ({"setup": {"game": "superpuzz", "deal": "1"}, "moves": ["HA"] * 5001}, "at most 5000"),
        ({"setup": {"game": "superpuzz", "position": "x" * 5000}}, "setup.position"),
        ([], "the request"),
    ],
)
def test_a_wrong_request_gets_a_sentence(web: TestClient, data: Any, words: str) -> None:
    error = refusal(web, "/api/state", data)
    assert words in error
    assert "Traceback" not in error
    assert "\n" not in error


def test_a_deal_is_never_the_name_of_a_file(
    web: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "deal"
    file.write_text("HA H2 .. / DA D2 .. / SA S2 .. / CA C2 ..")
    for name in ("deal", "./deal", "-", "../deal", "/etc/passwd"):
        assert len(name) <= 64
        assert "is not a deal" in refusal(web, "/api/state", {"setup": {"game": "superpuzz", "deal": name}})


@pytest.mark.parametrize("name", EASY)
def test_a_random_deal_is_a_setup_that_opens(web: TestClient, name: str) -> None:
    answer = web.post("/api/random", json={"game": name})
    assert answer.status_code == 200
    assert state(web, answer.json())["setup"] == answer.json()


def test_random_deals_differ(web: TestClient) -> None:
    drawn = {web.post("/api/random", json={"game": "superpuzz"}).json()["deal"] for _ in range(5)}
    assert len(drawn) > 1


@pytest.mark.parametrize("name", EASY)
def test_a_line_has_a_board_for_every_position(web: TestClient, name: str) -> None:
    moves: list[str] = []
    for _ in range(3):
        moves.append(state(web, EASY[name], *moves)["legal"][0]["text"])
    found = web.post("/api/line", json={"setup": EASY[name], "moves": moves}).json()
    assert len(found["states"]) == 4
    for count, board in enumerate(found["states"]):
        assert board == state(web, EASY[name], *moves[:count])["board"]
    assert found["notations"]["plain"] == moves == [move["text"] for move in found["moves"]]
    assert len({len(texts) for texts in found["notations"].values()}) == 1


def test_moves_are_written_in_the_games_own_notation(web: TestClient) -> None:
    first = state(web, EASY["superpuzz"])["legal"][0]["text"]
    assert state(web, EASY["superpuzz"], first.lower())["moves"] == [first]


# -- analyses --------------------------------------------------------------------------------------


def analyse(web: TestClient, setup: dict[str, Any]) -> dict[str, Any]:
    answer = web.post("/api/analyse", json={"setup": setup, "moves": []})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_analysis_of_rows_names_reversible_cards_and_dead_ones(web: TestClient) -> None:
    found = analyse(web, {"game": "superpuzz", "position": "HA H2 .. / .. D2 DA / SA S2 .. / CA .. C2"})
    assert found["reversible"] == ["HA", "SA", "CA", "H2", "S2"]
    assert found["reversible_holes"] == ["r2c1", "r4c2"]
    assert found["component"] == "144"
    assert found["klass"] == [3, 1]
    assert found["dead"] == []
    lost = analyse(web, {"game": "superpuzz", "position": "HA D2 .. / DA H2 .. / SA S2 .. / CA C2 .."})
    assert lost["dead"] == ["H2", "D2"]
    assert lost["lost"]
    assert "lost" in lost["dead_note"]


def test_an_analysis_of_freecell_names_cards_that_wait_for_one_another(web: TestClient) -> None:
    found = analyse(web, EASY["freecell"])
    assert found["bound"] == max(found["bounds"].values()) >= found["bounds"]["home"] == 52
    assert all(2 <= len(cycle["cards"]) <= 4 for cycle in found["cycles"])
    cards = [card for cycle in found["cycles"] for card in cycle["cards"]]
    assert len(cards) == len(set(cards)) > 0


@pytest.mark.parametrize(("size", "has_walking"), [("3x3", True), ("4x4", True), ("5x5", False)])
def test_an_analysis_of_a_sliding_puzzle_gives_bounds(web: TestClient, size: str, has_walking: bool) -> None:
    found = analyse(web, {"game": "sliding", "size": size, "deal": "2"})
    assert found["linear_conflict"] >= found["manhattan"] > 0
    assert (found["walking_distance"] is not None) == has_walking
