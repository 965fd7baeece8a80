"""A word list kept in five ways: how soon it answers, what each worker holds, how fast it is.

Every way keeps the same list, the casual one that comes with the program, and answers the same
questions. Four workers are forked, as a web server does, and each opens the list by itself; what a
worker holds for itself is what it held after all the questions, less what it held when it had asked
them of no list at all. The answers of all of them are compared. Needs Linux. Run with
`python -m bench words`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bench.ground import MACHINE, best, fresh_database

WORKERS = 4
ASKED = 50_000
SLOW_ASKED = 5_000
RACKS = 300
PLAY = 8


def main() -> None:
    """Prints a line for each way to keep the list."""
    if not Path("/proc/self/smaps_rollup").exists():
        print("Only Linux tells what a process holds for itself.")
        return
    fresh_database()
    from bench.word_peers import PEERS

    words = _words()
    questions = _questions(words)
    print(f"{len(words):,} words, {WORKERS} workers, {MACHINE}; look-ups half words, half not")
    heads = ("written s", "load ms", "private kB", "hits/s", "misses/s", "7 tiles us", "+blank us")
    print(f"{'':<11}" + "".join(f"{head:>12}" for head in (*heads, "8 words us")))
    with tempfile.TemporaryDirectory(prefix="wcw-") as name:
        folder = Path(name)
        answers = set()
        for peer in PEERS:
            started = perf_counter()
            peer.write(folder, words)
            written = perf_counter() - started
            told = _in_workers(peer.load, folder, questions)
            answers.add(json.dumps(told["answers"]))
            _print(peer.name, written, told)
        assert len(answers) == 1, "the ways to keep the list do not give the same answers"


def _words() -> list[str]:
    from lexicon.casual import casual_text

    return casual_text().decode("ascii").split()


def _questions(words: Sequence[str]) -> dict[str, list[str]]:
    """Returns words, words with a letter changed that are none, racks, and a play of 8 words."""
    dice, known = Random(6), frozenset(words)
    hits = dice.sample(words, ASKED)
    misses: list[str] = []
    while len(misses) < ASKED:
        word = dice.choice(words)
        at = dice.randrange(len(word))
        other = word[:at] + dice.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + word[at + 1 :]
        if other not in known:
            misses.append(other)
    sevens = [word for word in words if len(word) == 7]
    racks = ["".join(dice.sample(word, 7)) for word in dice.sample(sevens, RACKS)]
    return {"hits": hits, "misses": misses, "racks": racks}


def _in_workers(
    load: Callable[[Path], Any], folder: Path, questions: dict[str, list[str]]
) -> dict[str, Any]:
    """Returns the medians of what the workers measured, who open the list and ask together."""
    context = get_context("fork")
    together, turn = context.Barrier(WORKERS), context.Lock()
    pipes = []
    for _ in range(WORKERS):
        ours, theirs = context.Pipe()
        arguments = (load, folder, questions, (turn, together), theirs)
        context.Process(target=_work, args=arguments, daemon=True).start()
        pipes.append(ours)
    told = [pipe.recv() for pipe in pipes]
    middle = {name: median(one[name] for one in told) for name in told[0] if name != "answers"}
    return {**middle, "answers": told[0]["answers"]}


def _work(load: Any, folder: Path, questions: dict[str, list[str]], waits: Any, out: Any) -> None:
    """Opens the list in this worker, asks it everything, and tells what that took."""
    from bench.word_peers import Nothing

    turn, together = waits
    _timed(Nothing(), questions)
    before = _private()
    # One after another: four workers on two cores would time one another.
    with turn:
        started = perf_counter()
        opened = load(folder)
        opened.holds(questions["hits"][0])
        loaded = perf_counter() - started
        told = _timed(opened, questions)
    together.wait()
    told |= {"load": loaded, "private": _private() - before}
    together.wait()
    out.send(told)


def _timed(opened: Any, questions: dict[str, list[str]]) -> dict[str, Any]:
    from bench.word_peers import with_blank

    holds = opened.holds
    started = perf_counter()
    holds(questions["misses"][0])
    few = perf_counter() - started > 5e-5
    hits, misses = (questions[name][: SLOW_ASKED if few else ASKED] for name in ("hits", "misses"))
    racks = questions["racks"]
    some = racks[: RACKS // 10 if few else RACKS]
    first = [sorted(opened.anagrams(rack)) for rack in racks]
    return {
        "hits": len(hits) / best(lambda: sum(map(holds, hits)), 3),
        "misses": len(misses) / best(lambda: sum(map(holds, misses)), 3),
        "anagrams": best(lambda: [list(opened.anagrams(rack)) for rack in racks], 3) / RACKS,
        "blank": best(lambda: [with_blank(opened, rack[:6]) for rack in some], 2) / len(some),
        "play": best(lambda: [holds(word) for word in hits[:PLAY]], 20),
        "answers": [first[:20], sum(map(holds, hits[:1000])), sum(map(holds, misses[:1000]))],
    }


def _private() -> int:
    """Returns how many kB of memory belong to this process alone."""
    lines = Path(f"/proc/{os.getpid()}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def _print(name: str, written: float, told: dict[str, Any]) -> None:
    print(
        f"{name:<11}{written:>12.2f}{told['load'] * 1e3:>12.2f}{told['private']:>12,.0f}"
        f"{told['hits']:>12,.0f}{told['misses']:>12,.0f}{told['anagrams'] * 1e6:>12.1f}"
        f"{told['blank'] * 1e6:>12.1f}{told['play'] * 1e6:>12.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
