"""Open pages that follow an event: how soon a result is on them, and what the polls cost.

`start.py up` serves an event of 300 entries, 15 rounds played, on SQLite. 2,000 readers have the
standings open and ask as `static/js/live.js` does, three seconds apart give or take a quarter, with
what they hold; five screens ask every second; one operator types a result a second. The delay is
from the answer to the operator until the page in a reader's hands has the score. Whoever asks
shares the cores. Run with `python -m bench live`; `python -m bench.bench_live 500 30` takes 500
readers and half a minute.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import random
import sys
import threading
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from statistics import quantiles

from bench.entering.operators import Operator
from bench.ground import MACHINE, free_port, fresh_database, installation

READERS, SCREENS, SECONDS = 2_000, 5, 60
PLAYED = 15
READER_S, SCREEN_S, TYPES_EVERY_S = 3.0, 1.0, 1.0
SPREAD = 0.5
LOST_AFTER_S = 10.0
STANDINGS, SCREEN = "/events/grand/A/standings/", "/events/grand/screen/"
WORSE_THAN_ANY_S = 60.0


@dataclass
class Watch:
    """What is seen of the results: when each was entered, by its scores, and where it is shown."""

    until: float
    entered: dict[str, float] = field(default_factory=dict)
    shown: dict[str, frozenset[str]] = field(default_factory=dict)
    answers: Counter[str] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=lambda: {"200": [], "304": []})
    delays: dict[str, list[float]] = field(default_factory=lambda: {STANDINGS: [], SCREEN: []})

    def scores_on(self, path: str, tag: str, body: bytes) -> frozenset[str]:
        """Returns which results a page has; a page is read once for all who get it."""
        key = f"{path} {tag}"
        if key not in self.shown:
            text = gzip.decompress(body).decode()
            self.shown[key] = frozenset(one for one in tuple(self.entered) if one in text)
        return self.shown[key]


def main(readers: int = READERS, seconds: int = SECONDS) -> None:
    """Prints the delays, the answers and how long they took."""
    fresh_database()
    # What builds events for the tests names their own places to the processes to come.
    environment = dict(os.environ)
    from bench.entering.ground import games, session

    pile = [
        (int(number), entry)
        for number, ones in games(played=PLAYED, open_rounds=1).items()
        for entry in ones
    ]
    key, port = session(0), free_port()
    with installation(port, environment=environment):
        operator = Operator(port, key, 1)
        watch = Watch(time.monotonic() + seconds)
        crowd = threading.Thread(target=lambda: asyncio.run(_follow(watch, port, readers)))
        crowd.start()
        _type(operator, pile, watch)
        crowd.join()
    load = os.getloadavg()[0]
    print(f"{readers} readers, {SCREENS} screens, {seconds} s, SQLite, {MACHINE}, load {load:.1f}")
    print(f"{'':<34}{'p50':>9}{'p99':>9}{'count':>9}")
    _print("a result on open standings, s", watch.delays[STANDINGS])
    _print("a result on a screen, s", watch.delays[SCREEN])
    for status, took in watch.took.items():
        _print(f"an answer of {status}, ms", [1000 * one for one in took])
    rates = ", ".join(f"{n / seconds:.0f}/s {how}" for how, n in watch.answers.most_common())
    print(f"answers: {rates}; {len(watch.entered)} results")


def _type(operator: Operator, pile: list[tuple[int, int]], watch: Watch) -> None:
    """Types results of scores that no other has until the time is over."""
    for place, (number, entry) in enumerate(pile):
        time.sleep(TYPES_EVERY_S * operator.dice.uniform(0.5, 1.5))
        if time.monotonic() > watch.until - WORSE_THAN_ANY_S / 6:
            return
        one, other = 411 + place // 60, 311 + place % 60
        line = f"{entry} {one} {other}"
        form = {"csrfmiddlewaretoken": operator.csrf, "token": uuid.uuid4().hex, "line": line}
        operator.send("POST", f"/desk/grand/enter/?division=A&round={number}", form)
        watch.entered[f"{one}–{other}"] = time.monotonic()


async def _follow(watch: Watch, port: int, readers: int) -> None:
    await asyncio.gather(
        *(_open(watch, port, STANDINGS, READER_S, seed) for seed in range(readers)),
        *(_open(watch, port, SCREEN, SCREEN_S, -1 - seed) for seed in range(SCREENS)),
    )


async def _open(watch: Watch, port: int, path: str, every: float, seed: int) -> None:
    """Keeps a page open: asks again and again, and notes when each result is there first."""
    dice = random.Random(seed)
    tag, seen = "", frozenset[str]()
    await asyncio.sleep(every * dice.random())
    while (start := time.monotonic()) < watch.until:
        try:
            async with asyncio.timeout(LOST_AFTER_S):
                status, new_tag, body = await _asked(port, path, tag)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            watch.answers["lost"] += 1
        else:
            now = time.monotonic()
            watch.answers[status] += 1
            watch.took.setdefault(status, []).append(now - start)
            if status == "200":
                there = watch.scores_on(path, new_tag, body)
                first = not tag
                if not first:
                    watch.delays[path] += [now - watch.entered[one] for one in there - seen]
                tag, seen = new_tag, there | seen
        await asyncio.sleep(every * (1 - SPREAD / 2 + SPREAD * dice.random()))


async def _asked(port: int, path: str, tag: str) -> tuple[str, str, bytes]:
    """Asks for a page over a connection of its own; returns the status, the tag and the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: gzip"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        writer.write("\r\n".join([*lines, "Connection: close", "", ""]).encode())
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    first, *rest = head.decode().split("\r\n")
    if not first:
        raise OSError("hung up")
    named = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
    return first.split(" ")[1], named.get("etag", ""), body


def _print(name: str, values: list[float]) -> None:
    if len(values) > 1:
        cuts = quantiles(values, n=100, method="inclusive")
        print(f"{name:<34}{cuts[49]:>9.2f}{cuts[98]:>9.2f}{len(values):>9}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
