"""Models for the contents of a results store: surveys, deals and reports."""

from pydantic import Field

from yomikiri.web.models import Model, Setup


class Interval(Model):
    """The share of deals that can be won; undecided ones are neither dropped nor guessed."""

    least: float = Field(description="The share in the sample if all undecided deals are lost.")
    most: float = Field(description="The share in the sample if all undecided deals are won.")
    low: float = Field(description="The lower end of the 95 % interval of Wilson.")
    high: float = Field(description="The upper end.")
    text: str = Field(description="All this in one line.")


class SurveyBrief(Model):
    """A survey and how far it has come."""

    id: str
    title: str
    game: str
    size: str
    variant: str | None
    options: dict[str, str]
    deals: str = Field(description="The deals that it asks about, as ranges.")
    algorithm: str
    total: int
    done: int
    solved: int
    unsolvable: int
    undecided: int
    outcomes: dict[str, int]
    estimate: Interval


class Surveys(Model):
    """The surveys of the store."""

    store: bool = Field(description="Whether the server was given a store.")
    surveys: list[SurveyBrief]


class SpreadOut(Model):
    """Some numbers in brief."""

    count: int
    mean: float
    median: float
    high: float = Field(description="Nine of ten are no larger.")
    most: float


class Bin(Model):
    """A bar of a histogram."""

    least: int
    most: int
    count: int
    outcomes: dict[str, int]


class SurveyOut(SurveyBrief):
    """A survey with everything known about it as a whole."""

    text: str = Field(description="The report in words.")
    expanded: dict[str, SpreadOut] = Field(description="Positions expanded, by outcome.")
    lengths: SpreadOut | None = Field(description="Moves of the solutions.")
    proved_shortest: int
    winnable: SpreadOut | None = Field(description="Arrangements won of a deal that has several.")
    seconds: float
    versions: list[str]
    histograms: dict[str, list[Bin]] = Field(description="By measure: length and expanded.")


class DealOut(Model):
    """A deal and its outcome."""

    deal: str
    outcome: str
    length: int | None
    proved_shortest: bool
    expanded: int
    seconds: float
    setup: Setup = Field(description="What opens it on the board.")


class Deals(Model):
    """Some deals of a survey."""

    total: int = Field(description="How many there are in all.")
    offset: int
    deals: list[DealOut]


class ReportNames(Model):
    """The reports there are."""

    store: bool = Field(description="Whether the server was given a store.")
    reports: list[str]


class TableOut(Model):
    """A table of a report."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str | None


class FigureOut(Model):
    """A figure of a report."""

    name: str
    title: str
    caption: str


class ReportOut(Model):
    """A report."""

    name: str
    title: str
    text: str
    tables: list[TableOut]
    figures: list[FigureOut]
