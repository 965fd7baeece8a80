"""Import of a division of 109 players and 14 rounds, from bytes to committed rows.

The peer writes the same rows straight into the tables without a journal, each with its own INSERT
in one transaction: what one would write first. Run with `python -m bench import`.
"""

from __future__ import annotations

from itertools import count
from time import perf_counter

from bench.ground import MACHINE, best, fresh_database, simulated_tsh

PLAYERS, ROUNDS = 109, 14


def main() -> None:
    """Prints the times of reading, importing, and the peer."""
    fresh_database()
    from django.db import transaction

    from core.actors import CONSOLE
    from core.journal.execute import execute
    from core.journal.guard import writing
    from tournaments import models
    from tournaments.formats.content import content_to_json
    from tournaments.formats.tsh.reading import read_tsh
    from tournaments.importing.commands import ImportEvent

    files, slugs = simulated_tsh(PLAYERS, ROUNDS), count(1)

    def read() -> None:
        read_tsh(files)

    def whole() -> None:
        content = content_to_json(read_tsh(files).content)
        execute(ImportEvent(event=f"bench-{next(slugs)}", content=content), actor=CONSOLE)

    def row_by_row() -> None:
        held = models.Seat.objects.filter(round__division__tournament__slug="bench-1")
        results = models.Result.objects.filter(board__seats__in=held).distinct()
        with transaction.atomic(), writing():
            for row in (*held, *results):
                row.save(force_update=True)

    whole()
    start = perf_counter()
    rows = [
        ("read the files", best(read)),
        ("import, in process", best(whole)),
        ("peer: seats and results row by row", best(row_by_row, repeats=2)),
    ]
    print(f"109 players x 14 rounds, SQLite, best of 5, {MACHINE}")
    for name, seconds in rows:
        print(f"  {name:<38} {seconds * 1000:8.0f} ms")
    print(f"  (measured in {perf_counter() - start:.0f} s; aim: import under 2000 ms)")
