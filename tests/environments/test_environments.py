"""Environments of single games: Gymnasium's own checks, and what a step promises."""

import copy
import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from yomikiri import FreeCell, InputError, Limits, Sliding, Superpuzz
from yomikiri.core.registry import entries
from yomikiri.environments import GameEnv, environment_ids, register_environments

IDS = list(environment_ids().values())


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def played(env: GameEnv, *actions: int) -> list[tuple[Any, float, bool, bool, dict[str, Any]]]:
    return [env.step(action) for action in actions]


def test_every_game_is_registered_by_the_name_of_its_class() -> None:
    assert set(environment_ids()) == set(entries())
    assert {"FreeCell", "Superpuzz", "Gaps", "Sliding"} <= {
        name.removeprefix("yomikiri/").removesuffix("-v0") for name in IDS
    }
    register_environments()  # Again: nothing is registered twice, and Gymnasium does not warn.
    assert all(name in gymnasium.registry for name in IDS)


@pytest.mark.parametrize("observation", ["array", "dict"])
@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong(name: str, observation: str) -> None:
    env = gymnasium.make(name, observation=observation)
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_the_mask_has_every_legal_move_and_no_other(name: str) -> None:
    env: Any = gymnasium.make(name, deals=range(1, 20)).unwrapped
    rng = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(30):
            legal = np.flatnonzero(info["action_mask"])
            moves = [env.move(action) for action in legal]
            assert sorted(map(repr, moves)) == sorted(map(repr, env.game.choices(env.position)))
            assert [env.action(move) for move in moves] == list(legal)
            if not len(legal):
                break
            action = rng.choice(legal)
            expected = env.game.play(env.position, env.move(action))
            _, _, over, _, info = env.step(action)
            assert env.position == expected
            if over:
                break


def test_a_win_returns_minus_its_moves() -> None:
    env = GameEnv("sliding", "2x3")
    env.reset(options={"position": "1 2 3 / 0 4 5"})
    first, second = played(env, 2, 2)
    assert first[1:4] == (-1.0, False, False)
    assert second[1:4] == (-1.0, True, False)
    assert second[4]["won"]
    assert not second[4]["action_mask"].any()


def test_no_move_left_charges_all_steps_up_to_the_limit() -> None:
    env = GameEnv("superpuzz", 3, max_steps=50)
    rng, returns = np.random.default_rng(0), []
    for deal in range(1, 30):
        _, info = env.reset(options={"deal": deal})
        total, over, cut = 0.0, not info["action_mask"].any(), False
        while not over and not cut:
            _, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            total += reward
        if info["steps"]:
            returns.append((info["won"], cut, total, info["steps"]))
    assert {won for won, *_ in returns} == {True, False}
    assert all(total == (-steps if won else -50) for won, _, total, steps in returns)
    assert any(not cut and not won for won, cut, *_ in returns)


def test_the_limit_of_steps_cuts_a_game_off() -> None:
    env = GameEnv(Sliding(3, 3), max_steps=3)
    _, info = env.reset(seed=1)
    for left in (2, 1, 0):
        _, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert (reward, over, cut) == (-1.0, False, left == 0)


def test_an_illegal_action_costs_a_step_or_is_refused() -> None:
    position = "0 1 2 / 3 4 5"
    env = GameEnv(Sliding(2, 3))
    before, _ = env.reset(options={"position": position})
    after, reward, over, cut, info = env.step(0)
    assert np.array_equal(before, after)
    assert (reward, over, cut, info["steps"]) == (-1.0, False, False, 1)
    strict = GameEnv(Sliding(2, 3), illegal="raise")
    strict.reset(options={"position": position})
    with pytest.raises(InputError, match="action 0 is not legal here"):
        strict.step(0)
    for wrong in (4, -1, 1.5, "1"):
        with pytest.raises(InputError, match="expected a whole number, 0 to 3"):
            env.step(wrong)


def test_a_position_that_is_over_ends_at_the_first_step() -> None:
    env = GameEnv(Sliding(2, 2))
    _, info = env.reset(options={"position": "1 2 / 3 0"})
    assert info["won"]
    assert not info["action_mask"].any()
    assert env.step(0)[1:4] == (0.0, True, False)


def test_seeds_decide_the_deals_and_options_choose_them() -> None:
    env = GameEnv("freecell", deals=[5, 7, 11])
    first = [env.reset(seed=3)[1]["deal"], *(env.reset()[1]["deal"] for _ in range(9))]
    again = [env.reset(seed=3)[1]["deal"], *(env.reset()[1]["deal"] for _ in range(9))]
    assert first == again
    assert set(first) == {5, 7, 11}
    _, info = env.reset(options={"deal": 617})
    assert info["deal"] == 617
    assert env.position == FreeCell().deal(617)


def test_arrangements_are_chosen_by_name() -> None:
    env = GameEnv("gaps", 5)
    env.reset(options={"deal": 3})
    usual = env.position
    env.reset(options={"deal": 3, "arrangement": "CSDH"})
    assert env.position != usual
    assert env.position in list(entries()["gaps"].dealt(env.game, 3).values())


def test_regret_is_minus_what_a_shortest_solution_grows_by() -> None:
    env = GameEnv(Sliding(2, 3), reward="regret")
    env.reset(options={"position": "1 2 3 / 0 4 5"})
    assert [step[1] for step in played(env, 0, 3, 2, 2)] == [-2.0, 0.0, 0.0, 0.0]
    env.reset(options={"position": "1 2 3 / 0 4 5"})
    assert env.step(1)[1] == -1.0  # Not legal: a move more, and no nearer.


