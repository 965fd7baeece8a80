"""Operators: each signed in with a browser that keeps its connection, typing results."""

from __future__ import annotations

import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from urllib.parse import urlencode

Work = Callable[["Operator", int, int], None]


class Operator:
    """Somebody signed in, at the page of a round where results are typed."""

    def __init__(self, port: int, session: str, seed: int, *, round_number: int = 16) -> None:
        self.web = HTTPConnection("127.0.0.1", port, timeout=60)
        self.dice = random.Random(seed)
        self.cookies = f"sessionid={session}"
        page = self.send("GET", f"/desk/grand/enter/?division=A&round={round_number}")
        self.csrf = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]

    def send(self, method: str, path: str, form: Mapping[str, str] | None = None) -> str:
        """Returns the body of an answer; whatever is not an answer of 200 is an error."""
        headers = {"Cookie": self.cookies, "Host": "localhost", "Accept": "application/json"}
        body = None
        if form is not None:
            body = urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.web.request(method, path, body=body, headers=headers)
            answer = self.web.getresponse()
        except (ConnectionError, TimeoutError):  # it hung up while nobody typed, or has no place
            self.web.close()
            self.web.request(method, path, body=body, headers=headers)
            answer = self.web.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self.cookies += f"; {cookie.partition(';')[0]}"
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status}\n{text[:500]}")
        return text

    def enter(self, number: int, entry: int) -> None:
        """Enters a usual result of an entry in a round."""
        score = self.dice.randint(360, 480)
        line = f"{entry} {score} {score - self.dice.randint(1, 120)}"
        form = {"csrfmiddlewaretoken": self.csrf, "token": uuid.uuid4().hex, "line": line}
        text = self.send("POST", f"/desk/grand/enter/?division=A&round={number}", form)
        if "The previous slip had the same scores" in text:
            return self.enter(number, entry)
        if json.loads(text)["kind"] != "done":
            raise RuntimeError(f"{line} was not accepted:\n{text[:2000]}")
        return None

    def insert(self, number: int, entry: int) -> None:
        """Has the peer insert its row."""
        form = {"csrfmiddlewaretoken": self.csrf, "round": str(number), "entry": str(entry)}
        self.send("POST", "/bare/", form)


def typed(
    operators: list[Operator],
    games: list[tuple[int, int]],
    work: Work,
    *,
    pause: float = 0,
    seconds: float = float("inf"),
) -> tuple[list[float], float]:
    """Returns how long each of the games took in milliseconds, and all of them in seconds.

    The operators share the games; each waits about `pause` seconds before each of his, and nobody
    begins another one once the time is over.
    """
    took: list[float] = []
    faults: list[BaseException] = []
    began = time.perf_counter()

    def sit(operator: Operator, pile: list[tuple[int, int]]) -> None:
        try:
            for game in pile:
                time.sleep(pause * operator.dice.uniform(0.5, 1.5))
                start = time.perf_counter()
                if start - began > seconds:
                    return
                work(operator, *game)
                took.append((time.perf_counter() - start) * 1000)
        except BaseException as fault:  # noqa: BLE001 - raised again below, in the one thread
            faults.append(fault)

    seats = [
        threading.Thread(target=sit, args=(operator, games[place :: len(operators)]))
        for place, operator in enumerate(operators)
    ]
    for seat in seats:
        seat.start()
    for seat in seats:
        seat.join()
    if faults:
        raise faults[0]
    return took, time.perf_counter() - began
