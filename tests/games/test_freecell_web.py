"""What the page hears of FreeCell cards: which go home unasked, their best place, and why one stays."""

from typing import Any

from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.web import BOARD


def opened(text: str, game: FreeCell) -> tuple[Any, list[dict[str, Any]]]:
    position = game.parse_position(text)
    legal = [
        {"text": game.format_move(position, move), **BOARD.move(game, position, move)}
        for move in game.choices(position)
    ]
    return position, legal


def test_a_home_move_says_whether_it_can_do_harm() -> None:
    game = FreeCell(4, 1, ranks=3)
    text = "Foundations: H-2 C-0 D-2 S-0\nFreecells: -\n: 2C AC 3H\n: 2S AS\n: 3D 3S\n: 3C"
    legal = opened(text, game)[1]
    told = {move["cards"][0]: move["by_itself"] for move in legal if move["to"] == "home"}
    # A black two may still want the red three; an ace is wanted by nobody.
    assert told == {"H3": "home", "SA": "safe"}
    assert all("by_itself" not in move for move in legal if move["to"] != "home")


def test_a_double_click_prefers_home_then_cards_then_cells_then_columns() -> None:
    game = FreeCell(4, 1, ranks=4)
    text = "Foundations: H-1 C-0 D-1 S-0\nFreecells: -\n: 4C 4S 4H 4D AC 3S 3C AS 2H\n: 2C 2S 3H\n: 3D 2D"
    position, legal = opened(text, game)
    best = BOARD.double_clicks(game, position, legal)
    assert best["H2"].endswith("h")
    assert best["H3"].endswith("a")  # No four lies open, so a cell; the empty column would do as well.
    assert best["D2"].endswith("h")


def test_a_card_that_stays_says_why_in_both_languages() -> None:
    game = FreeCell(4, 1, metric="supermove")
    position = game.deal(1)
    legal = opened(game.format_position(position), game)[1]
    why = BOARD.held_back(game, position, legal)
    bases = {move["cards"][0] for move in legal}
    on_board = {str(card) for column in position.columns for card in column}
    assert set(why) == on_board - bases
    assert all(title.en and title.ja for title in why.values())
    bottom = str(position.columns[0][0])
    assert "is not built on" in why[bottom].en


def test_a_run_that_is_too_long_says_how_many_may_move() -> None:
    game = FreeCell(4, 1, ranks=4, metric="supermove")
    text = "Foundations: H-0 C-0 D-0 S-1\nFreecells: 4D\n: 3S 2H\n: AH AC 4H\n: 2C 2D AD 3H\n: 2S 4S 4C 3D 3C"
    position, legal = opened(text, game)
    why = BOARD.held_back(game, position, legal)
    assert why["S3"].en == "These are 2 cards, but with the free cells and columns only 1 card moves at once."
    assert why["D4"].en == "No place takes 4♦ now."


def test_cards_that_move_one_by_one_say_so() -> None:
    game = FreeCell(4, 1, ranks=4)
    text = "Foundations: H-0 C-0 D-0 S-1\nFreecells: 4D\n: 3S 2H\n: AH AC 4H\n: 2C 2D AD 3H\n: 2S 4S 4C 3D 3C"
    position, legal = opened(text, game)
    assert "one at a time" in BOARD.held_back(game, position, legal)["S3"].en
