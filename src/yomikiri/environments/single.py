"""One game as a Gymnasium environment, by the rules in Python: the specification of the vector environment.

A step plays an action.  The game is *over*, ``terminated``, when it is won or no move is left; then its mask
is empty.  It is cut off, ``truncated``, after ``max_steps`` steps.  The reward is -1 a step, and when no move
is left the steps up to ``max_steps`` are charged at once.  So a game that is won returns minus its moves, any
other minus ``max_steps``, and it never pays to lose early.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from yomikiri.core.dealing import SplitMix64
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.environments.drawing import FRAMES_A_SECOND, MODES, checked_mode, drawn
from yomikiri.environments.regret import Regret
from yomikiri.environments.setting import MASK, MAX_STEPS, REWARDS, Setting
from yomikiri.search.outcome import Limits


class GameEnv(gymnasium.Env[Any, Any]):
    """A game to be played by an agent.

    ``game`` is a game or the name of one, with ``size``, ``variant`` and ``rules`` (options of the rules by
    name, as text).  Each reset draws one of the numbers ``deals``, by default of all that there are, unless
    its options say ``deal``, ``position``, or for a deal of several positions ``arrangement``.

    ``observation`` is ``array``, a row of bytes, or ``dict``, the same in parts by name with the mask.
    ``reward`` is ``moves`` or ``regret``: minus the moves by which a shortest solution has grown, by exact
    searches within ``limits``.  An action that is not legal changes nothing and costs a step; with
    ``illegal="raise"`` it is an :class:`~yomikiri.InputError`.
    """

    metadata = {"render_modes": MODES, "render_fps": FRAMES_A_SECOND}  # noqa: RUF012  (as Gymnasium has it)

    def __init__(
        self,
        game: str | Game[Any, Any],
        size: int | str | None = None,
        variant: str | None = None,
        rules: Mapping[str, str] | None = None,
        *,
        deals: Sequence[int] | None = None,
        observation: str = "array",
        reward: str = REWARDS[0],
        illegal: str = "stay",
        max_steps: int = MAX_STEPS,
        limits: Limits | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = checked_mode(render_mode)
        self.setting = Setting(game, size, variant, rules, deals, observation, reward, illegal, max_steps)
        self.action_space = self.setting.action_space
        self.observation_space = self.setting.observation_space
        self._regret = Regret(self.setting.game, limits) if reward == REWARDS[1] else None
        self._stream: SplitMix64 | None = None
        self._position: Any = None
        self._legal: dict[int, Any] = {}
        self._deal = self._steps = 0
        self._won = False

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.setting.game

    @property
    def position(self) -> Any:
        """The position on the board."""
        if self._position is None:
            raise ResetNeeded("there is no position yet: call reset() first")
        return self._position

    def move(self, action: int) -> Any:
        """The move of the rules that an action makes in this position, or None if it is not legal."""
        return self._legal.get(int(action))

    def action(self, move: Any) -> int:
        """The action that makes a move of the rules."""
        return self.setting.view.action(self.position, move)

    # -- Gymnasium's functions -----------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game: with the next deal of the stream that ``seed`` began, or as ``options`` ask."""
        super().reset(seed=seed)
        asked = self.setting.asked(options or {})
        if self._stream is None or seed is not None:
            self._stream = SplitMix64(int(self.np_random.integers(2**63)) if seed is None else seed)
        if asked is None:
            number = int(self.setting.deals[self._stream.below(len(self.setting.deals))])
            asked = self.setting.dealt(number), number
        position, self._deal = asked
        self.setting.view.observe(position)  # What cannot be observed is refused before it is on the board.
        self._steps = 0
        self._place(position)
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; see the head of this module for what comes of it."""
        before = self.position
        if not self.action_space.contains(action):
            raise InputError(
                f"action {shown(repr(action))}: expected a whole number, 0 to {self.setting.actions - 1}"
            )
        if not self._legal:
            return self._answer(0.0, True)  # Over when it began.
        move = self._legal.get(int(action))
        if move is None and self.setting.illegal == "raise":
            raise InputError(f"action {action} is not legal here: see info['{MASK}']")
        self._steps += 1
        if move is not None:
            self._place(self.game.play(before, move))
        over, left = not self._legal, self.setting.max_steps - self._steps
        if self._regret is not None:
            reward = self._regret.reward(before, self._position, -1.0 - left)
        else:
            reward = -1.0 - left if over and not self._won else -1.0
        return self._answer(reward, over)

    def render(self) -> Any:
        """The position as ``render_mode`` says; None without one."""
        if self.render_mode is None:
            return None
        return drawn(self.setting.view, self.position, self.render_mode)

    # -- inside --------------------------------------------------------------------------------

    def _place(self, position: Any) -> None:
        self._position = position
        self._won = self.game.is_goal(position)
        self._legal = {} if self._won else self.setting.view.legal(position)

    def _answer(self, reward: float, over: bool) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, info = self._seen()
        return seen, reward, over, not over and self._steps >= self.setting.max_steps, info

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        row = np.frombuffer(self.setting.view.observe(self._position), np.uint8).copy()
        mask = np.zeros(self.setting.actions, np.int8)
        mask[list(self._legal)] = 1
        info = {MASK: mask, "deal": self._deal, "steps": self._steps, "won": self._won}
        return self.setting.observed(row, mask), info
