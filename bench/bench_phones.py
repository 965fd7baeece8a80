"""A round reported by phones alone: 500 players send their scores within one minute.

`start.py up` serves an event of 500 entries, six rounds played and the seventh open, whose players
report softly. Every board ends at a moment of its own in the first 48 seconds; each of its two
takes up to six seconds to open their page, two to five to type, and sends as the page's script
does: the score, or the agreement to that of the opponent where the page shows one. Then the page
is brought up to date, and again every twenty seconds until the minute is over. A director's page
of the round asks every ten seconds for what is in. Styles and scripts are on the phones already.

Whatever is not answered with a 200 within half a minute is an error, and nothing is sent again; in
the end each of the 250 boards must have the result that its two have sent, agreed on by both, and
nothing else. On SQLite, and on PostgreSQL where this machine can run it. The phones are in this
process and share the cores. Run with `python -m bench phones`; `python -m bench.bench_phones 2000`
also has 2,000 readers follow the standings meanwhile, from a process of their own,
which needs Linux.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.entering.databases import Database, Served, each_database
from bench.ground import MACHINE, free_port, installation
from bench.phones import ground
from bench.phones.calling import SentForms, Told, Web
from bench.reading import Reader, Watch, follow

HERE = Path(__file__).resolve().parent.parent
MINUTE_S = 60.0
ENDS_BY_S, LATER_S = 48.0, 6.0
TYPES_S = (2.0, 5.0)
FRESH_S, STALE_S = 20.0, 10.0
READER_S = 3.0
STANDINGS = f"/events/{ground.EVENT}/{ground.DIVISION}/standings/"
DESK = f"/desk/{ground.EVENT}/enter/?division={ground.DIVISION}&round={ground.ROUND}&part=state"
KINDS = {
    "open": "a page opened",
    "score": "a score, or a yes, sent",
    "fresh": "a page brought up to date",
    "desk": "the director's page",
}

Pair = tuple[tuple[int, str], tuple[int, str]]


def main(readers: int = 0) -> None:
    """Prints the table for each database; RuntimeError where anything went wrong."""
    load = f"{os.getloadavg()[0]:.1f}"
    beside = f" beside {readers} readers" if readers else ""
    print(f"{ground.PLAYERS} phones in one minute{beside}, {MACHINE}, load {load} before; ms")
    print(f"{'':<44}{'p50':>7}{'p95':>7}{'p99':>7}{'most':>7}{'count':>7}")
    for database in each_database():
        _measure(database, readers)


def _measure(database: Database, readers: int) -> None:
    """Makes the event in a database of its own, serves it, and prints its rows."""
    environment = database.environment(HERE, "config.settings")
    made, port, told = _ground(environment, "make"), free_port(), Told()
    with installation(port, environment=environment) as up:
        served = Served(port, (up, *database.servers))
        before = served.used()
        with ThreadPoolExecutor(1) as beside:
            read = beside.submit(_read_beside, port, readers)
            asyncio.run(_minute(port, told, made))
            watch = read.result()
        used = served.used() - before
    for kind, name in KINDS.items():
        _print(f"{database.name}: {name}", told.took.get(kind, []))
    for status, took in watch.took.items():
        if took:
            _print(f"{database.name}: readers, {status}", [1000 * one for one in took])
    if readers:
        rates = (f"{n / MINUTE_S:.0f}/s {how}" for how, n in watch.answers.most_common())
        print(f"  readers were answered: {', '.join(rates)}")
    last = max(told.counted.values(), default=0.0)
    print(f"  {len(told.counted)} results count after {last:.1f} s; processor {used:.0f} s")
    faults = [f"{count} x {fault}" for fault, count in told.faults.most_common()]
    faults += _wrong(made["boards"], _ground(environment, "results"))
    print(f"  errors: {', '.join(faults[:20]) or 'none'}", flush=True)
    if faults:
        raise RuntimeError(f"{database.name}: {len(faults)} kinds of errors")


def _read_beside(port: int, readers: int) -> Watch:
    """Returns what readers were answered in a minute; their process is not that of the phones."""
    if not readers:
        return Watch(until=0.0)
    with multiprocessing.get_context("spawn").Pool(1) as others:
        return others.apply(_follow, (port, readers))


def _follow(port: int, readers: int) -> Watch:
    """Has so many readers keep the standings open for a minute."""
    watch = Watch(until=time.monotonic() + MINUTE_S)
    follow(watch, port, [Reader(STANDINGS, READER_S, seed) for seed in range(readers)])
    return watch


def _ground(environment: dict[str, str], what: str) -> Any:
    command = [sys.executable, "-m", "bench.phones.ground", what]
    done = subprocess.run(
        command, env=environment, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout.splitlines()[-1])


async def _minute(port: int, told: Told, made: dict[str, Any]) -> None:
    """Has all phones report, and the director look on, until the minute is over."""
    began = time.perf_counter()
    director = Web(port, told, cookies=f"sessionid={made['session']}")
    calls = [_look_on(director, began)]
    for place, pair in enumerate(made["boards"]):
        ends = random.Random(place).uniform(0, ENDS_BY_S)
        calls += [_report(port, told, pair, place, mine, ends, began) for mine in (0, 1)]
    await asyncio.gather(*calls)


def _scores(pair: Pair) -> tuple[int, int]:
    """Returns the scores of the two at a board: each board has its own, all of them usual."""
    dice = random.Random(pair[0][0])
    return dice.randint(360, 480), dice.randint(300, 359)


async def _report(
    port: int, told: Told, pair: Pair, place: int, mine: int, ends: float, began: float
) -> None:
    """Is one of the two at a board from the end of their game on."""
    dice = random.Random(f"{place} {mine}")
    own, other = _scores(pair) if mine == 0 else _scores(pair)[::-1]
    web, address = Web(port, told), pair[mine][1]
    await asyncio.sleep(ends + dice.uniform(0, LATER_S))
    forms = SentForms(await web.ask("open", address)).forms
    await asyncio.sleep(dice.uniform(*TYPES_S))
    form = next(((path, forms[path]) for path in forms if "/confirm/" in path), None)
    path, fields = form or next(
        ((path, forms[path]) for path in forms if "/score/" in path), ("", {})
    )
    sent = {**fields, "score": str(own), "opponent_score": str(other)}
    text = await web.ask("score", path, sent) if path else ""
    answer = json.loads(text) if text else {"kind": "nothing to send"}
    if answer["kind"] == "ask":
        text = await web.ask("score", path, {**sent, "confirmed": answer["acceptance"]})
        answer = json.loads(text) if text else {"kind": "nothing"}
    if answer["kind"] == "done":
        told.counted.setdefault(place, time.perf_counter() - began)
    else:
        told.faults[f"score: {answer.get('sentence') or answer['kind']}"] += 1
    await _stay(web, "fresh", f"{address}?part=state", FRESH_S, began)


async def _stay(web: Web, kind: str, path: str, every_s: float, began: float) -> None:
    """Brings a page up to date now, and again until the minute is over."""
    while time.perf_counter() - began < MINUTE_S:
        await web.ask(kind, path)
        await asyncio.sleep(every_s)
    web.close()


async def _look_on(web: Web, began: float) -> None:
    await _stay(web, "desk", DESK, STALE_S, began)


def _wrong(boards: list[Pair], results: list[Any]) -> list[str]:
    """Returns what is wrong with the results, a sentence each."""
    wanted = {(pair[0][0], pair[1][0]): _scores(pair) for pair in boards}
    found = {tuple(entries): (tuple(scores), said) for entries, scores, said in results}
    wrong = [f"{len(results)} results of {len(boards)} boards"] * (len(results) != len(boards))
    for entries, scores in wanted.items():
        if found.get(entries) != (scores, "agreed"):
            wrong.append(f"{entries}: {found.get(entries)} and not {scores}")
    return wrong


def _print(name: str, took: list[float]) -> None:
    cuts = quantiles(took, n=100, method="inclusive") if len(took) > 1 else [0.0] * 99
    figures = "".join(f"{cuts[at - 1]:>7.0f}" for at in (50, 95, 99))
    print(f"{name:<44}{figures}{max(took, default=0):>7.0f}{len(took):>7}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
