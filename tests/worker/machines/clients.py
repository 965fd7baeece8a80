"""Ten clients who enter results through one address, and send again whatever got no answer.

Half of them are people at the desk, and half are programs that use the API.

`python -m tests.worker.machines.clients ORDERS ALLOWED ACKNOWLEDGED`: the orders are JSON; ALLOWED
says how many results each of them may have entered by now; each that was acknowledged becomes a
line of the last file, in the moment in which it was.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import uuid
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

AGAIN_AFTER_S = 0.1
GIVE_UP_AFTER_S = 60.0
GLANCE_S = 0.02
DONE = (200, 201)
AGAIN = (0, 429, 502, 503, 504)
"""Nobody answered, or not yet; 0 stands for a connection that was lost."""
FORM = "application/x-www-form-urlencoded"


class Door:
    """A way in, over a connection that is kept as long as it holds."""

    def __init__(self, port: int) -> None:
        self.tries = 0
        self._port = port
        self._web: HTTPConnection | None = None

    def enter(self, round_number: int, entry: int, score: int, lost: int) -> int:
        """Enter a result, again until it is acknowledged; return its number in the journal."""
        raise NotImplementedError

    def headers(self) -> dict[str, str]:
        """Return the headers by which it is known who asks."""
        raise NotImplementedError

    def note(self, answer: HTTPResponse) -> None:
        """Keep what an answer says of the next request."""

    def close(self) -> None:
        """Ask no more."""
        if self._web is not None:
            self._web.close()

    def asked(self, method: str, path: str, body: str = "", **more: str) -> str:
        """Return the body of an answer; as long as there is none, the very same is sent again."""
        until = time.monotonic() + GIVE_UP_AFTER_S
        while True:
            self.tries += 1
            status, text = self._sent(method, path, body, more)
            if status in DONE:
                return text
            if status not in AGAIN or time.monotonic() > until:
                raise AssertionError(f"{method} {path}: {status}\n{text[:2000]}")
            time.sleep(AGAIN_AFTER_S)

    def _sent(self, method: str, path: str, body: str, more: Mapping[str, str]) -> tuple[int, str]:
        """Return status and body; the status is 0 where nobody answered."""
        if self._web is None:
            self._web = HTTPConnection("127.0.0.1", self._port, timeout=20)
        headers = {"Host": "localhost", "Accept": "application/json", **self.headers(), **more}
        try:
            self._web.request(method, path, body=body or None, headers=headers)
            answer = self._web.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException) as lost:
            self._web.close()
            self._web = None
            return 0, repr(lost)
        self.note(answer)
        return answer.status, text


class Desk(Door):
    """A browser at the line where results are typed: each line has a number of its own."""

    def __init__(self, orders: Mapping[str, Any], number: int) -> None:
        super().__init__(orders["port"])
        self._page = f"{orders['page']}&round="
        self._cookies = f"sessionid={orders['sessions'][number]}"
        self._csrf = ""

    def headers(self) -> dict[str, str]:
        return {"Cookie": self._cookies}

    def note(self, answer: HTTPResponse) -> None:
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self._cookies += f"; {cookie.partition(';')[0]}"

    def enter(self, round_number: int, entry: int, score: int, lost: int) -> int:
        path = f"{self._page}{round_number}"
        if not self._csrf:
            page = self.asked("GET", path)
            self._csrf = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        line = f"{entry} {score} {lost}"
        form = {"csrfmiddlewaretoken": self._csrf, "token": uuid.uuid4().hex, "line": line}
        told = json.loads(self.asked("POST", path, urlencode(form), **{"Content-Type": FORM}))
        if told["kind"] != "done":
            raise AssertionError(f"{line} was answered by {told}")
        return int(told["seq"])


class Program(Door):
    """A program with a token of the API: each write has an `Idempotency-Key` of its own."""

    def __init__(self, orders: Mapping[str, Any], number: int) -> None:
        super().__init__(orders["port"])
        self._rounds = orders["rounds"]
        self._token = orders["tokens"][number]

    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}

    def enter(self, round_number: int, entry: int, score: int, lost: int) -> int:
        body = json.dumps({"entry": entry, "score": score, "opponent_score": lost})
        path = f"{self._rounds}/{round_number}/results"
        told = json.loads(self.asked("POST", path, body, **{"Idempotency-Key": uuid.uuid4().hex}))
        return int(told["journal_entry"])


def main(orders: Mapping[str, Any], allowed: Path, acknowledged: Path) -> int:
    """Enter every result that was ordered; return 0 where all were acknowledged."""
    faults: list[str] = []
    writing = threading.Lock()

    def sit(number: int) -> None:
        door = (Desk if number % 2 else Program)(orders, number)
        try:
            for place, (round_number, entry) in enumerate(orders["games"][number::people]):
                while place >= int(allowed.read_text()):
                    time.sleep(GLANCE_S)
                # No two slips in a row of one client are alike, or the desk would ask.
                score, lost = 400 + (place + 3 * number) % 90, 310 + place % 80
                tries = door.tries
                seq = door.enter(round_number, entry, score, lost)
                told = [round_number, entry, score, lost, seq, door.tries - tries]
                with writing, acknowledged.open("a") as file:
                    file.write(json.dumps(told) + "\n")
        except BaseException as fault:  # noqa: BLE001 - told below, by the one thread
            faults.append(f"client {number}: {fault!r}")

    people = len(orders["sessions"])
    seats = [threading.Thread(target=sit, args=(number,)) for number in range(people)]
    for seat in seats:
        seat.start()
    for seat in seats:
        seat.join()
    sys.stdout.write("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    told, *files = map(Path, sys.argv[1:])
    sys.exit(main(json.loads(told.read_text()), *files))
