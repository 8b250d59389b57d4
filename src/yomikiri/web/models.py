"""Models: what requests may contain and what answers look like; the OpenAPI document comes from them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from yomikiri.core.registry import entries
from yomikiri.web.settings import MAX_MOVE_CHARACTERS, MAX_MOVES, MAX_POSITION_CHARACTERS

Word = Annotated[str, StringConstraints(max_length=64)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_MOVE_CHARACTERS)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Model(BaseModel):
    """Input is taken literally, and extra fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Rules(Model):
    """A game, without a deal of it."""

    game: Word = Field(
        description="The name of a game, as in the list of games.", examples=[next(iter(entries()))]
    )
    size: Word | None = Field(None, description="Its size; null is the usual one.", examples=["6"])
    variant: Word | None = Field(None, description="Its variant; null is the usual one.", examples=[None])
    options: dict[Word, Annotated[str, StringConstraints(max_length=200)]] = Field(
        default_factory=dict,
        max_length=8,
        description="Options of the rules by name, as text.",
        examples=[{}],
    )


class Setup(Rules):
    """What names a start position: a deal, or the position itself."""

    deal: Word | None = Field(None, description="A deal by number, such as 12, or by name.", examples=["12"])
    position: Annotated[str, StringConstraints(max_length=MAX_POSITION_CHARACTERS)] | None = Field(
        None, description="A position instead of a deal, in text or JSON as files have it.", examples=[None]
    )
    arrangement: Word | None = Field(
        None, description="Which position of a deal that has several; null is the first.", examples=[None]
    )


class Line(Model):
    """A line of play: where it starts, and the moves."""

    setup: Setup
    moves: list[MoveText] = Field(
        default_factory=list, max_length=MAX_MOVES, description="Moves in the game's notation.", examples=[[]]
    )


class Export(Line):
    """A line of play and the wanted format."""

    format: Literal["text", "json", "svg", "gif", "certificate"] = Field(
        description="Text, JSON, or moving pictures; or the certificate of the position at the end of the "
        "line: that it cannot be won, or that a solution is the shortest.",
        examples=["text"],
    )


class Title(Model):
    """A name for people."""

    en: str = Field(description="In English.")
    ja: str = Field(description="In Japanese.")


class Option(Model):
    """A rule option."""

    name: str = Field(description="Its name.")
    values: list[str] = Field(description="What it can be.")
    default: str | None = Field(description="What it is unless given; null: as the variant has it.")
    preferred: str | None = Field(description="What a form chooses at first; null: the default.")


class GameEntry(Model):
    """A game and its choices."""

    name: str = Field(description="Its name in requests.")
    title: Title = Field(description="Its name for people.")
    summary: str = Field(description="The rules in one line.")
    sizes: list[str] = Field(description="Sizes to offer.")
    size_unit: str = Field(description="The unit of a size that is a number, such as columns.")
    default_size: str = Field(description="The usual size.")
    variants: list[str] = Field(description="Variants, the usual one first.")
    variant_titles: dict[str, Title] = Field(description="The variants' names for people.")
    variant_sizes: dict[str, str] = Field(description="The usual size of each variant.")
    options: list[Option] = Field(description="Options of the rules.")
    largest_deal: int = Field(description="The largest deal number to offer; JavaScript can hold it.")
    sources: list[str] = Field(description="Deals that have names, as ranges.")
    arrangements: list[str] = Field(description="The arrangements of a deal that has several, or none.")
    short_title: Title = Field(description="Its name on a tab.")
    first_deal: str = Field(description="A deal to show first, which can be won.")
    first_arrangement: str | None = Field(description="The arrangement of it to show; null is the first.")
    text_has_size: bool = Field(description="Whether a position as text tells the size of its board.")
    reversible: bool = Field(
        description="Whether every move can be taken back by another: no move throws the win away."
    )
    own_analysis: bool = Field(
        description="Whether what can be said of a position is of the kind of its board; otherwise text."
    )


class Games(Model):
    """The games there are."""

    games: list[GameEntry]


class MoveOut(Model):
    """A move, as a board shows it."""

    text: str = Field(description="In the game's notation.")
    cards: list[str | int] = Field(description="The cards, the lowest lying first, or the tile.")
    source: str = Field(alias="from", description="The place that it leaves.")
    to: str = Field(description="The place that it goes to.")
    by_itself: Literal["safe", "home"] | None = Field(
        None,
        description="Whether the page may play it unasked: safe if it can never do harm, home if some like "
        "it all the same.",
    )


class RowsBoard(Model):
    """A board of four rows of cards with holes."""

    kind: Literal["rows"]
    columns: int
    rows: list[list[str | None]] = Field(description="Four rows of cards; null is a hole.")


class CardsBoard(Model):
    """A board of columns, cells and homes."""

    kind: Literal["cards"]
    home: dict[str, int] = Field(description="The highest rank that is home, by suit.")
    cells: list[str | None]
    columns: list[list[str]] = Field(description="Each from the bottom to the top.")
    most_rank: int = Field(description="The rank of the kings.")


