"""The kernel's vector environment beside one Python environment a game: the same, step by step."""

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from yomikiri import FreeCell, Gaps, InputError, Sliding, Superpuzz
from yomikiri.core.agent_view import view_of
from yomikiri.core.protocol import Game
from yomikiri.environments import GameEnv, GameVectorEnv, environment_ids, make_vector
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.peg.rules import Peg

GAMES: list[Game[Any, Any]] = [
    Sliding(2, 2),
    Sliding(2, 3),
    Sliding(4, 4, "blank-first"),
    Sliding(5, 2),
    Superpuzz(3),
    Superpuzz(13),
    Gaps(4),
    Gaps(14),
    FreeCell(),
    FreeCell(metric="supermove"),
    FreeCell(variant="eight-off", metric="supermove"),
    FreeCell(variant="seahaven-towers"),
    FreeCell(variant="bakers-game"),
    FreeCell(columns=3, cells=0, ranks=3),
    FreeCell(columns=4, cells=2, ranks=5, metric="supermove"),
    Peg(),
    Peg("european", finish="any"),
    Peg("4x5"),
    Peg("english", metric="moves"),
    BlackHole(),
    BlackHole(5),
]


def both(game: Game[Any, Any], count: int, **options: Any) -> tuple[GameVectorEnv, SyncVectorEnv[Any, Any]]:
    return GameVectorEnv(game, count, **options), SyncVectorEnv([lambda: GameEnv(game, **options)] * count)


