"""Environments: every game as Gymnasium has them, one at a time or thousands side by side.

Importing this room registers them: ``gymnasium.make("yomikiri/...-v0")``.  It knows no game; what an action
and an observation are is said by :mod:`yomikiri.core.agent_view` and the games' folders.
"""

try:
    import gymnasium as _gymnasium  # noqa: F401
except ImportError:
    raise ImportError("yomikiri.environments needs Gymnasium: pip install 'yomikiri[gym]'") from None

from yomikiri.core.agent_view import AgentView, Field, NumberedView
from yomikiri.environments.registration import environment_ids, register_environments
from yomikiri.environments.single import GameEnv
from yomikiri.environments.vector import GameVectorEnv, make_vector

__all__ = [
    "AgentView",
    "Field",
    "GameEnv",
    "GameVectorEnv",
    "NumberedView",
    "environment_ids",
    "make_vector",
    "register_environments",
]

register_environments()
