"""Files of data sets: the schema, the splits, resumption after a kill, damage, arrays, checks."""

import importlib.util
import json
import os
import pickle
import signal
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any

import pytest

from dataset_tools import SAMPLE, built, files, rewritten, small
from yomikiri.core.entry import SPLITS, GameEntry
from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.registry import entries
from yomikiri.datasets import Manifest, build, card, check_dataset, load_dataset, recipe
from yomikiri.datasets.part import Part
from yomikiri.datasets.splits import ranges, split_of
from yomikiri.search import Cancel, Limits, to_array
from yomikiri.surveys import InProcess, LocalPool

polars = pytest.importorskip("polars")
numpy = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small data set."""
    return built(tmp_path_factory.mktemp("dataset") / "small")


# -- splits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", entries().values(), ids=list(entries()))
def test_no_deal_is_in_two_splits(entry: GameEntry) -> None:
    found = ranges(entry.splits)
    assert set(found) == {"training", "validation", "test"}
    for name, (first, last) in found.items():
        for number in (first, min(last, first + 10**6)):
            assert split_of(entry, str(number)) == split_of(entry, f"own:{number}") == name
            inside = [each for each, (low, high) in found.items() if low <= number <= high]
            assert inside == [name]


def test_the_known_deals_of_others_are_not_trained_on() -> None:
    entry = entries()["freecell"]
    assert [split_of(entry, deal) for deal in ("1000", "1001", "2000", "2001", "32000", "32001")] == [
        "test",
        "validation",
        "validation",
        "none",
        "none",
        "training",
    ]


def test_splits_that_share_deals_are_refused() -> None:
    with pytest.raises(InputError, match="test and validation share deals from 500 on"):
        ranges(SPLITS | {"validation": "500-2000"})
    with pytest.raises(InputError, match="'a-b' is not a range"):
        ranges({"test": "a-b"})


def test_a_split_has_its_deals_only(tmp_path: Path) -> None:
    place = built(tmp_path / "all", small("999-1002,2000-2002"))
    whole = load_dataset(place)
    seen: dict[str, set[str]] = {}
    for split in ("training", "validation", "test", "none"):
        part = load_dataset(place, split)
        seen[split] = set(part.frame["deal"])
        assert len(part) == Manifest.open(place).count(split)
    assert seen["test"] == {"999", "1000"}
    assert seen["validation"] == {"1001", "1002", "2000"}
    assert seen["training"] == {"2001", "2002"}
    assert sum(map(len, seen.values())) == whole.frame["deal"].n_unique()


# -- builds ----------------------------------------------------------------------------------------


def test_workers_make_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    assert build(small(), tmp_path / "pool", LocalPool(2)).finished
    assert files(tmp_path / "pool") == files(folder)


class FakeRay(types.ModuleType):
    """As much of Ray as an executor asks for; what is sent travels as a pickle and is done at once."""

    class exceptions:
        class RayError(Exception):
            pass

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def nodes(self) -> list[dict[str, Any]]:
        return [{"Alive": True, "Resources": {"CPU": 2.0, "memory": 2.0**30}}]

    def remote(self, **options: Any) -> Any:
        def given(function: Any) -> Any:
            found = types.SimpleNamespace()
            found.remote = lambda batch: pickle.dumps(function(pickle.loads(pickle.dumps(batch))))
            return found

        return given

    def wait(self, references: list[bytes], **options: Any) -> tuple[list[bytes], list[bytes]]:
        return references[:1], references[1:]

    def get(self, reference: bytes) -> Any:
        return pickle.loads(reference)

    def cancel(self, reference: bytes, **options: Any) -> None: ...


def test_a_cluster_makes_the_same_bytes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", FakeRay("ray"))
    from yomikiri.surveys.ray_cluster import RayCluster

    assert build(small(), tmp_path / "ray", RayCluster()).finished
    assert files(tmp_path / "ray") == files(folder)


def test_a_cancelled_build_goes_on_to_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    cancel = Cancel()

    def stop(tally: Any) -> None:
        if tally.manifest.parts:
            cancel.set()

    first = build(small(), tmp_path / "cut", InProcess(), report=stop, cancel=cancel)
    assert not first.finished
    assert len(first.manifest.parts) == 1
    second = build(small(), tmp_path / "cut", InProcess())
    assert (second.finished, second.before) == (True, 1)
    assert files(tmp_path / "cut") == files(folder)


def test_a_killed_build_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    words = ["sliding", "--size", "3x3", "--deals", "1-20", "--chunk", "1", "--samples", "2"]
    cut = tmp_path / "cut"
    command = [sys.executable, "-m", "yomikiri", "dataset", "build", *words, "--workers", "1"]
    process = subprocess.Popen([*command, "--out", str(cut)], stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while len(list(cut.glob("part-*.parquet"))) < 2 and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert 1 <= len(Manifest.open(cut).parts) < 20
    # A part that was written but not named, cut off in the middle, is no part.
    (cut / "part-000019.parquet").write_bytes(b"PAR1")
    wanted = recipe("sliding", "1-20", size="3x3", chunk=1, samples=2)
    for place in (cut, tmp_path / "whole"):
        assert build(wanted, place, InProcess()).finished
    assert files(cut) == files(tmp_path / "whole")
    rows = load_dataset(cut).frame
    assert not rows.select("deal", "code").is_duplicated().any()
    assert rows["deal"].n_unique() == 20


def test_another_recipe_is_refused(folder: Path) -> None:
    before = files(folder)
    with pytest.raises(InputError, match="its seed is 0, not 7"):
        build(small(seed=7), folder, InProcess())
    assert files(folder) == before


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.parquet").write_bytes(b"")
    with pytest.raises(InputError, match="expected an empty folder"):
        build(small(), tmp_path, InProcess())


class Dying(InProcess):
    """An executor whose workers die of the second part."""

    def run(self, tasks: Any, cancel: Cancel, *, alone: bool = False) -> Any:
        for task in tasks:
            yield task.crashed("died") if task.index == 1 else task.perform()


def test_a_part_whose_worker_died_is_missing_and_made_later(folder: Path, tmp_path: Path) -> None:
    tally = build(small(), tmp_path / "some", Dying())
    assert not tally.finished
    assert [(part.index, part.message) for part in tally.failed] == [(1, "died")]
    assert build(small(), tmp_path / "some", InProcess()).finished
    assert files(tmp_path / "some") == files(folder)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"positions": "path,bem"}, "positions 'bem' are unknown"),
        ({"label": "short"}, "label 'short' is unknown"),
        ({"nodes": 0}, "nodes 0 is not a whole number"),
        ({"samples": True}, "samples True is not a whole number"),
    ],
)
def test_a_wrong_word_is_named(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        small(**asked)


def test_a_game_without_a_beam_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yomikiri.datasets.sampling.kernel_of", lambda space: None)
    with pytest.raises(InputError, match="sliding has no beam search in the kernel: expected path, random"):
        small()
    assert small(positions="random,path").positions == ("path", "random")


# -- damage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["manifest.sealed", "part-000001.parquet"])
@pytest.mark.parametrize("damage", ["flip", "cut", "lose"])
def test_damage_is_an_error(folder: Path, tmp_path: Path, name: str, damage: str) -> None:
    place = tmp_path / "copy"
    rewritten(place, folder, lambda frame: frame)
    content = bytearray((place / name).read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
    else:
        del content[-7:]
    (place / name).write_bytes(content)
    if damage == "lose":
        (place / name).unlink()
    expected = InputError if (name, damage) == ("manifest.sealed", "lose") else DamagedFile
    for read in (load_dataset, check_dataset, card, lambda where: build(small(), where, InProcess())):
        if (name, damage) == ("manifest.sealed", "lose") and read not in (load_dataset, check_dataset, card):
            continue
        with pytest.raises(expected, match=r"is damaged|is no data set"):
            read(place)


# -- columns ---------------------------------------------------------------------------------------

COLUMNS = """
split deal arrangement source ply code text way label proved moves_to_go lower upper winnable
best_moves best_proved error_bound bound_linear-conflict bound_manhattan bound_walking-distance
rules metric version seed
"""


def test_the_columns_are_what_the_page_says(folder: Path) -> None:
    frame = load_dataset(folder).frame
    assert frame.columns == COLUMNS.split()
    assert frame["code"].dtype == polars.Array(polars.UInt8, 6)
    assert frame["moves_to_go"].dtype == polars.Int16
    assert frame["best_moves"].dtype == polars.List(polars.String)
    assert frame.null_count().sum_horizontal().item() == 0


def test_arrays_are_views_of_one_memory(folder: Path) -> None:
    data = load_dataset(folder)
    for name in ("code", "moves_to_go", "lower", "winnable", "bound_manhattan"):
        first, second = data.array(name), data.array(name)
        assert numpy.shares_memory(first, second)
        assert not first.flags.writeable
    assert data.codes.shape == (len(data), 6)
    assert (data.codes == to_array(data.game, data.positions())).all()
    assert data.positions(slice(0, 2)) == data.positions()[:2]
    assert (data.bounds["manhattan"] <= data.moves_to_go).all()
    assert data.array("proved").all()
    assert hasattr(data.frame, "__arrow_c_stream__")
    none = load_dataset(folder, "training")
    assert (len(none), none.codes.shape, none.moves_to_go.shape) == (0, (0, 6), (0,))


def test_arrow_is_pyarrows_where_there_is_one(folder: Path) -> None:
    data = load_dataset(folder)
    if importlib.util.find_spec("pyarrow") is None:
        with pytest.raises(InputError, match="needs the package pyarrow"):
            data.arrow()
    else:
        assert data.arrow().num_rows == len(data)


def test_verdicts_by_fingerprints_say_how_far_they_can_be_trusted(tmp_path: Path) -> None:
    data = load_dataset(built(tmp_path / "rows", recipe("superpuzz", "1", size=5, samples=8)))
    lost = data.winnable == 0
    assert lost.any()
    assert (data.array("error_bound") < 1e-12).all()
    assert (data.array("error_bound") > 0).any()


def test_columns_can_be_chosen(folder: Path) -> None:
    data = load_dataset(folder, "test", columns=["code", "moves_to_go"])
    assert data.frame.columns == ["code", "moves_to_go"]
    with pytest.raises(InputError, match="unknown column 'cod'"):
        load_dataset(folder, columns=["cod"])
    with pytest.raises(InputError, match="unknown column 'text'"):
        data.array("text")
    with pytest.raises(InputError, match="column 'text' has no numbers"):
        load_dataset(folder).array("text")
    with pytest.raises(InputError, match="split 'tests' is unknown"):
        load_dataset(folder, "tests")


def test_torch_gets_codes_and_targets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = load_dataset(folder)
    if importlib.util.find_spec("torch") is not None:
        real = data.torch()
        code, target = real[3]
        assert code.numpy().tolist() == data.codes[3].tolist()
        assert target.item() == data.moves_to_go[3]
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "torch", None)
        with pytest.raises(InputError, match="tensors need the package torch"):
            data.torch()
    torch: Any = types.ModuleType("torch")
    torch.from_numpy = lambda array: array
    torch.utils = types.ModuleType("torch.utils")
    torch.utils.data = types.ModuleType("torch.utils.data")
    torch.utils.data.Dataset = object
    for module in (torch, torch.utils, torch.utils.data):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    pairs = data.torch()
    assert len(pairs) == len(data)
    code, target = pairs[3]
    assert code.tolist() == data.codes[3].tolist()
    assert target == data.moves_to_go[3]
    assert numpy.shares_memory(pairs.codes, data.codes)


# -- checks ----------------------------------------------------------------------------------------


def changed(**values: Any) -> Any:
    """Row 5 with other values."""

    def change(frame: Any) -> Any:
        rows = frame.to_dicts()
        rows[5] |= values
        return polars.DataFrame(rows, schema=frame.schema)

    return change


def test_a_sound_data_set_passes(folder: Path) -> None:
    found = check_dataset(folder, share=1)
    assert found.wrong == []
    assert found.looked_at == found.proved == found.rows == Manifest.open(folder).rows
    assert check_dataset(folder, share=0).looked_at == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"moves_to_go": 3, "lower": 3, "upper": 3}, "moves are said to be enough, but it takes"),
        ({"moves_to_go": 40, "lower": 40, "upper": 40}, "40 moves are said to be the fewest, but"),
        ({"winnable": 0}, "winnable is 0, but it can be won"),
        ({"moves_to_go": 1}, "moves_to_go is 1, its bounds"),
        ({"best_moves": []}, "best_moves is without"),
        ({"bound_manhattan": 99}, "bound_manhattan is 99"),
        ({"ply": 77}, "ply is 77"),
        ({"way": "9 9"}, "way: move 1"),
        ({"text": "x"}, "text is x"),
        ({"split": "training"}, "split is training: expected test"),
        ({"deal": "9"}, "the deal is not one of 1-6"),
        ({"proved": False}, "proved is False"),
        ({"seed": 1}, "seed is 1"),
    ],
)
def test_a_forged_row_is_named(folder: Path, tmp_path: Path, values: dict[str, Any], message: str) -> None:
    place = rewritten(tmp_path / "forged", folder, changed(**values))
    found = check_dataset(place, share=1)
    assert len(found.wrong) == 1
    assert found.wrong[0].startswith("part-000000.parquet, row 5 (deal ")
    assert message in found.wrong[0]


def test_a_move_that_is_none_of_the_best_is_found(folder: Path, tmp_path: Path) -> None:
    row = load_dataset(folder).frame.row(5, named=True)
    game = load_dataset(folder).game
    position = game.parse_position(row["text"])
    texts = [game.format_move(position, move) for move in game.moves(position)]
    assert set(texts) > set(row["best_moves"])
    found = check_dataset(rewritten(tmp_path / "forged", folder, changed(best_moves=texts)), share=1)
    assert "which is none" in found.wrong[0]


def test_rows_that_come_twice_are_found(folder: Path, tmp_path: Path) -> None:
    place = rewritten(tmp_path / "doubled", folder, lambda frame: polars.concat([frame, frame[:3]]))
    assert check_dataset(place, share=0).wrong == ["part-000000.parquet: 6 rows are not the only ones"]


def test_rows_that_were_counted_otherwise_are_found(folder: Path, tmp_path: Path) -> None:
    place = rewritten(tmp_path / "counted", folder, lambda frame: frame)
    manifest = Manifest.open(place)
    manifest.add(Part(0, "made", manifest.read(0), {"test/path/proved": 1}))
    assert "not those that were counted" in check_dataset(place, share=0).wrong[0]


# -- the sample ------------------------------------------------------------------------------------


def test_the_committed_sample_is_sound() -> None:
    manifest = Manifest.open(SAMPLE)
    assert manifest.complete
    assert manifest.rows > 3000
    assert sum(path.stat().st_size for path in SAMPLE.iterdir()) < 2_000_000
    assert (SAMPLE / "README.md").read_text(encoding="utf-8") == card(SAMPLE)
    found = check_dataset(SAMPLE, share=0.004, seed=1, limits=Limits(nodes=5000))
    assert found.wrong == []
    assert found.proved >= found.looked_at / 2 > 2
    data = load_dataset(SAMPLE)
    best, left = data.bounds["relaxed"], data.moves_to_go
    assert (best[left >= 0] <= left[left >= 0]).all()


@pytest.mark.slow
def test_every_row_of_the_sample_that_is_proved_is_proved_again() -> None:
    assert check_dataset(SAMPLE, share=0.2).wrong == []


def test_a_recipe_can_be_asked_for_again() -> None:
    found = Manifest.open(SAMPLE).recipe
    again = recipe(found.game, found.deals, size=found.size, chunk=found.chunk)
    assert again.to_dict() | {"version": ""} == found.to_dict() | {"version": ""}
    assert json.loads(json.dumps(found.to_dict())) == found.to_dict()
