"""Exports: a line of play as text, JSON, moving SVG and GIF."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from starlette.testclient import TestClient
from web_tools import EASY, client

from yomikiri import game, solve
from yomikiri.certificates import check
from yomikiri.core.board import text_board
from yomikiri.core.moving_svg import moving_svg
from yomikiri.core.scene import label, scenes
from yomikiri.web.moving_gif import LAST_MILLISECONDS, MILLISECONDS, frame

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def web() -> Iterator[TestClient]:
    with client(workers=0) as found:
        yield found


@pytest.fixture(scope="module", params=EASY)
def line(request: pytest.FixtureRequest) -> dict[str, object]:
    """A solved deal of each game."""
    setup = EASY[request.param]
    rules = game(setup["game"], setup.get("size"))
    position = rules.deal(int(setup["deal"]))
    result = solve(rules, position)
    assert result.moves
    return {"setup": setup, "moves": rules.write_moves(position, result.moves)}


def exported(web: TestClient, line: dict[str, object], form: str) -> tuple[bytes, str]:
    answer = web.post("/api/export", json=line | {"format": form})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="')
    return answer.content, answer.headers["content-type"]


def test_a_text_has_the_position_and_the_moves(web: TestClient, line: dict[str, object]) -> None:
    content, media = exported(web, line, "text")
    assert media.startswith("text/plain")
    words = content.decode().split("moves, won:")[1].split()
    assert words == line["moves"]


def test_a_json_file_can_be_opened_again(web: TestClient, line: dict[str, object]) -> None:
    data = json.loads(exported(web, line, "json")[0])
    assert data["won"]
    assert data["moves"] == line["moves"]
    pasted = {"game": data["setup"]["game"], "position": json.dumps(data["position"])}
    state = web.post("/api/state", json={"setup": pasted, "moves": data["moves"]}).json()
    assert state["won"]


def test_a_moving_svg_shows_every_stay_of_every_piece(web: TestClient, line: dict[str, object]) -> None:
    content, media = exported(web, line, "svg")
    assert media == "image/svg+xml"
    root = ElementTree.fromstring(content)
    groups = root.findall(f"{NAMESPACE}g")
    first = web.post("/api/line", json=line).json()["states"][0]
    moves: list[str] = line["moves"]  # type: ignore[assignment]
    pieces = 0
    if first["kind"] == "rows":
        pieces = sum(card is not None for row in first["rows"] for card in row)
    elif first["kind"] == "cards":
        pieces = sum(map(len, first["columns"]))
    else:
        pieces = len(first["tiles"]) - 1
    assert len(groups) == pieces + len(moves)
    gliding = [group for group in groups if group.find(f"{NAMESPACE}animateTransform") is not None]
    assert len(gliding) == len(moves)
    for animation in root.iter(f"{NAMESPACE}animate"):
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert len(times) == len(animation.get("values", "").split(";"))
    assert b"<script" not in content
    assert b"href" not in content


def test_a_moving_gif_has_a_frame_for_every_position(web: TestClient, line: dict[str, object]) -> None:
    content, media = exported(web, line, "gif")
    assert media == "image/gif"
    image = Image.open(io.BytesIO(content))
    drawn = scenes(web.post("/api/line", json=line).json()["states"])
    assert image.n_frames == len(drawn) == len(line["moves"]) + 1  # type: ignore[attr-defined, arg-type]
    for number, scene in enumerate(drawn):
        image.seek(number)
        assert image.convert("RGB").tobytes() == frame(scene).convert("RGB").tobytes(), number
        assert image.info["duration"] == (LAST_MILLISECONDS if number == len(drawn) - 1 else MILLISECONDS)
    assert image.info["loop"] == 0


@pytest.mark.parametrize("form", ["svg", "gif"])
def test_a_picture_without_moves_stands_still(web: TestClient, form: str) -> None:
    content, _ = exported(web, {"setup": EASY["freecell"], "moves": []}, form)
    assert b"animate" not in content


def test_a_format_that_is_not_there_is_told_so(web: TestClient) -> None:
    answer = web.post("/api/export", json={"setup": EASY["gaps"], "moves": [], "format": "mp4"})
    assert answer.status_code == 422
    assert "format" in answer.json()["error"]


def test_pieces_are_labelled_as_people_write_them() -> None:
    assert label("H0") == ("10", "H", True)
    assert label("SK") == ("K", "S", False)
    assert label("15") == ("15", "", False)


def test_letters_of_a_text_that_are_alike_are_pieces_of_their_own() -> None:
    moving = moving_svg(scenes([text_board("oo."), text_board("..o"), text_board("o")]), "text")
    groups = ElementTree.fromstring(moving).findall(f"{NAMESPACE}g")
    animations = [group.find(f"{NAMESPACE}animate") for group in groups]
    found = ["" if one is None else one.get("values", "") for one in animations]
    ended = "visible;hidden"
    # Three places at the start; then two letters change and a third one, which change back or are gone.
    passing = "hidden;visible;hidden"
    assert found == [ended, ended, ended, passing, passing, passing, "hidden;visible"]


def test_a_moving_svg_shows_each_piece_once_at_any_time(web: TestClient, line: dict[str, object]) -> None:
    root = ElementTree.fromstring(exported(web, line, "svg")[0])
    stays: list[tuple[str, list[float], list[str]]] = []
    for group in root.findall(f"{NAMESPACE}g"):
        name = "".join(group.itertext())
        animation = group.find(f"{NAMESPACE}animate")
        if animation is None:
            stays.append((name, [0.0], ["visible"]))
            continue
        times = [float(time) for time in animation.get("keyTimes", "").split(";")]
        stays.append((name, times, animation.get("values", "").split(";")))
    for number in range(200):
        seen = [
            name
            for name, times, values in stays
            if [value for time, value in zip(times, values, strict=True) if time <= number / 200][-1]
            == "visible"
        ]
        assert sorted(seen) == sorted({name for name, _, _ in stays})


@pytest.mark.parametrize(
    ("setup", "claim"),
    [
        ({"game": "superpuzz", "size": "5", "deal": "21"}, "unsolvable"),
        ({"game": "sliding", "size": "3x3", "deal": "7"}, "shortest"),
        ({"game": "peg", "size": "4x4", "deal": "1"}, "unsolvable"),
    ],
)
def test_the_certificate_of_a_verdict_is_proved(
    web: TestClient, setup: dict[str, str], claim: str, tmp_path: Path
) -> None:
    content, media = exported(web, {"setup": setup, "moves": []}, "certificate")
    assert media == "application/octet-stream"
    (tmp_path / "a").write_bytes(content)
    verdict = check(tmp_path / "a")
    assert verdict.proved
    assert verdict.header.claim.kind == claim
    rules = game(setup["game"], setup["size"])
    assert verdict.header.start == rules.format_position(rules.deal(int(setup["deal"])))


def test_a_won_position_has_no_certificate(web: TestClient, line: dict[str, object]) -> None:
    answer = web.post("/api/export", json=line | {"format": "certificate"})
    assert answer.status_code == 422
    assert "nothing to prove" in answer.text


def test_a_certificate_that_takes_too_long_is_refused_in_words() -> None:
    with client(workers=0, export_seconds=1.0) as web:
        wanted = {"setup": {"game": "superpuzz", "deal": "35"}, "moves": [], "format": "certificate"}
        answer = web.post("/api/export", json=wanted)
        assert answer.status_code == 422
        assert "longer than 1 seconds" in answer.text or "memory" in answer.text
