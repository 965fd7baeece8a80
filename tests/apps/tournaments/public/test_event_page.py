"""Everybody follows an event on its page: who leads, what is in, who can win, where they sit."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertRedirects

from core.journal.guard import writing
from core.web.site import WEB
from tests.apps.tournaments.board_games.game_events import played_event, put_on
from tests.apps.tournaments.contention.contention_events import (
    forecast_now,
    show_to_all,
    two_rounds_played,
)
from tests.apps.tournaments.desk_events import SLUG, enter, new_event, publish
from tests.apps.tournaments.prizes.prize_events import with_prizes
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    circle,
    give,
    hidden_players,
    played_content,
    some_results,
)
from tests.markup import Markup
from tests.pages import main_words, sound, source_at, words, words_at
from tournaments.clock.commands.timing import StartClock
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import CreateEvent
from tournaments.formats.content import content_to_json
from tournaments.importing.commands import ImportEvent
from tournaments.kernel.queries.entry_names import entries_named
from tournaments.models import DivisionContention, Entry
from tournaments.prizes.commands.terms import PublishPrizes
from tournaments.public.pages.finding import finding_page
from tournaments.public.pages.hub import hub_page
from tournaments.readmodel import serving
from tournaments.readmodel.page_versions import VersionedEvent, versioned_event
from tournaments.timetable.commands import SetTimetable
from tournaments.timetabling.records import LineKind, TimetableLine

pytestmark = pytest.mark.django_db

PAGE, FIND = "/events/spring/", "/events/spring/find/"
OF_SLUG = f"/events/{SLUG}/"


def told(client: Client, text: str) -> str:
    """Return the words of the page on which somebody looks for this name."""
    return words(client.get(FIND, {"q": text}))


def imported(slug: str, players: int, names: str) -> VersionedEvent:
    """Import an event of divisions with these names, alike, in their first round."""
    content = played_content(players, 1, open_games=players // 4)
    one = content.divisions[0]
    divisions = tuple(replace(one, name=name, planned_rounds=31) for name in names)
    give(ImportEvent(event=slug, content=content_to_json(replace(content, divisions=divisions))))
    event = versioned_event(slug)
    assert event is not None
    return event


def test_everybody_sees_who_leads_which_boards_are_in_and_what_came_in_last(client: Client) -> None:
    a_played_event(divisions=("A", "B"), players=8, rounds=2, planned=5, open_games=2)
    page = source_at(client, PAGE)
    whole = sound(page)
    assert {"/events/spring/A/standings/", "/events/spring/B/standings/"} <= set(whole.links)
    one = page[page.index('id="division-1"') : page.index('id="division-2"')]
    text = words(one)
    assert "8 entries · round 2 of 5 · 2 of 4 games in" in text
    assert "Standings in round 2, so far" in text
    assert one.count("<tr>") == 5
    assert (one.count("<b></b>"), one.count("<i></i>")) == (2, 2)
    assert 'aria-label="2 of 4 games in"' in one
    news = re.findall(r'<li id="(in-\d+-\d-\d+)">', page)
    assert len(news) == len(set(news)) == 8
    assert words(page).index("B · R2 · board") < words(page).index("A · R2 · board")
    some_results("spring", "A", 2, circle(8, 2)[0][:1])
    after = source_at(client, PAGE)
    newest, *others = re.findall(r'<li id="(in-\d+-\d-\d+)">', after)
    assert newest not in news
    assert others == news[:7], "what was told before is the same line"
    assert "3 of 4 games in" in words(after)


def test_a_name_finds_where_somebody_sits_their_place_and_what_they_did(client: Client) -> None:
    a_played_event(players=6, rounds=2, planned=3, open_games=1, registered=hidden_players())
    (one, two), *_ = circle(6, 2)[0]
    seated = told(client, "lady")
    assert re.search(r"Lady P #1 =?\d\w\w · ", seated), "the only division is not named"
    assert re.search(r"R2 · board \d · (1st|2nd) v .+ \(\d+\)", seated)
    assert re.search(r"[WLT] R1 · \d+–\d+ v ", seated)
    assert {one, two} & {1}
    for name in HIDDEN:
        assert "No player of the event has these words" in told(client, name)
    assert Markup(source_at(client, PAGE)).links.count(FIND) == 0
    assert f'action="{FIND}"' in source_at(client, PAGE)
    for page, at_once in ((PAGE, False), (FIND, True), ("/", False), ("/search/", True)):
        assert ("autofocus" in source_at(client, page)) == at_once, page
    card = "/events/spring/A/player/{}/".format
    assert re.search('data-next="[^"]+ · R2 · board ', source_at(client, card(one)))
    others = [number for number in range(1, 7) if number not in (one, two)]
    done = re.search('data-next="([^"]+)"', source_at(client, card(others[0])))
    assert done is not None
    assert re.search(r" · \d\w\w · \d–\d · [+−]\d+ · [WLT] R2 · \d+–\d+ v ", done[1])


def test_nobody_is_sent_to_a_board_of_a_round_that_is_over(client: Client) -> None:
    a_played_event(players=6, rounds=2, planned=3, registered=hidden_players())
    said = "Round 3 is not paired yet."
    for page in ("pairings/", "pairings/2/", "pairings/names/"):
        sheet = words(source_at(client, f"/events/spring/A/{page}"))
        assert f"{said} These were the boards of round 2." in sheet, page
    assert said not in words(source_at(client, "/events/spring/A/pairings/1/"))
    card = words(source_at(client, "/events/spring/A/player/1/"))
    assert re.search(rf"{re.escape(said)} [WLT] R2 · \d+–\d+ v ", card)
    assert said in told(client, "lady")
    a_published_round("spring", "A", 3, players=6)
    for page in ("pairings/", "player/1/"):
        assert "not paired" not in words(source_at(client, f"/events/spring/A/{page}"))
    assert "not paired" not in told(client, "lady")
    some_results("spring", "A", 3, circle(6, 3)[0])
    for page in ("pairings/", "pairings/names/"):
        sheet = words(source_at(client, f"/events/spring/A/{page}"))
        assert "Round 3 was the last one: these were its boards." in sheet, page


@pytest.mark.parametrize("text", ["", "%", "\0", "'; drop--", "<b>x</b>", "é" * 9_000, "q " * 900])
def test_whatever_is_looked_for_gets_a_whole_page(client: Client, text: str) -> None:
    a_played_event(players=4, rounds=1)
    page = client.get(FIND, {"q": text})
    sound(page)
    assert b"<b>x" not in page.content
    assert b"/player/" not in page.content
    assert client.get("/events/nowhere/find/", {"q": text}).status_code == 404


def test_the_page_is_small_and_asks_no_more_however_many_play(client: Client) -> None:
    def asked(slug: str, players: int) -> int:
        event = imported(slug, players, "ABC")
        hub_page(event, WEB, at=timezone.now())
        with CaptureQueriesContext(connection) as queries:
            hub_page(event, WEB, at=timezone.now())
        return len(queries)

    few, many = asked("few", 8), asked("many", 300)
    assert few == many <= 8
    page = source_at(client, "/events/many/")
    assert len(page.encode()) < 35_000
    found = client.get("/events/many/find/", {"q": "a"})
    assert found.content.count(b"/player/") == 20
    assert b"There are more" in found.content
    assert len(found.content) < 35_000
    assert b" v " not in found.content, "of many it is told who they are"
    tag = found["ETag"]
    asks = {"if-none-match": tag}
    assert client.get("/events/many/find/", {"q": "a"}, headers=asks).status_code == 304


def test_who_is_found_takes_a_bounded_number_of_queries_in_however_many_divisions() -> None:
    def asked(names: str, word: str) -> tuple[int, int]:
        event = imported(f"of-{len(names)}", 4, names)
        with CaptureQueriesContext(connection) as queries:
            page = finding_page(event, WEB, word, at=timezone.now())
        assert page.count("/player/") == 12
        return page.count(" v "), len(queries)

    told, queries = asked("ABC", "abbot")
    assert told == 12
    assert queries <= 30
    told, queries = asked("ABCDEFGHIJKL", "ben")
    assert told == 0, "of many divisions none is read"
    assert queries <= 3


def test_who_was_entered_since_the_versions_were_read_is_told_without_the_card_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "_OPEN_FOR", timedelta(hours=1))
    a_played_event(players=4, rounds=1)
    before = versioned_event("spring")
    assert before is not None
    assert "1–0" in finding_page(before, WEB, "a", at=timezone.now())
    first = entries_named(before.event, bool)[0]
    for number, name in ((first.number, "Zora Late"), (9, "Zora Later")):
        late = (Member(name=name),)
        give(AddEntry(event="spring", division="A", members=late, rating=1, confirmed=True))
        with writing():
            Entry.objects.filter(number=number).update(number=90)
            Entry.objects.filter(name=name).update(number=number)
    a_division("spring", "B", registered=[Member(name="Zora Elsewhere")], players=2)
    page = finding_page(before, WEB, "zora", at=timezone.now())
    found = page[page.index("found-players") :].partition("</ul>")[0]
    assert re.findall(r"Zora \w+", found) == ["Zora Late", "Zora Later"]
    assert "–" not in found


def test_before_play_the_page_has_the_field_and_after_it_the_winners(client: Client) -> None:
    new_event()
    before = words_at(client, OF_SLUG)
    assert "4 entries" in before
    assert "By rating, before play." in before
    assert "Just in" not in before
    publish(1, (1, 2), (3, 4))
    begun = words_at(client, OF_SLUG)
    assert "By rating, before play." in begun
    assert "board 1 v " in begun
    assert "led by" not in words_at(client, "/"), "nobody leads before the first result"
    publish(2, (1, 3), (2, 4))
    for page in ("/", OF_SLUG, f"{OF_SLUG}A/player/1/", f"{OF_SLUG}find/?q=ada"):
        said = words_at(client, page)
        assert not re.search("led by|so far|Place|1st ·", said), (
            "nor where rounds are published ahead"
        )
    for number, (one, score) in enumerate([(1, 400), (3, 420)], 1):
        assert ("Just in" in words_at(client, OF_SLUG)) == (number > 1)
        enter(1, one, score, 300)
    give(CloseEvent(event=SLUG, confirmed=True))
    over = source_at(client, OF_SLUG)
    assert "Closed" in words(over)
    assert f'data-follow="{SLUG}"' in over, "there is no light beside which the followed would be"
    assert "Just in" not in over
    assert "live.js" not in over


def test_a_win_against_nobody_is_called_a_bye(client: Client) -> None:
    a_played_event(players=3, rounds=1, open_games=1)
    [sits_out] = circle(3, 1)[1]
    card = source_at(client, f"{PAGE}A/player/{sits_out}/")
    assert re.search(r'data-next="[^"·]+ · W R1 · bye"', card), "before the first result"
    some_results("spring", "A", 1, circle(3, 1)[0])
    assert "W bye" in words_at(client, PAGE)


def test_who_can_still_win_is_told_in_a_line_only_while_everybody_may_know(client: Client) -> None:
    def line() -> str:
        found = re.search(
            r"Can still win: \w+(, \w+)*( and \w+)?|Ada is first", words_at(client, OF_SLUG)
        )
        return found[0] if found else ""

    two_rounds_played()
    forecast_now()
    assert line() == ""
    show_to_all()
    assert line() == "Can still win: Ada, Cem and Bea"
    assert f"{OF_SLUG}A/contention/" in Markup(source_at(client, OF_SLUG)).links
    DivisionContention.objects.all().delete()
    assert line() == "", "the page follows the forecast, not only the commands"
    forecast_now()
    publish(3, (1, 4), (2, 3))
    enter(3, 1, 500, 300)
    assert line()
    enter(3, 2, 400, 300)
    forecast_now()
    assert line() == ""


def test_prizes_are_in_short_while_shown_and_name_winners_only_at_the_end(client: Client) -> None:
    with_prizes()
    assert "1st place" not in words_at(client, OF_SLUG)
    give(PublishPrizes(event=SLUG, is_public=True))
    during = words_at(client, OF_SLUG)
    assert "1st place, division A 50.00 EUR" in during.replace("\N{NO-BREAK SPACE}", " ")
    give(CloseEvent(event=SLUG, confirmed=True))
    assert re.search(r"1st place, division A \S+ \S+ Ada", words_at(client, OF_SLUG))


def test_the_times_of_an_event_are_there_before_its_divisions_and_say_their_zone_once(
    client: Client,
) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    day = date(2026, 5, 1)
    doors = TimetableLine(day=day, at="09:00", kind=LineKind.CHECK_IN)
    first = TimetableLine(day=day, at="10:00", kind=LineKind.ROUNDS, first_round=1, last_round=1)
    give(SetTimetable(event="spring", lines=(doors,), zone="Europe/Paris"))
    bare = main_words(client.get(PAGE))
    assert "No division is set up yet. Schedule Friday, 1 May 2026 09:00 Check-in" in bare
    a_division("spring", players=2)
    give(SetTimetable(event="spring", lines=(doors, first), zone="Europe/Paris"))
    card = source_at(client, f"{PAGE}A/player/1/")
    assert "10:00 · Round 1 is not paired yet." in words(card)
    assert ' · Round 1 is not paired yet."' in card, "who follows the player is told so"
    for page in (bare, main_words(client.get(PAGE))):
        assert page.count("(Paris)") == 1


def test_divisions_that_share_a_clock_share_its_line(client: Client) -> None:
    a_played_event(divisions=("A", "B"), players=4, rounds=1, planned=3, open_games=2)
    give(StartClock(event="spring", divisions=("A",), length=50))
    assert "Division A Round 1 runs until" in words_at(client, PAGE)
    give(StartClock(event="spring", length=50))
    page = source_at(client, PAGE)
    assert "Division A Round 1 runs until" not in words(page)
    assert page.count("data-clock=") == 1
    assert page.index("data-clock=") < page.index('id="centre"'), "above all that is long"


def test_an_event_that_is_over_leads_to_its_recorded_games_for_one_query(client: Client) -> None:
    def page() -> tuple[str, int]:
        event = versioned_event(SLUG)
        assert event is not None
        with CaptureQueriesContext(connection) as queries:
            made = hub_page(event, WEB, at=timezone.now())
        return made, sum("boardgame" in one["sql"] for one in queries)

    played_event(takes_games=False)
    put_on(1)
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    assert "recorded game" not in page()[0]
    give(CloseEvent(event=SLUG, confirmed=True))
    made, asked = page()
    assert asked == 1
    [href] = re.findall(r'href="([^"]+)">1 recorded game<', made)
    assert "Ada" in main_words(client.get(unescape(href)))
    assert "Download the film of the event" in words(made)


def test_what_an_event_does_not_have_leads_to_it_and_a_division_as_typed_to_its_standings(
    client: Client,
) -> None:
    a_played_event(divisions=("A", "Div 1.5"), players=4, rounds=1, planned=3)
    for typed, name in (("A", "A"), ("a", "A"), ("div 1.5", "Div 1.5")):
        there = reverse("latest-standings", kwargs={"slug": "spring", "division": name})
        assertRedirects(client.get(f"/events/spring/{typed}/"), there)
    for missing in ("B/", "prize/", "B/standings/", "A/results/2/", "A/player/9/", "prizes/"):
        page = client.get(f"/events/spring/{missing}")
        assert page.status_code == 404
        assert main_words(page).endswith("Spring Open All events"), missing
        assert "/events/spring/" in sound(page).links
    assert main_words(client.get("/events/autumn/B/")).endswith("mistyped. All events")
