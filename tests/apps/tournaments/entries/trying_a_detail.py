"""What an event comes to whose entries have a detail more, "country": see planting_a_detail.py."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.journal.undo import says
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, give
from tests.contract_calls import answer
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.entries.commands.moving import MoveEntry
from tournaments.entries.forms.entries import AddEntryForm
from tournaments.entry_details import details_of
from tournaments.event.commands.event import CreateDivision, CreateEvent
from tournaments.failover.queries.content import event_content
from tournaments.formats.content import content_to_json
from tournaments.formats.roster.reading import read_roster
from tournaments.models import Entry, Tournament


def tried() -> dict[str, Any]:
    """Returns the places of an event that hold or tell a detail, each with its value there."""
    give(CreateEvent(event=SLUG, name="Spring"))
    for name in "AB":
        give(CreateDivision(event=SLUG, name=name, planned_rounds=2))
    place: dict[str, Any] = {"event": SLUG, "division": "A"}
    more: dict[str, Any] = {"country": " Wales "}
    give(AddEntry(**place, members=(Member(name="Ada Abbot"),), rating=1500, **more))
    give(AddEntry(**place, members=(Member(name="Bea Botham"),), rating=1400))
    give(AddEntry(**place, members=(Member(name="Cem Cole"),), rating=1300))
    change: dict[str, Any] = {"country": "Malta"}
    give(ChangeEntry(**place, entry=2, **change))
    give(MoveEntry(**place, entry=1, to="B"))
    log = [says(entry) for entry in JournalEntry.objects.filter(command="entry.changed")]
    event = Tournament.objects.get()
    told = [d["entries"] for d in content_to_json(event_content(event))["divisions"]]
    with TemporaryDirectory() as made:
        folder = Path(made) / "out"
        answer("tsh_export", SLUG, folder)
        answer("tsh_import", folder, "--slug", "again")
        files = [(folder / name).read_text(encoding="latin-1") for name in ("a.t", "b.t")]
    imported = Entry.objects.filter(tournament__slug="again").order_by("division", "number")
    read = read_roster("Name;Nation\nCem Cole;Chile\n").people
    return {
        "form": [AddEntryForm.base_fields["country"].label, "country" in AddEntryForm.folded],
        "log": log,
        "content": [[entry.get("country") for entry in entries] for entries in told],
        "file": files,
        "imported": [details_of(entry)["country"] for entry in imported],
        "roster": [details_of(person)["country"] for person in read],
    }
