"""Entries: whatever they offer is accepted, and what cannot be loaded is left out with a warning."""

import pytest

from yomikiri.core import registry
from yomikiri.core.entry import GameEntry, Option
from yomikiri.core.errors import BrokenGame, GameWarning
from yomikiri.core.registry import entries, entry_of
from yomikiri.games import FreeCell, Gaps, Sliding, Superpuzz, game, listed_deal
from yomikiri.games.freecell import rules as freecell
from yomikiri.games.gaps.rules import ARRANGEMENTS
from yomikiri.search import algorithms, heuristics

ALL = pytest.mark.parametrize("entry", entries().values(), ids=lambda entry: entry.name)


@ALL
def test_everything_on_a_menu_can_be_played(entry: GameEntry) -> None:
    sizes = entry.menu_sizes
    assert str(entry.default_size) in sizes
    for size in sizes:
        rules = game(entry.name, size)
        assert str(rules.size) == size
        rules.check(rules.deal(1))
    for variant in entry.variants:
        assert str(game(entry.name, None, variant).size) in sizes
    for option in entry.options:
        for value in option.values:
            game(entry.name, None, None, {option.name: value})
        for value in (option.default, option.preferred):
            assert value is None or value in option.values
        if option.default is not None:
            assert game(entry.name, None, None, {option.name: option.default}) == game(entry.name)


@ALL
def test_deals_with_names_are_there(entry: GameEntry) -> None:
    assert listed_deal(entry.name, entry.first_deal) is not None
    for source in entry.sources:
        first, _, last = source.partition("..")
        assert listed_deal(entry.name, first) is not None
        if last:
            assert listed_deal(entry.name, first.split(":")[0] + ":" + last) is not None


@ALL
def test_titles_are_in_two_languages(entry: GameEntry) -> None:
    for title in (entry.heading, *entry.variants.values(), entry.rules_in_a_line(game(entry.name))):
        assert title.en.isascii()
        assert not title.ja.isascii()


@ALL
def test_every_part_can_be_loaded(entry: GameEntry) -> None:
    made = game(entry.name)
    assert entry_of(made) is entry
    assert entry.part("game") is type(made)
    for name, part in vars(entry).items():
        if isinstance(part, str) and part.startswith("yomikiri.") and ":" in part:
            assert entry.part(name) is not None
    assert all(callable(entry.answer_of(question)) for question in entry.questions)
    assert algorithms(made)
    assert heuristics(made)


@ALL
def test_notations_are_those_of_the_game(entry: GameEntry) -> None:
    # The full size may have fewer: swaps need names for the holes.
    known = {name for size in entry.menu_sizes for name in game(entry.name, size).notations}
    assert set(entry.notations) <= known


def test_what_entries_repeat_is_what_the_rules_say() -> None:
    declared = {option.name: option.values for option in entries()["freecell"].options}
    assert declared["metric"] == freecell.METRICS
    assert declared["building"] == freecell.BUILDINGS
    assert declared["empty-columns"] == freecell.EMPTIES
    assert tuple(entries()["freecell"].variants) == tuple(freecell.PRESETS)
    several = entries()["gaps"].several
    assert several is not None
    assert several.names == ARRANGEMENTS
    assert several.shown_first in ARRANGEMENTS


def test_a_class_that_derives_from_a_game_is_that_game() -> None:
    class Mine(Superpuzz):
        name = "mine"

    assert entry_of(Mine(5)).name == "superpuzz"
    found = [entry_of(each).name for each in (Superpuzz(), Gaps(), FreeCell(), Sliding())]
    assert found == ["superpuzz", "gaps", "freecell", "sliding"]


GOOD = GameEntry("good", "a game", Superpuzz, 13)
CLASH = GameEntry("montana", "a name that is taken", Superpuzz, 13)
ODD = GameEntry("Odd Name", "a name that cannot be typed", Superpuzz, 13)
GREEDY = GameEntry("greedy", "", Superpuzz, 13, options=(Option("threads", "taken"),))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("no_such_module:ENTRY", "ModuleNotFoundError"),
        ("test_entries:NOTHING", "AttributeError"),
        ("test_entries:ALL", "expected GameEntry"),
        ("test_entries:CLASH", "there is a game 'montana' already"),
        ("test_entries:ODD", "'Odd Name' is not in lower case"),
        ("test_entries:GREEDY", "'threads' cannot have that name"),
    ],
)
def test_what_is_no_game_is_left_out_with_a_warning(
    value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = registry.entry_points(group=registry.GROUP)
    bad = registry.EntryPoint("bad", value)
    good = registry.EntryPoint("good", "test_entries:GOOD")
    monkeypatch.setattr(registry, "entry_points", lambda group: [*ours, bad, good])
    with pytest.warns(GameWarning) as told:
        found = registry.entries.__wrapped__()
    assert list(found) == [*entries(), "good"]
    (message,) = [str(warning.message) for warning in told]
    assert message.startswith("the game 'bad' is left out: ")
    assert said in message
    assert "\n" not in message


def test_a_part_that_can_not_be_loaded_says_whose_it_is() -> None:
    broken = GameEntry("broken", "", Superpuzz, 13, algorithms="no_such_module:algorithms")
    with pytest.raises(BrokenGame, match="the game 'broken' is broken: its algorithms 'no_such"):
        broken.part("algorithms")