def test_regret_charges_the_move_that_gives_the_game_away() -> None:
    game = Superpuzz(4)
    env = GameEnv(game, reward="regret", max_steps=100)
    regret = env._regret
    assert regret is not None
    lost = 0
    for deal in range(1, 40):
        _, info = env.reset(options={"deal": deal})
        while info["action_mask"].any():
            before = regret.moves_to_go(env.position)
            _, reward, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            after = regret.moves_to_go(env.position)
            if before is None:
                assert reward == 0.0
                break
            expected = -(100.0 - info["steps"] + 1) if after is None else before - after - 1.0
            assert reward == expected <= 0
            lost += after is None
            if info["steps"] > 5:
                break
    assert lost > 3


def test_regret_never_guesses() -> None:
    env = GameEnv(Sliding(4, 4), reward="regret", limits=Limits(nodes=10))
    _, info = env.reset(options={"deal": 1})
    with pytest.raises(InputError, match="ended with node_limit: expected larger limits"):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))


@pytest.mark.parametrize("name", IDS)
def test_pictures_keep_their_size(name: str) -> None:
    env: Any = gymnasium.make(name, render_mode="rgb_array").unwrapped
    _, info = env.reset(seed=0)
    first = env.render()
    assert first.dtype == np.uint8
    assert first.shape[2] == 3
    changed = False
    for action in range(8):
        legal = np.flatnonzero(info["action_mask"])
        if not len(legal):
            break
        info = env.step(legal[action % len(legal)])[4]
        assert env.render().shape == first.shape
        changed |= not np.array_equal(env.render(), first)
    assert changed


def test_text_and_svg_are_those_of_the_library() -> None:
    for mode, beginning in (("ansi", "Foundations:"), ("svg", "<svg ")):
        env = GameEnv("freecell", render_mode=mode)
        env.reset(seed=0)
        assert env.render().startswith(beginning)


@pytest.mark.parametrize("name", IDS)
def test_copies_go_on_by_themselves(name: str) -> None:
    """As a search among the moves of an agent needs it."""
    env: Any = gymnasium.make(name).unwrapped
    _, info = env.reset(seed=1, options={"deal": 2})
    before = env.position
    for copied in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        copied.step(np.flatnonzero(info["action_mask"])[0])
        assert env.position == before != copied.position
        assert copied.reset()[1]["deal"] == copy.deepcopy(env).reset()[1]["deal"]


def test_gymnasium_can_import_the_environments_itself() -> None:
    env = gymnasium.make("yomikiri.environments:yomikiri/Sliding-v0", size="2x2")
    assert env.reset(seed=0)[0].shape == (4,)


def test_dicts_have_the_bytes_of_the_array_in_parts() -> None:
    flat, parts = GameEnv("freecell"), GameEnv("freecell", observation="dict")
    array, _ = flat.reset(options={"deal": 1})
    found, info = parts.reset(options={"deal": 1})
    assert {name: part.shape for name, part in found.items()} == {
        "home": (4,),
        "cells": (4,),
        "columns": (8, 19),
        "action_mask": (156,),
    }
    joined = np.concatenate([found[name].ravel() for name in ("home", "cells", "columns")])
    assert np.array_equal(joined, array)
    assert np.array_equal(found["action_mask"], info["action_mask"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        (
            {"game": "sliding", "observation": "picture"},
            "unknown observation 'picture': expected one of array",
        ),
        ({"game": "sliding", "reward": "gold"}, "unknown reward 'gold'"),
        ({"game": "sliding", "illegal": "eat"}, "unknown illegal 'eat'"),
        ({"game": "sliding", "max_steps": 0}, "max_steps is 0, expected a whole number"),
        ({"game": "sliding", "deals": []}, "no deals to draw from"),
        ({"game": "sliding", "deals": [0]}, "deal 0 is out of range: expected 1"),
        ({"game": "sliding", "deals": range(0, 9)}, "deal 0 is out of range"),
        ({"game": "sliding", "render_mode": "film"}, "unknown render_mode 'film'"),
        ({"game": Sliding(), "size": "4x4"}, "go with the name of a game"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GameEnv(**arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 1}, "unknown option 'level' of reset: expected one of deal, position, arrangement"),
        ({"deal": "x"}, "deal 'x' is not a whole number"),
        ({"deal": 0}, "deal 0 is out of range"),
        ({"deal": 1, "arrangement": "HDSC"}, "sliding has no arrangements"),
        ({"arrangement": "HDSC"}, "an arrangement of which deal"),
        ({"position": "1 2 3", "deal": 1}, "expected no other option"),
        ({"position": "1 2 3"}, "is missing"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GameEnv("sliding").reset(options=options)


def test_a_board_that_no_deal_leads_to_is_refused_if_it_cannot_be_seen() -> None:
    env = GameEnv(FreeCell(columns=3, cells=1, ranks=3))
    tall = "Foundations: H-0 C-0 D-0 S-0\nFreecells: -\n: 3H 3C 3D 3S 2H 2C 2D 2S AH AC AD AS\n:\n:\n"
    with pytest.raises(InputError, match="column 1 can grow to 7 cards: expected 6 at most"):
        env.reset(options={"position": tall})
