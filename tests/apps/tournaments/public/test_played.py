"""What a player played in public events is on their profile and between two, rated or not.

Everybody may see it, under the names that the players chose.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.membership.commands.merging import MergePlayers
from core import memo
from core.jobs import run
from core.journal.guard import writing
from core.models import Job, StoredPage
from core.web.store import stored_below
from people.commands import AddPlayer
from people.models import Player
from people.played import played_between, played_by, version_of_all_played
from tests.builders.events import HIDDEN, a_played_event, a_published_round, give, hidden_players
from tests.builders.rating_lists import imported_list, registered
from tests.markup import Markup
from tests.pages import source_at, words
from tests.settings import ON_POSTGRES
from tournaments.closing.commands import CloseEvent, ReopenEvent
from tournaments.entries.commands.late_entry import Member
from tournaments.models import Division, Result, Tournament
from tournaments.public.jobs import placing
from tournaments.public.jobs.placing import PLACES, ask_for_places
from tournaments.public.pages.mirrored import computed
from tournaments.readmodel import final_places
from tournaments.readmodel.final_places import PLACES as PATHS
from tournaments.readmodel.final_places import store_places, without_places

pytestmark = pytest.mark.django_db

SECRETIVE, RETICENT = "secretive", "reticent"


@pytest.fixture
def two() -> tuple[Player, Player]:
    """Two players of the register who met once in each of two events that no list has rated."""
    members = hidden_players()
    for slug, rounds, day in (("spring", 3, 3), ("autumn", 2, 9)):
        a_played_event(
            slug,
            players=4,
            rounds=rounds,
            planned=3,
            registered=members,
            starts_on=date(2026, day, 1),
        )
    imported_list(lines=[("One", 1500, SECRETIVE), ("Two", 1400, RETICENT)])
    one, two = (Player.objects.get(key=key) for key in (SECRETIVE, RETICENT))
    return one, two


def met(score: tuple[int, int], slug: str = "spring") -> None:
    """Writes the result of the two in an event, the score of the first before the other's."""
    boards = Result.objects.filter(board__round__division__tournament__slug=slug)
    both = boards.filter(board__seats__entry__number=1) & boards.filter(
        board__seats__entry__number=2
    )
    row = both.get()
    seat = row.board.seats.get(entry__number=1)
    one, two = score if seat.position == 0 else score[::-1]
    with writing():
        won = (2, 0) if one > two else (0, 2)
        Result.objects.filter(pk=row.pk).update(
            score_one=one, score_two=two, won_one=won[0], lost_one=won[1], won_two=won[1],
            lost_two=won[0],
        )  # fmt: skip


def test_two_players_have_their_score_over_all_events_and_the_way_to_each_game(
    client: Client, two: tuple[Player, Player]
) -> None:
    one, other = two
    met((401, 400), "spring")
    assert len(played_between(SECRETIVE, RETICENT).games) == 2
    found = source_at(client, f"/players/{one.pk}/vs/{other.pk}/")
    page = words(found)
    assert "Lady P v Bartholomew U." in page
    said = re.search(r"W 401–400 \+1 Spring Open (\d)", page)
    assert said is not None
    assert not [name for name in HIDDEN if name in found]
    links = Markup(found).links
    assert f"/events/spring/A/results/{said[1]}/" in links
    answer = client.get(f"/api/v1/players/{one.pk}/against/{other.pk}").json()
    assert answer["tally"]["games"] == 2
    assert {row["event"].split()[0].lower(): 1 for row in answer["meetings"]} == {
        "spring": 1,
        "autumn": 1,
    }
    for hidden in ({"rehearsal": True}, {"rehearsal": False, "night_of": "club"}):
        with writing():
            Tournament.objects.filter(slug="spring").update(**hidden)
        assert len(played_between(SECRETIVE, RETICENT).games) == 1


def stored_now() -> None:
    """Stores the places of all events that are over, as a worker does."""
    for division in without_places():
        store_places(division)


def test_a_profile_tells_places_of_events_that_are_over_and_games_of_all(
    client: Client, two: tuple[Player, Player]
) -> None:
    one, _ = two
    stored_now()
    table = client.get("/api/v1/events/spring/divisions/A/standings").json()["rows"]
    place = next(row for row in table if row["name"] == "Lady P")["rank"]
    page = words(source_at(client, f"/players/{one.pk}/"))
    assert re.search(rf"Spring Open not rated =?{place}(st|nd|rd|th) of 4 ", page)
    assert not re.search(r"Autumn Open not rated =?\d+(st|nd|rd|th)", page)
    assert "Games 5 Won–lost–tied" in page
    told = client.get(f"/api/v1/players/{one.pk}/ratings").json()
    assert [(row["key"], row["place"]) for row in told["played"]] == [
        ("spring/A", place),
        ("autumn/A", None),
    ]
    assert told["tally"]["games"] == 5
    a_published_round("autumn", "A", 3, players=4)
    assert len(played_by(SECRETIVE).games) == 5, "a game without a result is none yet"


def test_places_are_stored_once_a_division_is_over_and_no_page_works_them_out(
    two: tuple[Player, Player], django_capture_on_commit_callbacks: Any
) -> None:
    def place(event: str) -> int | None:
        return played_by(SECRETIVE).events[event].place

    remembered = list(memo._memos)
    assert place("spring/A") is None
    with django_capture_on_commit_callbacks(execute=True):
        give(CloseEvent(event="autumn", confirmed=True))
    assert place("autumn/A") is None
    [job] = Job.objects.filter(kind=PLACES)
    assert run(job.pk)
    assert (place("spring/A"), place("autumn/A")) != (None, None)
    assert ask_for_places() is None
    with django_capture_on_commit_callbacks(execute=True):
        give(ReopenEvent(event="autumn"))
    assert place("autumn/A") is None, "rounds are to come"
    before = place("spring/A")
    StoredPage.objects.all().delete()
    again = ask_for_places()
    assert again is not None
    assert run(again.pk)
    assert place("spring/A") == before, "as after a backup that was put back"
    assert list(memo._memos) == remembered, "running divisions are as they were"


