"""The contents of a lifeboat: the journal, tsh files, pages and tables of every division."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.apps.tournaments.desk_events import SLUG, give
from tests.builders.events import HIDDEN, a_played_event, hidden_players
from tests.builders.lifeboats import names
from tests.markup import Markup
from tests.pages import words
from tournaments.event.commands.event import CreateEvent
from tournaments.failover.lifeboat.writing import write_now
from tournaments.failover.queries.replay_digest import project
from tournaments.formats.content import content_to_json
from tournaments.formats.tsh import folder_files, read_tsh
from tournaments.importing.commands import ImportEvent
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def state(stick: Path) -> Path:
    """The state of an event of two divisions, two hidden players, a bye and an open game."""
    a_played_event(
        SLUG,
        divisions=("A", "B"),
        players=7,
        rounds=3,
        open_games=1,
        registered=hidden_players(),
    )
    return write_now(Tournament.objects.get(), stick).place / "now"


def test_it_holds_journal_tsh_files_pages_and_tables_of_every_division(state: Path) -> None:
    held = names(state)
    assert {"README.txt", "journal.jsonl", "lifeboat.json", "people.json"} <= held
    assert {"tsh/config.tsh", "tsh/a.t", "tsh/b.t", "pages/index.html"} <= held
    pages = ("pairings", "pairings/names", "standings", "wallchart", "results")
    tables = ("pairings", "pairings-by-name", "standings", "wall-chart", "results")
    for division in "AB":
        assert {f"pages/{division}/{page}/index.html" for page in pages} <= held
        assert {f"tables/{division}/{table}.csv" for table in tables} <= held
    assert len((state / "README.txt").read_text("utf-8").splitlines()) == 3


def test_its_pages_open_from_disk_and_lead_only_to_files_that_are_there(state: Path) -> None:
    for path in state.rglob("*.html"):
        page = Markup(path.read_text("utf-8"))
        assert page.faults == []
        missing = [
            link
            for link in page.links
            if not link.startswith("#")
            and not (path.parent / unquote(link.partition("#")[0])).is_file()
        ]
        assert missing == [], path


def test_pages_and_tables_name_people_as_the_public_sees_them(state: Path) -> None:
    shown = [*state.glob("pages/**/*.html"), *state.glob("tables/**/*.csv")]
    for path in shown:
        text = path.read_text("utf-8")
        assert not any(name in text for name in HIDDEN), path
    assert "Lady P" in (state / "tables/A/standings.csv").read_text("utf-8")


def test_the_tables_agree_with_the_pages(state: Path) -> None:
    def table(name: str) -> list[dict[str, str]]:
        text = (state / "tables" / "A" / f"{name}.csv").read_text("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text, newline="")))

    # The table is that of the last complete round, the page of what is so far: others may lead.
    page = words((state / "pages/A/standings/index.html").read_text("utf-8"))
    for line in table("standings"):
        assert f"{line['Name']} #{line['No.']}" in page
    results = table("results")
    assert [line["Note"] for line in results].count("not in yet") == 1
    assert [line["Note"] for line in results].count("bye") == 3
    assert len(table("pairings-by-name")) == len(table("wall-chart")) == 7
    played = [line for line in table("wall-chart") if line["R1 own score"]]
    assert all(
        (int(p["R1 own score"]) > int(p["R1 opponent's score"])) == (p["R1 outcome"] == "W")
        for p in played
    )
    sums = ("Rank", "Wins", "Losses", "Spread")
    in_standings = {line["No."]: [line[name] for name in sums] for line in table("standings")}
    assert in_standings == {
        line["No."]: [line[name] for name in sums] for line in table("wall-chart")
    }
    # The bye of the round that is being played counts with the round.
    last = max(int(line["Round"]) for line in results)
    alone = [line for line in table("wall-chart") if not line[f"R{last} opponent"]]
    assert [line[f"R{last} outcome"] for line in alone] == [""]


def test_the_tsh_files_in_it_import_equal(state: Path) -> None:
    reading = read_tsh(folder_files(state / "tsh"))
    give(ImportEvent(event="again", content=content_to_json(reading.content)))
    ours, theirs = (project(Tournament.objects.get(slug=s), {}) for s in (SLUG, "again"))
    assert reading.report == ()
    for one, two in zip(ours["content"]["divisions"], theirs["content"]["divisions"], strict=True):
        assert [_unordered(played) for played in one["rounds"]] == list(two["rounds"])
        for part in ("number", "name", "rating", "withdrawn_from", "penalties"):
            assert [e[part] for e in one["entries"]] == [e[part] for e in two["entries"]]
    for name in "AB":
        one, two = ours["divisions"][name], theirs["divisions"][name]
        assert (one["complete"], one["standings"]) == (two["complete"], two["standings"])
        assert [_sides(starts) for starts in one["starts"]] == [
            _sides(starts) for starts in two["starts"]
        ]


def _unordered(played: dict[str, Any]) -> dict[str, Any]:
    """Return a round as a tsh file can tell it: the lower number first at every board."""
    boards = (
        {**board, "seats": tuple(sorted(board["seats"], key=lambda seat: seat["entry"]))}
        for board in played["boards"]
    )
    return {**played, "boards": tuple(boards)}


def _sides(starts: dict[str, Any]) -> dict[str, Any]:
    """Return the starts of a round as a tsh file tells them: who, and not how it was decided."""
    boards = [
        {**board, "players": sorted(board["players"]), "decided_by": None}
        for board in starts["boards"]
    ]
    return {**starts, "boards": boards}


def test_an_event_that_tsh_cannot_hold_is_saved_all_the_same(stick: Path) -> None:
    give(CreateEvent(event="bare", name="Bare"))
    place = write_now(Tournament.objects.get(), stick).place
    note = (place / "now" / "tsh-notes.txt").read_text("utf-8")
    assert note.startswith("The tsh files could not be written: An event without a division")
    assert "journal.jsonl" in names(place / "now")
