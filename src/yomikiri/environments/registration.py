"""Registration: every game there is under a name of Gymnasium's."""

import re

import gymnasium

from yomikiri.core.entry import GameEntry
from yomikiri.core.registry import entries

NAMESPACE, VERSION = "yomikiri", 0


def environment_ids() -> dict[str, str]:
    """The name of the environment of each game: ``yomikiri/``, the name of its class, and a version.

    Should two classes have the same name, the second has the game's own, which no other has.
    """
    found: dict[str, str] = {}
    for entry in entries().values():
        name = _class_name(entry)
        if _id(name) in found.values():
            name = "".join(word.capitalize() for word in entry.name.split("-"))
        found[entry.name] = _id(name)
    return found


def _id(name: str) -> str:
    return f"{NAMESPACE}/{name}-v{VERSION}"


def _class_name(entry: GameEntry) -> str:
    name = entry.game.rpartition(":")[2] if isinstance(entry.game, str) else entry.game.__name__
    return re.sub(r"\W", "", name)


def register_environments() -> None:
    """Make the environments known to Gymnasium; again after :func:`yomikiri.core.registry.register`."""
    for game, name in environment_ids().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="yomikiri.environments.single:GameEnv",
                vector_entry_point="yomikiri.environments.vector:make_vector",
                kwargs={"game": game},
            )
