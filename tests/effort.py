"""How much of a long comparison is made: a part in the default run, all of it among the slow tests."""

import pytest


def a_part(of: int) -> pytest.MarkDecorator:
    """A test with the argument ``part``, by which it divides its work; as a slow test, with all of it."""
    whole = pytest.param(1, id="whole", marks=pytest.mark.slow)
    return pytest.mark.parametrize("part", [pytest.param(of, id=f"1 of {of}"), whole])
