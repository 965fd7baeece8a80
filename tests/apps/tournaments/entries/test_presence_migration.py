"""Entries of an installation that was there before check-in: they are here, as in a replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from tests.builders.events import a_played_event, give, played_content
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.formats.content import content_to_json
from tournaments.importing.commands import ImportEvent
from tournaments.models import Entry, Tournament
from tournaments.rounds.commands.pairing import PairRound

pytestmark = pytest.mark.django_db(transaction=True)
on_both = pytest.mark.both_databases("migrations")

BEFORE_CHECK_IN = "0001_initial"
BEFORE = "0003_lifeboat"


@pytest.fixture(autouse=True)
def _latest_tables() -> Iterator[None]:
    """Leaves the tables as the other tests need them."""
    yield
    migrate()


def migrate(name: str | None = None) -> None:
    """Migrates the events to this migration, forwards or back, or everything to the newest.

    What stands on the events, as clubs do, goes back with them.
    """
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    executor.migrate(newest if name is None else [("tournaments", name)])


def as_from_before_check_in(*, but: str) -> None:
    """Takes from the tables and the journals what came with check-in, and brings them up to it.

    The journal of one event stays as it is.
    """
    migrate(BEFORE_CHECK_IN)
    for entry in JournalEntry.objects.exclude(stream__key=f"event:{but}"):
        # Nor did a division settle its rules of pairing when it was made.
        entry.facts.pop("pairing_rules", None)
        for change in entry.changes:
            for fields in (change["before"], change["after"]):
                if change["row"][0] == "entry" and fields is not None:
                    fields.pop("presence", None)
        with writing():
            entry.save(update_fields=("changes", "facts"))
    migrate(BEFORE)
    assert set(Entry.objects.values_list("presence", flat=True)) == {""}


def an_import(slug: str, *, rounds: int) -> None:
    content = played_content(players=6, rounds=rounds)
    division = replace(content.divisions[0], planned_rounds=5)
    content = replace(content, divisions=(division,))
    give(ImportEvent(event=slug, content=content_to_json(content)))


def late(slug: str, name: str) -> int:
    """Enters somebody late; returns the number of that in the log."""
    command = AddEntry(event=slug, division="A", members=(Member(name=name),), confirmed=True)
    return give(command).seq


def presence(slug: str) -> dict[str, str]:
    held = Entry.objects.filter(tournament__slug=slug)
    return dict(held.values_list("name", "presence"))


@on_both
def test_who_is_here_is_told_by_what_was_entered_before_and_after_a_publication() -> None:
    a_played_event("spring", players=4, rounds=1, planned=3)
    taken_back = late("spring", "Undone Late")
    entered = late("spring", "Very Late")
    give(UndoEntry(journal="event:spring", seq=taken_back))
    an_import("begun", rounds=2)
    an_import("waiting", rounds=0)
    late("waiting", "Not Ticked")
    an_import("ready", rounds=0)
    an_import("cleared", rounds=0)
    give(CheckIn(event="cleared", division="A", clear=(2,), not_here=(3,)))
    ticked = presence("cleared")
    as_from_before_check_in(but="cleared")
    for name, told in ticked.items():
        _with_the_tables_of_then(name, told)
    migrate()
    for event in Tournament.objects.all():
        assert compare_with_replay(event).equal, event.slug
    _whoever_was_entered_after_a_publication_is_here_and_nobody_before_it(entered)
    _everybody_of_an_import_is_here_but_not_who_was_entered_before_round_one()
    _who_was_cleared_at_check_in_stays_so()


def _with_the_tables_of_then(name: str, told: str) -> None:
    """Ticks an entry of the event that came after check-in, which no command of today can."""
    with writing():
        Entry.objects.filter(tournament__slug="cleared", name=name).update(presence=told)


def _whoever_was_entered_after_a_publication_is_here_and_nobody_before_it(entered: int) -> None:
    held = presence("spring")
    assert held.pop("Very Late") == "here"
    assert set(held.values()) == {""}
    undone = give(UndoEntry(journal="event:spring", seq=entered)).seq
    assert "Very Late" not in presence("spring")
    give(UndoEntry(journal="event:spring", seq=undone))
    assert presence("spring")["Very Late"] == "here", "as before the undo was undone"
    assert compare_with_replay(Tournament.objects.get(slug="spring")).equal


def _everybody_of_an_import_is_here_but_not_who_was_entered_before_round_one() -> None:
    assert set(presence("begun").values()) == {"here"}
    held = presence("waiting")
    assert held.pop("Not Ticked") == ""
    assert set(held.values()) == {"here"}
    # Nor is anybody missing when what is not begun is paired.
    give(PairRound(event="ready", division="A", round=1, method="swiss"))
    assert Entry.objects.filter(seats__round__number=1, tournament__slug="ready").count() == 6


def _who_was_cleared_at_check_in_stays_so() -> None:
    held = Entry.objects.filter(tournament__slug="cleared").order_by("number")
    told = list(held.values_list("presence", flat=True))
    assert told == ["here", "", "not_here", "here", "here", "here"]