def test_a_division_whose_places_cannot_be_stored_keeps_no_other_waiting(
    two: tuple[Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_played_event("summer", players=4, rounds=2)
    a_played_event("winter", players=4, rounds=2)
    faults = {"winter": Division.DoesNotExist, "summer": ValueError}

    def trying(division: Division) -> None:
        if division.tournament.slug in faults:
            raise faults[division.tournament.slug]
        store_places(division)

    monkeypatch.setattr(placing, "store_places", trying)
    job = ask_for_places()
    assert job is not None
    assert run(job.pk)
    assert played_by(SECRETIVE).events["spring/A"].place
    assert {one.tournament.slug for one in without_places()} == {"summer", "winter"}
    faults["summer"] = OperationalError
    again = ask_for_places()
    assert again is not None
    assert run(again.pk)
    again.refresh_from_db()
    assert again.state == Job.State.FAILED, "no division's fault is left alone"


def test_what_is_stored_of_places_is_told_by_the_index_whatever_the_clock_says(
    two: tuple[Player, Player],
) -> None:
    plan = stored_below(PATHS).explain()
    assert ON_POSTGRES or re.search(r"SEARCH \w+ USING INDEX \S+ \(path>\? AND path<\?\)", plan)
    stored_now()
    a_played_event("summer", players=4, rounds=2)
    StoredPage.objects.update(stored_at=datetime(2100, 1, 1, tzinfo=UTC))
    before = version_of_all_played(), computed()
    stored_now()
    assert (version_of_all_played() != before[0], computed() != before[1]) == (True, True)


def test_what_one_played_is_read_in_four_queries_after_one_event_and_after_thirty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registered([SECRETIVE])
    member = Member(name="Lady P", player=SECRETIVE)
    counts = []
    for number in range(30):
        a_played_event(f"e{number}", players=2, rounds=1, registered=[member])
        if number in (0, 29):
            stored_now()
            with CaptureQueriesContext(connection) as asked:
                found = played_by(SECRETIVE)
            assert sum(event.place is not None for event in found.events.values()) == number + 1
            counts.append(len(asked))
    assert counts == [4, 4]
    found = played_by(SECRETIVE)
    monkeypatch.setattr(final_places, "AT_ONCE", 7)
    with CaptureQueriesContext(connection) as asked:
        assert played_by(SECRETIVE) == found
    assert len(asked) == 4 + 4, "places of 30 divisions, 7 at a time"


def test_who_is_in_no_list_has_a_page_once_games_of_theirs_are_public_and_is_found(
    client: Client,
) -> None:
    member = Member(name="Lady P", player=SECRETIVE)
    give(AddPlayer(key=SECRETIVE, given_name="Lady", family_name="Pea"))
    player = Player.objects.get()
    a_played_event("later", players=4, rounds=0, planned=3, registered=[member])
    path = f"/players/{player.pk}/"
    assert client.get(path).status_code == 404
    assert path not in Markup(source_at(client, "/search/?q=pea")).links
    a_played_event("spring", players=4, rounds=3, registered=[member])
    stored_now()
    page = source_at(client, path)
    assert re.search(r"Spring Open =?\d(st|nd|rd|th) of 4", words(page))
    assert "Games 3 Won–lost–tied" in words(page)
    for missing in ("noindex", "not rated", "Performance", "Ratings over time"):
        assert missing not in page, missing
    assert path in Markup(source_at(client, "/search/?q=pea")).links
    assert path in Markup(source_at(client, "/events/spring/A/player/1/")).links
    with writing():
        Tournament.objects.filter(slug="spring").update(rehearsal=True)
    assert client.get(path).status_code == 404


def test_who_was_found_to_be_somebody_else_leads_to_them(
    client: Client, two: tuple[Player, Player]
) -> None:
    one, other = two
    with writing():
        gone = Player.objects.create(key="lady-p", given_name="Lady", family_name="Pea")
    give(MergePlayers(kept=SECRETIVE, gone="lady-p"))
    assert client.get(f"/players/{gone.pk}/")["Location"] == f"/players/{one.pk}/"
    heads = client.get(f"/players/{other.pk}/vs/{gone.pk}/")
    assert heads["Location"] == f"/players/{other.pk}/vs/{one.pk}/"
    assert client.get(f"/players/{one.pk}/vs/{gone.pk}/").status_code == 200


def test_both_sides_of_two_players_name_one_address_and_one_picture(
    client: Client, two: tuple[Player, Player]
) -> None:
    low, high = sorted(player.pk for player in two)
    path = f"/players/{low}/vs/{high}/"
    for shown in (path, f"/players/{high}/vs/{low}/"):
        found = source_at(client, shown)
        assert f'property="og:image" content="{path}share.png"' in found
    for picture in (f"{path}share.png", f"/players/{low}/share.png"):
        answer = client.get(picture)
        assert answer["Content-Type"] == "image/png"
    assert client.get(f"/players/{high}/vs/{low}/share.png").status_code == 404
    third = registered(["third"])["third"]
    imported_list("other", lines=[("Three", 1400, "third")])
    assert client.get(f"/players/{low}/vs/{third.pk}/share.png").status_code == 404
