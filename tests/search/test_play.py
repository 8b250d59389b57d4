"""A game in progress: moves forth and back, hints, and whether it can still be won, for every game."""

from typing import Any

import pytest

import yomikiri
from yomikiri import Limits, Outcome, Play, Sliding, Superpuzz, solve
from yomikiri.core.catalog import listed_deal
from yomikiri.core.errors import IllegalMove, InputError, NotationError
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries
from yomikiri.search.play import NO_MOVE

ENOUGH = Limits(nodes=2_000_000)


def first_play(name: str) -> Play[Any, Any]:
    """The deal of a game that is shown first."""
    entry = entries()[name]
    deal = listed_deal(name, entry.first_deal)
    assert deal is not None
    if deal.has_arrangements:
        assert entry.several is not None
        deal = deal.arranged(entry.several.shown_first or entry.several.names[0])
    return Play(deal.game, deal.position)


@pytest.mark.parametrize("name", list(entries()))
def test_hints_lead_to_the_goal_in_every_game(name: str) -> None:
    play = first_play(name)
    assert play.winnable(ENOUGH) is Outcome.SOLVED
    left = None
    while not play.is_goal:
        hint = play.hint(ENOUGH)
        assert hint
        assert hint.left is not None
        assert left is None or hint.left < left
        left = hint.left
        play.push(hint.text)
    end = play.hint()
    assert (end.move, end.reason, end.left) == (None, "the game is won", 0)
    while play.moves:
        play.undo()
    assert play.position == play.start
    while play.undone:
        play.redo()
    assert play.is_goal
    assert str(play) == play.game.format_position(play.position)
    again = Play(play.game, play.start, play.texts())
    assert again.moves == play.moves
    for notation in play.game.notations:
        assert len(play.texts(notation)) == len(play.moves)


def test_a_play_rebuilds_itself_from_its_repr() -> None:
    game = Superpuzz(4)
    play = Play(game, game.deal(3))
    play.push(play.legal()[0])
    rebuilt = eval(repr(play), vars(yomikiri) | {"Position": type(play.position)})
    assert rebuilt.positions == play.positions
    assert repr(rebuilt) == repr(play)


def test_a_new_move_forgets_what_was_undone_and_the_same_move_does_not() -> None:
    game = Sliding(3, 3)
    play = Play(game, game.deal(1))
    first, second = play.push(play.legal()[0]), play.push(play.legal()[0])
    assert (play.undo(), play.undo()) == (second, first)
    assert play.undone == (first, second)
    play.push(first)
    assert play.undone == (second,)
    play.undo()
    play.push(play.legal()[1])
    assert play.undone == ()
    with pytest.raises(InputError, match="no move to redo"):
        play.redo()
    play.undo()
    with pytest.raises(InputError, match="no move to undo"):
        play.undo()


def test_a_wrong_move_changes_nothing() -> None:
    game = Sliding(3, 3)
    play = Play(game, (1, 2, 3, 4, 5, 6, 7, 0, 8))
    with pytest.raises(IllegalMove):
        play.push(1)
    with pytest.raises(NotationError):
        play.push("sideways")
    assert play.positions == ((1, 2, 3, 4, 5, 6, 7, 0, 8),)
    with pytest.raises(IllegalMove, match=r"^move 2: "):
        Play(game, play.start, ["5", "1"])
    with pytest.raises(InputError):
        Play(game, (1, 2, 3))
    with pytest.raises(
        InputError, match="unknown notation 'latin' for sliding: expected one of plain, tiles"
    ):
        play.texts("latin")


def test_what_is_lost_is_said_with_its_reason() -> None:
    game = Sliding(3, 3)
    play = Play(game, (2, 1, 3, 4, 5, 6, 7, 8, 0))
    assert play.winnable() is Outcome.UNSOLVABLE
    hint = play.hint()
    assert not hint
    assert hint.outcome is Outcome.UNSOLVABLE
    assert hint.reason == game.why_unsolvable(play.position)


def test_a_search_that_ends_at_a_limit_is_neither_won_nor_lost() -> None:
    game = Superpuzz(6)
    lost = Play(game, game.deal(8))
    hint = lost.hint(Limits(nodes=1))
    assert (hint.outcome, hint.reason) == (Outcome.NODE_LIMIT, "no solution was found within the node limit")
    assert lost.winnable(Limits(nodes=1)) is Outcome.NODE_LIMIT
    assert lost.winnable() is Outcome.UNSOLVABLE
    assert lost.winnable(Limits(nodes=1)) is Outcome.UNSOLVABLE  # It is known now.
    assert lost.hint(Limits(nodes=1)).reason == "the game cannot be won any more"


class Words(Game[str, str]):
    """Moves that are strings, and are written in another way: letters are added up to ``aab``."""

    name, size = "words", "3"

    def deal(self, number: int) -> str:
        return ""

    def moves(self, position: str) -> list[str]:
        return ["a", "b"] if len(position) < 3 else []

    def play(self, position: str, move: str) -> str:
        if move not in self.moves(position):
            raise IllegalMove(move)
        return position + move

    def is_goal(self, position: str) -> bool:
        return position == "aab"

    def format_position(self, position: str) -> str:
        return position

    def parse_position(self, text: str) -> str:
        return text

    def format_move(self, position: str, move: str) -> str:
        return f"+{move}"

    def parse_move(self, position: str, text: str) -> str:
        if text[:1] != "+":
            raise NotationError(f"'{text}' is no move")
        return text[1:]


def test_moves_that_are_strings_can_be_played_as_values_and_as_text() -> None:
    play = Play(Words(), "")
    assert play.push("a") == "a"
    assert play.push("+a") == "a"
    assert play.hint().move == "b"
    with pytest.raises(NotationError):
        play.push("c")
    play.push("a")
    assert play.is_stuck
    assert play.why_lost == NO_MOVE
    assert play.hint().reason == NO_MOVE
    play.undo()
    assert play.hint().text == "+b"


def test_hints_remember_the_shortest_way_that_is_known() -> None:
    game = Sliding(3, 3)
    play = Play(game, game.deal(5))
    solution = solve(game, play.start, shortest=True).moves
    assert solution is not None
    detour = [solution[0], solution[0]]  # There and back.
    play._remember(play.start, (*detour, *solution))
    assert play.hint().left == len(solution)
