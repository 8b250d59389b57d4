"""Sessions: one for each tab, as long as its socket is open.

A closed socket cancels what it has asked.  What a slow tab does not read in time is progress that it misses.
"""

import asyncio
import contextlib
import json
from typing import Any

from fastapi import WebSocket
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from yomikiri.errors import InputError, YomikiriError
from yomikiri.games import game as game_of
from yomikiri.search import Limits
from yomikiri.search.algorithms import choose
from yomikiri.web.boards import move_out
from yomikiri.web.models import Ask, Cancellation
from yomikiri.web.pool import Job
from yomikiri.web.problems import sentence
from yomikiri.web.question import Question, at_once
from yomikiri.web.service import Service
from yomikiri.web.settings import MAX_BODY_BYTES, SECONDS
from yomikiri.web.start import Played
from yomikiri.web.worker import PROGRESS

Json = dict[str, Any]
SLOW = 40
"""Messages that may wait to be sent; with more, progress is left out."""


class Session:
    """A tab's conversation."""

    def __init__(self, socket: WebSocket, service: Service, client: str) -> None:
        self._socket, self._service, self._client = socket, service, client
        self._jobs: dict[str, Job] = {}
        self._out: asyncio.Queue[Json] = asyncio.Queue()

    async def run(self) -> None:
        """Listen until the tab is closed."""
        await self._socket.accept()
        sender = asyncio.create_task(self._send())
        try:
            while (message := await self._socket.receive())["type"] != "websocket.disconnect":
                await self._heard(message.get("text"))
        finally:
            for job in list(self._jobs.values()):
                self._service.pool.cancel(job)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    async def _send(self) -> None:
        while True:
            await self._socket.send_json(await self._out.get())

    def _say(self, kind: str, name: str | None, more: Json) -> None:
        if kind != PROGRESS or self._out.qsize() < SLOW:
            self._out.put_nowait({"type": kind, "id": name, **more})

    async def _heard(self, text: str | None) -> None:
        name: str | None = None
        try:
            if not self._service.bucket.take(self._client):
                raise InputError("too many messages: slow down")
            if text is None:
                raise InputError("a message is text, not bytes")
            if len(text) > MAX_BODY_BYTES:
                raise InputError(f"a message has at most {MAX_BODY_BYTES} characters")
            data = _json(text)
            if isinstance(data, dict) and isinstance(data.get("id"), str):
                name = data["id"][:64]
            message = _message(data)
            if isinstance(message, Cancellation):
                if message.id in self._jobs:
                    self._service.pool.cancel(self._jobs[message.id])
                return
            await self._ask(message)
        except (YomikiriError, ValueError) as error:
            self._say("error", name, {"message": str(error)})

    async def _ask(self, ask: Ask) -> None:
        service = self._service
        if ask.id in self._jobs:
            raise InputError(f"'{ask.id}' is being answered already")
        if len(self._jobs) >= service.settings.per_socket:
            raise InputError(f"a tab may have {service.settings.per_socket} searches at a time")
        line, question = await run_in_threadpool(self._question, ask)
        known = at_once(question)
        if known is None and line is not None:
            known = service.notebook.look(line, ask.what)
        if known is not None:
            self._answer(ask, line, question, known)
            return
        self._say("queued", ask.id, {})

        def hear(word: str, said: Any) -> None:
            if word == PROGRESS:
                self._say(PROGRESS, ask.id, said)
                return
            self._jobs.pop(ask.id, None)
            if word == "answer":
                self._answer(ask, line, question, said)
            else:
                self._say("error", ask.id, {"message": said})

        job = Job(question, hear)
        self._jobs[ask.id] = job
        try:
            service.pool.submit(job)
        except InputError:
            del self._jobs[ask.id]
            raise

    def _question(self, ask: Ask) -> tuple[Played | None, Question]:
        """What is asked, with limits that the settings allow; where the words are wrong, an error says so."""
        settings = self._service.settings
        seconds = SECONDS[ask.what] if ask.seconds is None else ask.seconds
        memory = self._service.worker_memory
        limits = Limits(
            seconds=min(seconds, settings.longest_seconds),
            memory=memory if ask.memory is None else min(ask.memory, memory),
        )
        if ask.what == "winnable":
            setup = ask.setup
            return None, Question(
                ask.what, game_of(setup.game, setup.size, setup.variant, setup.options), None, limits
            )
        line = self._service.replays.play(ask.setup, ask.moves)
        game = line.start.game
        if ask.algorithm is not None:
            choose(game, ask.algorithm, shortest=ask.what == "shortest")
        return line, Question(ask.what, game, line.position, limits, ask.algorithm)

    def _answer(self, ask: Ask, line: Played | None, question: Question, said: Json) -> None:
        game, notebook = question.game, self._service.notebook
        if ask.what == "shortest" and line is not None and said["verdict"] in ("won", "open"):
            said = notebook.best(line, said)
        notebook.write(game, said, line)
        if ask.what == "hint":
            said = said | {"hint": None}
            if line is not None and said["moves"]:
                move = game.parse_move(line.position, said["moves"][0])
                said["hint"] = move_out(game, line.position, move)
        self._say("answer", ask.id, {"what": ask.what, **said})


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("a message is a JSON object") from None


def _message(data: Any) -> Ask | Cancellation:
    kind = data.get("type") if isinstance(data, dict) else None
    if kind not in ("ask", "cancel"):
        raise InputError('a message has a "type": expected "ask" or "cancel"')
    try:
        return Ask.model_validate(data) if kind == "ask" else Cancellation.model_validate(data)
    except ValidationError as error:
        raise InputError(sentence(error.errors())) from None
