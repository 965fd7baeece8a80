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
    print("  players rounds games commands  seconds  of CPU  commands/s  worker MB  repeats")
    with worker_at_hand():
        for players, rounds in SIZES:
            _rehearse(players, rounds)
    print("  (aim: 300 players x 31 rounds under 180 s, worker under 250 MB)")


def _rehearse(players: int, rounds: int) -> None:
    from core.models import Job
    from tournaments.models import Tournament
    from tournaments.rehearsal.jobs.plans import invented_event
    from tournaments.rehearsal.jobs.playing import rehearse
    from tournaments.rehearsal.jobs.rehearsing import ask_to_rehearse

    slug = f"long-{players}"
    plan = invented_event(
        slug, players=players, divisions=1, rounds=rounds, method="swiss", seed="1"
    )
    rehearse(replace(plan, complete=0))
    start, spent = time.perf_counter(), _cpu_seconds()
    job = ask_to_rehearse(Tournament.objects.get(slug=slug), seed="1", method="swiss")
    while job.state in (Job.State.QUEUED, Job.State.RUNNING):
        time.sleep(0.2)
        job.refresh_from_db()
    took = time.perf_counter() - start
    told = job.result
    if job.state != Job.State.DONE:
        print(f"  {players:>7} {rounds:>6} {job.state}: {job.error}")
        return
    print(
        f"  {players:>7} {rounds:>6} {told['games']:>5} {told['commands']:>8} {took:>8.1f}"
        f" {_cpu_seconds() - spent:>7.1f} {told['commands'] / took:>11.0f} {_peak_mb():>10.0f}"
        f" {told['repeats']:>8}"
    )


def _peak_mb() -> float:
    """Returns the most memory that a child of this process has held so far."""
    return max(map(_high_water, _children(os.getpid())), default=0.0)


def _cpu_seconds() -> float:
    """Returns the processor seconds of this process's children so far, the worker's among them."""
    ticks = 0
    for process in _children(os.getpid()):
        # After the name in brackets; user and system time are fields 14 and 15 of the whole.
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(told[11]) + int(told[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _children(parent: int) -> list[int]:
    listed = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii")
    return [int(number) for number in listed.split()]


def _high_water(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "VmHWM: 0 kB")
    return int(line.split()[1]) / 1024
