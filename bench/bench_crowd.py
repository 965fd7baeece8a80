"""A crowd at the public pages while results are typed: 300 readers and 10 operators at once.

`start.py up` serves an event of 300 entries, 15 rounds played and three open, on SQLite. A reader
looks at a page every five seconds, half the time at a card of his own, with what he holds of it,
and asks again when told to; an operator types a result every four. It lasts a minute; what is not
there within half a minute counts as lost. Run with `python -m bench crowd`.

Before that every fifth card is looked at, twice before and once after a result of two, in this
process and one after the other: what that takes is computing time, whatever else the machine does.
"""

from __future__ import annotations

import asyncio
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from resource import RUSAGE_CHILDREN, getrusage
from statistics import quantiles

from bench.entering.operators import Operator
from bench.ground import MACHINE, fresh_database, installation

READERS, OPERATORS = 300, 10
PLAYED = 15
CARDS = 60
SECONDS = 60
READS_EVERY_S, TYPES_EVERY_S = 5.0, 4.0
LOST_AFTER_S = 30.0
PORT = 9120
DIVISION = "/events/grand/A"
LOOKED_AT = (
    "/",
    "/events/grand/",
    *(f"{DIVISION}/{place}/" for place in ("standings", "results", "pairings", "wallchart")),
    f"{DIVISION}/pairings/names/",
)


@dataclass
class Seen:
    """The answers to the readers: how often which, and how long each took in milliseconds."""

    answers: Counter[str] = field(default_factory=Counter)
    took: list[float] = field(default_factory=list)


def main() -> None:
    """Prints how long results and pages took."""
    fresh_database()
    # What builds events for the tests names their own places to the processes to come.
    environment = dict(os.environ)
    from bench.entering.ground import games, session

    piles = [
        (int(number), entry) for number, ones in games(played=PLAYED).items() for entry in ones
    ]
    sessions = [session(number) for number in range(OPERATORS)]
    _look_around_a_result(*piles.pop(0))
    with installation(PORT, environment=environment):
        operators = [Operator(PORT, key, seed) for seed, key in enumerate(sessions)]
        alone = _type(operators[:1], piles[-5:], 5)
        seen = Seen()
        crowd = threading.Thread(target=lambda: asyncio.run(_read(seen)))
        crowd.start()
        took = _type(operators, piles[:-5], SECONDS)
        crowd.join()
    print(f"{READERS} readers, {OPERATORS} operators, {SECONDS} s, SQLite, {MACHINE}; ms")
    print(f"{'':<28}{'p50':>9}{'p95':>9}{'most':>9}{'count':>9}")
    _print("a result, nobody else there", alone)
    _print("a result in the crowd", took)
    _print("a page, until it is there", seen.took)
    print("answers to readers:", ", ".join(f"{n} x {how}" for how, n in seen.answers.most_common()))
    used = getrusage(RUSAGE_CHILDREN)
    print(f"computing time of the whole installation: {used.ru_utime + used.ru_stime:.0f} s")


def _look_around_a_result(number: int, entry: int) -> None:
    """Prints the computing time of a look at a card before and after a result, and of an answer."""
    from django.test import Client

    from tests.builders.events import give
    from tournaments.results.commands.results import EnterResult

    reader = Client(headers={"host": "localhost", "accept-encoding": "gzip"})
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("looked at for the first time", lambda: None),
        ("looked at again", lambda: None),
        (
            "looked at after a result",
            lambda: give(
                EnterResult(
                    event="grand",
                    division="A",
                    round=number,
                    entry=entry,
                    score=412,
                    opponent_score=388,
                )
            ),
        ),
    )
    print(f"{CARDS} of {READERS} cards; computing time of a look, ms")
    for name, step in steps:
        step()
        start = time.process_time()
        for card in range(1, READERS + 1, READERS // CARDS):
            reader.get(f"{DIVISION}/player/{card}/")
        print(f"{name:<32}{(time.process_time() - start) * 1000 / CARDS:>9.1f}", flush=True)


def _type(operators: list[Operator], pile: list[tuple[int, int]], seconds: float) -> list[float]:
    """Has the operators type results until the time is over; returns how long each took."""
    until = time.monotonic() + seconds
    took: list[float] = []

    def sit(operator: Operator, mine: list[tuple[int, int]]) -> None:
        for game in mine:
            time.sleep(TYPES_EVERY_S * operator.dice.uniform(0.5, 1.5) * (len(operators) > 1))
            if time.monotonic() > until:
                return
            start = time.perf_counter()
            operator.enter(*game)
            took.append((time.perf_counter() - start) * 1000)

    seats = [
        threading.Thread(target=sit, args=(operator, pile[place :: len(operators)]))
        for place, operator in enumerate(operators)
    ]
    for seat in seats:
        seat.start()
    for seat in seats:
        seat.join()
    return took


async def _read(seen: Seen) -> None:
    """Has all readers look at pages until the time is over."""
    until = time.monotonic() + SECONDS
    await asyncio.gather(*(_reader(seen, number + 1, until) for number in range(READERS)))


async def _reader(seen: Seen, number: int, until: float) -> None:
    dice = random.Random(number)
    held: dict[str, str] = {}
    while True:
        await asyncio.sleep(READS_EVERY_S * dice.uniform(0.1, 1.9))
        if time.monotonic() > until:
            return
        card = f"{DIVISION}/player/{number}/"
        path = card if dice.random() < 0.5 else dice.choice(LOOKED_AT)
        start = time.perf_counter()
        try:
            async with asyncio.timeout(LOST_AFTER_S):
                status, headers = await _asked(path, held.get(path, ""))
                while "refresh" in headers:
                    seen.answers["ask again"] += 1
                    await asyncio.sleep(float(headers["refresh"]))
                    status, headers = await _asked(path, held.get(path, ""))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            seen.answers["lost"] += 1
            continue
        seen.took.append((time.perf_counter() - start) * 1000)
        seen.answers[status] += 1
        held[path] = headers.get("etag", "")


async def _asked(path: str, tag: str) -> tuple[str, Mapping[str, str]]:
    """Asks for a page over a connection of its own; returns the status and the headers."""
    reader, writer = await asyncio.open_connection("127.0.0.1", PORT)
    try:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        head, _, _ = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    first, *rest = head.decode().split("\r\n")
    if not first:
        raise OSError("hung up")
    named = (line.partition(": ") for line in rest)
    return first.split(" ")[1], {name.lower(): value for name, _, value in named}


def _print(name: str, took: list[float]) -> None:
    cuts = (
        quantiles(took, n=100, method="inclusive")
        if len(took) > 1
        else [took[0] if took else 0.0] * 99
    )
    figures = "".join(f"{value:>9.0f}" for value in (cuts[49], cuts[94], max(took, default=0)))
    print(f"{name:<28}{figures}{len(took):>9}", flush=True)


if __name__ == "__main__":
    main()
