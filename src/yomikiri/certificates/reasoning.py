"""Reasoning: what the certificates of a game may rely on, and how their headers name the game.

:class:`Reasoning` serves any registered game, with nothing but its rules.  A game with lemmas provides its
own as the part ``certificates`` of its entry.
"""

from collections.abc import Mapping
from typing import Any

from yomikiri.certificates.argument import ALIKE, LOST, Argument, Canonical, PlainArgument
from yomikiri.certificates.format import Header, NotACertificate
from yomikiri.core import catalog
from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries, entry_of


class Reasoning:
    """The default for every game; a game overrides what it knows better."""

    def rules_of(self, game: Game[Any, Any]) -> dict[str, str]:
        """Every rule of the game that can be chosen, by name."""
        variant = catalog.variant_of(game)
        named = {} if variant is None else {"variant": variant}
        return {"size": str(game.size), **named, **game.options}

    def game_of(self, name: str, rules: Mapping[str, str]) -> Game[Any, Any]:
        """The game of that name with these rules; KeyError, ValueError or InputError if there is none."""
        options = {rule: value for rule, value in rules.items() if rule not in ("size", "variant")}
        return catalog.game(name, rules["size"], rules.get("variant"), options)

    def usual(self, game: Game[Any, Any], *, shortest: bool) -> tuple[tuple[str, ...], str]:
        """The lemmas and the bound that make the smallest tables."""
        alike = () if canonical_of(game) is None else (ALIKE,)
        own = type(game).why_unsolvable is not Game.why_unsolvable
        return (*alike, *((LOST,) if own else ())), "none"

    def argument(
        self, game: Game[Any, Any], start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> Argument[Any]:
        """The argument with these lemmas; ``width`` is for games whose codes have no fixed length."""
        return PlainArgument(game, start, inference, bound, width, canonical_of(game))


def canonical_of(game: Game[Any, Any]) -> Canonical | None:
    """Which position represents all that are alike, if the game says so: by the last of its entry's
    symmetries, or by its own method ``canonical``."""
    entry = entry_of(game)
    make = entry.part("space")
    if make is not None and entry.symmetries[-1] != "none":
        found: Canonical = make(game, entry.symmetries[-1]).canonical
        return found
    return getattr(game, "canonical", None)


def _reasoning(entry: GameEntry) -> Reasoning:
    own: Reasoning | None = entry.part("certificates")
    return Reasoning() if own is None else own


def rules_of(game: Game[Any, Any]) -> dict[str, str]:
    """Every rule of the game that can be chosen, by name."""
    return _reasoning(entry_of(game)).rules_of(game)


def game_of(header: Header) -> Game[Any, Any]:
    """The game that a header names, with its rules."""
    entry = entries().get(header.game)
    if entry is None:
        raise NotACertificate(
            f"the game '{shown(header.game)}' is not known here: expected it with the certificate"
        )
    try:
        return _reasoning(entry).game_of(header.game, header.rules)
    except KeyError as error:
        raise NotACertificate(f"the rules of {header.game} are not complete: {error} is missing") from None
    except (ValueError, InputError) as error:
        raise NotACertificate(f"the rules of {header.game} are not those of a game: {error}") from None


def usual_inference(game: Game[Any, Any], *, shortest: bool) -> tuple[tuple[str, ...], str]:
    """The lemmas and the bound that make the smallest tables."""
    return _reasoning(entry_of(game)).usual(game, shortest=shortest)


def argument_of(
    game: Game[Any, Any], start: Any, inference: tuple[str, ...], bound: str, width: int = 0
) -> Argument[Any]:
    """The argument of a game with these lemmas; ``width`` is for games whose codes have no fixed length."""
    return _reasoning(entry_of(game)).argument(game, start, inference, bound, width)


def same_rules(game: Game[Any, Any], name: str, rules: Mapping[str, str]) -> bool:
    """Whether a header's rules are those of a game, with none missing."""
    return game.name == name and list(rules_of(game).items()) == list(rules.items())
