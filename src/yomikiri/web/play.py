"""Requests for playing: games, states, lines, analyses, exports, all answered without stored state."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from yomikiri.core.catalog import game, listed_deal, variant_of
from yomikiri.core.registry import entries
from yomikiri.web import boards
from yomikiri.web.analyses import analysis
from yomikiri.web.client import client_of
from yomikiri.web.drawing import LINE, File
from yomikiri.web.exports import FORMATS
from yomikiri.web.models import Analysis, Export, Games, GuideOut, Line, LineOut, Problem, Rules, Setup, State
from yomikiri.web.service import Service
from yomikiri.web.settings import LONG_LINE
from yomikiri.web.shelf import offered

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request cannot be read, or its Host is foreign."},
    401: {"model": Problem, "description": "The server has a token, and the request does not."},
    403: {"model": Problem, "description": "The request comes from a page of another origin."},
    408: {"model": Problem, "description": "The body of the request did not come in time."},
    413: {"model": Problem, "description": "The request is too large."},
    422: {"model": Problem, "description": "The request is not as expected; the sentence says why."},
    429: {"model": Problem, "description": "Too many requests."},
}

BUSY: dict[int | str, dict[str, Any]] = {
    503: {"model": Problem, "description": "Too much is being made, or it took too long; try again later."}
}

router = APIRouter(prefix="/api", responses=PROBLEMS)


def service_of(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


@router.get("/games", response_model=Games, summary="The games there are")
def games() -> JSONResponse:
    return JSONResponse({"games": [offered(entry) for entry in entries().values()]})


@router.post("/state", response_model=State, summary="Where a line of play has come to")
async def state(line: Line, request: Request) -> JSONResponse:
    played = await service_of(request).played(line.setup, line.moves)
    return await run_in_threadpool(lambda: JSONResponse(boards.state(played)))


@router.post("/line", response_model=LineOut, responses=BUSY, summary="A whole line of play, board by board")
async def whole_line(line: Line, request: Request) -> Response:
    if len(line.moves) > LONG_LINE:
        file = await _drawn(LINE, line, request)
        return Response(file.content, media_type=file.media)
    played = await service_of(request).played(line.setup, line.moves)
    return await run_in_threadpool(lambda: JSONResponse(boards.line_out(played)))


@router.post("/guide", response_model=GuideOut, summary="The goal and the rules, for a newcomer")
def guide(rules: Rules) -> JSONResponse:
    return JSONResponse(boards.guide_out(game(rules.game, rules.size, rules.variant, rules.options)))


@router.post("/random", response_model=Setup, summary="A random deal")
def random_deal(rules: Rules) -> JSONResponse:
    deal = listed_deal(rules.game, None, rules.size, rules.variant, rules.options)
    assert deal is not None  # Every game has random deals.
    dealt = deal.game
    setup = Setup(
        game=dealt.name,
        size=str(dealt.size),
        variant=variant_of(dealt),
        options=dict(dealt.options),
        deal=str(deal.label),
        position=None,
        arrangement=next(iter(deal.positions)) if deal.has_arrangements else None,
    )
    return JSONResponse(setup.model_dump())


@router.post("/analyse", response_model=Analysis, summary="What can be said of a position without searching")
async def analyse(line: Line, request: Request) -> JSONResponse:
    played = await service_of(request).played(line.setup, line.moves)
    return await run_in_threadpool(lambda: JSONResponse(analysis(played)))


@router.post(
    "/export",
    response_class=Response,
    responses=BUSY
    | {
        200: {
            "description": "The file.",
            "content": {media.split(";")[0]: {} for _, media, _ in FORMATS.values()},
        }
    },
    summary="A line of play as a file",
)
async def export(wanted: Export, request: Request) -> Response:
    file = await _drawn(wanted.format, wanted, request)
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"'}
    return Response(file.content, media_type=file.media, headers=headers)


async def _drawn(form: str, line: Line, request: Request) -> File:
    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    client = client_of(request.scope)
    return await service_of(request).easel.draw(form, line.setup, line.moves, client, gone)
