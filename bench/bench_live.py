"""Open pages that follow an event: how soon a result is on them, and what the polls cost.

`start.py up` serves an event of 300 entries, 15 rounds played, on SQLite. 2,000 readers have the
standings open and ask as `static/js/live.js` does, three seconds apart give or take a quarter, with
what they hold; five screens ask every second; one operator types a result a second. The delay is
from the answer to the operator until the page in a reader's hands has the score.

Answers are counted once all have come, from the sending of a question to the last byte of its
answer. Whoever asks shares the cores and is given them first; how late they ask nevertheless is
told. Run with `python -m bench live`; `python -m bench.bench_live 500 30` takes 500 readers and
half a minute, and `CHECKOUT=/its/folder` before it another checkout. Needs Linux.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import uuid
from pathlib import Path
from statistics import quantiles

from bench.entering.operators import Operator
from bench.entering.processor import processor_s
from bench.ground import MACHINE, free_port, fresh_database, installation
from bench.reading import Reader, Watch, follow

HERE = Path(__file__).resolve().parent.parent
READERS, SCREENS, SECONDS = 2_000, 5, 60
PLAYED = 15
COME_WITHIN_S = 6.0
READER_S, SCREEN_S, TYPES_EVERY_S = 3.0, 1.0, 1.0
STANDINGS, SCREEN = "/events/grand/A/standings/", "/events/grand/screen/"
WORSE_THAN_ANY_S = 60.0


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
    checkout = Path(environment.pop("CHECKOUT", HERE))
    environment["PYTHONPATH"] = str(checkout)
    with installation(port, environment=environment, checkout=checkout) as up:
        operator = Operator(port, key, 1)
        used = processor_s([up])
        watch = Watch(time.monotonic() + seconds, COME_WITHIN_S)
        pages = [Reader(STANDINGS, READER_S, seed) for seed in range(readers)]
        pages += [Reader(SCREEN, SCREEN_S, -1 - seed) for seed in range(SCREENS)]
        crowd = threading.Thread(target=follow, args=(watch, port, pages))
        crowd.start()
        _type(operator, pile, watch)
        crowd.join()
        used = processor_s([up]) - used
    load = os.getloadavg()[0]
    print(f"{readers} readers, {SCREENS} screens, {seconds} s, SQLite, {MACHINE}, load {load:.1f}")
    print(f"{'':<34}{'p50':>9}{'p99':>9}{'count':>9}")
    _print("a result on open standings, s", watch.delays.get(STANDINGS, []))
    _print("a result on a screen, s", watch.delays.get(SCREEN, []))
    _print("a reader asks late by, ms", [1000 * one for one in watch.late])
    for status, took in watch.took.items():
        _print(f"an answer of {status}, ms", [1000 * one for one in took])
    counted_s = seconds - COME_WITHIN_S
    rates = ", ".join(f"{n / counted_s:.0f}/s {how}" for how, n in watch.answers.most_common())
    print(f"answers: {rates}; {len(watch.entered)} results; processor {used / seconds:.2f} of 2")


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


def _print(name: str, values: list[float]) -> None:
    if len(values) > 1:
        cuts = quantiles(values, n=100, method="inclusive")
        print(f"{name:<34}{cuts[49]:>9.2f}{cuts[98]:>9.2f}{len(values):>9}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
