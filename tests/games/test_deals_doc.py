"""The test vectors printed on the docs page "Deals" are what the generator produces."""

import re
from pathlib import Path

import pytest

from yomikiri.core.cards import deck
from yomikiri.core.dealing import SplitMix64, fnv1a, shuffled
from yomikiri.games import Sliding, Superpuzz

PAGE = Path(__file__).resolve().parents[2] / "docs" / "deals.md"


def vectors(game: str) -> list[dict[str, list[str]]]:
    """The vectors of the page for a game: for each line's first word, what follows it."""
    pattern = rf"^```text\n(text +{game}/.*?)^```$"
    block = re.search(pattern, PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert block, "the page has no block of vectors"
    found: list[dict[str, list[str]]] = []
    for part in block.group(1).strip().split("\n\n"):
        vector: dict[str, list[str]] = {}
        for line in part.splitlines():
            word, _, rest = line.partition(" ")
            vector.setdefault(word, []).append(rest.strip())
        found.append(vector)
    return found


@pytest.mark.parametrize("vector", vectors("superpuzz"), ids=lambda vector: vector["text"][0])
def test_the_page_shows_what_the_generator_deals(vector: dict[str, list[str]]) -> None:
    text = vector["text"][0]
    name, size, number = text.split("/")
    columns = int(size)
    seed = fnv1a(text.encode("ascii"))
    stream = SplitMix64(seed)
    layout = [str(card) for card in shuffled(deck(columns), name, columns, int(number))]
    rows = [" ".join(layout[i : i + columns]) for i in range(0, 4 * columns, columns)]
    assert vector["seed"] == [f"{seed:016x}"]
    assert vector["outputs"] == [" ".join(f"{stream.next():016x}" for _ in range(3))]
    assert vector["row"] == rows
    game = Superpuzz(columns)
    assert game.parse_position("\n".join(rows)) == game.deal(int(number))


def test_the_page_covers_small_and_full_boards() -> None:
    sizes = {int(vector["text"][0].split("/")[1]) for vector in vectors("superpuzz")}
    assert {2, 4, 13} <= sizes


@pytest.mark.parametrize("vector", vectors("sliding"), ids=lambda vector: vector["text"][0])
def test_the_page_shows_the_deals_of_sliding_puzzles(vector: dict[str, list[str]]) -> None:
    text = vector["text"][0]
    name, size, number = text.split("/")
    rows, columns = map(int, size.split("x"))
    seed = fnv1a(text.encode("ascii"))
    stream = SplitMix64(seed)
    assert vector["seed"] == [f"{seed:016x}"]
    assert vector["outputs"] == [" ".join(f"{stream.next():016x}" for _ in range(3))]
    laid = shuffled([*range(1, rows * columns), 0], name, size, int(number))
    assert vector["laid"] == [" ".join(map(str, laid))]
    assert vector["deal"] == [" ".join(map(str, Sliding(rows, columns).deal(int(number))))]
