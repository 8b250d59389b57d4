"""Proofs of a survey: certificates of its verdicts, in a folder, each named by its hash.

A verdict is a claim that needs a proof: that a position cannot be solved, or that no solution is shorter.
The store keeps the hashes, so a folder can be moved, copied or thinned out, and we can still tell which
certificates are present.  Which deals of a sample get certificates depends on the deals alone.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yomikiri.certificates import NotACertificate, check
from yomikiri.certificates.format import LARGEST_HEADER, Claim, read_header
from yomikiri.certificates.reasoning import same_rules
from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, YomikiriError, shown
from yomikiri.search import Cancel, Limits, Result
from yomikiri.search.certificate import CertificateOrder, claim_of, with_certificate
from yomikiri.store import Attempt, Rules, Store, canonical
from yomikiri.store.attempt import read_arrangements, read_object

FOLDER = "certificates"
"""The default folder."""
PROVED = ("unsolvable", "shortest")
"""The claims that get a certificate: a solution proves itself, and the store has its moves."""
_SAMPLE = re.compile(r"sample:([0-9]{1,3}(?:\.[0-9]{1,6})?)%(?::(.+))?", re.ASCII)


@dataclass(frozen=True)
class Proofs:
    """Which verdicts get certificates, and where they go."""

    folder: str
    share: float = 1.0

    @classmethod
    def read(cls, text: str | None) -> "Proofs | None":
        """Parses ``--certificates``: ``none``, a folder, ``sample:5%`` or ``sample:5%:FOLDER``."""
        if text is None or text == "none":
            return None
        if not text.startswith("sample:"):
            return cls(text)
        match = _SAMPLE.fullmatch(text)
        if match is None or not 0 < float(match[1]) <= 100:
            raise InputError(
                f"--certificates '{shown(text)}' is not a sample: expected sample:5% or sample:5%:DIR"
            )
        return cls(match[2] or FOLDER, float(match[1]) / 100)

    def takes(self, rules: Rules, deal: str) -> bool:
        """Whether the verdict of a deal gets a certificate."""
        text = "\n".join([rules.game, rules.size, rules.variant, rules.options, deal])
        drawn = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        return drawn < self.share * 2**64


def write_proofs(
    folder: str, deal: Deal, results: dict[str, Result], limits: Limits, cancel: Cancel | None
) -> str | None:
    """Write the certificates of results, by arrangement; returns their hashes as the store keeps them."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder '{shown(folder)}' cannot be made: {error.strerror}") from None
    hashes = {}
    for name, result in results.items():
        if claim_of(result).kind not in PROVED:
            continue
        label = "-".join([deal.game.name, str(deal.game.size), str(deal.label), name])
        waiting = place / f".{hashlib.sha256(label.encode()).hexdigest()}"
        order = CertificateOrder(waiting, limits, None, cancel)
        with_certificate(result, order, deal.game, deal.positions[name])
        if waiting.exists():
            hashes[name] = header_of(waiting).sha256
            waiting.replace(file_of(place, hashes[name]))
    return canonical(hashes) if hashes else None


def file_of(folder: Path, sha256: str) -> Path:
    """The file of a certificate."""
    return folder / f"{sha256}.certificate"


def header_of(path: Path) -> Any:
    """The header of a certificate."""
    with path.open("rb") as file:
        return read_header(file.read(LARGEST_HEADER))[0]


@dataclass
class Proved:
    """How the verdicts of a store fared."""

    verdicts: int = 0
    stated: int = 0
    """Those that have a certificate according to the store."""
    proved: int = 0
    missing: int = 0
    wrong: list[str] = field(default_factory=list)
    """Certificates that exist but do not prove the claim, one line each."""

    def lines(self) -> list[str]:
        """The figures as text, without ``wrong``."""
        share = f" ({self.proved / self.verdicts:.1%})" if self.verdicts else ""
        lines = [f"verdicts that are certified: {self.proved:,} of {self.verdicts:,}{share}"]
        if self.missing:
            lines.append(f"  certificates that are not there: {self.missing:,}")
        return lines


def verify(store: Store, folder: str, report: Callable[[int, int], None] | None = None) -> Proved:
    """Check every certificate of a store that is in a folder: does it prove what the store says?"""
    found = Proved()
    certified = []
    for attempt in store.attempts(damaged=lambda problem: None):
        if attempt.certificates is not None:
            certified.append(attempt)
        else:
            found.verdicts += len(_verdicts(attempt))
    for done, attempt in enumerate(certified):
        if report is not None:
            report(done, len(certified))
        where = f"{attempt.deal}, {attempt.configuration.solver}"
        try:
            for name, problem in _problems(attempt, Path(folder), found):
                found.wrong.append(f"{where}{', ' if name else ''}{name}: {problem}")
        except (YomikiriError, ValueError, LookupError) as error:
            found.wrong.append(f"{where}: {error}")
    if report is not None and certified:
        report(len(certified), len(certified))
    return found


def _verdicts(attempt: Attempt) -> dict[str, Claim]:
    """The claims of an attempt that need a proof, by arrangement."""
    entries = {"": {name: getattr(attempt, name) for name in ("outcome", "proved_shortest", "length")}}
    try:
        if attempt.arrangements is not None:
            entries = read_arrangements(attempt.arrangements)
    except InputError:
        return {}  # The integrity check has already named it.
    claims = {}
    for name, entry in entries.items():
        if entry["outcome"] == "unsolvable":
            claims[name] = Claim("unsolvable")
        elif entry.get("proved_shortest") and entry.get("length") is not None:
            claims[name] = Claim("shortest", int(entry["length"]))
    return claims


def _problems(attempt: Attempt, folder: Path, found: Proved) -> Iterator[tuple[str, str]]:
    """What is wrong with the certificates of an attempt, by arrangement."""
    from yomikiri.surveys.task import Task  # That module imports this one, because it writes them.

    claims = _verdicts(attempt)
    found.verdicts += len(claims)
    hashes = read_object("certificates", attempt.certificates or "{}")
    deal = Task.about(attempt.deal, attempt.configuration.solver, Limits()).open()
    for name in hashes.keys() - claims.keys():
        yield name, "a certificate without a verdict"
    for name in claims.keys() & hashes.keys():
        found.stated += 1
        path = file_of(folder, str(hashes[name]))
        if not path.is_file():
            found.missing += 1
            continue
        problem = _problem(path, str(hashes[name]), claims[name], deal, name)
        if problem is None:
            found.proved += 1
        else:
            yield name, problem


def _problem(path: Path, sha256: str, claim: Claim, deal: Deal, name: str) -> str | None:
    """Why a certificate does not prove a claim about a position of a deal; None if it does."""
    try:
        verdict = check(path)
    except NotACertificate as error:
        return f"its certificate is none: {error}"
    header = verdict.header
    if header.sha256 != sha256:
        return "its certificate is another one"
    position = deal.game.format_position(deal.positions[name])
    if not same_rules(deal.game, header.game, header.rules) or header.start != position:
        return "its certificate is about another position"
    if header.claim != claim:
        return f"its certificate claims {header.claim}, not {claim}"
    return None if verdict.proved else f"its certificate: {verdict.sentence}"
