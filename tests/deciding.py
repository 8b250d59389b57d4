"""What the tests of ``decide`` share: the search itself, its judge, and positions to ask about."""

import random

from yomikiri import Superpuzz, _kernel

GIB = 2**30


def decide(columns: int, code: bytes, **options: object) -> _kernel.Answer:
    asked = {"store": "exact", "nodes": None, "seconds": None, "memory": GIB, "watch": lambda *counts: False}
    return _kernel.row_decide(columns, code, **(asked | options))


def verdict(columns: int, code: bytes) -> str:
    """The judge: every position there is, one after another."""
    return (
        _kernel.Superpuzz(columns)
        .explore(
            code,
            order="priority-1",
            store="exact",
            nodes=None,
            seconds=None,
            memory=GIB,
            watch=lambda *counts: False,
        )
        .outcome
    )


def assert_wins(columns: int, code: bytes, path: list[bytes]) -> None:
    """Every step is a move of the rules, and the last position is a goal."""
    rules = _kernel.Superpuzz(columns)
    for after in path:
        assert after in [child[0] for child in rules.children(code)]
        code = after
    assert rules.is_goal(code)


def wandered(columns: int, number: int) -> bytes:
    """A position some random moves into a deal, as often as not with a hole in column 1."""
    rng = random.Random(number)
    game, rules = Superpuzz(columns), _kernel.Superpuzz(columns)
    code = game.encode(game.deal(number))
    for _ in range(rng.randrange(1, 12)):
        children = rules.children(code)
        if not children:
            break
        code = rng.choice(children)[0]
    return code


def unsolvable_and_middling(game: Superpuzz, number: int) -> bool:
    answer = decide(game.columns, game.encode(game.deal(number)))
    return answer.outcome == "unsolvable" and 30 <= answer.expanded <= 150
