"""Game entries: the one object through which everything outside a game's folder knows the game.

An entry gives a game's name, its sizes, variants, options and deals, and the parts it brings along:
algorithms, heuristics, boards, analyses, tables.  The command line, surveys, JSON and the web form are built
from it.  Parts are named by import strings, ``"package.module:name"``, and loaded when first needed, so
listing the games is quick; a small game may give the functions themselves.

Only ``name``, ``summary``, ``game`` and ``default_size`` are required.  A game that gives nothing else gets
the reference algorithms, a text board on the terminal and in the browser, and surveys.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from yomikiri.core.dealing import MAX_DEAL, RANDOM_DEALS
from yomikiri.core.errors import BrokenGame, InputError, shown
from yomikiri.core.protocol import Game

Part = str | Callable[..., Any]
"""A part of a game: ``"package.module:name"``, or the object itself."""

SPLITS = {"test": "1-1000", "validation": "1001-2000", "training": "2001-"}
"""Which deals a data set keeps apart for what, unless a game says otherwise."""

Options = Mapping[str, str]
"""Options of the rules by name, as text."""


@dataclass(frozen=True)
class Title:
    """A name for people, in the languages of the web app."""

    en: str
    ja: str


@dataclass(frozen=True)
class Option:
    """A rule option, declared once for the command line, surveys, JSON and the web form."""

    name: str
    """The name, as in ``--name`` and in JSON."""
    help: str
    """One sentence; it starts with the game, because other games have other options."""
    values: tuple[str, ...] = ()
    """The possible values, if they can be listed."""
    metavar: str = ""
    """What to call the value if the values cannot be listed."""
    default: str | None = None
    """The default; None: determined by the variant or the size."""
    offered: bool = True
    """Whether a form offers it; it should not if the size says the same."""
    preferred: str | None = None
    """What the web app chooses by itself; None: the default."""

    @property
    def placeholder(self) -> str:
        """The placeholder for the value in help texts."""
        return self.metavar or "|".join(self.values)


@dataclass(frozen=True)
class Question:
    """A question of the game's own that ``yomikiri solve GAME DEAL --name`` answers instead of solving."""

    name: str
    """As in ``--name``."""
    help: str
    """One sentence; it begins with the game."""
    answer: Part
    """``(deal, limits, as_json)`` to the exit status, the answer written."""


@dataclass(frozen=True)
class Several:
    """What a game declares if its deals have several positions, its *arrangements*.

    Its ``deal`` and ``read`` return :class:`yomikiri.core.deal.Positions`.
    """

    names: tuple[str, ...]
    """The names of the arrangements, the usual one first."""
    parse: Part
    """Maps a name as typed to one of ``names``, or raises an InputError saying what is wrong."""
    option: Option
    """How to ask for one of them."""
    placed: str
    """What to say about a position that already is an arrangement."""
    shown_first: str | None = None
    """The arrangement used for the deal shown first; None: the usual one."""


