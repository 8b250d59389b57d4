"""The fixed list of questions that the WebAssembly build is compared on with the kernel beside Python."""

from typing import Any

Setup = dict[str, Any]


def _deals(numbers: range, **rules: Any) -> list[Setup]:
    return [{**rules, "deal": str(number)} for number in numbers]


OPENED: list[Setup] = [
    *_deals(range(1, 4), game="superpuzz"),
    *_deals(range(1, 4), game="superpuzz", size="5", variant="montana"),
    *_deals(range(1, 3), game="superpuzz", size="2"),
    *_deals(range(1, 3), game="gaps"),
    {"game": "gaps", "deal": "7", "size": "6", "arrangement": "scdh"},
    *_deals(range(1, 4), game="freecell"),
    *_deals(range(1, 3), game="freecell", options={"metric": "supermove"}),
    {"game": "freecell", "deal": "11982"},
    {"game": "freecell", "deal": "2147483648"},
    {"game": "freecell", "deal": "4294967296"},
    {"game": "freecell", "deal": "8589934591"},
    {"game": "freecell", "deal": "own:5"},
    {"game": "freecell", "deal": "ms:617", "variant": "eight-off"},
    {"game": "freecell", "deal": "3", "variant": "seahaven-towers"},
    {"game": "freecell", "deal": "3", "variant": "bakers-game", "options": {"empty-columns": "kings"}},
    {"game": "freecell", "deal": "9", "size": "4x2x5", "options": {"building": "suit"}},
    {"game": "freecell", "deal": "9", "options": {"columns": "10", "cells": "8"}},
    *_deals(range(1, 4), game="sliding"),
    *_deals(range(1, 3), game="sliding", size="3x5", options={"goal": "blank-first"}),
    {"game": "sliding", "deal": "2", "size": "3x3", "options": {"goal": "1 2 3 / 8 0 4 / 7 6 5"}},
    *_deals(range(1, 3), game="peg"),
    {"game": "peg", "deal": "40", "size": "european", "options": {"finish": "any"}},
    {"game": "peg", "deal": "50", "options": {"metric": "moves", "finish": "d1"}},
    {"game": "peg", "deal": "31", "size": "5x6", "options": {"metric": "moves"}},
    *_deals(range(1, 3), game="black-hole"),
    *_deals(range(1, 3), game="black-hole", size="5"),
    {"game": "black-hole", "deal": "own:12"},
    {"game": "superpuzz", "deal": "9223372036854775807", "size": "4"},
]
"""Starts that are opened and played on from."""

POSITIONS: list[Setup] = [
    {"game": "superpuzz", "position": "HA H2 .. / DA D2 .. / SA .. S2 / CA C2 .."},
    {"game": "superpuzz", "position": "HA H2 H3 / DA D2 D3 / SA S3 S2 / CA C2 C3", "size": "3"},
    {"game": "superpuzz", "variant": "montana", "position": "H2 H3 HA\nD2 D3 DA\nS2 SA S3\nC2 C3 CA"},
    {"game": "gaps", "position": "HA 2H .. / DA D2 .. / SA .. S2 / CA C2 .."},
    {"game": "gaps", "position": "H2 .. H3 / D3 .. D2 / S3 .. S2 / C2 C3 ..", "arrangement": "CSDH"},
    {"game": "freecell", "size": "3x1x2", "position": "2H AH\nAC 2C 2D\nAS AD 2S"},
    {"game": "freecell", "size": "3x1x2", "position": "Founds: H-A\nFC: 2H\n: AC 2C 2D\n: AS AD 2S\n:"},
    {"game": "freecell", "size": "4x2x3", "position": "3H 3C 3D 3S\n2H 2C 2D 2S\nAH AC AD AS"},
    {"game": "sliding", "position": "1 2 3 4 5 6 8 7 _"},
    {"game": "sliding", "position": "1,2,3\n4,5,6\n7,0,8"},
    {"game": "sliding", "position": "1 2 3 4 0 5", "size": "3x2"},
    {"game": "peg", "position": "o o o / o . o / o o o"},
    {"game": "peg", "position": "...o.........................o..."},
    {"game": "black-hole", "size": "3", "position": "Hole: 2S\n3H AH\n2H 3D\nAD 2D 3S\n-"},
]
"""Positions that are given as text."""

