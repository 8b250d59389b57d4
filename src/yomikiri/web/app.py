"""The app: routes, the guard in front of them, and the workers behind them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, WebSocket
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

import yomikiri
from yomikiri.store import Store
from yomikiri.web import browse, enter, play, problems
from yomikiri.web.client import client_of
from yomikiri.web.guard import Guard
from yomikiri.web.models import Health, Shelf
from yomikiri.web.service import Service
from yomikiri.web.session import Session
from yomikiri.web.settings import Settings
from yomikiri.web.shelf import listed, shelf
from yomikiri.web.survey_browser import SurveyBrowser

STATIC = Path(__file__).parent / "static"


def create_app(settings: Settings | None = None, store: Store | None = None) -> FastAPI:
    """The web app; its workers live as long as it does."""
    service = Service(settings or Settings(), SurveyBrowser(store))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.pool.start()
        try:
            yield
        finally:
            await service.pool.close()
            await service.easel.pool.close()

    # The framework's interactive docs load scripts from other sites, so we serve only the document itself.
    app = FastAPI(
        title="yomikiri",
        version=yomikiri.__version__,
        summary="Play one-player puzzles, and ask a solver that answers with proofs.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
    )
    app.state.service = service
    problems.install(app)
    app.include_router(play.router)
    app.include_router(browse.router)
    app.include_router(enter.router)

    @app.get("/api/health", response_model=Health, responses=play.PROBLEMS, summary="Whether it is well")
    async def health() -> JSONResponse:
        pool = service.pool
        return JSONResponse(
            {
                "status": "ok",
                "version": yomikiri.__version__,
                "workers": len(pool.pids),
                "running": pool.running,
                "waiting": pool.waiting,
            }
        )

    @app.websocket("/api/socket")
    async def socket(websocket: WebSocket) -> None:
        await Session(websocket, service, client_of(websocket.scope)).run()

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    modules = service.settings.kernel or STATIC / "kernel"

    @app.get("/api/shelf", response_model=Shelf, responses=play.PROBLEMS, summary="To play in the browser")
    def games_to_go() -> JSONResponse:
        there = [path.stem for path in modules.glob("*.wasm")]
        return JSONResponse(shelf(there) | {"listed": listed() if there else {}})

    app.mount("/static/kernel", StaticFiles(directory=modules, check_dir=False), name="kernel")
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")
    app.add_middleware(Guard, service=service)
    return app
