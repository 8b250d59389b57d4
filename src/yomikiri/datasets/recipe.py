"""Recipes: everything that decides what is in a data set.  The same recipe makes the same bytes."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from itertools import islice
from typing import Any

from yomikiri.core.catalog import open_deal
from yomikiri.core.errors import InputError, shown
from yomikiri.core.installed import version
from yomikiri.core.registry import entry_of
from yomikiri.core.words import expected
from yomikiri.datasets.judge import LABELS
from yomikiri.datasets.sampling import SOURCES, has_beam
from yomikiri.store import Rules, canonical
from yomikiri.surveys.deals import Deals

NODES = 1_000_000
SAMPLES = 64
WIDTH = 24
STEPS = 8
CHUNK = 16


@dataclass(frozen=True)
class Recipe:
    """Which positions of which deals, labelled with what, within which limit."""

    game: str
    size: str
    variant: str
    options: str
    """As JSON text."""
    deals: str
    positions: tuple[str, ...] = SOURCES
    label: str = "shortest"
    nodes: int = NODES
    """Positions expanded at most for the solution of a deal; every other label, and every set of moves, has a
    twentieth of it."""
    seed: int = 0
    samples: int = SAMPLES
    """Positions of the beam, and ends of walks, for each start."""
    width: int = WIDTH
    """Of the beam."""
    steps: int = STEPS
    """The longest random walk."""
    chunk: int = CHUNK
    """Deals to a file."""
    version: str = ""
    """Of the package."""

    @property
    def rules(self) -> Rules:
        return Rules(self.game, self.size, self.variant, self.options)

    def chunks(self) -> Iterator[tuple[str, ...]]:
        """The deals of each file."""
        deals = iter(Deals.parse(self.deals))
        while chunk := tuple(islice(deals, self.chunk)):
            yield chunk

    @property
    def files(self) -> int:
        return -(-Deals.parse(self.deals).count // self.chunk)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self) | {"positions": list(self.positions)}

    @classmethod
    def from_dict(cls, data: Any) -> "Recipe":
        """What :meth:`to_dict` made; the file that it comes from is sealed."""
        if not isinstance(data, dict) or set(data) != {each.name for each in fields(cls)}:
            raise InputError("a recipe of a data set has other words than expected")
        return cls(**(data | {"positions": tuple(data["positions"])}))

    @property
    def command(self) -> str:
        """The command that builds it."""
        words = ["yomikiri dataset build", self.game, f"--size {self.size}"]
        words += [f"--variant {self.variant}"] if self.variant else []
        words += [f"--{name} {value}" for name, value in sorted(self.rules.make().options.items())]
        words += [f"--deals {self.deals}", f"--positions {','.join(self.positions)}", f"--label {self.label}"]
        words += [f"--nodes {self.nodes}", f"--seed {self.seed}", f"--samples {self.samples}"]
        words += [f"--width {self.width}", f"--steps {self.steps}", f"--chunk {self.chunk}"]
        return " ".join(words)


def recipe(
    game: str,
    deals: str,
    *,
    size: int | str | None = None,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    positions: str | tuple[str, ...] = SOURCES,
    label: str | None = None,
    nodes: int = NODES,
    seed: int = 0,
    samples: int = SAMPLES,
    width: int = WIDTH,
    steps: int = STEPS,
    chunk: int = CHUNK,
) -> Recipe:
    """A recipe from words; mistakes are found before anything is built."""
    wanted = Deals.parse(deals)
    for name, value, least in (
        ("nodes", nodes, 1),
        ("seed", seed, 0),
        ("samples", samples, 1),
        ("width", width, 1),
        ("steps", steps, 1),
        ("chunk", chunk, 1),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value < 2**53:
            raise InputError(f"{name} {shown(repr(value))} is not a whole number: expected {least} or more")
    known = None
    for word, first, last in wanted.ranges:
        for number in (first, last):
            found = open_deal(game, f"{word}{number}", size, variant, dict(options or {})).game
            if known is not None and Rules.of(found) != Rules.of(known):
                raise InputError(f"deals '{wanted}' are not all of one game: expected a data set for each")
            known = found
    assert known is not None  # There is at least one range.
    sources = tuple(positions.split(",")) if isinstance(positions, str) else tuple(positions)
    for source in sources:
        if source not in SOURCES:
            raise InputError(f"positions '{shown(source)}' are unknown: {expected(source, SOURCES)}")
    if "beam" in sources and not has_beam(known):
        raise InputError(
            f"positions beam: {known.name} has no beam search in the kernel: expected path, random"
        )
    label = label or entry_of(known).label
    if label not in LABELS:
        raise InputError(f"label '{shown(label)}' is unknown: {expected(label, LABELS)}")
    rules = Rules.of(known)
    return Recipe(
        rules.game,
        rules.size,
        rules.variant,
        canonical(dict(known.options)),
        str(wanted),
        tuple(source for source in SOURCES if source in sources),
        label,
        nodes,
        seed,
        samples,
        width,
        steps,
        chunk,
        version(),
    )
