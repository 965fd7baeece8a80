"""A client of Wallchart's API in one file without dependencies: copy it beside your program.

    client = Client("https://example.org", token="wc…")
    spring = Division(client, "spring", "A")
    for row in spring.standings()["rows"]:
        print(row["rank"], row["name"])
    spring.enter(1, 4, 423, 389)

What is refused is an ApiError with the code, field and sentence of the answer. A write that got no
answer is sent again under the same Idempotency-Key, so it is done once. One thread at a time.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

ROOT = "/api/v1/"
REFUSED_FOR_NOW = (429, 503)
"""What is answered by a machine that cannot serve just now, and has done nothing."""
LOST_BEHIND = (502, 504)
"""What a proxy answers that got no answer itself."""
KEPT = 200
"""How many answers are kept with their tags."""


class ApiError(Exception):
    """What was refused: `code` says which kind to a program, `message` to a person."""

    def __init__(self, status: int, said: Mapping[str, Any]) -> None:
        self.status = status
        self.code = str(said.get("code", ""))
        self.message = str(said.get("message", ""))
        self.field: str | None = said.get("field")
        self.journal_entry: int | None = said.get("journal_entry")
        self.request_id = str(said.get("request_id", ""))
        self.details: Mapping[str, Any] = said.get("details") or {}
        super().__init__(f"{status} {self.code}: {self.message}")


@dataclass(frozen=True)
class Done:
    """What came of a command: its answer, its number and sentence in the log.

    `repeated` says that it had been done before: the answer to it was lost.
    """

    answer: Mapping[str, Any]
    journal_entry: int
    sentence: str
    repeated: bool


class _Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Client:
    """Somebody who asks an installation, such as `https://example.org`, with a token or without.

    Whatever is busy or does not answer is asked `tries` times, each time after a longer pause,
    but never after more than `patience` seconds.
    """

    address: str
    token: str = ""
    tries: int = 6
    patience: float = 60.0
    timeout: float = 30.0
    _kept: dict[str, tuple[str, Any]] = field(default_factory=dict, repr=False)
    _web: HTTPConnection | None = field(default=None, repr=False)

    def get(self, path: str, **query: object) -> Any:
        """Returns what stands at a path below `/api/v1/`; it is sent only if it has changed."""
        where = path + (f"?{urlencode(query)}" if query else "")
        tag, value = self._kept.get(where, ("", None))
        answer = self._sent("GET", where, {"If-None-Match": tag} if tag else {})
        if answer.status == 304:
            return value
        value = json.loads(answer.body)
        if tag := answer.headers.get("etag", ""):
            self._kept.pop(where, None)
            self._kept[where] = (tag, value)
            while len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return value

    def tag(self, path: str) -> str:
        """Returns the tag of what was read at a path, to send as `if_match`; empty if unread."""
        return self._kept.get(path, ("", None))[0]

    def each(self, path: str, **query: object) -> Iterator[Any]:
        """Yields every item of a list, page after page."""
        page = self.get(path, **query)
        while True:
            yield from page["items"]
            if not page.get("next"):
                return
            # Only what stands after the question mark: the token goes nowhere else.
            page = self.get(f"{path}?{urlsplit(page['next']).query}")

    def give(
        self,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        method: str = "POST",
        key: str = "",
        if_match: str = "",
    ) -> Done:
        """Gives a command, once, and returns what came of it.

        `key` is the Idempotency-Key: give your own to go on after your program has ended. With
        `if_match`, the tag of what you read, it is done only if nobody has changed that since.
        """
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        if if_match:
            headers["If-Match"] = if_match
        answer = self._sent(method, path, headers, json.dumps(body or {}).encode())
        return Done(**json.loads(answer.body))

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Asks for a job, or asks something, and returns the answer: where none comes, it may be
        done nevertheless, so it is not sent again.
        """
        self.close()  # or a connection that the other side has closed could lose it
        return json.loads(self._sent("POST", path, {}, json.dumps(body or {}).encode()).body)

    def wait(self, job: int, every: float = 0.5) -> Mapping[str, Any]:
        """Returns a job once it has ended, however it ended."""
        while True:
            told: Mapping[str, Any] = self.get(f"jobs/{job}")
            if told["state"] in ("done", "failed", "stopped"):
                return told
            time.sleep(every)

    def undo(self, event: str, journal_entry: int, why: str = "") -> Done:
        """Takes an entry of an event's log back; taking an undo back does it again."""
        body = {"why": why} if why else {}
        return self.give(f"events/{quote(event)}/journal/{journal_entry}/undo", body)

    def _sent(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None = None
    ) -> _Answer:
        """Returns the answer, asking again where that does no harm; raises ApiError or OSError."""
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        is_harmless = body is None or "Idempotency-Key" in headers
        for left in reversed(range(self.tries)):
            pause = min(self.patience, 0.2 * 2 ** (self.tries - 1 - left))
            try:
                answer = self._once(method, path, headers, body)
            except (OSError, HTTPException) as lost:
                self.close()
                if not left or not is_harmless:
                    raise ConnectionError(f"{method} {path} got no answer") from lost
            else:
                if answer.status < 400:
                    return answer
                again = REFUSED_FOR_NOW + (LOST_BEHIND if is_harmless else ())
                if not left or answer.status not in again:
                    raise ApiError(answer.status, _envelope(answer))
                asked = answer.headers.get("retry-after", "")
                pause = min(self.patience, float(asked)) if asked.isdecimal() else pause
            time.sleep(pause)
        raise ValueError("tries is 1 at least")

    def _once(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> _Answer:
        if self._web is None:
            at = urlsplit(self.address)
            kind = HTTPSConnection if at.scheme == "https" else HTTPConnection
            self._web = kind(at.hostname or "", at.port, timeout=self.timeout)
        self._web.request(method, ROOT + path, body=body, headers=dict(headers))
        answer = self._web.getresponse()
        said = {name.lower(): value for name, value in answer.getheaders()}
        return _Answer(answer.status, said, answer.read())

    def close(self) -> None:
        """Ends the connection; the next request opens another."""
        if self._web is not None:
            self._web.close()
        self._web = None


def _envelope(answer: _Answer) -> Mapping[str, Any]:
    try:
        said: Mapping[str, Any] = json.loads(answer.body)["error"]
    except (ValueError, LookupError, TypeError):  # a proxy in between has words of its own
        return {"code": "no_envelope", "message": answer.body[:200].decode(errors="replace")}
    return said


@dataclass(frozen=True)
class Division:
    """A division of an event; entries are named by their numbers. All else is at `path`."""

    client: Client
    event: str
    name: str

    @property
    def path(self) -> str:
        """Where it is below `/api/v1/`."""
        return f"events/{quote(self.event)}/divisions/{quote(self.name)}"

    def standings(self, after: int | None = None) -> Any:
        """Returns the standings after a round, or after the last complete one."""
        return self.client.get(f"{self.path}/standings" + (f"/{after}" if after else ""))

    def pairings(self, number: int) -> Any:
        """Returns who meets whom in a published round."""
        return self.client.get(f"{self.path}/rounds/{number}/pairings")

    def results(self, number: int) -> Any:
        """Returns the boards of a published round with their results."""
        return self.client.get(f"{self.path}/rounds/{number}/results")

    def pair(self, number: int, **how: Any) -> Done:
        """Pairs a round as a draft, by the method that `how` names or the one of its rules."""
        return self.client.give(f"{self.path}/rounds/{number}/pairing", how)

    def publish(self, number: int) -> Done:
        """Shows a round to everybody."""
        return self.client.give(f"{self.path}/rounds/{number}/publication")

    def enter(self, number: int, entry: int, score: int, opponent_score: int, **more: Any) -> Done:
        """Enters a result from the side of an entry; `seen`, the board's version, guards it."""
        body = {"entry": entry, "score": score, "opponent_score": opponent_score, **more}
        return self.client.give(f"{self.path}/rounds/{number}/results", body)

    def correct(
        self, number: int, entry: int, score: int, opponent_score: int, why: str, **more: Any
    ) -> Done:
        """Corrects the result of an entry's board; the log keeps why."""
        body = {"score": score, "opponent_score": opponent_score, "why": why, **more}
        where = f"{self.path}/rounds/{number}/results/{entry}"
        return self.client.give(where, body, method="PUT")
