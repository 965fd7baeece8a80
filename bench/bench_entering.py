"""A result accepted: four operators entering into one division at once, through the web server.

300 entries, 15 rounds played, the results of three more entered as fast as they are answered, and
then at one a second each, which is more than a person types. Beside it a bare view that only
inserts a row, in the same server behind the same middleware. On SQLite, and on PostgreSQL where
this machine can run it. Run with `python -m bench.bench_entering`.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from urllib.parse import quote, urlencode

from tests.postgres import ROLE, NoPostgres, cluster
from tests.processes import running, wait_until

OPERATORS = 4
PACED = 25
"""How many results each operator enters at one a second."""

Work = Callable[["Operator", int, int], None]


class Operator:
    """Somebody signed in with a browser that keeps its connection."""

    def __init__(self, port: int, session: str, seed: int) -> None:
        self.web = HTTPConnection("127.0.0.1", port, timeout=60)
        self.dice = random.Random(seed)
        self.cookies = f"sessionid={session}"
        self.took: list[float] = []
        page = self.send("GET", "/desk/grand/enter/?division=A&round=16")
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
        except ConnectionError:  # the server hung up while nobody typed: a browser calls again
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
        if "The slip before had the same scores" in text:
            return self.enter(number, entry)
        if json.loads(text)["kind"] != "done":
            raise RuntimeError(f"{line} was not accepted:\n{text[:2000]}")
        return None

    def insert(self, number: int, entry: int) -> None:
        """Has the peer insert its row."""
        form = {"csrfmiddlewaretoken": self.csrf, "round": str(number), "entry": str(entry)}
        self.send("POST", "/bare/", form)


def main() -> None:
    """Prints the table for each database."""
    print(f"A result accepted, {OPERATORS} operators, 300 entries, 15 rounds played, 2 cores, ms")
    print(f"{'':<44}{'p50':>7}{'p95':>7}{'p99':>7}{'results':>9}{'a second':>10}")
    with tempfile.TemporaryDirectory(prefix="wce-") as folder:
        _measure("SQLite", Path(folder), "")
    with tempfile.TemporaryDirectory(prefix="wce-") as folder:
        Path(folder).chmod(0o755)
        try:
            with cluster(Path(folder) / "pg") as sockets:
                address = f"postgres://{ROLE}@{quote(str(sockets), safe='')}/postgres"
                _measure("PostgreSQL", Path(folder), address)
        except NoPostgres as reason:
            print(f"PostgreSQL: {reason}")


def _measure(name: str, folder: Path, database: str) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows."""
    environment = {
        **os.environ,
        "WALLCHART_VAR": str(folder),
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "bench.entering.settings",
        "LOG_LEVEL": "ERROR",
    }
    made = subprocess.run(
        [sys.executable, "-m", "bench.entering.ground", str(OPERATORS)],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    ground = json.loads(made.stdout.splitlines()[-1])
    with _served(folder, environment) as port:
        # The first pages load the templates and learn the statements.
        operators = [Operator(port, key, seed) for seed, key in enumerate(ground["sessions"])]
        for operator in operators:
            operator.insert(0, 0)
        games = [(int(number), entry) for number, ones in ground["games"].items() for entry in ones]
        paced, flood = games[: OPERATORS * PACED], games[OPERATORS * PACED :]
        _print(f"{name}: a bare insert, without a pause", *_run(operators, flood, Operator.insert))
        _print(f"{name}: a result, without a pause", *_run(operators, flood, Operator.enter))
        _print(f"{name}: a result a second each", *_run(operators, paced, Operator.enter, pause=1))


def _run(
    operators: list[Operator], games: list[tuple[int, int]], work: Work, *, pause: float = 0
) -> tuple[list[float], float]:
    """Returns how long each of the games took, and all of them; each operator takes every 4th."""
    faults: list[BaseException] = []

    def sit(operator: Operator, pile: list[tuple[int, int]]) -> None:
        try:
            operator.took = [_timed(work, operator, game, pause) for game in pile]
        except BaseException as fault:  # noqa: BLE001 - raised again below, in the one thread
            faults.append(fault)

    began = time.perf_counter()
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
    return [took for operator in operators for took in operator.took], time.perf_counter() - began


def _timed(work: Work, operator: Operator, game: tuple[int, int], pause: float) -> float:
    time.sleep(pause * operator.dice.uniform(0.5, 1.5))
    start = time.perf_counter()
    work(operator, *game)
    return (time.perf_counter() - start) * 1000


def _print(name: str, took: list[float], seconds: float) -> None:
    cuts = quantiles(took, n=100)
    figures = "".join(f"{cuts[at - 1]:>7.0f}" for at in (50, 95, 99))
    print(f"{name:<44}{figures}{len(took):>9}{len(took) / seconds:>10.0f}", flush=True)


@contextmanager
def _served(folder: Path, environment: Mapping[str, str]) -> Iterator[int]:
    """Serves the event as `start.py up` does, and yields the port."""
    # Read late: the settings come with it, and bench_crowd has to name its database before.
    from config.machine import web_processes

    with closing(socket.socket()) as shared, ExitStack() as stack:
        shared.bind(("127.0.0.1", 0))
        shared.listen()
        port = shared.getsockname()[1]
        number = shared.fileno()
        command = [sys.executable, "-m", "config.web_server", "--socket", str(number)]
        log = folder / "web.log"
        for _ in range(web_processes()):
            process = running(command, log=log, environment=environment, handed_on=[number])
            stack.enter_context(process)
        wait_until(lambda: _answers(port), what="the web server answering", log=log)
        yield port


def _answers(port: int) -> bool:
    try:
        with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as web:
            web.request("GET", "/", headers={"Host": "localhost"})
            return web.getresponse().status == 200
    except OSError:
        return False


if __name__ == "__main__":
    main()