@dataclass(frozen=True, eq=False)
class GameEntry:
    """What a game offers."""

    name: str
    """Used on the command line and in stored results: lower case, digits and hyphens."""
    summary: str
    """The rules in one line."""
    game: Part
    """The class of the game; its subclasses are this game, too."""
    default_size: int | str

    # -- for people ----------------------------------------------------------------------------
    title: Title | None = None
    """Its name for people; None: ``name``."""
    short_title: Title | None = None
    """A shorter name for a tab, if there is one."""
    sizes: str = ""
    """The sizes in words, such as ``columns, 2 to 13``."""
    size_unit: str = ""
    """The unit of a size, such as ``rows x columns``."""
    menu_sizes: tuple[str, ...] = ()
    """The sizes that a form offers; empty: only the usual one."""
    variants: Mapping[str, Title] = field(default_factory=dict)
    """The variants; the usual one, which has the game's own name, comes first."""
    options: tuple[Option, ...] = ()
    notations: tuple[str, ...] = ()
    """The names of the move notations, for help texts."""
    page: str | None = None
    """The documentation page with the rules."""
    examples: tuple[str, ...] = ()
    """Example commands for the help text, without the leading ``yomikiri``."""
    place: int = 100
    """Where the game comes in lists: smaller numbers first, then by name."""

    # -- deals ---------------------------------------------------------------------------------
    make: Part | None = None
    """``(size, variant, options)`` to the game; a size of None is the usual one, any other is text."""
    read: Part | None = None
    """``(text, size, variant, options)`` to the game whose size fits a position, and the position; the
    requested size matters only if the text leaves it open."""
    deal: Part | None = None
    """``(game, number)`` to a position, or to :class:`yomikiri.core.deal.Positions`."""
    most: int = MAX_DEAL
    """The largest deal number."""
    drawn: int = RANDOM_DEALS
    """The largest deal number that ``random`` draws."""
    several: Several | None = None
    """Set if a deal has several positions."""
    first_deal: str = "1"
    """The deal shown first: one that can be won."""
    reversible: bool = False
    """Whether every move can be taken back by another, so that nothing is ever thrown away."""
    text_has_size: bool = True
    """Whether the text of a position determines the size of its board."""
    sources: tuple[str, ...] = ()
    """Named deals, as ranges such as ``word:1..100``."""
    named: Part | None = None
    """``(game, "word:rest")`` to the game, which may be another one, and the position."""
    implied: Part | None = None
    """``(source)`` to the options and the ``size`` implied by a deal's name, unless others are given."""
    note: Part | None = None
    """``(game, text)`` to what a person should know about how a position was read, or None."""

    # -- search --------------------------------------------------------------------------------
    algorithms: Part | None = None
    """``(game, general)`` to the algorithms, the default first; ``general`` are those that every game has."""
    heuristics: Part | None = None
    """``(game)`` to admissible heuristics by name, the default first."""
    kernel: Part | None = None
    """``(space, heuristic)`` to the game in the kernel, a :class:`yomikiri.core.kernel_game.KernelGame`;
    None selects the usual heuristic."""
    symmetries: tuple[str, ...] = ("none",)
    """The symmetries under which positions can count as the same."""
    consistent: tuple[str, ...] = ()
    """The heuristics known to be consistent, by name or pattern (``pdb-*``): a move lowers none by more than
    it costs.  All heuristics that a game names are admissible."""
    space: Part | None = None
    """``(game, symmetry)`` to the space in which positions have keys."""
    partitioning: Part | None = None
    """``(game, position, states, symmetry, skip_lost, hash_seed)`` to a partitioning and the way back to
    moves; see :mod:`yomikiri.search.partitioning`."""
    skips_lost: bool = False
    """Whether a search in parts can skip positions that are proved lost."""
    shorten: Part | None = None
    """``(game, position, moves, limits)`` to a solution that is no longer than ``moves``."""
    quickest: Part | None = None
    """``(game)`` to the algorithm that finds some solution soonest; None is the default."""
    portable: Part | None = None
    """``(game, position, limits, cancel)`` to some solution, with the same counts in every build of the
    kernel; None: :func:`yomikiri.search.solution.some_solution` has them."""
    within: Part | None = None
    """``(game, position, most, limits)`` to whether some solution has at most so many moves, None at a limit,
    and the positions expanded; for games that can tell with less work than a shortest solution takes."""
    certificates: Part | None = None
    """What proofs in files may rely on besides the rules: an object like
    :class:`yomikiri.certificates.reasoning.Reasoning`, which serves games that have none."""
    tables: Part | None = None
    """The tables that searches use: an object like :class:`yomikiri.bounds.tables.Tables`."""
    agent: Part | None = None
    """``(game)`` to its actions and observations, a :class:`yomikiri.core.agent_view.AgentView`; none: moves
    are numbered as they are listed."""

    # -- data sets -----------------------------------------------------------------------------
    label: str = "shortest"
    """What positions are labelled with unless asked otherwise: ``shortest``, the moves to go, or ``winnable``
    where those cannot be proved at full size."""
    splits: Mapping[str, str] = field(default_factory=lambda: dict(SPLITS))
    """The deals of each split of a data set by number, ``1-1000`` or ``2001-``; none is in two of them."""

    learner: Part | None = None
    """How a score to search by is learned: an object like :class:`yomikiri.learning.Learner`."""

    # -- boards --------------------------------------------------------------------------------
    analysis: Part | None = None
    """``(game, position)`` to :class:`yomikiri.core.analysis.Analysis`."""
    terminal_board: Part | None = None
    """``(game, position, before, symbols)`` to lines of words; see :mod:`yomikiri.core.board`."""
    web_board: Part | None = None
    """An object with the functions of :class:`yomikiri.core.board.WebBoard`."""
    rules_line: Part | None = None
    """``(game)`` to the rules in one line, as a :class:`Title`; None: the summary."""
    guide: Part | None = None
    """``(game)`` to a :class:`yomikiri.core.guide.Guide`; None: the rules in one line."""
    web_analysis: Part | None = None
    """``(game, position)`` to what the page shows, a JSON object with ``kind`` and ``text``."""
    browser_module: str | None = None
    """The module that plays it in a browser, ``native/wasm/NAME.cpp``; None: only a server can."""
    commands: Part | None = None
    """A named Typer application with the game's own commands."""
    questions: tuple[Question, ...] = ()
    """Flags of ``yomikiri solve`` that ask something else."""
    schemas: str = ""
    """The package whose folder ``schemas`` has the JSON Schemas of the game's own commands and questions."""

    @cached_property
    def heading(self) -> Title:
        """The name for people."""
        return self.title or Title(self.name, self.name)

    def rules_in_a_line(self, game: Game[Any, Any]) -> Title:
        """The rules as a player needs them, in the languages of the web app."""
        own = self.part("rules_line")
        found: Title = Title(self.summary, self.summary) if own is None else own(game)
        return found

    @cached_property
    def _loaded(self) -> dict[str, Any]:
        return {}

    def part(self, name: str) -> Any:
        """The part of that name, loaded; None if the game does not have it."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name, getattr(self, name))
        return self._loaded[name]

    def _load(self, name: str, part: Part | None) -> Any:
        if not isinstance(part, str):
            return part
        module, _, attribute = part.partition(":")
        try:
            return getattr(import_module(module), attribute)
        except Exception as error:
            raise BrokenGame(
                f"the game '{self.name}' is broken: its {name} '{part}' cannot be loaded: "
                f"{type(error).__name__}: {error}"
            ) from error

    def made(self, size: str | None, variant: str | None, options: Options) -> Game[Any, Any]:
        """The game with this size, variant and options, given as text or left at the defaults."""
        make = self.part("make")
        if make is not None:
            found: Game[Any, Any] = make(size, variant, options)
            return found
        if size is not None and size != str(self.default_size):
            raise InputError(
                f"size '{shown(size)}' is not a size of {self.name}: expected {self.default_size}"
            )
        usual: Game[Any, Any] = self.part("game")()
        return usual

    def position(
        self, text: str, size: str | None, variant: str | None, options: Options
    ) -> tuple[Game[Any, Any], Any]:
        """The game whose size fits a position given as text, and the position or positions."""
        read = self.part("read")
        if read is not None:
            found: tuple[Game[Any, Any], Any] = read(text, size, variant, options)
            return found
        game = self.made(size, variant, options)
        return game, game.parse_position(text)

    def arrangement(self, text: str) -> str:
        """The name of the arrangement that a person typed."""
        if self.several is None:
            raise InputError(f"{self.name} has no arrangements")
        parse = self._load("arrangement", self.several.parse)
        found: str = parse(text)
        return found

    def answer_of(self, question: Question) -> Any:
        """The function that answers a question."""
        return self._load(question.name, question.answer)

    def dealt(self, game: Game[Any, Any], number: int) -> Any:
        """The position or positions of a numbered deal."""
        deal = self.part("deal")
        return game.deal(number) if deal is None else deal(game, number)
