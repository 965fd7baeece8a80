"""The ways to answer that `bench_pages` compares; imported once Django is set up."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from unittest.mock import Mock

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from core.models import StoredPage
from core.web.site import WEB
from tests.builders.events import a_large_event
from tournaments.public.jobs.mirror import mirror_event
from tournaments.public.pages.standings import standings_page
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division

MACHINE = "2 cores"
ENTRIES = 300
ROUNDS = 31
REPEATS = 9
ADDRESS = "/events/grand/A/standings/"
ZIPPED = {"accept-encoding": "gzip"}

Work = Callable[[], object]


def measure(folder: Path) -> None:
    """Prints what each way takes, then a mirror of the whole event in `folder`."""
    a_large_event(players=ENTRIES, rounds=ROUNDS)
    client = Client(headers={"host": "localhost"})
    client.get(ADDRESS)
    # As the web server does once it has loaded the program.
    gc.collect()
    gc.freeze()
    print(f"Standings of {ENTRIES} entries x {ROUNDS} rounds, middle of {REPEATS}, {MACHINE}")
    print(f"{'':<34}{'ms':>9}{'a second':>10}{'queries':>9}")
    for name, work, before in _ways(client):
        before()
        count = _queries(work)
        took = _typical(work, before)
        print(f"{name:<34}{took:>9.2f}{1000 / took:>10.0f}{count:>9}")
    plain, zipped = client.get(ADDRESS), client.get(ADDRESS, headers=ZIPPED)
    print(f"{len(plain.content) / 1000:.0f} kB, {len(zipped.content) / 1000:.0f} kB zipped")
    for name in ("full mirror", "mirror, nothing changed"):
        done = mirror_event("grand", folder / "mirror", progress=Mock())
        files = f"{done.changed} of {done.files} files written"
        print(f"{name:<34}{done.seconds * 1000:>9.0f}  {files}")


def _ways(client: Client) -> list[tuple[str, Work, Work]]:
    """Returns the ways to answer: a name, the work, and what comes before each run of it."""
    tag = client.get(ADDRESS, headers=ZIPPED)["ETag"]

    def rendered() -> object:
        edition = versioned_division("grand", "A")
        assert edition is not None
        return standings_page(DivisionReadModel(edition), WEB)

    def asked() -> object:
        return client.get(ADDRESS, headers=ZIPPED)

    def asked_again() -> object:
        return client.get(ADDRESS, headers={**ZIPPED, "if-none-match": tag})

    def forgotten() -> object:
        return StoredPage.objects.all().delete()

    return [
        ("peer: rendered on every request", rendered, Mock()),
        ("cold: made, stored, served", asked, forgotten),
        ("stored bytes, zipped", asked, asked),
        ("304", asked_again, asked),
    ]


def _typical(work: Work, before: Work) -> float:
    """Returns the middle one of `REPEATS` runs, in milliseconds; `before` is not counted."""
    times = []
    for _ in range(REPEATS):
        before()
        started = perf_counter()
        work()
        times.append(perf_counter() - started)
    return sorted(times)[REPEATS // 2] * 1000


def _queries(work: Work) -> int:
    with CaptureQueriesContext(connection) as seen:
        work()
    return sum(q["sql"].startswith(("SELECT", "INSERT")) for q in seen.captured_queries)
