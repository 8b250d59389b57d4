"""Sessions: one per tab, as long as its socket is open.

Closing a socket cancels what it asked.  If there are too many, the idle one that was silent longest is closed
for a newcomer: a crowd of silent tabs keeps nobody out.  A tab that reads too slowly misses progress reports.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from yomikiri.core.errors import InputError, YomikiriError
from yomikiri.games import game as game_of
from yomikiri.search import Limits
from yomikiri.search.algorithms import choose
from yomikiri.search.within import Within
from yomikiri.web.boards import move_out
from yomikiri.web.daily import read_date
from yomikiri.web.models import Ask, Cancellation
from yomikiri.web.pool import CANCELLED, QUEUED, Job
from yomikiri.web.problems import DEFECT, sentence
from yomikiri.web.question import Question, at_once, cancelled
from yomikiri.web.service import Service
from yomikiri.web.settings import MAX_BODY_BYTES, SECONDS
from yomikiri.web.start import Played
from yomikiri.web.turns import Owner
from yomikiri.web.wire import read, written
from yomikiri.web.worker import ANSWER, PROGRESS

Json = dict[str, Any]
SLOW = 40
"""Messages that may wait to be sent; beyond that, progress and places in the queue are left out."""
DEAF = 1000
"""Beyond this many, the other end is not listening at all, and the socket is closed."""
TRY_LATER = 1013
LOG = logging.getLogger("yomikiri.web")


class Session:
    """A tab's conversation."""

    def __init__(self, socket: WebSocket, service: Service, client: str) -> None:
        self._socket, self._service, self._client = socket, service, client
        self._jobs: dict[str, Job] = {}
        self._out: asyncio.Queue[Json] = asyncio.Queue()
        self.heard = time.monotonic()
        self._hearing = False

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered."""
        return not self._jobs and not self._hearing and self._out.empty()

    def leave(self) -> None:
        """End the conversation."""
        self._talk.cancel_scope.cancel()

    async def run(self) -> None:
        """Listen until the tab closes or can no longer be answered."""
        await self._socket.accept()
        try:
            async with anyio.create_task_group() as self._talk:
                self._service.tabs.add(self)
                self._talk.start_soon(self._until_the_end, self._listen)
                self._talk.start_soon(self._until_the_end, self._send)
        finally:
            self._service.tabs.discard(self)
            for job in list(self._jobs.values()):
                self._service.pool.cancel(job)
        with contextlib.suppress(Exception), anyio.move_on_after(1):  # It may be closed already, or stuck.
            await self._socket.close(TRY_LATER)

    async def _until_the_end(self, part: Callable[[], Awaitable[None]]) -> None:
        """A conversation needs both directions: when one ends, so does the other."""
        try:
            await part()
        except WebSocketDisconnect:
            pass
        except Exception:
            LOG.exception("a bug in a conversation")
        finally:
            self._talk.cancel_scope.cancel()

    async def _listen(self) -> None:
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            self.heard, self._hearing = time.monotonic(), True
            await self._heard(message.get("text"))
            self._hearing = False

    async def _send(self) -> None:
        while True:
            message = await self._out.get()
            await self._socket.send_text(written(message))

    def _say(self, kind: str, name: str | None, more: Json) -> None:
        if self._out.qsize() >= DEAF:
            self._talk.cancel_scope.cancel()
        elif kind not in (PROGRESS, QUEUED) or self._out.qsize() < SLOW:
            self._out.put_nowait({"type": kind, "id": name, **more})

    async def _heard(self, text: str | None) -> None:
        name: str | None = None
        try:
            if text is None:
                raise InputError("a message is text, not bytes")
            if len(text) > MAX_BODY_BYTES:
                raise InputError(f"a message has at most {MAX_BODY_BYTES} characters")
            data = read(text)
            if isinstance(data, dict) and isinstance(data.get("id"), str):
                name = data["id"][:64]
            # Only now: a refusal that does not name its question leaves the client waiting forever.
            if not self._service.bucket.take(self._client):
                raise InputError("too many messages: slow down")
            message = _message(data)
            if isinstance(message, Cancellation):
                if message.id in self._jobs:
                    self._service.pool.cancel(self._jobs[message.id])
                return
            await self._ask(message)
        except (YomikiriError, ValueError) as error:
            self._say("error", name, {"message": str(error)})
        except Exception:
            LOG.exception("a bug in hearing a message")
            self._say("error", name, {"message": DEFECT})

    async def _ask(self, ask: Ask) -> None:
        service = self._service
        if ask.id in self._jobs:
            raise InputError(f"'{ask.id}' is being answered already")
        if len(self._jobs) >= service.settings.per_socket:
            raise InputError(f"a tab may have {service.settings.per_socket} searches at a time")
        line = None if ask.what in ("winnable", "daily") else await service.played(ask.setup, ask.moves)
        question = await run_in_threadpool(self._question, ask, line)
        known = at_once(question)
        if known is None and line is not None:
            known = service.notebook.look(line, ask.what)
        if known is not None:
            self._answer(ask, line, question, known)
            return

        def hear(word: str, said: Any) -> None:
            if word == QUEUED:
                self._say(QUEUED, ask.id, {"place": said})
                return
            if word == PROGRESS:
                self._say(PROGRESS, ask.id, said)
                return
            self._jobs.pop(ask.id, None)
            if word not in (ANSWER, CANCELLED):
                self._say("error", ask.id, {"message": said})
                return
            try:
                self._answer(ask, line, question, cancelled(question) if word == CANCELLED else said)
            except Exception:
                LOG.exception("a bug in telling an answer")
                self._say("error", ask.id, {"message": DEFECT})

        job = Job(question, Owner(self._client, id(self)), hear)
        self._jobs[ask.id] = job
        try:
            service.pool.submit(job)
        except InputError:
            del self._jobs[ask.id]
            raise

    def _question(self, ask: Ask, line: Played | None) -> Question:
        """The question, with limits that the settings allow; an error says what is wrong with it."""
        settings = self._service.settings
        seconds = SECONDS[ask.what] if ask.seconds is None else ask.seconds
        memory = self._service.worker_memory
        limits = Limits(
            seconds=min(seconds, settings.longest_seconds),
            memory=memory if ask.memory is None else min(ask.memory, memory),
        )
        if line is None:
            setup = ask.setup
            day = read_date(setup.deal) if ask.what == "daily" else None
            game = game_of(setup.game, setup.size, setup.variant, setup.options)
            return Question(ask.what, game, None, limits, day=day)
        game = line.start.game
        within = Within.of(ask.within) if ask.within is not None and ask.what == "shortest" else None
        if ask.algorithm is not None or within is not None:
            choose(game, ask.algorithm, shortest=ask.what == "shortest" and within is None, within=within)
        return Question(ask.what, game, line.position, limits, ask.algorithm, within=within)

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


def _message(data: Any) -> Ask | Cancellation:
    kind = data.get("type") if isinstance(data, dict) else None
    if kind not in ("ask", "cancel"):
        raise InputError('a message has a "type": expected "ask" or "cancel"')
    try:
        return Ask.model_validate(data) if kind == "ask" else Cancellation.model_validate(data)
    except ValidationError as error:
        raise InputError(sentence(error.errors())) from None
