"""Menus: what a person can choose before a game begins, where choices are shown.

The catalogue reads whatever is typed; a menu lists what is worth offering, with titles in English and
Japanese.  Everything on a menu is accepted by the catalogue, and a test sees to it.
"""

from dataclasses import dataclass, field

from yomikiri.games import gaps, sliding, superpuzz
from yomikiri.games.catalog import KINDS, game
from yomikiri.games.freecell import BUILDINGS, EMPTIES, METRICS, MIN_COLUMNS
from yomikiri.games.freecell_deals import LARGEST_MICROSOFT
from yomikiri.games.freecell_notation import MAX_CELLS, MAX_COLUMNS


@dataclass(frozen=True)
class Title:
    """A name for people."""

    en: str
    ja: str


@dataclass(frozen=True)
class Choice:
    """An option of the rules; without a default it is as the variant has it."""

    name: str
    values: tuple[str, ...]
    default: str | None


@dataclass(frozen=True)
class Menu:
    """What can be chosen of one game."""

    name: str
    title: Title
    sizes: tuple[str, ...]
    variants: dict[str, Title] = field(default_factory=dict)
    options: tuple[Choice, ...] = ()
    sources: tuple[str, ...] = ()
    """Deals that have names, as ranges such as ``korf:1..100``."""

    @property
    def default_size(self) -> str:
        return str(KINDS[self.name].default_size)

    @property
    def variant_sizes(self) -> dict[str, str]:
        """The usual size of each variant."""
        return {variant: str(game(self.name, None, variant).size) for variant in self.variants}


def _freecell_sizes() -> tuple[str, ...]:
    """All boards with a whole deck, and some with small ones."""
    whole = (
        f"{columns}x{cells}"
        for columns in range(MIN_COLUMNS, MAX_COLUMNS + 1)
        for cells in range(MAX_CELLS + 1)
    )
    return (*whole, "3x1x3", "4x1x4", "4x2x5", "5x2x6", "6x3x8", "7x3x10")


def _sliding_sizes() -> tuple[str, ...]:
    sides = range(sliding.MIN_SIDE, sliding.MAX_SIDE + 1)
    return tuple(f"{rows}x{columns}" for rows in sides for columns in sides)


MENUS: dict[str, Menu] = {
    menu.name: menu
    for menu in [
        Menu(
            "superpuzz",
            Title("Superpuzz", "スーパーパズ"),
            tuple(map(str, range(superpuzz.MIN_COLUMNS, superpuzz.MAX_COLUMNS + 1))),
            {"superpuzz": Title("Superpuzz", "スーパーパズ"), "montana": Title("Montana", "モンタナ")},
        ),
        Menu(
            "gaps",
            Title("Gaps", "ギャップス"),
            tuple(map(str, range(gaps.MIN_COLUMNS, gaps.MAX_COLUMNS + 1))),
        ),
        Menu(
            "freecell",
            Title("FreeCell", "フリーセル"),
            _freecell_sizes(),
            {
                "freecell": Title("FreeCell", "フリーセル"),
                "bakers-game": Title("Baker's Game", "ベイカーズゲーム"),
                "eight-off": Title("Eight Off", "エイトオフ"),
                "seahaven-towers": Title("Seahaven Towers", "シーヘイブンタワーズ"),
            },
            (
                Choice("metric", METRICS, METRICS[0]),
                Choice("building", BUILDINGS, None),
                Choice("empty-columns", EMPTIES, None),
            ),
            (f"ms:1..{LARGEST_MICROSOFT}", "own:1.."),
        ),
        Menu(
            "sliding",
            Title("Sliding puzzle", "スライディングパズル"),
            _sliding_sizes(),
            options=(Choice("goal", (sliding.BLANK_LAST, sliding.BLANK_FIRST), sliding.BLANK_LAST),),
            sources=("korf:1..100",),
        ),
    ]
}
