"""A table in the browser, in the words of a player; and deals that the tests play."""

import json
import re
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlparse
from urllib.request import urlopen

import pytest

from yomikiri import solve
from yomikiri.games import listed_deal
from yomikiri.search import Outcome

EASY: dict[str, dict[str, str]] = {
    "superpuzz": {"game": "superpuzz", "size": "5", "deal": "9"},
    "gaps": {"game": "gaps", "size": "5", "deal": "4"},
    "freecell": {"game": "freecell", "deal": "617"},
    "sliding": {"game": "sliding", "size": "3x3", "deal": "1"},
}
"""A deal of each game that is solved in a moment."""

OFTEN = ("superpuzz", "freecell")
"""What tests of every game do by default; of the others they are slow."""

HARD = {"game": "superpuzz", "size": "13", "deal": "25"}
"""A deal that keeps a search busy for minutes."""

STORE = "import('/static/js/store.js')"
SHOWS = """((link) => store.setup.game === (link.game ?? store.setup.game)
  && store.setup.deal === (link.deal ?? store.setup.deal)
  && store.moves.join() === (link.moves ?? ""))(LINK)"""
"""Whether the table shows what a link names."""

ARROWS = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}


@cache
def thrown_away() -> tuple[dict[str, str], str]:
    """A small deal that can be won, and a move that loses it in a way that only a search can tell."""
    for number in range(1, 100):
        setup = {"game": "superpuzz", "size": "5", "deal": str(number)}
        deal = listed_deal("superpuzz", str(number), "5", None, {})
        assert deal is not None
        game, position = deal.game, deal.position
        if solve(game, position).outcome is not Outcome.SOLVED:
            continue
        for move in game.moves(position):
            after = game.play(position, move)
            lost = solve(game, after)
            if (
                lost.outcome is Outcome.UNSOLVABLE
                and lost.expanded > 50
                and game.why_unsolvable(after) is None
            ):
                return setup, game.format_move(position, move)
    raise AssertionError("no deal can be thrown away")


@cache
def solution(game: str, size: str, deal: str) -> tuple[str, ...]:
    """A shortest solution, in the game's notation."""
    found = listed_deal(game, deal, size, None, {})
    assert found is not None
    moves = solve(found.game, found.position, shortest=True).moves
    assert moves is not None
    position, texts = found.position, []
    for move in moves:
        texts.append(found.game.format_move(position, move))
        position = found.game.play(position, move)
    return tuple(texts)


