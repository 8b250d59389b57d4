"""Certificates of surveys: written for all verdicts or a sample, kept by hash, and checked again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from yomikiri import InputError, Limits
from yomikiri.store import Rules, Store
from yomikiri.store.attempt import read_object
from yomikiri.surveys import plan, run
from yomikiri.surveys.proofs import Proofs, file_of, verify


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def survey_into(store: Store, folder: Path, deals: str = "1-60", **options: object) -> dict[str, str]:
    """Run a small survey with certificates; the hash of each certificate by its deal."""
    survey = plan("superpuzz", deals, size=4, **options)  # type: ignore[arg-type]
    run(survey, store, proofs=Proofs(str(folder)))
    found = {a.deal.deal: read_object("certificates", a.certificates or "{}") for a in store.attempts()}
    return {deal: str(hashes[""]) for deal, hashes in found.items() if hashes}


def test_every_verdict_has_its_certificate(store: Store, tmp_path: Path) -> None:
    hashes = survey_into(store, tmp_path / "proofs")
    assert set(hashes) == {"31", "44"}
    assert {path.name for path in (tmp_path / "proofs").iterdir()} == {
        f"{sha256}.certificate" for sha256 in hashes.values()
    }
    found = verify(store, str(tmp_path / "proofs"))
    assert (found.verdicts, found.proved, found.missing, found.wrong) == (2, 2, 0, [])
    assert found.lines() == ["verdicts that are certified: 2 of 2 (100.0%)"]
    assert list(store.check()) == []


def test_shortest_solutions_are_verdicts(store: Store, tmp_path: Path) -> None:
    hashes = survey_into(store, tmp_path / "proofs", "1-5,31", shortest=True)
    assert len(hashes) == 6
    assert verify(store, str(tmp_path / "proofs")).proved == 6


def test_arrangements_have_certificates_of_their_own(store: Store, tmp_path: Path) -> None:
    run(plan("gaps", "1", size=5), store, proofs=Proofs(str(tmp_path)))
    (attempt,) = store.attempts()
    assert attempt.certificates is not None
    found = verify(store, str(tmp_path))
    assert found.proved == found.verdicts == len(read_object("certificates", attempt.certificates)) > 0


def test_what_is_wrong_is_named(store: Store, tmp_path: Path) -> None:
    hashes = survey_into(store, tmp_path)
    one, other = (file_of(tmp_path, sha256) for sha256 in hashes.values())
    kept = one.read_bytes()
    one.unlink()
    found = verify(store, str(tmp_path))
    assert (found.proved, found.missing, found.wrong) == (1, 1, [])
    assert found.lines()[1] == "  certificates that are not there: 1"
    one.write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))
    assert "its certificate is none" in verify(store, str(tmp_path)).wrong[0]
    one.write_bytes(other.read_bytes())
    assert "its certificate is another one" in verify(store, str(tmp_path)).wrong[0]


def test_a_certificate_of_another_deal_proves_nothing(store: Store, tmp_path: Path) -> None:
    survey_into(store, tmp_path)
    first, second = (attempt for attempt in store.attempts() if attempt.certificates)
    with Store(str(tmp_path / "forged.db")) as forged:
        forged.record([replace(first, certificates=second.certificates)])
        assert list(forged.check()) == []  # The row is as it was written.
        found = verify(forged, str(tmp_path))
        assert found.proved == 0
        assert "about another position" in found.wrong[0]


def test_limits_hold_for_the_proof(store: Store, tmp_path: Path) -> None:
    hashes = survey_into(store, tmp_path, "44", limits=Limits(nodes=3))
    assert hashes == {}
    assert verify(store, str(tmp_path)).lines() == ["verdicts that are certified: 0 of 0"]


def test_a_sample_depends_on_the_deals_alone() -> None:
    rules, sample = Rules("superpuzz", "4"), Proofs.read("sample:5%")
    assert sample is not None
    assert sample == Proofs("certificates", 0.05)
    taken = [number for number in range(1, 2001) if sample.takes(rules, str(number))]
    assert 60 < len(taken) < 140
    larger = Proofs.read("sample:20%:proofs")
    assert larger == Proofs("proofs", 0.2)
    assert all(larger.takes(rules, str(number)) for number in taken)
    assert Proofs.read("none") is Proofs.read(None) is None
    assert Proofs.read("some/where") == Proofs("some/where")
    for wrong in ("sample:", "sample:0%", "sample:101%", "sample:5", "sample:x%"):
        with pytest.raises(InputError, match="is not a sample"):
            Proofs.read(wrong)
