"""Rehearsal of an event of 300 players and 31 rounds in a real worker, every result a command.

Run with `python -m bench rehearsal`. The worker is brought by the benchmark and ends with it; its
memory is what the kernel says it held at most.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

from bench.ground import MACHINE, fresh_database

SIZES = ((24, 7), (300, 31))


def main() -> None:
    """Prints, for each size, how long the rehearsal took, commands a second, and the memory."""
    fresh_database()
    from core.worker import worker_at_hand

    print(f"A rehearsal in the worker, SQLite, {MACHINE}")
    print(
        "   players  rounds  games  commands  seconds  commands/s  worker MB  repeats  starts max"
    )
    with worker_at_hand():
        for players, rounds in SIZES:
            _rehearse(players, rounds)
    print("  (aim: 300 players x 31 rounds under 180 s, worker under 250 MB)")


def _rehearse(players: int, rounds: int) -> None:
    from core.models import Job
    from tournaments.models import Tournament
    from tournaments.rehearsal import rehearse
    from tournaments.rehearsal_job import ask_to_rehearse
    from tournaments.rehearsal_plans import invented_event

    slug = f"long-{players}"
    plan = invented_event(
        slug, players=players, divisions=1, rounds=rounds, method="swiss", seed="1"
    )
    rehearse(replace(plan, complete=0))
    start = time.perf_counter()
    job = ask_to_rehearse(Tournament.objects.get(slug=slug), seed="1", method="swiss")
    while job.state in (Job.State.QUEUED, Job.State.RUNNING):
        time.sleep(0.2)
        job.refresh_from_db()
    took = time.perf_counter() - start
    told = job.result
    if job.state != Job.State.DONE:
        print(f"  {players:>8} {rounds:>7}  {job.state}: {job.error}")
        return
    print(
        f"  {players:>8} {rounds:>7} {told['games']:>6} {told['commands']:>9} {took:>8.1f}"
        f" {told['commands'] / took:>11.0f} {_peak_mb():>10.0f} {told['repeats']:>8}"
        f" {told['start_imbalance']['max']:>11}"
    )


def _peak_mb() -> float:
    """Returns the most memory that a child of this process has held so far."""
    return max(map(_high_water, _children(os.getpid())), default=0.0)


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(number) for number in listed.split()]


def _high_water(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "VmHWM: 0 kB")
    return int(line.split()[1]) / 1024
