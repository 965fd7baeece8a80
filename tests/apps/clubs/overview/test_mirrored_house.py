"""Whoever may run commands may mirror the house; the files say what everybody may see, no more."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch
from urllib.parse import unquote, urlsplit

import pytest
from django.urls import get_resolver, resolve

from clubs.club.commands.describing import DescribeClub
from clubs.records.queries import followed_book
from core import memo
from core.errors import UserError
from core.mirror.books import MANIFEST
from core.mirror.files import AS_AT
from core.mirror.house import mirror_house
from core.mirror.writing import Mirrored
from people.commands import ChangePlayer
from tests.apps.clubs.records.book_events import fold
from tests.apps.games.recorded import between, read_all, recorded
from tests.builders.clubs import found, season_of_2026
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    circle,
    give,
    hidden_players,
)
from tests.builders.grounds import built_once
from tests.builders.leagues import a_trophy, a_year, drawn_league
from tests.builders.nights import a_simulated_night
from tests.builders.rating_lists import imported_list, rated_list
from tests.contract_calls import answer
from tests.markup import Markup
from tournaments.event.commands.event import CreateEvent
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.rounds import HandPairing, SetUpRound

pytestmark = pytest.mark.django_db

ADDRESS = "https://results.example.org/open"


def mirror(folder: Path, address: str = ADDRESS) -> Mirrored:
    return mirror_house(folder, progress=Mock(), address=address)


def files(folder: Path) -> dict[str, bytes]:
    """Returns what is in each file of a mirror, but for the moment that it is of."""
    found = {p.relative_to(folder).as_posix(): p for p in folder.rglob("*") if p.is_file()}
    return {
        name: path.read_bytes() for name, path in found.items() if name not in (MANIFEST, AS_AT)
    }


def pages(there: Mapping[str, bytes]) -> dict[str, Markup]:
    return {n: Markup(text.decode()) for n, text in there.items() if n.endswith(".html")}


@built_once
def a_house() -> str:
    """An event with a draft and two who hide, a club with all it can have, games, two lists."""
    found("hill")
    season_of_2026()
    hidden = hidden_players()
    a_played_event(divisions=("A", "Div 1.5"), players=6, rounds=2, planned=3, registered=hidden)
    boards = tuple(HandPairing(one=one, two=two) for one, two in circle(6, 3)[0])
    give(SetUpRound(event="spring", division="A", round=3, boards=boards))
    a_simulated_night(here=("ann-abel", "ben-birch", "secretive", "reticent"), games_each=2)
    drawn_league(("hill", "port"))
    a_year((), counts_nights=True)
    a_trophy()
    fold("hill-2026-03-05")
    fold("spring")
    rated_list(events=3, players=8, field=6, rounds=4)
    imported_list(lines=[("Undisclosed, Philomena", 1500, "secretive")])
    recorded(players=between("ann-abel", "ben-birch"))
    read_all()
    give(CreateEvent(event="drill", name="Secret drill", rehearsal=True))
    a_division("drill", players=2, planned=1)
    return "spring"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test of a process keeps the mirror for the others."""
    return tmp_path_factory.mktemp("house") / "mirror"


@pytest.fixture
def folder(tmp_path: Path, kept: Path) -> Path:
    """The mirror of the house."""
    a_house()
    if not kept.exists():
        mirror(kept)
    shutil.copytree(kept, tmp_path / "mirror")
    return tmp_path / "mirror"


def leads_of(there: Mapping[str, bytes]) -> dict[str, set[str]]:
    """Returns the files that each page leads to, all of which have to be there."""
    leads: dict[str, set[str]] = {}
    for name, page in pages(there).items():
        assert page.faults == [], name
        leads[name] = set()
        loaded = re.findall(r'<script[^>]* src="([^"]+)"', there[name].decode())
        for link in [*page.links, *loaded]:
            place = urlsplit(link)
            if place.scheme or not place.path:
                assert not place.scheme or link.startswith(ADDRESS), (name, link)
                continue
            target = os.path.normpath(Path(name).parent / unquote(place.path))
            assert target in there, (name, link)
            leads[name].add(target)
    return leads


def test_every_link_of_the_mirror_leads_to_a_file_and_every_page_can_be_reached(
    folder: Path,
) -> None:
    leads = leads_of(files(folder))
    reached, waiting = set[str](), {"index.html", "search/index.html"}
    while waiting:
        reached |= waiting
        waiting = {one for name in waiting for one in leads.get(name, ())} - reached
    assert set(leads) - reached == set()