REFUSED: list[Setup] = [
    {"game": "superpuzz", "size": "14", "deal": "1"},
    {"game": "superpuzz", "deal": "0"},
    {"game": "superpuzz", "deal": "9223372036854775808"},
    {"game": "superpuzz", "deal": "first"},
    {"game": "superpuzz", "position": ""},
    {"game": "superpuzz", "position": "# nothing"},
    {"game": "superpuzz", "position": "HA H2\nDA D2"},
    {"game": "superpuzz", "position": "HA H2 .. / DA D2 .. / SA .. S2 / CA C9 .."},
    {"game": "superpuzz", "position": "HA H2 .. / DA D2 .. / SA .. S2 / CA X2 .."},
    {"game": "superpuzz", "position": "HA H2 .. / DA D2 .. / SA .. S2 / CA .. .."},
    {"game": "superpuzz", "position": "HA H2 .. / DA D2 .. / SA .. S2 / CA HA .."},
    {"game": "gaps", "deal": "1", "arrangement": "HHSC"},
    {"game": "gaps", "position": "H2 .. H3 / D3 .. D2 / S3 .. S2 / C2 C4 .."},
    {"game": "freecell", "deal": "8589934592"},
    {"game": "freecell", "deal": "own:0"},
    {"game": "freecell", "deal": "korf:3"},
    {"game": "freecell", "size": "8", "deal": "1"},
    {"game": "freecell", "size": "11x4", "deal": "1"},
    {"game": "freecell", "deal": "1", "options": {"metric": "double"}},
    {"game": "freecell", "size": "4x2x3", "deal": "ms:3"},
    {"game": "freecell", "size": "3x1x2", "position": "2H AH\nAC 2C 2D\nAS AD"},
    {"game": "freecell", "size": "3x1x2", "position": "2H AH\nAC 2C 2D\nAS AD 2S 3S"},
    {"game": "freecell", "size": "3x1x2", "position": "2H AH\nAC 2C 2D\nAS AD 2S AS"},
    {"game": "freecell", "size": "3x1x2", "position": "2H AH\nAC 2C 2D\nAS AD ZZ"},
    {"game": "freecell", "size": "3x1x2", "position": "Founds: H-A\nFC: AH\n: 2H"},
    {"game": "freecell", "size": "3x1x2", "position": "Cards: 2H AH"},
    {"game": "freecell", "size": "3x1x2", "position": "2H      AH\nAC 2C 2D\nAS AD 2S"},
    {"game": "sliding", "position": "1 2 3 4 5"},
    {"game": "sliding", "position": "1 2 3 / 4 5 6 / 7 8 8"},
    {"game": "sliding", "position": "1 2 3 / 4 5 6 / 7 8 9"},
    {"game": "sliding", "size": "6x6", "deal": "1"},
    {"game": "peg", "size": "7x7", "deal": "1"},
    {"game": "peg", "position": "o o / o o"},
    {"game": "peg", "position": "o o o / o x o / o o o"},
    {"game": "black-hole", "size": "4", "deal": "1"},
    {"game": "black-hole", "size": "3", "position": "3H AH\n2H 3D\nAD 2D 3S\n-"},
    {"game": "black-hole", "size": "3", "position": "3H AH\n2H 3D\nAD 2D 3S"},
]
"""What is wrong with them is said in the same words."""

SOLVED: list[Setup] = [
    *_deals(range(1, 41), game="superpuzz", size="6"),
    *_deals(range(1, 31), game="superpuzz", size="8"),
    *_deals(range(1, 4), game="superpuzz"),
    *_deals(range(1, 21), game="gaps", size="8"),
    *_deals(range(1, 31), game="freecell"),
    *_deals(range(1, 16), game="freecell", options={"metric": "supermove"}),
    *_deals(range(1, 16), game="freecell", size="5x2x6"),
    *_deals(range(1, 6), game="freecell", variant="eight-off"),
    *_deals(range(1, 31), game="sliding", size="3x3"),
    *_deals(range(1, 6), game="sliding", size="2x5", options={"goal": "blank-first"}),
    *_deals(range(1, 3), game="peg"),
    *_deals(range(40, 50), game="peg", size="5x5"),
    *_deals(range(1, 11), game="black-hole", size="7"),
    *_deals(range(1, 4), game="black-hole"),
]
"""Starts of which a solution, or that there is none, is found quickly."""

SHORTEST: list[Setup] = [
    *_deals(range(1, 11), game="superpuzz", size="5"),
    *_deals(range(1, 6), game="superpuzz", size="7"),
    *_deals(range(1, 6), game="gaps", size="6"),
    *_deals(range(1, 9), game="freecell", size="4x2x5"),
    *_deals(range(1, 5), game="freecell", size="4x1x4", options={"metric": "supermove"}),
    *_deals(range(38, 44), game="peg", size="4x4", options={"metric": "moves"}),
]

MANY: list[Setup] = [
    *_deals(range(41, 161), game="superpuzz", size="7"),
    *_deals(range(4, 24), game="superpuzz"),
    *_deals(range(1, 41), game="gaps", size="10"),
    *_deals(range(31, 181), game="freecell"),
    *_deals(range(1, 41), game="freecell", variant="bakers-game"),
    *_deals(range(1, 41), game="sliding", size="3x4"),
    *_deals(range(1, 11), game="sliding"),
    *_deals(range(60, 90), game="peg", size="english"),
    *_deals(range(11, 61), game="black-hole"),
]
"""More of the same, for the long run."""
