"""Thousands of games side by side in the kernel, as a Gymnasium vector environment.

Step for step the same as a :class:`GameEnv` for each, only quicker: the kernel needs Python only for deals
that it does not know yet.  A game that has ended begins anew in the next step, whatever its action
(Gymnasium's ``AutoresetMode.NEXT_STEP``), with the next deal of its own stream.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from yomikiri.core.errors import BrokenGame, InputError
from yomikiri.core.protocol import Game
from yomikiri.environments.drawing import FRAMES_A_SECOND, MODES, checked_mode, drawn
from yomikiri.environments.setting import MASK, MAX_STEPS, REWARDS, Setting
from yomikiri.environments.single import GameEnv

NO_DEAL = 2**64 - 1
RESET_MASK = "reset_mask"


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` games of one kind; the other arguments are those of :class:`GameEnv`."""

    metadata = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": MODES,
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(
        self,
        game: str | Game[Any, Any],
        num_envs: int = 1,
        size: int | str | None = None,
        variant: str | None = None,
        rules: Mapping[str, str] | None = None,
        *,
        deals: Sequence[int] | None = None,
        observation: str = "array",
        illegal: str = "stay",
        max_steps: int = MAX_STEPS,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.setting = Setting(game, size, variant, rules, deals, observation, REWARDS[0], illegal, max_steps)
        kernel = self.setting.kernel()
        if kernel is None:
            raise InputError(f"the kernel cannot play {self.setting.game.name}: expected make_vector()")
        try:
            self._games = kernel.environments(num_envs, limit=max_steps, deals=len(self.setting.deals))
        except (ValueError, TypeError) as error:
            raise InputError(f"num_envs {num_envs!r}: {error}") from None
        self.num_envs = num_envs
        self._check_twin()
        self.single_action_space = self.setting.action_space
        self.single_observation_space = self.setting.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._has_stream = False
        self._has_begun = False
        self._asked = np.zeros(num_envs, np.int64)  # Deals that resets asked for, of games that drew none.

    def _check_twin(self) -> None:
        """A game says in Python what the kernel says in C++."""
        sizes = self._games.actions, self._games.observed
        expected = self.setting.actions, sum(field.size for field in self.setting.fields)
        if sizes != expected:
            raise BrokenGame(
                f"the game '{self.setting.game.name}' is broken: the kernel has {sizes[0]} actions and "
                f"observations of {sizes[1]} bytes, its agent view {expected[0]} and {expected[1]}"
            )

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.setting.game

    # -- Gymnasium's functions -----------------------------------------------------------------

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games, or those of ``options["reset_mask"]``; game i has the seed ``seed + i``.

        ``options`` are those of :meth:`GameEnv.reset`, for all games; ``deal`` may also be an array of
        numbers, one for each game.
        """
        given = dict(options or {})
        which = self._which(given.pop(RESET_MASK, None))
        self._sow(seed, which)
        if given:
            self._put(given, which)
        else:
            self._deal(which)
            self._games.begin(which)
        self._has_begun = True
        return self._look()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play an action in each game; those that have ended begin anew."""
        if not self._has_begun:
            raise ResetNeeded("there are no positions yet: call reset() first")
        asked = np.asarray(actions)
        if asked.shape != (self.num_envs,) or asked.dtype.kind not in "iu":
            raise InputError(
                f"actions of {asked.dtype} with shape {asked.shape}: expected {self.num_envs} whole numbers"
            )
        ended = self._empty(np.bool_)
        self._games.ended(ended)
        if ended.any():
            self._deal(ended)
        rows, masks = self._boards()
        rewards = self._empty(np.float64)
        terminated, truncated = self._empty(np.bool_), self._empty(np.bool_)
        numbers: Any = np.ascontiguousarray(asked, np.int64)
        try:
            self._games.step(
                numbers,
                rows,
                masks,
                rewards,
                terminated,
                truncated,
                self.setting.illegal == "raise",
            )
        except ValueError as error:
            raise InputError(str(error)) from None
        return self.setting.observed(rows, masks), rewards, terminated, truncated, self._infos(masks)

    def render(self) -> tuple[Any, ...] | None:
        """The positions of all games as ``render_mode`` says; None without one."""
        if self.render_mode is None:
            return None
        view, mode = self.setting.view, self.render_mode
        return tuple(drawn(view, self.position(number), mode) for number in range(self.num_envs))

    # -- more ----------------------------------------------------------------------------------

    def position(self, number: int) -> Any:
        """The position on the board of a game."""
        if not self._has_begun:
            raise ResetNeeded("there are no positions yet: call reset() first")
        try:
            return self.game.decode(self._games.code(number))
        except (ValueError, TypeError) as error:
            raise InputError(f"game {number!r}: {error}") from None

    def random_actions(self, seed: int | None = None) -> Any:
        """A legal action for each game, all equally likely; 0 for a game that is over."""
        found = self._empty(np.int64)
        self._games.draw(int(self.np_random.integers(2**63)) if seed is None else seed % 2**64, found)
        return found

    # -- inside --------------------------------------------------------------------------------

    def _which(self, mask: Any) -> Any:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.shape != (self.num_envs,) or found.dtype != np.bool_ or not found.any():
            raise InputError(
                f"{RESET_MASK} of {found.dtype} with shape {found.shape}: expected {self.num_envs} truth "
                "values, one True at least"
            )
        if not self._has_begun and not found.all():
            raise InputError(f"{RESET_MASK} before the first reset: expected all games to begin")
        return np.ascontiguousarray(found)

    def _sow(self, seed: int | Sequence[int | None] | None, which: Any) -> None:
        """Begin the streams of deals of the games that have a seed, and at the first time those of all."""
        if isinstance(seed, int | np.integer):
            self._np_random, self._np_random_seed = seeding.np_random(int(seed))
            seeds: list[int | None] = [int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise InputError(f"{len(seeds)} seeds: expected {self.num_envs}, or one for all")
        sown: Any = np.full(self.num_envs, not self._has_stream)
        words: Any = np.zeros(self.num_envs, np.uint64)
        if not self._has_stream:
            words = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        for i, each in enumerate(seeds):
            if each is not None:
                words[i], sown[i] = each % 2**64, which[i]
        self._games.seed(sown, words)
        self._has_stream = True

    def _deal(self, which: Any) -> None:
        """Tell the kernel the deals that it is about to need."""
        for index in self._games.unknown(which):
            position = self.setting.dealt(int(self.setting.deals[index]))
            self._games.know(index, self.game.encode(position))

    def _put(self, options: dict[str, Any], which: Any) -> None:
        """Begin with the deals or the position that a reset asks for."""
        numbers: Any = options.get("deal")
        several = numbers is not None and np.ndim(numbers) == 1
        if several and len(numbers) != self.num_envs:
            raise InputError(f"{len(numbers)} deals: expected {self.num_envs}, or one for all")
        chosen = np.flatnonzero(which)
        each = [{**options, "deal": numbers[i]} if several else options for i in chosen]
        found = [self.setting.asked(one) for one in (each if several else each[:1])]
        codes = [(self.game.encode(asked[0]), asked[1]) for asked in found if asked is not None]
        try:
            for place, i in enumerate(chosen):
                code, number = codes[place if several else 0]
                self._games.put(int(i), code)
                self._asked[i] = number
        except ValueError as error:
            raise InputError(str(error)) from None

    def _empty(self, kind: Any) -> Any:
        """Room for a value of each game."""
        return np.empty(self.num_envs, kind)

    def _boards(self) -> tuple[Any, Any]:
        rows = np.empty((self.num_envs, self._games.observed), np.uint8)
        return rows, np.empty((self.num_envs, self._games.actions), np.int8)

    def _look(self) -> tuple[Any, dict[str, Any]]:
        rows, masks = self._boards()
        self._games.look(rows, masks)
        return self.setting.observed(rows, masks), self._infos(masks)

    def _infos(self, masks: Any) -> dict[str, Any]:
        indices, steps, won = self._empty(np.uint64), self._empty(np.int64), self._empty(np.bool_)
        self._games.deals(indices)
        self._games.lengths(steps)
        self._games.won(won)
        found = {MASK: masks, "deal": self._numbers(indices), "steps": steps, "won": won}
        return found | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in found}

    def _numbers(self, indices: Any) -> Any:
        """The numbers of deals by their places in ``deals``."""
        deals = self.setting.deals
        asked = indices == NO_DEAL
        places = np.where(asked, 0, indices).astype(np.int64)
        if isinstance(deals, range):
            numbers = deals.start + places * deals.step
        else:
            numbers = np.asarray(deals, np.int64)[places]
        return np.where(asked, self._asked, numbers)


def make_vector(
    game: str | Game[Any, Any], num_envs: int = 1, **options: Any
) -> GameVectorEnv | SyncVectorEnv[Any, Any]:
    """A vector environment: the kernel's, or one of a :class:`GameEnv` each where the kernel cannot do it.

    The kernel plays every game of ours, with rewards by moves.
    """
    by_moves = options.get("reward", REWARDS[0]) == REWARDS[0]
    if by_moves and Setting(game, **_of_setting(options)).kernel() is not None:
        for name in ("reward", "limits"):
            options.pop(name, None)
        return GameVectorEnv(game, num_envs, **options)
    return SyncVectorEnv([lambda: GameEnv(game, **options)] * num_envs)


def _of_setting(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("size", "variant", "rules") if name in options}
