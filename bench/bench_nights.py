"""What a club night costs whoever waits at its page, and the machine, in a club of three years.

The club has lived through 156 nights and 12 tournaments, with its ledger, before a night of 60
people; all by commands, which takes most of the time of this bench. `waits` is how long the request
takes until its answer, the middle and the longest of so many; `processor` what the request itself
costs, `in all` that and what threads do afterwards: pages, the lifeboat, the count of games. On
SQLite, in this process. Run with `python -m bench.bench_nights`, with a number of weeks behind it
for a younger club.
"""

from __future__ import annotations

import sys
from importlib import import_module

from bench.ground import fresh_database

WEEKS = 156


def main(weeks: int = WEEKS) -> None:
    """Prints a row for each thing that is done on a night."""
    fresh_database()
    # Only now: it needs the models, and they need the settings.
    import_module("bench.nights_asked").measure(weeks)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
