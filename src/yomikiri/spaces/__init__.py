"""Encodings and symmetries: from a position to the canonical bytes by which search knows it."""

from yomikiri.spaces.components import Component
from yomikiri.spaces.space import PlainSpace, Space
from yomikiri.spaces.superpuzz import RowSpace

__all__ = ["Component", "PlainSpace", "RowSpace", "Space"]
