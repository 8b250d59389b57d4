"""Certificates that were tampered with in every way that somebody might try, mostly with a new hash."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from yomikiri.certificates.format import INFINITE, Claim, Header, read_header
from yomikiri.certificates.table import pack_block, read_table

Levels = dict[int, set[bytes]]


@dataclass
class Certificate:
    """A certificate in pieces."""

    header: Header
    levels: Levels

    @classmethod
    def read(cls, path: Path) -> "Certificate":
        data = path.read_bytes()
        header, start = read_header(data)
        levels: Levels = {}
        for bound, keys in read_table(BytesIO(data[start:]), header.width, header.body):
            levels.setdefault(bound, set()).update(keys)
        return cls(header, levels)

    def copy(self) -> "Certificate":
        return Certificate(self.header, {bound: set(keys) for bound, keys in self.levels.items()})

    def entries(self) -> list[tuple[int, bytes]]:
        return [(bound, key) for bound, keys in self.levels.items() for key in sorted(keys)]

    def bytes(self) -> bytes:
        """The file, with counts and hash as they should be."""
        blocks = [
            pack_block(bound, sorted(keys))
            for bound, keys in sorted(self.levels.items(), reverse=True)
            if keys
        ]
        count = sum(map(len, self.levels.values()))
        return sealed(replace(self.header, entries=count), b"".join(blocks))


def sealed(header: Header, body: bytes) -> bytes:
    header = replace(header, body=len(body))
    digest = hashlib.sha256(header.unsigned() + body).hexdigest()
    return replace(header, sha256=digest).text().encode("ascii") + body


# -- ways to change a table ----------------------------------------------------------------------------


def _pick(one: Certificate, rng: Random) -> tuple[int, bytes]:
    return rng.choice(one.entries())


def drop_an_entry(one: Certificate, rng: Random) -> None:
    bound, key = _pick(one, rng)
    one.levels[bound].remove(key)


def drop_a_level(one: Certificate, rng: Random) -> None:
    del one.levels[rng.choice(list(one.levels))]


def _move(one: Certificate, entry: tuple[int, bytes], bound: int) -> None:
    one.levels[entry[0]].remove(entry[1])
    one.levels.setdefault(bound, set()).add(entry[1])


def raise_a_bound(one: Certificate, rng: Random) -> None:
    entry = _pick(one, rng)
    _move(one, entry, rng.choice([min(INFINITE, entry[0] + rng.randint(1, 3)), INFINITE]))


def lower_a_bound(one: Certificate, rng: Random) -> None:
    entry = _pick(one, rng)
    _move(one, entry, max(1, entry[0] - rng.randint(1, 3)) if entry[0] < INFINITE else rng.randint(1, 50))


def swap_two_keys(one: Certificate, rng: Random) -> None:
    first, second = _pick(one, rng), _pick(one, rng)
    one.levels[first[0]].remove(first[1])
    one.levels[second[0]].discard(second[1])
    one.levels[first[0]].add(second[1])
    one.levels[second[0]].add(first[1])


def flip_a_bit_of_a_key(one: Certificate, rng: Random) -> None:
    bound, key = _pick(one, rng)
    at = rng.randrange(len(key))
    one.levels[bound].remove(key)
    one.levels[bound].add(key[:at] + bytes([key[at] ^ 1 << rng.randrange(8)]) + key[at + 1 :])


def add_a_key(one: Certificate, rng: Random) -> None:
    bound, key = _pick(one, rng)
    at, to = rng.randrange(len(key)), rng.randrange(len(key))
    changed = bytearray(key)
    changed[at], changed[to] = changed[to], changed[at]
    one.levels[bound].add(bytes(changed))


def add_a_key_twice(one: Certificate, rng: Random) -> None:
    bound, key = _pick(one, rng)
    one.levels.setdefault(max(1, bound - 1), set()).add(key)


# -- ways to change a header ---------------------------------------------------------------------------


def claim_more(one: Certificate, rng: Random) -> None:
    claim = one.header.claim
    if claim.kind != "unsolvable":
        kind = rng.choice([claim.kind, "at-least"])
        one.header = replace(one.header, claim=Claim(kind, claim.length + 1))


def claim_less(one: Certificate, rng: Random) -> None:
    one.header = replace(one.header, claim=Claim("at-least", rng.randint(1, max(1, one.header.claim.length))))


def claim_unsolvable(one: Certificate, rng: Random) -> None:
    one.header = replace(one.header, claim=Claim("unsolvable"))
    if rng.random() < 0.7:
        one.levels = {INFINITE: {key for keys in one.levels.values() for key in keys}}


def change_the_moves(one: Certificate, rng: Random) -> None:
    moves = list(one.header.moves) or ["1"]
    at, to = rng.randrange(len(moves)), rng.randrange(len(moves))
    way = rng.randrange(3)
    if way == 0:
        del moves[at]
        one.header = replace(one.header, claim=replace(one.header.claim, length=len(moves)))
    elif way == 1:
        moves[at] = moves[to]
    else:
        moves[at], moves[to] = moves[to], moves[at]
    one.header = replace(one.header, moves=tuple(moves))


def change_a_rule(one: Certificate, rng: Random) -> None:
    rules = dict(one.header.rules)
    name = rng.choice(list(rules))
    others = {
        "building": ["suit", "alternate"],
        "empty": ["any", "kings"],
        "metric": ["single", "supermove"],
        "deals": ["freecell", "eight-off", "?"],
        "goal": ["0 1 2 3 4 5", "1 2 3 4 5", "0 1 2 3"],
    }
    near = [str(int(rules[name]) + step) for step in (-1, 1)] if rules[name].isdigit() else ["x"]
    rules[name] = rng.choice(others.get(name, near))
    one.header = replace(one.header, rules=rules)


def change_the_lemmas(one: Certificate, rng: Random) -> None:
    known = ["parity", "alike", "safe-home", "dead", "persistent", "contraction", "delay"]
    words = set(one.header.inference) ^ {rng.choice(known)}
    order = [word for word in [*known, "joins"] if word in words]
    one.header = replace(one.header, inference=tuple(order))


def change_the_bound(one: Certificate, rng: Random) -> None:
    known = ["none", "manhattan", "linear-conflict", "patterns 1,2,3", "home", "one-suit", "cycles"]
    one.header = replace(one.header, bound=rng.choice([*known, "waiting", "misplaced", "patterns 1|1"]))


def fewer_visits(one: Certificate, rng: Random) -> None:
    visits = one.header.visits
    one.header = replace(one.header, visits=max(0, visits - 1) if visits is not None else 5)


def another_width(one: Certificate, rng: Random) -> None:
    one.header = replace(one.header, width=max(1, one.header.width + rng.choice([-1, 1])))


WAYS: list[Callable[[Certificate, Random], None]] = [
    drop_an_entry,
    drop_a_level,
    raise_a_bound,
    lower_a_bound,
    swap_two_keys,
    flip_a_bit_of_a_key,
    add_a_key,
    add_a_key_twice,
    claim_more,
    claim_less,
    claim_unsolvable,
    change_the_moves,
    change_a_rule,
    change_the_lemmas,
    change_the_bound,
    fewer_visits,
    another_width,
]
IN_TABLES = WAYS[:8]


def mutants(path: Path, game: Any, count: int, rng: Random) -> Iterator[tuple[str, bytes]]:
    """So many changed certificates, each with the name of the change."""
    whole, one = path.read_bytes(), Certificate.read(path)
    _, body = read_header(whole)
    for number in range(count):
        way = number % (len(WAYS) + 4)
        changed = one.copy()
        if way < len(WAYS):
            if WAYS[way] in IN_TABLES and not one.levels:
                continue
            WAYS[way](changed, rng)
            if (data := changed.bytes()) != whole:
                yield WAYS[way].__name__, data
        elif way == len(WAYS):
            yield "truncate", whole[: rng.randrange(len(whole))]
        elif way == len(WAYS) + 1:
            yield "flip a bit", _flipped(whole, rng)
        elif way == len(WAYS) + 2 and len(whole) > body:
            yield "flip a bit of the body", sealed(one.header, _flipped(whole[body:], rng))
        else:
            start = game.parse_position(one.header.start)
            for _ in range(rng.randint(1, 3)):
                start = game.play(start, rng.choice(list(game.moves(start)))) if game.moves(start) else start
            text = game.format_position(start)
            if text != one.header.start:
                changed.header = replace(one.header, start=text)
                yield "another start", changed.bytes()


def _flipped(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
