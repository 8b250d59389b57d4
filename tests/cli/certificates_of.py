"""A certificate whose proof has a hole."""

from pathlib import Path

from yomikiri import Superpuzz
from yomikiri.certificates import write_certificate
from yomikiri.certificates.closure import closure, save
from yomikiri.certificates.format import Claim
from yomikiri.certificates.reasoning import argument_of
from yomikiri.certificates.table import blocks_of


def holed(path: Path) -> None:
    """The table of a lost deal without one of its entries."""
    game = Superpuzz(4)
    start, claim = game.deal(31), Claim("unsolvable")
    header = write_certificate(path, game, start, claim, inference=(), bound="none")
    levels, _ = closure(argument_of(game, start, (), "none"), claim)
    (bound, keys), first = levels[0], argument_of(game, start, (), "none").key(start)
    dropped = next(key for key in keys if key != first)
    save(path, header, blocks_of(header.width, [(bound, [key for key in keys if key != dropped])]))
