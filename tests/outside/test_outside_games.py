"""Games from outside: a package that is not ours adds one, and gets everything."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent

WEB = """
import json
from starlette.testclient import TestClient
from yomikiri.web.app import create_app
from yomikiri.web.settings import Settings

web = TestClient(create_app(Settings(workers=1)), base_url="http://127.0.0.1")
games = {game["name"]: game for game in web.get("/api/games").json()["games"]}
line = {"setup": {"game": "lights", "deal": "3", "options": {"wrap": "yes"}}, "moves": []}
state = web.post("/api/state", json=line).json()
line["moves"] = [state["legal"][0]["text"]]
print(json.dumps({
    "game": games["lights"],
    "state": state,
    "after": web.post("/api/state", json=line).json(),
    "look": web.post("/api/analyse", json=line).json(),
    "line": web.post("/api/line", json=line).json(),
}))
"""


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages into which the game was installed as anyone would."""
    folder = tmp_path_factory.mktemp("outside")
    shutil.copytree(HERE / "lights_out", folder / "source")  # A build leaves things beside its source.
    words = "-m pip --disable-pip-version-check install --quiet --no-deps --no-build-isolation --no-index"
    command = [sys.executable, *words.split(), "--target", str(folder / "site"), str(folder / "source")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def run(site: Path, *words: str, status: int = 0, program: str | None = None) -> tuple[str, str]:
    """What a command says, with the packages of a folder installed."""
    start = ["-m", "yomikiri", *words] if program is None else ["-c", program]
    environment = os.environ | {"PYTHONPATH": str(site), "COLUMNS": "100"}
    done = subprocess.run(
        [sys.executable, *start], capture_output=True, text=True, env=environment, cwd=site, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def test_the_command_line_has_it(outside: Path) -> None:
    out, err = run(outside, "games")
    assert re.search(r"^lights +rows x rows, 2x2 to 4x4 \(default 3x3\) +lamps", out, re.MULTILINE)
    assert err == ""
    assert "--wrap no|yes" in run(outside, "solve", "--help")[0]
    listed = run(outside, "algorithms", "lights")[0]
    assert [line.split()[0] for line in listed.splitlines()] == [
        "breadth-first",
        "depth-first",
        "priority-first",
        "a-star",
        "ida-star",
        "bounded",
        "weighted-a-star",
        "greedy",
    ]


def test_solutions_are_certified_and_can_be_verified(outside: Path) -> None:
    for rules, how in ((("--wrap", "yes"), "--shortest"), (("--size", "2x2"), "--algorithm=depth-first")):
        answer = json.loads(run(outside, "solve", "lights", "3", "--json", *rules, how)[0])
        assert (answer["outcome"], answer["certified"]) == ("solved", True)
        run(outside, "verify", "lights", "3", *answer["moves"], *rules)
    position = run(outside, "deal", "lights", "3")[0]
    assert set(position.split()) <= {"*", "."}
    _, err = run(outside, "solve", "lights", "3", "--size", "9x9", status=2)
    assert err == "yomikiri: size '9x9' is not a size of lights: expected 2x2, 3x3, 4x4\n"


def test_surveys_have_it(outside: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "results.db")
    run(outside, "survey", "run", "lights", "--deals", "1-4", "--wrap", "yes", "--store", store)
    out, _ = run(outside, "survey", "check", "--store", store)
    assert out == "no problem found\n"
    rows, _ = run(outside, "survey", "export", "--store", store, "--format", "jsonl")
    answers = [json.loads(line) for line in rows.splitlines() if '"game"' in line]
    assert [answer["outcome"] for answer in answers] == ["solved"] * 4


def test_the_web_shows_it_as_text(outside: Path) -> None:
    pytest.importorskip("fastapi")
    found = json.loads(run(outside, program=WEB)[0])
    assert found["game"]["sizes"] == ["2x2", "3x3", "4x4"]
    assert found["game"]["options"] == [
        {"name": "wrap", "values": ["no", "yes"], "default": "no", "preferred": None}
    ]
    state = found["state"]
    assert state["board"]["kind"] == "text"
    assert state["board"]["lines"] == state["text"].splitlines()
    assert [move["text"] for move in state["legal"]] == [str(lamp) for lamp in range(1, 10)]
    assert found["after"]["board"] != state["board"]
    assert found["look"]["bounds"].keys() == {"fifth"}
    assert len(found["line"]["states"]) == 2


def test_a_package_that_is_broken_is_one_line_and_no_more(outside: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(outside, site)
    info = site / "broken_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[yomikiri.games]\nbroken = no_such_module:ENTRY\n")
    out, err = run(site, "solve", "lights", "1", "--quiet")
    assert out.strip()
    assert err == (
        "yomikiri: warning: the game 'broken' of broken-game is left out: "
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )
    store = str(tmp_path / "results.db")
    words = ("survey", "run", "lights", "--deals", "1-3", "--workers", "2", "--store", store)
    _, err = run(site, *words)
    assert err.count("is left out") == 1
