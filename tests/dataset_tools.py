"""What the tests of data sets share: small recipes, and the plainest judge there is."""

import shutil
from collections import deque
from pathlib import Path
from typing import Any

from yomikiri.core.protocol import Game
from yomikiri.datasets import Recipe, build, recipe
from yomikiri.datasets.part import Part
from yomikiri.surveys import InProcess

SAMPLE = Path(__file__).resolve().parents[1] / "data" / "freecell-positions"
"""The data set that is committed."""


def small(deals: str = "1-6", **asked: Any) -> Recipe:
    """A recipe that takes a second."""
    return recipe("sliding", deals, size="2x3", **({"samples": 4, "chunk": 2} | asked))


def built(folder: Path, wanted: Recipe | None = None) -> Path:
    """A data set, built here."""
    assert build(wanted or small(), folder, InProcess()).finished
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def rewritten(folder: Path, source: Path, change: Any) -> Path:
    """A copy of a data set whose first part is changed by somebody who seals it again."""
    import io

    import polars

    from yomikiri.datasets import Manifest
    from yomikiri.datasets.part import FORMAT, counted

    shutil.copytree(source, folder)
    manifest = Manifest.open(folder)
    frame = change(polars.read_parquet(io.BytesIO(manifest.read(0))))
    content = io.BytesIO()
    frame.write_parquet(content, **FORMAT)
    manifest.add(Part(0, "made", content.getvalue(), counted(frame.to_dicts())))
    return folder


def distances(game: Game[Any, Any], start: Any, most: int = 10_000) -> dict[Any, int | None]:
    """The moves to go of every position that can be reached, None for those that are lost: the whole graph,
    by the Python rules, and a search back from its goals."""
    before: dict[Any, list[Any]] = {start: []}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        if game.is_goal(position):
            continue
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in before:
                before[child] = []
                waiting.append(child)
                assert len(before) <= most
            before[child].append(position)
    found: dict[Any, int | None] = dict.fromkeys(before)
    queue = deque(position for position in before if game.is_goal(position))
    found.update(dict.fromkeys(queue, 0))
    while queue:
        position = queue.popleft()
        for other in before[position]:
            if found[other] is None:
                found[other] = (found[position] or 0) + 1
                queue.append(other)
    return found
