"""Encodings and symmetries: from a position to the canonical bytes by which search knows it."""

from yomikiri.spaces.space import PlainSpace, Space
from yomikiri.spaces.superpuzz import RowSpace

__all__ = ["PlainSpace", "RowSpace", "Space"]
