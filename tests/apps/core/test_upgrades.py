"""Journals of other versions: older ones replay, what is newer or unknown is refused.

`tests/journals/` keeps journals as earlier versions wrote them, each beside the version of the
projection and the digest that the event had then. They are never written again: a change that
breaks one needs an `upgrade`. Beside a projection of a newer version only the digest changes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from core.journal import stream_file
from core.journal.command import CONSOLE, Command, Row, Work, registry
from core.journal.errors import Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from people.commands import AddClub
from people.models import Club
from tournaments.failover.queries.replay_digest import PROJECTION, digest, project
from tournaments.models import Tournament

pytestmark = [pytest.mark.both_databases("json"), pytest.mark.django_db]

JOURNALS = Path(__file__).parents[2] / "journals"
KEPT = sorted(JOURNALS.glob("*.jsonl"))


@dataclass(frozen=True, kw_only=True)
class FoundClub(Command):
    """The club of today's version: once `name`, now `called`."""

    code = "club.founded"
    schema = 2
    slug: str
    called: str

    def stream(self) -> str:
        return "register"

    def authorise(self, actor: object) -> None:
        """Anybody may."""

    def apply(self, work: Work) -> Row:
        return AddClub(slug=self.slug, name=self.called).apply(work)

    def sentence(self, answer: Row) -> str:
        return f"Club {self.called} founded"

    @classmethod
    def upgrade(cls, payload: Row, schema: int) -> Row:
        assert schema == 1
        return {"slug": payload["slug"], "called": payload["name"]}


@dataclass(frozen=True, kw_only=True)
class FoundClubOnce(Command):
    """The same command as the version before wrote it."""

    code = "club.founded"
    slug: str
    name: str

    stream = FoundClub.stream
    authorise = FoundClub.authorise

    def apply(self, work: Work) -> Row:
        return AddClub(slug=self.slug, name=self.name).apply(work)


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the command, as of today's version, for one test."""
    monkeypatch.setitem(registry(), "club.founded", FoundClub)


def journal(*entries: dict[str, Any]) -> list[bytes]:
    """Returns a journal of these entries, each like one of the version before but for its keys."""
    usual = {
        "command": "club.founded",
        "schema": 1,
        "payload": {"slug": "ersby", "name": "Ersby Club"},
        "facts": {},
        "actor": "ann",
        "reason": "",
        "at": "2026-05-01T09:00:00Z",
    }
    lines = [{"seq": seq, **usual, **entry} for seq, entry in enumerate(entries, 1)]
    heading = {"wallchart_journal": 1, "stream": "register", "entries": len(lines)}
    return [json.dumps(line).encode() + b"\n" for line in (heading, *lines)]


def test_an_entry_of_an_older_schema_replays_and_is_written_in_todays() -> None:
    today = {"schema": 2, "payload": {"slug": "other", "called": "Other Club"}}
    assert stream_file.replay(journal({}, today)) == 2
    assert dict(Club.objects.values_list("slug", "name")) == {
        "ersby": "Ersby Club",
        "other": "Other Club",
    }
    written = JournalEntry.objects.order_by("seq").values_list("schema", "payload")
    assert list(written) == [
        (2, {"slug": "ersby", "called": "Ersby Club"}),
        (2, {"slug": "other", "called": "Other Club"}),
    ]


def test_an_entry_written_before_an_upgrade_reads_undoes_and_redoes_after_it() -> None:
    execute(FoundClubOnce(slug="ersby", name="Ersby Club"), actor=CONSOLE)
    entry = JournalEntry.objects.get()
    assert entry.schema == 1
    assert says(entry) == "Club Ersby Club founded"
    execute(UndoEntry(journal="register", seq=1), actor=CONSOLE)
    assert not Club.objects.exists()
    execute(UndoEntry(journal="register", seq=2), actor=CONSOLE)
    assert Club.objects.get().name == "Ersby Club"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"command": "club.dissolved"}, "command.unknown"),
        ({"schema": 2, "payload": {"slug": "a", "called": "A", "hall": "B"}}, "command.malformed"),
        ({"schema": 2, "payload": {"slug": "a"}}, "command.malformed"),
    ],
)
def test_an_entry_that_this_version_does_not_know_is_refused(
    entry: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        stream_file.replay(journal(entry))
    assert refused.value.code == code
    assert not JournalEntry.objects.exists()


def test_a_journal_of_a_newer_format_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        stream_file.replay([b'{"wallchart_journal": 2, "stream": "register", "entries": 0}\n'])
    assert refused.value.code == "journal.format"


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_journal_gives_the_event_that_it_gave_when_it_was_kept(file: Path) -> None:
    with file.open("rb") as lines:
        assert stream_file.replay(lines) == len(file.read_bytes().splitlines()) - 1
    event = Tournament.objects.get()
    rated = {d.name: d.rating_system for d in event.divisions.all() if d.rating_system}
    assert rated
    held = f"{PROJECTION} {digest(project(event, rated))}"
    assert held == file.with_suffix(".digest").read_text().strip()


def test_the_kept_journals_hold_what_changes_between_versions_most() -> None:
    kept = {json.loads(line).get("command") for f in KEPT for line in f.read_bytes().splitlines()}
    assert kept >= {"round.published", "entry.withdrawn", "forfeit.entered", "result.corrected"}
    assert kept >= {"journal.undone", "journal.restored", "round.paired", "round.seats_swapped"}
    assert kept >= {"round.played_recorded", "entry.moved", "entry.checked_in", "roster.added"}
