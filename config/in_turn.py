"""What is there already is sent by the loop that reads, without a thread.

Where thousands keep a page open, to hand each of their questions to a thread and its answer back
takes longer than the answer: two threads are woken, and each waits for the interpreter. So the loop
asks the application itself, once all that came in a turn is read; and hands to a thread what the
application leaves. Where the application may wait for another machine, one thread is handed all
that came in a turn.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from core.log import Log
from core.web.turn import IN_TURN, AnswerToCome, Turn

log = Log(__name__)
Application = Callable[..., Iterable[bytes]]


_Since = tuple[Any, float]
"""A connection, and since when its question waits."""


class _Waiting(NamedTuple):
    """A connection that waits for what a thread is about to answer somebody else."""

    coming: AnswerToCome
    connection: Any
    since: float


class _Answered(NamedTuple):
    """An answer as it is sent, and whether the connection is closed behind it."""

    sent: bytes
    closes: bool


class InTurn:
    """The questions of a turn of the loop, which are answered together at its end.

    By the thread of the loop, unless that is not `by_loop`.
    """

    def __init__(self, application: Application, *, by_loop: bool = True) -> None:
        self._application, self._by_loop = application, by_loop
        self._asked: list[Any] = []
        self._waiting: deque[_Waiting] = deque()
        self._thread = 0

    def begin(self) -> None:
        """Begin a turn: from here on this thread is that of the loop."""
        self._thread = threading.get_ident()

    def takes(self, connection: Any) -> bool:
        """Return whether the question of a connection is answered at the end of this turn.

        Not what a thread has found behind another one on the same connection.
        """
        request = connection.requests[0]
        is_plain = request.command == "GET" and not request.query and request.error is None
        takes: bool = is_plain and threading.get_ident() == self._thread
        if takes:
            self._asked.append(connection)
        return takes

    def end(self, hand_on: Callable[[Any], None]) -> None:
        """Have what is there already sent, and the other connections handed on to a thread."""
        asked = [*self._asked_again(), *((one, time.monotonic()) for one in self._asked)]
        self._asked = []
        if not self._by_loop and asked:
            hand_on(_Together(partial(self._answer, asked), hand_on, asked[0][0]))
            return
        # One that has sent several questions at once is asked again behind all others.
        while asked:
            self._answer(asked, hand_on)
            asked = [(one, time.monotonic()) for one in self._asked]
            self._asked = []

    def _asked_again(self) -> Iterator[_Since]:
        """Yield the connections for which there may be an answer now."""
        for _ in range(len(self._waiting)):
            one = self._waiting.popleft()
            if one.coming.is_over():
                yield one.connection, one.since
            else:
                self._waiting.append(one)

    def _answer(self, asked: Sequence[_Since], leave: Callable[[Any], None]) -> None:
        """Send what is there, and leave the other connections to threads.

        A fault about one of them is logged, and ends that connection alone.
        """
        turn: Turn = {}
        is_held_up = False
        for connection, since in asked:
            began = time.monotonic()
            try:
                if is_held_up or not self._is_answered(connection, since, turn):
                    leave(connection)
            except Exception:
                log.exception("in_turn.not_sent")
                connection.break_off()
            # Where the database lets one wait, the others do not wait for that one after another.
            is_held_up = is_held_up or time.monotonic() - began > AnswerToCome.LONGEST_S

    def _is_answered(self, connection: Any, since: float, turn: Turn) -> bool:
        """Return whether a connection is answered now, or waits for what is about to be there."""
        answer = self._answer_to(connection, turn)
        if isinstance(answer, _Answered):
            connection.send_whole(answer.sent, closes=answer.closes)
        elif answer is None or time.monotonic() - since > AnswerToCome.LONGEST_S:
            return False
        else:
            self._waiting.append(_Waiting(answer, connection, since))
        return True

    def _answer_to(self, connection: Any, turn: Turn) -> _Answered | AnswerToCome | None:
        """Return the answer to the question of a connection, or who is about to give it.

        None where it is to be made by a thread; nothing has happened then.
        """
        # Behind what is still to be sent, or before what is only begun, the order is a thread's.
        is_free = connection.connected and not connection.total_outbufs_len
        if not is_free or connection.request is not None:
            return None
        try:
            return self._found(connection, turn)
        except Exception:
            log.exception("in_turn.failed", path=connection.requests[0].path)
            return None

    def _found(self, connection: Any, turn: Turn) -> _Answered | AnswerToCome | None:
        task = connection.task_class(connection, connection.requests[0])

        def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            task.status, task.response_headers, task.complete = status, list(headers), True

        environ = {**task.get_environment(), IN_TURN: turn}
        answered = self._application(environ, start_response)
        if isinstance(answered, AnswerToCome):
            return answered
        body = b"".join(answered)
        if not task.complete:
            return None
        task.start_time, task.content_length = time.time(), len(body)
        head: bytes = task.build_response_header()
        return _Answered(head + body if task.has_body else head, task.close_on_finish)


class _Together:
    """The questions of a turn, as work of a thread; `one` is any of their connections.

    Of those that `answer` leaves, the thread serves the first itself: it has waited for a thread
    once. The others are handed on, for threads that have nothing else to do.
    """

    def __init__(
        self,
        answer: Callable[[Callable[[Any], None]], None],
        hand_on: Callable[[Any], None],
        one: Any,
    ) -> None:
        self._answer, self._hand_on, self._one = answer, hand_on, one
        self._mine: Any = None

    def service(self) -> None:
        """Answer them, and have the loop look at what it is to send."""
        try:
            self._answer(self._leave)
        finally:
            self._one.server.pull_trigger()
            if self._mine is not None:
                self._mine.service()

    def _leave(self, connection: Any) -> None:
        if self._mine is None:
            self._mine = connection
        else:
            self._hand_on(connection)

    def cancel(self) -> None:
        """Answer none of them any more: the server closes all of its connections."""
