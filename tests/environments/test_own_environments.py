"""A game that a user writes has an environment, too, and says what its actions are if it likes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from yomikiri import Game, IllegalMove, InputError, NotationError
from yomikiri.core import registry
from yomikiri.core.agent_view import Field, NumberedView
from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import BrokenGame
from yomikiri.environments import GameEnv, GameVectorEnv, environment_ids, make_vector, register_environments


@dataclass(frozen=True)
class Countdown(Game[int, int]):
    """A number; one or more, up to ``most``, are taken away, and 0 shall be left."""

    most: int = 3
    name = "countdown"

    @property
    def size(self) -> int:
        return self.most

    def deal(self, number: int) -> int:
        return 5 + number % 7

    def moves(self, position: int) -> list[int]:
        return list(range(1, min(self.most, position) + 1))

    def play(self, position: int, move: int) -> int:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} is too much")
        return position - move

    def is_goal(self, position: int) -> bool:
        return position == 0

    def encode(self, position: int) -> bytes:
        return position.to_bytes(2, "little")

    def format_position(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        if not text.isdecimal():
            raise NotationError(f"'{text}' is not a number")
        return int(text)

    def format_move(self, position: int, move: int) -> str:
        return str(move)

    def parse_move(self, position: int, text: str) -> int:
        return int(text)


class CountdownView(NumberedView[int, int]):
    """Action n takes n + 1 away."""

    @property
    def actions(self) -> int:
        return 3

    def action(self, position: int, move: int) -> int:
        return move - 1

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("left", (1,), 12),)

    def observe(self, position: int) -> bytes:
        return bytes([position])


@pytest.fixture
def known() -> Iterator[str]:
    """The name of the environment of a game that is registered for the time of a test."""
    entry = GameEntry("countdown", "take away until 0 is left", Countdown, 3, agent=CountdownView)
    registry.register(entry)
    register_environments()
    name = environment_ids()["countdown"]
    yield name
    del gymnasium.registry[name]
    del registry.entries()["countdown"]
    registry._registered.discard("countdown")
    registry._entry_of_class.cache_clear()


def test_a_game_that_says_nothing_numbers_its_moves_as_they_are_listed() -> None:
    env = GameEnv(Countdown(), render_mode="ansi")
    check_env(env, skip_render_check=True)
    seen, info = env.reset(options={"position": 4})
    assert seen.tolist() == [4, 0]
    assert info["action_mask"].nonzero()[0].tolist() == [0, 1, 2]
    assert env.step(2)[0].tolist() == [1, 0]
    assert env.render() == "1"
    assert env.step(0)[2]


def test_more_moves_than_there_are_actions_are_refused() -> None:
    env = GameEnv(Countdown(most=300))
    with pytest.raises(InputError, match="a position with 257 moves: expected 256 at most"):
        env.reset(options={"position": 257})


def test_a_game_without_a_kernel_is_played_side_by_side_in_python() -> None:
    with pytest.raises(InputError, match="the kernel cannot play countdown: expected make_vector"):
        GameVectorEnv(Countdown(), 2)
    games: Any = make_vector(Countdown(), 2, deals=[1, 2])
    assert isinstance(games, SyncVectorEnv)
    assert set(games.reset(seed=0)[0][:, 0]) <= {6, 7}


def test_a_registered_game_has_a_name_of_gymnasiums(known: str) -> None:
    assert known == "yomikiri/Countdown-v0"
    env = gymnasium.make(known)
    check_env(env.unwrapped)
    assert env.action_space == gymnasium.spaces.Discrete(3)
    seen, _ = env.reset(options={"deal": 6})
    assert np.array_equal(seen, [11])


def test_an_agent_that_is_none_is_a_broken_game() -> None:
    entry = GameEntry("countdown", "", Countdown, 3, agent=lambda game: 5)
    registry.register(entry)
    try:
        with pytest.raises(BrokenGame, match="its agent gave int, expected an AgentView"):
            GameEnv("countdown")
    finally:
        del registry.entries()["countdown"]
        registry._registered.discard("countdown")
        registry._entry_of_class.cache_clear()
