"""The requests of a player: games, states, lines, analyses, exports, all answered from what they bring."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from yomikiri.errors import InputError
from yomikiri.games import KINDS, listed_deal, variant_of
from yomikiri.games.gaps import ARRANGEMENTS, Gaps
from yomikiri.games.menu import MENUS
from yomikiri.web import boards
from yomikiri.web.analyses import analysis
from yomikiri.web.exports import FORMATS, MOST_PICTURES, file_name
from yomikiri.web.models import Analysis, Export, Games, Line, LineOut, Problem, Rules, Setup, State
from yomikiri.web.service import Service

LARGEST_SAFE = 2**53 - 1
"""The largest whole number that JavaScript holds."""

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request can not be read, or its Host is foreign."},
    403: {"model": Problem, "description": "The request comes from a page of another origin."},
    413: {"model": Problem, "description": "The request is too large."},
    422: {"model": Problem, "description": "The request is not as expected; the sentence says why."},
    429: {"model": Problem, "description": "Too many requests."},
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


@router.get("/games", response_model=Games, summary="The games there are")
def games() -> JSONResponse:
    return JSONResponse({"games": [_entry(name) for name in MENUS]})


def _entry(name: str) -> dict[str, Any]:
    menu, kind = MENUS[name], KINDS[name]
    return {
        "name": name,
        "title": vars(menu.title),
        "summary": kind.summary,
        "sizes": list(menu.sizes),
        "default_size": menu.default_size,
        "variants": list(menu.variants),
        "variant_titles": {variant: vars(title) for variant, title in menu.variants.items()},
        "variant_sizes": menu.variant_sizes,
        "options": [
            {"name": option.name, "values": list(option.values), "default": option.default}
            for option in menu.options
        ],
        "largest_deal": min(kind.most, LARGEST_SAFE),
        "sources": list(menu.sources),
        "arrangements": list(ARRANGEMENTS) if name == Gaps.name else [],
    }


@router.post("/state", response_model=State, summary="Where a line of play has come to")
def state(line: Line, request: Request) -> JSONResponse:
    return JSONResponse(boards.state(service_of(request).replays.play(line.setup, line.moves)))


@router.post("/line", response_model=LineOut, summary="A whole line of play, board by board")
def whole_line(line: Line, request: Request) -> JSONResponse:
    return JSONResponse(boards.line_out(service_of(request).replays.play(line.setup, line.moves)))


@router.post("/random", response_model=Setup, summary="A random deal")
def random_deal(rules: Rules) -> JSONResponse:
    deal = listed_deal(rules.game, None, rules.size, rules.variant, rules.options)
    assert deal is not None  # Every game has random deals.
    game = deal.game
    setup = Setup(
        game=game.name,
        size=str(game.size),
        variant=variant_of(game),
        options=dict(game.options),
        deal=str(deal.label),
        position=None,
        arrangement=ARRANGEMENTS[0] if isinstance(game, Gaps) else None,
    )
    return JSONResponse(setup.model_dump())


@router.post("/analyse", response_model=Analysis, summary="What can be said of a position without searching")
def analyse(line: Line, request: Request) -> JSONResponse:
    return JSONResponse(analysis(service_of(request).replays.play(line.setup, line.moves)))


@router.post(
    "/export",
    response_class=Response,
    responses={
        200: {
            "description": "The file.",
            "content": {media.split(";")[0]: {} for _, media, _ in FORMATS.values()},
        }
    },
    summary="A line of play as a file",
)
def export(wanted: Export, request: Request) -> Response:
    line = service_of(request).replays.play(wanted.setup, wanted.moves)
    make, media, ending = FORMATS[wanted.format]
    if wanted.format in ("svg", "gif") and len(line.moves) > MOST_PICTURES:
        raise InputError(f"a moving picture has at most {MOST_PICTURES} moves, not {len(line.moves)}")
    headers = {"Content-Disposition": f'attachment; filename="{file_name(line, ending)}"'}
    with service_of(request).drawing:
        content = make(line)
    return Response(content, media_type=media, headers=headers)