class TilesBoard(Model):
    """A board of tiles and a blank."""

    kind: Literal["tiles"]
    rows: int
    columns: int
    tiles: list[int] = Field(description="In reading order; 0 is the blank.")
    goal: list[int] = Field(description="The tiles as they have to stand.")


class TextBoard(Model):
    """A board of a game that has no picture of its own."""

    kind: Literal["text"]
    lines: list[str] = Field(description="The position as text, line by line.")


Board = RowsBoard | CardsBoard | TilesBoard | TextBoard


class State(Model):
    """The state at the end of a line of play."""

    setup: Setup = Field(description="The setup with everything filled in.")
    title: str = Field(description="The game and the deal, for people.")
    moves: list[str] = Field(description="The moves in the game's own notation.")
    board: Board
    legal: list[MoveOut] = Field(description="Every legal move.")
    won: bool
    stuck: bool = Field(description="Whether no move is left and the game is not won.")
    text: str = Field(description="The position as text.")
    why_lost: str | None = Field(description="Why it cannot be won, if that needs no search.")
    home: dict[str, str] = Field(description="For a card: the move that a double click makes.")
    held_back: dict[str, Title] = Field(
        description="For a card that cannot be picked up: why, if it is told."
    )
    rules: Title = Field(description="The rules in one line.")


class GuideOut(Model):
    """What a newcomer should know."""

    goal: Board | None = Field(description="A position that is won; null if the game shows none.")
    lines: list[Title] = Field(description="The rules in a few lines.")


class LineOut(Model):
    """A whole line of play, for playback."""

    setup: Setup
    title: str
    states: list[Board] = Field(description="The boards before the first move and after each.")
    moves: list[MoveOut]
    notations: dict[str, list[str]] = Field(description="The moves in every notation of the game.")
    won: bool = Field(description="Whether the last position is won.")


class RowsAnalysis(Model):
    """What can be said about a board of rows without searching."""

    kind: Literal["rows"]
    reversible: list[str] = Field(description="Cards that can move and be brought back.")
    reversible_holes: list[str] = Field(description="The places of the holes that take part in that.")
    dead: list[str] = Field(
        description="Cards that can never again stand in their column in their ace's row."
    )
    dead_note: str = Field(description="What exactly that means.")
    lost: bool = Field(description="Whether relaxed reachability proves the position lost.")
    component: str = Field(description="How many positions lead to one another and to this one.")
    klass: list[int] = Field(description="Aces and holes in column 1.")
    text: str = Field(description="All this in one line.")


class Cycle(Model):
    """Cards that wait for one another."""

    cards: list[str] = Field(description="Each has to move before the next can go home.")


class CardsAnalysis(Model):
    """What can be said about a board of columns and cells without searching."""

    kind: Literal["cards"]
    cycles: list[Cycle] = Field(description="Deadlock cycles with no card in common.")
    blocked: list[str] = Field(description="Cards that lie on a lower card of their own suit.")
    bound: int = Field(description="No solution is shorter than this.")
    bounds: dict[str, int] = Field(description="The lower bounds by name.")
    text: str = Field(description="All this in one line.")


class TilesAnalysis(Model):
    """What can be said about a board of tiles without searching: lower bounds."""

    kind: Literal["tiles"]
    manhattan: int
    linear_conflict: int
    walking_distance: int | None = Field(description="Null for boards that are too large for its table.")
    text: str = Field(description="All this in one line.")


class TextAnalysis(Model):
    """What can be said about any game without searching: lower bounds."""

    kind: Literal["text"]
    bounds: dict[str, int] = Field(description="The lower bounds by name.")
    text: str = Field(description="All this in one line.")


Analysis = RowsAnalysis | CardsAnalysis | TilesAnalysis | TextAnalysis


class Problem(Model):
    """Why a request was not answered."""

    error: str = Field(description="A sentence for people.")
    detail: Any = Field(None, description="Where in the request, if that is known.")


class ListedDeal(Model):
    """A deal of a list, written out."""

    position: str
    options: dict[str, str] = Field(description="The options that it implies.")


class Shelf(Games):
    """What a browser has to know to play by itself."""

    drawn: dict[str, int] = Field(description="By game the largest number of a random deal.")
    modules: dict[str, str] = Field(
        description="By game the WebAssembly module that plays it, /static/kernel/NAME.wasm, if there is one."
    )
    listed: dict[str, dict[str, ListedDeal]] = Field(description="By game and name the deals of short lists.")
    version: str


class Health(Model):
    """The server's health."""

    status: Literal["ok"]
    version: str
    workers: int = Field(description="Processes that search.")
    running: int = Field(description="Searches that run.")
    waiting: int = Field(description="Searches that wait.")


class Ask(Line):
    """A question to the solver, on the socket."""

    type: Literal["ask"]
    id: Word
    what: Literal["win", "solve", "shortest", "hint", "winnable", "daily"]
    seconds: Seconds | None = None
    memory: Annotated[int, Field(ge=0)] | None = None
    algorithm: Word | None = None
    within: Word | None = Field(
        None, description="Of shortest: how much longer a solution may be, such as 5% or 3."
    )


class Cancellation(Model):
    """Cancels a question, on the socket."""

    type: Literal["cancel"]
    id: Word
