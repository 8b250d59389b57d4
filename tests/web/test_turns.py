"""Turns: nobody is kept waiting by somebody who asks more, and the place in the queue is told."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from web_tools import EASY, HARD, SOCKET, client, hear

from yomikiri.web.turns import Full, Owner, Turns

LONG = {"type": "ask", "what": "shortest", "setup": HARD, "seconds": 60, "algorithm": "ida-star"}


def queue(waiting: int = 100, per_client: int = 100, **asked: int) -> Turns[str]:
    """A queue in which each of some has asked so much, one after the other; ``a1`` is the first tab of a."""
    turns: Turns[str] = Turns(waiting, per_client)
    for tab, count in asked.items():
        for number in range(count):
            turns.add(f"{tab}:{number}", Owner(tab[0], tab))
    return turns


def served(turns: Turns[str]) -> list[str]:
    """Who is served in which order, by one worker."""
    found = []
    while turns:
        found.append(turns.take())
        turns.done(found[-1])
    return found


def test_clients_take_turns_however_much_one_of_them_asks() -> None:
    assert served(queue(a1=4, b1=1, c1=2)) == ["a1:0", "b1:0", "c1:0", "a1:1", "c1:1", "a1:2", "a1:3"]


def test_more_tabs_do_not_mean_more_turns() -> None:
    order = served(queue(a1=2, a2=2, a3=2, b1=3))
    assert [one[0] for one in order] == list("abababaaa")
    assert order[:6:2] == ["a1:0", "a2:0", "a3:0"]


def test_tabs_of_one_address_take_turns_too() -> None:
    assert served(queue(a1=3, a2=1)) == ["a1:0", "a2:0", "a1:1", "a1:2"]


def test_who_has_nothing_under_way_comes_first() -> None:
    turns = queue(a1=3, b1=1)
    assert [turns.take(), turns.take()] == ["a1:0", "b1:0"]
    turns.done("b1:0")
    turns.add("b1:1", Owner("b", "b1"))
    assert turns.take() == "b1:1"  # One of a's is under way still.


def test_somebody_who_asks_again_and_again_does_not_overtake_who_waits() -> None:
    turns = queue(a1=2)
    taken = []
    for number in range(4):
        turns.add(f"b1:{number}", Owner("b", "b1"))
        taken.append(turns.take())
        turns.done(taken[-1])
    assert taken == ["a1:0", "b1:0", "a1:1", "b1:1"]


def test_the_order_told_is_the_order_served() -> None:
    chance = random.Random(1)
    for _ in range(50):
        turns: Turns[str] = Turns(40, 40)
        for number in range(chance.randrange(1, 20)):
            client = chance.choice("abc")
            turns.add(f"{number}", Owner(client, client + chance.choice("12")))
        told = turns.order()
        assert [turns.take() for _ in range(len(turns))] == told


def test_a_full_queue_makes_room_for_who_has_asked_less() -> None:
    turns = queue(waiting=6, a1=3, a2=2, b1=1)
    assert turns.add("c1:0", Owner("c", "c1")) == "a1:2"  # The last of the greediest.
    assert turns.add("c1:1", Owner("c", "c1")) == "a2:1"
    with pytest.raises(Full, match="6 searches are waiting already"):
        turns.add("c1:2", Owner("c", "c1"))  # Nobody has more than that would be.
    assert sorted(turns.order()) == ["a1:0", "a1:1", "a2:0", "b1:0", "c1:0", "c1:1"]


def test_an_address_has_its_share_and_no_more() -> None:
    turns = queue(per_client=4, a1=4)
    with pytest.raises(Full, match="you have 4 searches in hand"):
        turns.add("a1:4", Owner("a", "a1"))
    assert turns.add("a2:0", Owner("a", "a2")) == "a1:3"  # Another tab of it is not shut out.
    assert turns.add("b1:0", Owner("b", "b1")) is None


def test_what_is_under_way_counts_and_is_never_taken_back() -> None:
    turns = queue(per_client=2, a1=2)
    assert [turns.take(), turns.take()] == ["a1:0", "a1:1"]
    with pytest.raises(Full):
        turns.add("a1:2", Owner("a", "a1"))
    with pytest.raises(Full):
        turns.add("a2:0", Owner("a", "a2"))
    turns.done("a1:0")
    assert turns.add("a1:2", Owner("a", "a1")) is None


def test_no_crowd_keeps_a_newcomer_out() -> None:
    """Whoever comes with fewer questions than others hold gets in, and nobody loses below the average."""
    chance = random.Random(2)
    turns: Turns[tuple[str, int]] = Turns(40, 24)
    for number in range(2000):
        client = f"greedy {chance.randrange(3)}"
        with suppress(Full):
            turns.add((client, number), Owner(client, chance.randrange(10)))
    assert len(turns) == 40
    assert turns.add(("newcomer", 0), Owner("newcomer", 0)) is not None
    counts = Counter(client for client, _ in turns.order())
    assert counts["newcomer"] == 1
    assert max(counts.values()) - min(counts[f"greedy {n}"] for n in range(3)) <= 2
    assert [client for client, _ in turns.order()].index("newcomer") < 4


# -- on the socket ---------------------------------------------------------------------------------


@pytest.fixture
def web() -> Iterator[TestClient]:
    with client() as found:
        yield found


def places(tab: WebSocketTestSession, name: str, last: int) -> list[int]:
    """The places that a question is told, up to one."""
    found: list[int] = []
    while last not in found:
        message = tab.receive_json()
        if message["id"] == name and message["type"] == "queued":
            found.append(message["place"])
    return found


def test_a_question_hears_its_place_and_how_it_comes_nearer(web: TestClient) -> None:
    with web.websocket_connect(SOCKET) as tab:
        for name in ("first", "second", "third"):
            tab.send_json(LONG | {"id": name})
        assert places(tab, "third", 2) == [2]
        tab.send_json({"type": "cancel", "id": "second"})
        assert places(tab, "third", 1) == [1]
        tab.send_json({"type": "cancel", "id": "first"})
        assert places(tab, "third", 0) == [0]


def test_ten_tabs_that_ask_all_they_may_do_not_keep_the_eleventh_out() -> None:
    with client() as web, ExitStack() as stack:
        tabs = [stack.enter_context(web.websocket_connect(SOCKET)) for _ in range(10)]
        refused = 0
        for tab in tabs:
            for number in range(6):
                tab.send_json(LONG | {"id": f"n{number}"})
        # A tab whose questions are all heard may still lose one to a later tab: so each is asked twice.
        for end in ("heard", "told"):
            for tab in tabs:
                tab.send_json({"type": "sing", "id": end})
                while (said := tab.receive_json())["id"] != end:
                    refused += said["type"] == "error"
        pool = web.app.state.service.pool  # type: ignore[attr-defined]
        assert pool.running + pool.waiting == 24
        assert refused >= 60 - 24
        eleventh = stack.enter_context(web.websocket_connect(SOCKET))
        eleventh.send_json(LONG | {"id": "e"})
        said = eleventh.receive_json()
        assert (said["type"], said["id"]) == ("queued", "e")
        assert said["place"] <= 11  # After one of each tab at most.


def test_a_question_that_gives_way_is_told_so() -> None:
    with (
        client(waiting=2, per_client=9) as web,
        web.websocket_connect(SOCKET) as greedy,
        web.websocket_connect(SOCKET) as other,
    ):
        for number in range(3):
            greedy.send_json(LONG | {"id": f"n{number}"})
        greedy.send_json({"type": "sing", "id": "heard"})
        hear(greedy, "heard")
        other.send_json(LONG | {"id": "o"})
        assert other.receive_json() == {"type": "queued", "id": "o", "place": 1}
        error = hear(greedy, "n2")
        assert error["type"] == "error"
        assert "asked less" in error["message"]
        greedy.send_json({"type": "cancel", "id": "n0"})
        greedy.send_json({"type": "cancel", "id": "n1"})
        assert hear(greedy, "n1")["verdict"] == "cancelled"
        other.send_json({"type": "ask", "id": "easy", "what": "solve", "setup": EASY["gaps"]})
        other.send_json({"type": "cancel", "id": "o"})
        assert hear(other, "easy")["verdict"] == "won"
