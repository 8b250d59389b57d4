"""Settings: what an environment is made with, checked once, for one game and for many alike."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from yomikiri.core import catalog
from yomikiri.core.agent_view import LISTED, AgentView, view_of
from yomikiri.core.deal import Positions
from yomikiri.core.errors import InputError, shown
from yomikiri.core.kernel_game import KernelGame
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.core.space import PlainSpace

MAX_STEPS = 1000
OBSERVATIONS = ("array", "dict")
REWARDS = ("moves", "regret")
ILLEGAL = ("stay", "raise")
MASK = "action_mask"
OPTIONS = ("deal", "position", "arrangement")


class Setting:
    """A game, the deals to draw from, and what observations, rewards and ends are like."""

    def __init__(
        self,
        game: str | Game[Any, Any],
        size: int | str | None = None,
        variant: str | None = None,
        rules: Mapping[str, str] | None = None,
        deals: Sequence[int] | None = None,
        observation: str = "array",
        reward: str = "moves",
        illegal: str = "stay",
        max_steps: int = MAX_STEPS,
    ) -> None:
        if isinstance(game, Game):
            if (size, variant, rules) != (None, None, None):
                raise InputError("size, variant and rules go with the name of a game, not with a game")
            self.game = game
        else:
            self.game = catalog.game(game, size, variant, rules)
        for name, word, known in (
            ("observation", observation, OBSERVATIONS),
            ("reward", reward, REWARDS),
            ("illegal", illegal, ILLEGAL),
        ):
            if word not in known:
                raise InputError(f"unknown {name} '{shown(str(word))}': expected one of {', '.join(known)}")
        if isinstance(max_steps, bool) or not isinstance(max_steps, int) or not 1 <= max_steps <= 2**40:
            raise InputError(f"max_steps is {max_steps!r}, expected a whole number from 1 to 2**40")
        self.observation, self.reward, self.illegal, self.max_steps = observation, reward, illegal, max_steps
        self.entry = entry_of(self.game)
        self.deals = self._checked(deals)
        kernel = self.kernel()
        most = LISTED if kernel is None else kernel.environments(1).actions
        self.view: AgentView[Any, Any] = view_of(self.game, most)
        self.fields = self.view.fields
        self.actions = self.view.actions

    def _checked(self, deals: Sequence[int] | None) -> Sequence[int]:
        if deals is None:
            return range(1, min(self.entry.most, self.entry.drawn) + 1)
        if not isinstance(deals, range):
            deals = tuple(deals)
        for number in (deals[0], deals[-1]) if isinstance(deals, range) and deals else deals:
            self.check_deal(number)
        if not deals:
            raise InputError("no deals to draw from: expected their numbers")
        return deals

    def check_deal(self, number: Any) -> int:
        """The number of a deal."""
        if isinstance(number, bool) or not isinstance(number, int | np.integer):
            raise InputError(f"deal {shown(repr(number))} is not a whole number")
        if not 1 <= number <= self.entry.most:
            raise InputError(f"deal {number} is out of range: expected 1 to {self.entry.most}")
        return int(number)

    def kernel(self) -> KernelGame | None:
        """The game in the kernel, if that can play it; not kept, so that environments can be copied."""
        make, space = self.entry.part("kernel"), self.entry.part("space")
        if make is None:
            return None
        found: KernelGame = make(PlainSpace(self.game) if space is None else space(self.game, "none"), None)
        return found if hasattr(found, "environments") else None

    # -- where a game begins -------------------------------------------------------------------

    def dealt(self, number: int, arrangement: str | None = None) -> Any:
        """The position of a deal; of several, the arrangement of that name, or the usual one."""
        found = self.entry.dealt(self.game, number)
        if not isinstance(found, Positions):
            if arrangement is not None:
                self.entry.arrangement(arrangement)  # Which refuses it.
            return found
        name = self.entry.arrangement(arrangement) if arrangement is not None else next(iter(found))
        return found[name]

    def asked(self, options: Mapping[str, Any]) -> tuple[Any, int] | None:
        """The position that the options of a reset ask for, and its deal, 0 for none."""
        for name in options:
            if name not in OPTIONS:
                known = ", ".join(OPTIONS)
                raise InputError(f"unknown option '{shown(str(name))}' of reset: expected one of {known}")
        if "position" in options:
            if len(options) > 1:
                raise InputError("a position is all there is to say: expected no other option of reset")
            return self.position(options["position"]), 0
        if "deal" not in options:
            if "arrangement" in options:
                raise InputError("an arrangement of which deal? expected the option deal, too")
            return None
        number = self.check_deal(options["deal"])
        return self.dealt(number, options.get("arrangement")), number

    def position(self, given: Any) -> Any:
        """A position, given as text or as it is."""
        found = self.game.parse_position(given) if isinstance(given, str) else given
        self.game.check(found)
        return found

    # -- spaces --------------------------------------------------------------------------------

    @property
    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """One row of bytes, or the fields by name with the mask beside them."""
        if self.observation == "array":
            high = np.concatenate([np.full(field.size, field.most, np.uint8) for field in self.fields])
            return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        found: dict[str, spaces.Space[Any]] = {
            field.name: spaces.Box(0, field.most, field.shape, np.uint8) for field in self.fields
        }
        return spaces.Dict({**found, MASK: spaces.Box(0, 1, (self.actions,), np.int8)})

    def observed(self, rows: Any, masks: Any) -> Any:
        """What an agent is given: ``rows`` have the bytes of an observation last, ``masks`` the actions."""
        if self.observation == "array":
            return rows
        found, at = {}, 0
        for field in self.fields:
            part = rows[..., at : at + field.size]
            found[field.name] = part.reshape(*rows.shape[:-1], *field.shape).copy()
            at += field.size
        return {**found, MASK: masks.copy()}