def test_a_mirror_in_two_languages_has_every_page_and_picture_in_both_and_ways_between_them(
    tmp_path: Path,
) -> None:
    a_played_event(players=4, rounds=1, planned=2)
    asked: dict[str, Any] = {"also": ["fr"], "address": ADDRESS, "pictures": True}
    mirror_house(tmp_path / "m", progress=Mock(), **asked)
    there = files(tmp_path / "m")
    leads = leads_of(there)
    french = {name for name in leads if name.startswith("fr/")}
    assert {f"fr/{name}" for name in leads.keys() - french} == french
    for name in french:
        assert b'<html lang="fr">' in there[name], name
        own = name.removeprefix("fr/")
        assert own in leads[name], name
        assert name in leads[own], own
        assert "fr/script-words/fr.js" in leads[name], name
    assert "Classement" in pages(there)["fr/events/spring/A/standings/index.html"].text
    assert "Standings" in pages(there)["events/spring/A/standings/index.html"].text
    picture = "fr/events/spring/A/player/1/share.png"
    assert f"{ADDRESS}/{picture}".encode() in there["fr/events/spring/A/player/1/index.html"]
    assert there[picture] != there["events/spring/A/player/2/share.png"]
    assert mirror_house(tmp_path / "m", progress=Mock(), **asked).changed == 0


def test_whole_addresses_in_feeds_sitemap_and_pictures_are_those_of_files(folder: Path) -> None:
    there = files(folder)
    told = {
        address
        for name, text in there.items()
        if name.endswith((".html", ".xml", ".atom", ".ics"))
        for address in re.findall(rf"{ADDRESS}[^\s\"<]*", text.decode())
    }
    assert len(told) > 20
    assert f"{ADDRESS}/events/spring/share.png" in told
    for address in told:
        path = unquote(address.removeprefix(f"{ADDRESS}/"))
        name = f"{path}index.html" if not path or path.endswith("/") else path
        assert name in there, address


def test_nothing_that_is_not_everybodys_is_in_any_file(folder: Path) -> None:
    there = files(folder)
    for name, content in there.items():
        text = content.decode(errors="replace")
        assert not [hidden for hidden in (*HIDDEN, "Secret drill") if hidden in text], name
        assert not re.search(r"(?:\.\./|\")(?:desk|p|accounts|go|tablet)/", text), name
    assert not [name for name in there if name.startswith("events/spring/A/pairings/3")]
    assert not [name for name in there if name.startswith(("events/drill", "p/", "desk/"))]


PICTURES = {"player-picture", "profile-picture", "game-picture"}
"""What a mirror has that was asked for them."""

NOT_MIRRORED = {
    # Somebody has to answer.
    *(
        "go",
        "go-to-event",
        "words",
        "words-search",
        "words-word",
        "about-words",
        "judge",
        *("player-choose", "find-player"),
    ),
    *("judge-rule", "judge-leave", "games-count", "words-look-up"),
    # What leads on to a page that is there.
    "division",
    # The hall, streams, and answers to every player in every round.
    *("screen", "screen-code", "division-screen", "overlay", "overlay-as", "overlay-of"),
    *("overlay-of-as", "slot", "slot-as", "tourney-js", "wall", "wall-index", "round-wall"),
    # As many as ratings or pairs of players; a picture of each takes longer than its page.
    *("rating-inspection", "player-heads", "heads-picture", "game-embed"),
    *("player-events", "player-events-page"),
    *PICTURES,
    *("club-picture", "rating-list-picture", "records-picture"),
    # The same once more, for paper.
    "night-report-paper",
}
"""Public pages that no mirror has: docs/guide/web-host.md says why."""


NOT_HERE = {
    *("clock", "contention", "prizes", "wallchart-all"),
    *("event-calendar", "timetable-csv", "portrait"),
}
"""What this house has none of; the tests of these pages mirror them."""


def test_every_public_address_is_mirrored_or_said_not_to_be(folder: Path) -> None:
    mirrored = set()
    for name in files(folder):
        if not name.startswith("-/") and name != "search/index.js":
            path = re.sub(r"-/[^/]+/index.html$|index.html$", "", name)
            mirrored.add(resolve(f"/{path}").url_name)
    public = {
        name
        for name in get_resolver().reverse_dict
        if isinstance(name, str) and is_read_by_all(pattern_of(name))
    }
    assert sorted(public - mirrored - NOT_MIRRORED) == sorted(NOT_HERE)
    assert not mirrored & NOT_MIRRORED


def pattern_of(name: str) -> str:
    found: Any = get_resolver().reverse_dict[name]
    return str(found[0][0][0])