class Table:
    """One tab."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.may_complain: list[str] = []
        """Parts of complaints that this test provokes."""
        self.bundled = False
        """Whether the page is that of the site, whose modules are in one file."""

    def module(self, path: str) -> str:
        """A module of the page, as a promise in JavaScript."""
        if self.bundled:
            return f"import('/static/js/app.js').then(({{ $ }}) => $['{path}'])"
        return f"import('/static/js/{path}')"

    # -- opening -----------------------------------------------------------------------------------

    def open(self, setup: dict[str, str] | None = None, moves: Sequence[str] = (), **more: str) -> "Table":
        words = {**(setup or {}), **more}
        if moves:
            words["moves"] = ",".join(moves)
        return self.visit(f"{self.address}/#{urlencode(words)}" if words else f"{self.address}/")

    def visit(self, address: str) -> "Table":
        """Follow a link to a game; a page that is there already loads nothing for it."""
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")
        link = dict(parse_qsl(urlparse(address).fragment))
        shows = f"{self.module('store.js')}.then(({{store}}) => {SHOWS})"
        self.wait(shows.replace("LINK", json.dumps(link)))
        return self

    # -- looking -----------------------------------------------------------------------------------

    def find(self, selector: str) -> Any:
        return self.page.locator(selector)

    def card(self, name: str) -> Any:
        return self.find(f'#board-area [data-card="{name}"]')

    def place(self, name: str) -> Any:
        return self.find(f'#board-area [data-place="{name}"]')

    def at(self, card: str) -> str:
        """The place where a card lies."""
        return str(self.card(card).get_attribute("data-at"))

    @property
    def move_count(self) -> int:
        return int(self.find("#move-count").inner_text())

    def wait_moves(self, count: int) -> None:
        self.wait(f"document.getElementById('move-count').textContent === '{count}'")

    def wait(self, condition: str, seconds: float = 60) -> None:
        """Wait until an expression in JavaScript is true; the page's policy forbids it to look by itself."""
        ends = time.monotonic() + seconds
        while not self.page.evaluate(f"Promise.resolve({condition}).then(Boolean)"):
            assert time.monotonic() < ends, f"not within {seconds} s: {condition}"
            self.page.wait_for_timeout(40)

    def wait_at(self, card: str, place: str) -> None:
        self.page.wait_for_selector(f'#board-area [data-card="{card}"][data-at="{place}"]')

    def legal(self) -> list[dict[str, Any]]:
        """The legal moves, as the page has them."""
        return list(self.page.evaluate(f"{self.module('store.js')}.then(({{store}}) => store.state.legal)"))

    def legal_move(self, text: str | None = None) -> dict[str, Any]:
        return next(move for move in self.legal() if text in (None, move["text"]))

    @property
    def hash(self) -> str:
        return str(self.page.evaluate("window.location.hash"))

    def verdict(self, *wanted: str) -> str:
        """Wait for a verdict; its words."""
        choice = ",".join(f'#verdict[data-verdict="{one}"]' for one in wanted or ("won", "lost", "solved"))
        self.page.wait_for_selector(choice)
        return str(self.find(".verdict-words").inner_text())

    # -- doing -------------------------------------------------------------------------------------

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def click_target(self, place: str) -> None:
        """Click where the light of a legal target is."""
        self.page.wait_for_selector(f'[data-target="{place}"]')
        self.page.mouse.click(*self.centre(f'[data-target="{place}"]'))

    def centre(self, selector: str) -> tuple[float, float]:
        box = self.find(selector).first.bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, card: str, selector: str) -> None:
        """Take a card with the mouse and let it go over something."""
        x, y = self.centre(f'#board-area [data-card="{card}"]')
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 8, steps=3)
        to_x, to_y = self.centre(selector)
        self.page.mouse.move(to_x, to_y, steps=6)
        self.page.mouse.up()

    def set(self, name: str, value: str) -> None:
        """Choose a setting."""
        choose = f"{self.module('game/settings.js')}.then(it => it.choose"
        self.page.evaluate(f"{choose}('{name}', '{value}'))")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focused(self) -> dict[str, str]:
        """What has the focus: the data of its element, and its id."""
        return dict(
            self.page.evaluate("({...document.activeElement.dataset, id: document.activeElement.id})")
        )

    def tab_to(self, condition: str, most: int = 60) -> None:
        """Press Tab until a condition in JavaScript holds of the focused element, there called ``it``."""
        for _ in range(most):
            self.press("Tab")
            if self.page.evaluate(f"(it => Boolean({condition}))(document.activeElement)"):
                return
        raise AssertionError(f"Tab does not lead to {condition}")

    def walk_to(self, place: str, most: int = 40) -> None:
        """With the arrow keys only, go to a place of a board of rows."""
        goal = _cell(place)
        for _ in range(most):
            here = self.focused()
            row, column = _cell(here.get("at") or here["place"])
            if (row, column) == goal:
                return
            step = (0, _sign(goal[1] - column)) if column != goal[1] else (_sign(goal[0] - row), 0)
            self.press(ARROWS[step])
        raise AssertionError(f"the arrows do not lead to {place}")

    # -- the server --------------------------------------------------------------------------------

    def searches(self) -> int:
        """How many searches the server is running."""
        with urlopen(f"{self.address}/api/health") as answer:
            return int(json.load(answer)["running"])


EVERY_GAME = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in OFTEN else pytest.mark.slow) for game in EASY]
)

OpenTable = Callable[..., Table]
"""Opens a table in a browser of a given size, language, colour scheme, with or without touch."""


def _cell(place: str) -> tuple[int, int]:
    match = re.fullmatch(r"r(\d+)c(\d+)", place)
    assert match, place
    return int(match.group(1)), int(match.group(2))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
