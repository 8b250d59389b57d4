"""Problems: what went wrong with a request, as one sentence for people."""

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from yomikiri.core.errors import CertificationError, StoreError, YomikiriError, shown
from yomikiri.web.easel import Busy

NO_TOKEN = "this server asks for its token: open the link that it printed when it started"
DEFECT = "internal error: a bug in yomikiri"
SENTENCES = {
    400: "the request could not be read",
    404: "there is nothing here",
    405: "this address does not take that method",
}


def problem(
    status: int, text: str, detail: Any = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A response that says what went wrong."""
    content = {"error": text} if detail is None else {"error": text, "detail": detail}
    return JSONResponse(content, status, headers=dict(headers or {}))


def sentence(errors: Iterable[Mapping[str, Any]]) -> str:
    """The first of pydantic's errors in words, without repeating the input."""
    for error in errors:
        where = ".".join(shown(str(part), 40) for part in error["loc"] if part != "body")
        return f"{where or 'the request'}: {str(error['msg'])[:1].lower()}{str(error['msg'])[1:]}"
    return "the request is not as expected"


def install(app: FastAPI) -> None:
    """Answer every deliberate exception with a problem; the guard handles the others."""

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        found = error.errors()
        detail = [
            {"where": [shown(str(part), 40) for part in one["loc"]], "what": one["msg"]} for one in found
        ]
        return problem(422, sentence(found), detail[:20])

    @app.exception_handler(YomikiriError)
    async def refused(request: Request, error: YomikiriError) -> JSONResponse:
        if isinstance(error, CertificationError):
            return problem(500, DEFECT)
        if isinstance(error, Busy):
            return problem(503, shown(str(error), 500), headers={"Retry-After": "5"})
        if isinstance(error, StoreError):
            return problem(503, "the results store could not be read")
        return problem(422, shown(str(error), 500))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> JSONResponse:
        text = SENTENCES.get(error.status_code, shown(str(error.detail), 200))
        return problem(error.status_code, text, headers=error.headers)