def is_read_by_all(pattern: str) -> bool:
    """Returns whether an address is a page for everybody, not somebody's own, nor for programs."""
    first = pattern.partition("/")[0].partition("%")[0]
    return first in {"", "about", "clubs", "events", "events.ics", "games", "go", "judge"} | {
        *("players", "ratings", "records", "search", "sitemap.xml", "words")
    }


def test_only_what_a_result_changes_is_written_and_it_is_as_a_new_mirror_would_be(
    folder: Path,
) -> None:
    assert mirror(folder).changed == 0
    before = files(folder)
    result: dict[str, Any] = {"event": "spring", "division": "A", "round": 2, "entry": 1}
    give(CorrectResult(**result, score=901, opponent_score=100, confirmed=True), reason="Misread")
    done = mirror(folder)
    after = files(folder)
    changed = {name for name, text in after.items() if before.get(name) != text}
    assert done.changed == len(changed)
    assert "events/spring/A/standings/2/index.html" in changed
    assert not [
        n
        for n in changed
        if re.match(r"events/spring/(Div|A/(standings|results)/1/)|clubs|ratings|games", n)
    ]
    as_new(folder)


@pytest.mark.parametrize(
    "what",
    [
        lambda: fold("spring"),
        lambda: give(DescribeClub(club="hill", is_public=False)),
        lambda: give(ChangePlayer(key="ann-abel", public_name_style="initial")),
    ],
    ids=["the book learns of it", "a club hides", "a player hides"],
)
def test_a_mirror_brought_up_to_date_is_as_a_new_one(folder: Path, what: Any) -> None:
    what()
    mirror(folder)
    as_new(folder)


def as_new(folder: Path) -> None:
    memo._memos.clear()
    followed_book._books.clear()
    fresh = folder.parent / "fresh"
    mirror(fresh)
    assert lasting(files(folder)) == lasting(files(fresh))
    shutil.rmtree(fresh)


def lasting(there: Mapping[str, bytes]) -> dict[str, bytes]:
    """Returns files without the moments that they were made at, and without pictures of them."""
    stamps = rb"DTSTAMP:\w+|As at[^<]*(?:<time[^<]*</time>)?|as at [^<]*|\d\d:\d\d(?::\d\d)?"
    texts = {n: t for n, t in there.items() if not n.endswith(".png")}
    return {name: re.sub(stamps, b"", text) for name, text in texts.items()}


def test_a_disk_that_is_full_is_a_sentence_and_the_mirror_stays_as_it_was(folder: Path) -> None:
    before = files(folder)
    result: dict[str, Any] = {"event": "spring", "division": "A", "round": 2, "entry": 1}
    give(CorrectResult(**result, score=901, opponent_score=100, confirmed=True), reason="Misread")
    written, write = [], Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) > 5:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(path, data)

    with patch.object(Path, "write_bytes", full), pytest.raises(UserError) as refused:
        mirror(folder)
    assert refused.value.message == f"{folder} cannot be written to: the disk is full."
    assert files(folder) == before
    assert mirror(folder).changed > 5


def test_a_disk_that_is_gone_is_a_sentence(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("no folder")
    with pytest.raises(UserError):
        mirror(folder / "below")


def test_the_mirror_of_the_house_and_that_of_an_event_are_told_apart(folder: Path) -> None:
    with pytest.raises(UserError) as wrong:
        mirror_event("spring", folder, progress=Mock())
    assert wrong.value.code == "mirror.other_event"


def test_the_command_mirrors_all_or_one_event_and_refuses_what_is_no_address(
    tmp_path: Path,
) -> None:
    a_played_event(players=4, rounds=1)
    with pytest.raises(UserError, match="There are: fr"):
        mirror_house(tmp_path / "all", progress=Mock(), also=["tlh"])
    told = answer("mirror", tmp_path / "all")
    assert told["files"] == told["changed"]
    assert (tmp_path / "all/events/spring/index.html").is_file()
    assert not (tmp_path / "all/sitemap.xml").exists(), "no address, no sitemap"
    answer("mirror", "spring", tmp_path / "one")
    for name in ("A/standings/index.html", "A/player/1/index.html", "A/wallchart/index.html"):
        page = Markup((tmp_path / "one" / name).read_text(encoding="utf-8"))
        for link in page.links:  # What was made for the one mirror is not in the other.
            target = tmp_path / "one" / Path(name).parent / unquote(urlsplit(link).path)
            assert link.startswith("#") or target.resolve().is_file(), (name, link)
