"""Positions of every game are values: they print as boards, rebuild by ``repr``, and draw themselves."""

import copy
import pickle
import sys
import xml.etree.ElementTree as ET
from importlib import import_module
from typing import Any

import pytest

import yomikiri
from yomikiri import Deal, Game, Layout, Play, Sliding, Superpuzz, picture
from yomikiri.core.catalog import listed_deal
from yomikiri.core.registry import entries
from yomikiri.games.peg.rules import Peg
from yomikiri.games.sliding.position import Position as Tiles


def line_of(name: str) -> list[tuple[Game[Any, Any], Any]]:
    """Some positions of a game: a deal, and where its first moves lead."""
    entry = entries()[name]
    deal = listed_deal(name, entry.first_deal)
    assert deal is not None
    game, position = deal.game, next(iter(deal.positions.values()))
    found = [(game, position)]
    while len(found) < 6 and game.moves(position):
        position = game.play(position, game.moves(position)[-1])
        found.append((game, position))
    found.append((game, game.decode(game.encode(position))))
    found.append((game, game.parse_position(game.format_position(position))))
    return found


@pytest.mark.parametrize("name", list(entries()))
def test_positions_are_values(name: str) -> None:
    for game, position in line_of(name):
        assert str(position) == game.format_position(position)
        names = vars(yomikiri) | vars(import_module(type(position).__module__))
        rebuilt = eval(repr(position), names)
        assert rebuilt == position
        assert str(rebuilt) == str(position)
        assert hash(rebuilt) == hash(position)
        for other in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
            assert other == position
            assert (str(other), type(other)) == (str(position), type(position))


@pytest.mark.parametrize("name", list(entries()))
def test_positions_draw_themselves_as_the_page_does(name: str) -> None:
    for game, position in line_of(name)[:2]:
        drawn = ET.fromstring(position._repr_svg_())
        assert drawn.tag.endswith("svg")
        assert position._repr_svg_() == picture(game, position) == Play(game, position)._repr_svg_()
        assert len([each for each in drawn.iter() if each.tag.endswith("rect")]) > 4
        texts = {text for each in drawn.iter() if each.tag.endswith("text") for text in [each.text]}
        assert len(texts) > 1 or name == "peg"
        assert not [each for each in drawn.iter() if "animate" in each.tag]
    assert "<svg" in Deal.of(game, position, 1)._repr_svg_()


def test_a_layout_without_its_aces_is_drawn() -> None:
    layout = Layout.read("H2 .. D2 H3 / .. S2 S3 C2 / H4 .. D3 S4 / C3 C4 D4 ..")
    assert eval(repr(layout), vars(yomikiri)) == layout
    assert ET.fromstring(layout._repr_svg_()).tag.endswith("svg")


def test_plain_tuples_and_numbers_are_positions_too() -> None:
    game = Sliding(2, 3)
    plain = (1, 2, 3, 4, 0, 5)
    assert game.play(plain, 5) == (1, 2, 3, 4, 5, 0)
    assert game.position(plain) == plain
    assert hash(game.position(plain)) == hash(plain)
    assert str(game.position(plain)) == "1 2 3\n4 0 5"
    assert repr(game.position(plain)) == "Position.read('1 2 3 / 4 0 5')"
    peg = Peg("3x3", finish="any")
    dealt = peg.deal(1)
    assert peg.moves(int(dealt)) == peg.moves(dealt)
    assert f"{dealt:#x}" == hex(dealt)


def test_a_position_takes_no_more_memory_than_its_tuple() -> None:
    position = Sliding().deal(1)
    assert isinstance(position, Tiles)
    assert not hasattr(position, "__dict__")
    assert sys.getsizeof(position) <= sys.getsizeof(tuple(position)) + 16


def test_a_title_cannot_break_out_of_its_picture() -> None:
    game = Superpuzz(4)
    assert "<title>" in picture(game, game.deal(1))

    class Odd(Superpuzz):
        def format_position(self, position: Any) -> str:
            return "<script>&"

    assert "<script>" not in picture(Odd(4), game.deal(1))
