"""The deal of the day: the same wherever it is asked, one that can be won, another tomorrow."""

from datetime import date
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from web_tools import SOCKET, ask, client

from yomikiri.core.errors import InputError
from yomikiri.games import game, listed_deal
from yomikiri.search import Limits, Outcome, solve
from yomikiri.web.daily import deal_of_the_day, read_date

DAY = date(2026, 1, 31)
SMALL = {"superpuzz": "5", "gaps": "5", "sliding": "3x3", "freecell": "6x3x6"}


@pytest.mark.parametrize("name", SMALL)
def test_a_day_has_one_deal_that_can_be_won_however_little_time_a_search_gets(name: str) -> None:
    rules = game(name, SMALL[name])
    deal, rating = deal_of_the_day(rules, DAY, Limits(seconds=60))
    again, _ = deal_of_the_day(game(name, SMALL[name]), DAY, Limits())
    assert deal is not None
    assert again is not None
    assert deal.label == again.label
    assert rating.level is not None
    listed = listed_deal(name, str(deal.label), SMALL[name])
    assert listed is not None
    position = listed.positions[rating.arrangement]
    assert solve(listed.game, position).outcome is Outcome.SOLVED


def test_days_and_rules_differ() -> None:
    rules = game("sliding", "3x3")
    labels = {
        deal.label
        for day in range(1, 11)
        for deal, _ in [deal_of_the_day(rules, date(2026, 1, day), Limits())]
        if deal is not None
    }
    assert len(labels) == 10


def test_a_limit_of_time_deals_nothing_rather_than_something_else() -> None:
    deal, rating = deal_of_the_day(game("superpuzz", 5), DAY, Limits(seconds=0))
    assert deal is None
    assert rating.outcome is Outcome.TIME_LIMIT


def test_what_is_no_date_is_refused() -> None:
    assert read_date("2026-01-31") == DAY
    with pytest.raises(InputError, match="'tomorrow' is not a date: expected a form like 2026-01-31"):
        read_date("tomorrow")


def test_the_socket_deals_it_and_does_not_give_the_solution_away() -> None:
    setup = {"game": "superpuzz", "size": "5", "deal": "2026-01-31"}
    with client() as web, web.websocket_connect(SOCKET) as socket:
        told = daily(socket, setup)
        assert told["setup"]["deal"] == daily(socket, setup)["setup"]["deal"]
        assert told["level"] in ("easy", "medium", "hard")
        assert (told["verdict"], told["moves"]) == ("won", None)
        assert "is not a date" in daily(socket, setup | {"deal": "x"})["message"]


def daily(socket: WebSocketTestSession, setup: dict[str, str]) -> Any:
    return ask(socket, "daily", setup)