def assert_same(one: Any, other: Any) -> None:
    """Observations, arrays and infos, with their types."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple):
        for each, its in zip(one, other, strict=True):
            assert_same(each, its)
    else:
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def some_actions(rng: np.random.Generator, masks: Any, wrong: float) -> Any:
    """Legal actions, now and then any action at all."""
    weights = rng.random(masks.shape) * (masks if rng.random() > wrong else np.ones_like(masks))
    return weights.argmax(axis=1)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_step_is_the_same(game: Game[Any, Any]) -> None:
    options: dict[str, Any] = {"deals": range(1, 30), "max_steps": 12}
    kernel, python = both(game, 3, **options)
    rng = np.random.default_rng(len(repr(game)))
    seen = kernel.reset(seed=5)
    assert_same(seen, python.reset(seed=5))
    ended = 0
    for _ in range(60):
        actions = some_actions(rng, seen[-1]["action_mask"], 0.1)
        seen = kernel.step(actions)
        assert_same(seen, python.step(actions))
        ended += int((seen[2] | seen[3]).sum())
    assert ended >= 6  # So that games began anew, too.


@pytest.mark.parametrize("name", environment_ids().values())
def test_what_gymnasium_makes_is_the_same_too(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel = gymnasium.make_vec(name, num_envs=2, observation="dict", deals=[3, 1, 4, 15])
        python = gymnasium.make_vec(
            name, num_envs=2, vectorization_mode="sync", observation="dict", deals=[3, 1, 4, 15]
        )
    assert isinstance(kernel, GameVectorEnv)
    assert kernel.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert kernel.observation_space == python.observation_space
    assert kernel.single_observation_space == python.single_observation_space
    assert kernel.action_space == python.action_space
    assert_same(kernel.reset(seed=[7, 9]), python.reset(seed=[7, 9]))
    for step in range(5):
        actions = np.array([step % kernel._games.actions, 0])
        seen = kernel.step(actions)
        assert seen[0] in kernel.observation_space
        assert_same(seen, python.step(actions))


def test_resets_go_on_with_the_streams_that_seeds_began() -> None:
    kernel, python = both(Sliding(3, 3), 3, max_steps=4)
    assert_same(kernel.reset(seed=[1, 2, 3]), python.reset(seed=[1, 2, 3]))
    for number in range(12):
        seen = kernel.step(np.zeros(3, np.int64))
        assert_same(seen, python.step(np.zeros(3, np.int64)))
        if number % 5 == 3:
            again: Any = [None, 8, None] if number == 8 else None
            assert_same(kernel.reset(seed=again), python.reset(seed=again))


def test_some_games_begin_anew_and_the_others_go_on() -> None:
    kernel, python = both(Sliding(3, 3), 3)
    assert_same(kernel.reset(seed=1), python.reset(seed=1))
    actions = kernel.random_actions(0)
    assert_same(kernel.step(actions), python.step(actions))
    which = np.array([False, True, False])
    found = kernel.reset(options={"reset_mask": which})
    # Gymnasium leaves the infos of the others out.
    assert_same(found[0], python.reset(options={"reset_mask": which})[0])
    assert list(found[1]["steps"]) == [1, 0, 1]


@pytest.mark.parametrize("options", [{"deal": 17}, {"position": "1 2 3 / 0 4 5"}])
def test_options_put_games_on_the_board(options: dict[str, Any]) -> None:
    kernel, python = both(Sliding(2, 3), 2, max_steps=3)
    assert_same(kernel.reset(seed=3, options=dict(options)), python.reset(seed=3, options=dict(options)))
    for _ in range(8):
        actions = kernel.random_actions()
        assert_same(kernel.step(actions), python.step(actions))


def test_every_game_can_have_a_deal_of_its_own() -> None:
    kernel = GameVectorEnv("freecell", 3)
    rows, info = kernel.reset(options={"deal": np.array([617, 1, 617])})
    assert list(info["deal"]) == [617, 1, 617]
    assert np.array_equal(rows[0], rows[2])
    single, _ = GameEnv("freecell").reset(options={"deal": 617})
    assert np.array_equal(rows[0], single)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_observations_are_the_same_far_into_the_game(game: Game[Any, Any]) -> None:
    view, rng = view_of(game), random.Random(repr(game))
    kernel = GameVectorEnv(game)._games
    for deal in range(1, 6):
        position = game.deal(deal)
        for _ in range(60):
            assert kernel.observation(game.encode(position)) == view.observe(position)
            moves = game.choices(position)
            if not moves:
                break
            position = game.play(position, rng.choice(list(moves)))


def test_gymnasiums_wrappers_count_the_games() -> None:
    games = RecordEpisodeStatistics(GameVectorEnv("sliding", 8, "2x2", max_steps=30))
    games.reset(seed=1)
    finished = 0
    for step in range(200):
        infos = games.step(games.unwrapped.random_actions(step))[4]  # type: ignore[attr-defined]
        ended = infos.get("_episode", np.zeros(8, np.bool_))
        for i in np.flatnonzero(ended):
            # Some of these deals are solved when they are dealt.
            assert infos["episode"]["r"][i] == (-infos["steps"][i] if infos["won"][i] else -30)
            assert infos["episode"]["l"][i] == max(1, infos["steps"][i])
        finished += int(ended.sum())
    assert finished > 20


def test_the_whole_of_a_large_choice_of_deals_can_be_drawn() -> None:
    """More deals than the kernel keeps."""
    kernel = GameVectorEnv(Sliding(2, 2), 2000, max_steps=1)
    seen = set(kernel.reset(seed=0)[1]["deal"])
    for _ in range(80):
        infos = kernel.step(np.zeros(2000, np.int64))[4]
        seen |= set(infos["deal"])
    assert len(seen) > 70_000


def test_random_actions_are_legal_and_each_is_drawn() -> None:
    kernel = GameVectorEnv(Sliding(3, 3), 2000)
    _, info = kernel.reset(options={"position": "1 2 3 / 4 0 5 / 6 7 8"})
    actions = kernel.random_actions(1)
    assert np.array_equal(actions, kernel.random_actions(1))
    assert all(400 < count < 600 for count in np.bincount(actions))
    assert info["action_mask"][np.arange(2000), actions].all()


def test_illegal_actions_change_nothing_when_they_are_refused() -> None:
    kernel = GameVectorEnv(Sliding(2, 3), 2, illegal="raise")
    before, _ = kernel.reset(options={"position": "0 1 2 / 3 4 5"})
    with pytest.raises(InputError, match="action 0 of game 1 is not legal there"):
        kernel.step(np.array([2, 0]))
    rows, _ = kernel._look()
    assert np.array_equal(rows, before)


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.array([0, 4]), "action 4 of game 1: expected 0 to 3"),
        (np.array([-1, 0]), "action -1 of game 0: expected 0 to 3"),
        (np.array([0]), "shape .1,.: expected 2 whole numbers"),
        (np.array([0.0, 1.0]), "actions of float64"),
    ],
)
def test_actions_that_make_no_sense_are_refused(actions: Any, message: str) -> None:
    kernel = GameVectorEnv(Sliding(2, 3), 2)
    kernel.reset(seed=0)
    with pytest.raises(InputError, match=message):
        kernel.step(actions)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs 0: games 0: expected 1 to 262144"),
        ({"num_envs": 10**9}, "expected 1 to 262144"),
        ({"num_envs": "many"}, "num_envs 'many'"),
    ],
)
def test_numbers_of_games_that_make_no_sense_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        GameVectorEnv("sliding", **arguments)


def test_resets_that_make_no_sense_are_refused() -> None:
    kernel = GameVectorEnv(Sliding(2, 3), 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        kernel.step(np.zeros(2, np.int64))
    for wrong, message in (
        ({"seed": [1]}, "1 seeds: expected 2"),
        ({"options": {"deal": [1, 2, 3]}}, "3 deals: expected 2"),
        ({"options": {"level": 3}}, "unknown option 'level'"),
        ({"options": {"reset_mask": np.zeros(2, np.bool_)}}, "one True at least"),
        ({"options": {"reset_mask": np.array([True, False])}}, "expected all games to begin"),
    ):
        with pytest.raises(InputError, match=message):
            kernel.reset(**wrong)  # type: ignore[arg-type]


def test_what_the_kernel_cannot_do_is_done_in_python() -> None:
    assert isinstance(make_vector("sliding", 2, reward="regret", size="2x2"), SyncVectorEnv)
    assert isinstance(make_vector("sliding", 2, reward="moves", limits=None), GameVectorEnv)


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
@pytest.mark.parametrize("name", environment_ids().values())
def test_pictures_are_the_same(name: str, mode: str) -> None:
    kernel = gymnasium.make_vec(name, num_envs=2, render_mode=mode)
    python = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", render_mode=mode)
    kernel.reset(seed=4)
    python.reset(seed=4)
    for step in range(3):
        actions = kernel.unwrapped.random_actions(step)  # type: ignore[attr-defined]
        kernel.step(actions)
        python.step(actions)
    ours, theirs = kernel.render(), python.render()
    assert ours is not None
    assert theirs is not None
    for one, other in zip(ours, theirs, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_positions_are_those_of_the_rules(game: Game[Any, Any]) -> None:
    kernel = GameVectorEnv(game, 2, deals=[3], max_steps=40)
    _, infos = kernel.reset(seed=1)
    view, position = kernel.setting.view, kernel.setting.dealt(3)
    for step in range(40):
        assert kernel.position(0) == position
        if not infos["action_mask"][0].any():
            break
        actions = kernel.random_actions(step)
        position = game.play(position, view.legal(position)[int(actions[0])])
        infos = kernel.step(actions)[4]
    with pytest.raises(InputError, match="game 2: game 2: expected 0 to 1"):
        kernel.position(2)
