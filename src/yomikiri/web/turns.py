"""Turns: who is served next when there are more questions than workers, and who gives way.

*Clients* are addresses, and a client has *tabs*, its sockets: on one machine, or behind one router, all
players share an address, so fairness among addresses would not be enough.  The client with the fewest running
questions is next; among equals the one served longest ago, so that many short questions do not hold up a
single one; then the one that came first.  Within a client the same holds for its tabs, and a tab's own
questions are answered in order.

The queue is bounded, for each client and in total.  When it is full, those who filled it do not shut out a
newcomer: the client that holds the most, and more than the newcomer would, loses its last question.
"""

import itertools
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from yomikiri.core.errors import InputError

MOST_REMEMBERED = 1000
"""How many clients and tabs we remember the last turn of."""

T = TypeVar("T", bound=Hashable)


class Full(InputError):
    """There is no room for another question; the message says why."""


@dataclass(frozen=True)
class Owner:
    """Whose question it is."""

    client: str
    tab: Hashable


@dataclass(eq=False)
class _Ticket(Generic[T]):
    item: T
    owner: Owner
    number: int = field(default_factory=itertools.count(1).__next__)


class _Served:
    """When each owner was last served; long ago counts as never."""

    def __init__(self, known: Iterable[tuple[Hashable, int]] = ()) -> None:
        self._turns = OrderedDict(known)
        self._next = max(self._turns.values(), default=0) + 1

    def copy(self) -> "_Served":
        return _Served(self._turns.items())

    def when(self, who: Hashable) -> int:
        return self._turns.get(who, 0)

    def now(self, *who: Hashable) -> None:
        for each in who:
            self._turns[each] = self._next
            self._turns.move_to_end(each)
        self._next += 1
        while len(self._turns) > MOST_REMEMBERED:
            self._turns.popitem(last=False)


class Turns(Generic[T]):
    """The queue; an item taken from it counts as running until it is done."""

    def __init__(self, waiting: int, per_client: int, noun: str = "searches") -> None:
        self._most, self._per_client, self._noun = waiting, per_client, noun
        self._waiting: list[_Ticket[T]] = []
        self._taken: dict[T, Owner] = {}
        self._served = _Served()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, item: T, owner: Owner) -> T | None:
        """Queue an item; returns the item that had to give way, if any.  :class:`Full` if none does."""
        loser = None
        mine = self._in_hand(lambda one: one.client)[owner.client]
        if mine >= self._per_client:
            loser = self._greediest_tab(owner)
            if loser is None:
                raise Full(f"you have {mine} {self._noun} in hand already: wait for one, or cancel one")
        elif len(self._waiting) >= self._most:
            loser = self._greediest_client(owner) or self._greediest_tab(owner)
            if loser is None:
                raise Full(f"{len(self._waiting)} {self._noun} are waiting already: try again later")
        if loser is not None:
            self._waiting.remove(loser)
        self._waiting.append(_Ticket(item, owner))
        return None if loser is None else loser.item

    def remove(self, item: T) -> bool:
        """Remove a waiting item; returns whether it was waiting."""
        found = [ticket for ticket in self._waiting if ticket.item == item]
        for ticket in found:
            self._waiting.remove(ticket)
        return bool(found)

    def take(self) -> T:
        """Take the next item."""
        ticket = _next(self._waiting, list(self._taken.values()), self._served)
        self._waiting.remove(ticket)
        self._taken[ticket.item] = ticket.owner
        self._served.now(ticket.owner.client, ticket.owner)
        return ticket.item

    def done(self, item: T) -> None:
        """An item that was taken is finished."""
        self._taken.pop(item, None)

    def clear(self) -> None:
        self._waiting.clear()

    def order(self) -> list[T]:
        """The waiting items, in the order in which they will be taken if nobody comes or goes."""
        waiting, taken, served = list(self._waiting), list(self._taken.values()), self._served.copy()
        found = []
        while waiting:
            ticket = _next(waiting, taken, served)
            waiting.remove(ticket)
            taken.append(ticket.owner)
            served.now(ticket.owner.client, ticket.owner)
            found.append(ticket.item)
        return found

    def _in_hand(self, key: Callable[[Owner], Hashable]) -> Counter[Hashable]:
        return _count([*self._taken.values(), *(ticket.owner for ticket in self._waiting)], key)

    def _greediest_client(self, newcomer: Owner) -> _Ticket[T] | None:
        """The last question of the client that holds the most, if that is more than the newcomer would."""
        counts = self._in_hand(lambda one: one.client)
        rivals = [one for one in self._waiting if counts[one.owner.client] > counts[newcomer.client] + 1]
        tabs = self._in_hand(lambda one: one)
        return max(
            rivals,
            key=lambda one: (counts[one.owner.client], tabs[one.owner], one.number),
            default=None,
        )

    def _greediest_tab(self, newcomer: Owner) -> _Ticket[T] | None:
        """The same among the tabs of the newcomer's own client."""
        counts = self._in_hand(lambda one: one)
        rivals = [
            one
            for one in self._waiting
            if one.owner.client == newcomer.client and counts[one.owner] > counts[newcomer] + 1
        ]
        return max(rivals, key=lambda one: (counts[one.owner], one.number), default=None)


def _count(owners: Iterable[Owner], key: Callable[[Owner], Hashable]) -> Counter[Hashable]:
    return Counter(map(key, owners))


def _next(waiting: list[_Ticket[T]], taken: list[Owner], served: _Served) -> _Ticket[T]:
    clients, tabs = _count(taken, lambda one: one.client), _count(taken, lambda one: one)

    def rank(ticket: _Ticket[T]) -> tuple[int, int, int, int, int]:
        owner = ticket.owner
        return (
            clients[owner.client],
            served.when(owner.client),
            tabs[owner],
            served.when(owner),
            ticket.number,
        )

    return min(waiting, key=rank)
