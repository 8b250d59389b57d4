"""Logging in: a browser hands in the token from its link, and gets a cookie."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from yomikiri.web.models import Model
from yomikiri.web.play import PROBLEMS, service_of
from yomikiri.web.problems import NO_TOKEN, problem

PATH = "/api/enter"

router = APIRouter(responses=PROBLEMS)


class Entry(Model):
    """A request to log in."""

    token: Annotated[str, Field(max_length=200, description="The token, as the link had it.")]


class Entered(Model):
    """A successful login."""

    entered: bool = Field(description="Always true.")


@router.post(PATH, response_model=Entered, summary="Hand in the token, for a cookie")
async def enter(entry: Entry, request: Request) -> JSONResponse:
    token = service_of(request).token
    if token is None:
        return JSONResponse({"entered": True})
    if not token.is_right(entry.token):
        return problem(401, NO_TOKEN, headers={"WWW-Authenticate": "Bearer"})
    cookie = token.set_cookie(secure=request.url.scheme == "https")
    return JSONResponse({"entered": True}, headers={"Set-Cookie": cookie})
