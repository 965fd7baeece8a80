"""Whoever may run commands may mirror the clubs; the files say what everybody may see, no more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import unquote

import pytest

from clubs.club.commands.describing import DescribeClub
from clubs.overview.jobs.mirror import mirror_clubs
from core.errors import UserError
from tests.apps.clubs.records.book_events import fold
from tests.builders.clubs import found, season_of_2026
from tests.builders.events import HIDDEN, a_played_event, give, hidden_players
from tests.builders.leagues import a_trophy, a_year, drawn_league
from tests.builders.nights import a_simulated_night
from tests.contract_calls import answer
from tests.markup import Markup
from tournaments.public.jobs.mirror import Mirrored, mirror_event
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db

NIGHT = "hill-2026-03-05"


def mirror(folder: Path) -> Mirrored:
    return mirror_clubs(folder, progress=Mock())


def texts(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.suffix in (".html", ".csv")
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The mirror of a club: a season, a league, a night with two players who hide, its records."""
    found("hill")
    season_of_2026()
    hidden_players()
    a_simulated_night(here=("ann-abel", "ben-birch", "secretive", "reticent"), games_each=2)
    drawn_league(("hill", "port"))
    a_year((), counts_nights=True)
    a_trophy()
    fold(NIGHT)
    mirror(tmp_path / "mirror")
    return tmp_path / "mirror"


def test_every_page_of_clubs_and_the_book_is_there_and_each_link_leads_to_a_file(
    folder: Path,
) -> None:
    there = texts(folder)
    assert there.keys() >= {
        "index.html",
        "clubs/hill/index.html",
        "clubs/hill/nights/2026-03-05/index.html",
        "clubs/hill/seasons/2026/index.html",
        "clubs/hill/seasons/2026/poster/index.html",
        "clubs/hill/seasons/2026/table.csv",
        "clubs/hill/leagues/winter/index.html",
        "clubs/hill/leagues/winter/1/index.html",
        "clubs/hill/leagues/winter/2/index.html",
        "clubs/hill/year/2026/index.html",
        "clubs/hill/trophies/cup/index.html",
        "records/index.html",
        "records/news/index.html",
        "records/all/any/index.html",
        "records/club/hill/index.html",
        "records/club/hill/any/clean/index.html",
        f"records/event/{NIGHT}/index.html",
    }
    assert sum(name.startswith("players/") for name in there) == 4
    for name, text in there.items():
        page = Markup(text) if name.endswith(".html") else Markup("")
        assert page.faults == [], name
        for link in page.links:
            if not link.startswith("#"):
                target = os.path.normpath(folder / Path(name).parent / unquote(link))
                assert Path(target).is_file(), (name, link)
    assert "/records/" in str(Markup(there["clubs/hill/index.html"]).links)
    assert "records/index.html" in Markup(there["index.html"]).links
    assert "Result" not in there["records/all/any/index.html"], "no event is in this mirror"
    assert 'type="search"' not in there["index.html"], "nobody answers a search on a disk"


def test_what_people_hide_and_clubs_that_are_not_public_are_in_no_file(folder: Path) -> None:
    found("vale")
    a_simulated_night("vale", here=("cy-colt", "dee-dorn"), games_each=1)
    fold("vale-2026-03-05")
    mirror(folder)
    assert (folder / "records/club/vale/index.html").exists()
    give(DescribeClub(club="vale", is_public=False))
    mirror(folder)
    for name, text in texts(folder).items():
        assert not any(word in text for word in HIDDEN), name
    assert not (folder / "clubs/vale").exists()
    assert not (folder / "records/club/vale").exists()
    assert "club/vale" not in (folder / "records/index.html").read_text()
    assert "Vale Club" not in (folder / "index.html").read_text()


def test_only_what_has_changed_is_written_again(folder: Path) -> None:
    assert mirror(folder).changed == 0
    before = texts(folder)
    result: dict[str, Any] = {"event": NIGHT, "division": "Night", "round": 1, "entry": 1}
    give(CorrectResult(**result, score=901, opponent_score=100, confirmed=True), reason="Misread")
    fold(NIGHT)
    done = mirror(folder)
    changed = {name for name, text in texts(folder).items() if before.get(name) != text}
    assert done.changed == len(changed)
    assert changed >= {
        "clubs/hill/nights/2026-03-05/index.html",
        "clubs/hill/seasons/2026/index.html",
        "records/all/any/index.html",
    }
    assert "index.html" not in changed


def test_a_folder_of_an_event_is_refused_and_theirs_is_refused_to_an_event(folder: Path) -> None:
    a_played_event("spring", players=4, rounds=1)
    with pytest.raises(UserError) as wrong:
        mirror_event("spring", folder, progress=Mock())
    assert wrong.value.code == "mirror.other_event"
    elsewhere = folder.parent / "event"
    mirror_event("spring", elsewhere, progress=Mock())
    with pytest.raises(UserError) as other:
        mirror(elsewhere)
    assert other.value.code == "mirror.other_event"


def test_the_command_says_how_many_files_there_are(folder: Path) -> None:
    told = answer("mirror_clubs", folder)
    assert told["changed"] == 0
    assert told["files"] > len(texts(folder))
