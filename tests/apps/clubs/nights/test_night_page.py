"""A night's page at the desk, without a script: who is here, who plays whom, what came of it."""

from __future__ import annotations

import gzip
import re
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.club.commands.describing import SetHouseRules
from clubs.nights.commands.playing import NightGame
from clubs.nights.queries.tonight import tonight
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import found
from tests.builders.members import member
from tests.builders.money import say_fees
from tests.builders.nights import a_simulated_night, an_open_night, played, score_of, seated
from tests.pages import source_at, words
from tournaments.closing.commands import CloseEvent
from tournaments.models import Entry, Result, Seat, Tournament

pytestmark = pytest.mark.django_db

HERE = ("ann-abel", "ben-birch", "cy-colt", "dee-dorn", "eve-eck")
PLACE = {"club": "hill", "day": "2026-03-05"}
PAGE = reverse("desk-night", kwargs=PLACE)


def send(client: Client, act: str, **values: Any) -> Any:
    return client.post(f"{PAGE}{act}/", values)


def now() -> Any:
    return tonight(Tournament.objects.get(slug="hill-2026-03-05"))


def test_a_night_is_seen_by_who_has_a_role_in_its_club_and_run_by_who_checks_in_or_enters() -> None:
    found("hill", owner="dora")
    found("vale", owner="olga")
    an_open_night(here=HERE[:2])
    assert Client().get(PAGE).status_code == 302
    assert signed_in("olga").get(PAGE).status_code == 403
    for role, acts in (
        (Role.VIEWER, ()),
        (Role.DATA_ENTRY, ("result/",)),
        (Role.SECRETARY, ("arrive/", "play/", "remove/")),
        (Role.DIRECTOR, ("arrive/", "play/", "result/", "remove/")),
    ):
        client = signed_in(f"pat-{role}", staff=False)
        give(GiveRole(journal="club:hill", account=f"pat-{role}", role=role))
        if role == Role.VIEWER:
            seated("hill-2026-03-05", NightGame(one=1, two=2))
        page = source_at(client, PAGE)
        for act in ("arrive/", "play/", "result/", "remove/"):
            assert (f'action="{PAGE}{act}"' in page) == (act in acts), (role, act)
            if act not in acts:
                assert client.post(f"{PAGE}{act}", {}).status_code == 403


def test_the_officers_open_a_night_and_a_day_that_has_one_is_refused_at_the_day() -> None:
    found("hill", owner="dora")
    dora, nights = signed_in("dora"), reverse("desk-club-nights", kwargs={"club": "hill"})
    sent = dora.post(nights, {"held_on": "2026-03-05", "place": "Library"})
    assert sent["Location"] == PAGE
    again = dora.post(nights, {"held_on": "2026-03-05"})
    assert again.status_code == 422
    assert again.context["form"].errors["held_on"] == [
        "There is a night on 5 March 2026 already; go on with that one."
    ]
    assert "Hill Club, 5 March 2026" in source_at(dora, nights)
    assert dora.get(reverse("desk-night", kwargs=PLACE | {"day": "2026-13-05"})).status_code == 404


def test_a_whole_night_is_run_from_the_page() -> None:
    found("hill", owner="dora")
    a_simulated_night("hill", date(2026, 2, 26), here=HERE[:4], games_each=1)
    an_open_night()
    dora = signed_in("dora")
    page = source_at(dora, PAGE)
    for key in HERE[:4]:
        assert f'name="players" value="{key}"' in page, "who came in the month before is there"
        assert send(dora, "arrive", players=key).status_code == 302
    send(dora, "arrive", guest="Zoe")
    assert [one.name for one in now().here][-1] == "Zoe"
    proposed = dora.get(PAGE, {"by": "longest_not_met", "odd": "sits_out"})
    games = [game["value"] for game in proposed.context["proposal"]["games"]]
    assert len(games) == 2
    assert len(proposed.context["proposal"]["left"]) == 1
    assert send(dora, "play", games=games, confirmed="1")["Location"] == f"{PAGE}"
    first = now().playing[0]
    one, two = (side.person.number for side in first.sides)
    game = {"wave": 1, "one": one, "two": two}
    assert send(dora, "result", **game, score_one=400, score_two=380).status_code == 302
    send(dora, "correct", **game, score_one=400, score_two=390, why="misread")
    (over,) = now().over
    assert [side.score for side in over.sides] == [400, 390]
    free = now().free
    assert len(free) == 3
    send(dora, "leave", entry=free[0].number)
    assert "Pair the two who wait" in source_at(dora, PAGE)
    send(dora, "play", games=f"{free[1].number}-{free[2].number}")
    last = now().playing[-1]
    numbers = [side.person.number for side in last.sides]
    send(dora, "remove", wave=last.wave, one=numbers[0], two=numbers[1])
    send(dora, "come-back", entry=free[0].number)
    assert [len(now().free), len(now().here)] == [3, 5]


def test_a_game_of_three_is_begun_scored_and_corrected_from_the_page() -> None:
    found("hill", owner="dora")
    an_open_night(here=HERE[:3])
    dora = signed_in("dora")
    drawn = dora.get(PAGE, {"by": "record", "odd": "three_handed"}).context["proposal"]
    assert [game["value"] for game in drawn["games"]] == ["1-2-3"]
    send(dora, "play", games="1-2-3")
    scores = {"score_one": 300, "score_two": 310, "score_three": 320}
    send(dora, "score-three", number=1, **scores)
    send(dora, "correct-three", number=1, **scores | {"score_one": 301}, why="misread")
    (game,) = now().over
    assert [side.score for side in game.sides] == [301, 310, 320]
    assert "three-handed" in source_at(dora, PAGE)


def test_what_cannot_be_is_said_in_one_sentence_at_its_field_and_what_was_typed_stays() -> None:
    found("hill", owner="dora")
    an_open_night(here=HERE[:2], guests=("Zoe",))
    dora = signed_in("dora")
    twice = send(dora, "arrive", guest="zoe")
    assert twice.status_code == 422
    assert {'value="zoe"', 'aria-invalid="true"'} <= _input(twice, "guest")
    assert "There is a zoe tonight already; add an initial." in twice.text
    rated = send(dora, "play", one=1, two=2, start_two=20)
    assert "A game with a handicap is never rated" in rated.text
    assert {'value="20"', 'aria-invalid="true"'} <= _input(rated, "start-two")
    for values, field in (
        ({"one": 1}, "two"),
        ({"one": 1, "two": "ann"}, "two"),
        ({"games": "1-x"}, ""),
        ({"one": 1, "two": 2, "minutes": 999}, "minutes"),
    ):
        refused = send(dora, "play", **values)
        assert (refused.status_code, refused.context["said"].field) == (422, field)
    assert not Seat.objects.exists()


def _input(answer: Any, name: str) -> set[str]:
    """Return the attributes of a field of an answered page."""
    field = re.search(rf'<input id="{name}"([^>]*)>', answer.text)
    assert field is not None
    return set(field[1].split())


def test_a_second_board_is_asked_back_and_begun_once_it_is_accepted() -> None:
    found("hill", owner="dora")
    night = an_open_night(here=HERE[:3])
    seated(night, NightGame(one=1, two=2))
    dora = signed_in("dora")
    asked = send(dora, "play", one=1, two=3)
    assert "Ann Abel would play at two boards at once." in asked.text
    assert 'name="confirmed" value="1"' in asked.text
    assert send(dora, "play", one=1, two=3, confirmed="1").status_code == 302
    assert Seat.objects.filter(round__number=1).count() == 4


def test_the_outbox_is_answered_with_what_came_of_it_and_a_second_copy_does_nothing_more() -> None:
    found("hill", owner="dora")
    an_open_night()
    dora, token = signed_in("dora"), "a" * 32
    sent = {"guest": "Zoe", "token": token}
    answers = [
        dora.post(f"{PAGE}arrive/", sent, headers={"Accept": "application/json"}).json()
        for _ in range(2)
    ]
    assert answers == [{"kind": "done", "sentence": "Zoe is here"}] * 2
    assert Entry.objects.count() == 1
    wrong = dora.post(
        f"{PAGE}arrive/", sent | {"token": "b" * 32}, headers={"Accept": "application/json"}
    ).json()
    assert (wrong["kind"], wrong["field"]) == ("wrong", "guests")
    part = dora.get(f"{PAGE}?part=state")
    assert part.text.startswith('<div id="state"')


def test_what_was_done_last_is_undone_from_the_page() -> None:
    found("hill", owner="dora")
    night = an_open_night(here=HERE[:2])
    done = played(night, 1, 2, 400, 300)
    dora = signed_in("dora")
    assert f'value="{done.seq}" aria-label="Undo log {done.seq}"' in source_at(dora, PAGE)
    send(dora, "undo", seq=done.seq)
    assert not Result.objects.exists()


def test_a_newcomer_is_marked_until_so_many_wins_and_a_guest_always() -> None:
    found("hill", owner="dora")
    an_open_night("hill", date(2026, 2, 26), here=HERE[:3])
    played("hill-2026-02-26", 1, 2, 400, 300)
    played("hill-2026-02-26", 1, 3, 350, 350)
    night = an_open_night(here=HERE[:3], guests=("Zoe",))
    dora = signed_in("dora")
    give(SetHouseRules(club="hill", newcomer_wins=0))
    assert "newcomer" not in source_at(dora, PAGE), "the club has no such rule"
    give(SetHouseRules(club="hill", newcomer_wins=2))
    seated(night, NightGame(one=1, two=2))
    page = words(source_at(dora, PAGE))
    assert page.count("helps of a newcomer") == 4
    assert "Ann Abel and Ben Birch have a newcomer's helps" in page
    score_of(night, 1, 1, 2, 410, 380)
    seated(night, NightGame(one=1, two=4))
    page = words(source_at(dora, PAGE))
    assert page.count("helps of a newcomer") == 3, "two wins, tonight's among them, and a tie"
    assert page.count("a newcomer's helps") == 1
    assert "Zoe has a newcomer's helps" in page
    give(CloseEvent(event=night, confirmed=True))
    assert "newcomer" not in source_at(dora, PAGE)


def test_a_proposed_game_says_who_has_a_newcomers_helps() -> None:
    found("hill", owner="dora")
    give(SetHouseRules(club="hill", newcomer_wins=1))
    night = an_open_night(here=HERE[:4])
    played(night, 1, 2, 400, 300)
    dora = signed_in("dora")
    games = dora.get(PAGE, {"by": "record", "odd": "sits_out"}).context["proposal"]["games"]
    said = {name: game["helps"] for game in games for name in game["names"]}
    assert len(games) == 2
    assert "Ann Abel" not in said["Ann Abel"]
    assert all(name in said[name] for name in ("Ben Birch", "Cy Colt", "Dee Dorn"))


def test_the_helps_of_a_newcomer_cost_one_query() -> None:
    found("hill", owner="dora")
    an_open_night(here=HERE)
    dora = signed_in("dora")
    counted = _queries(dora, PAGE)
    give(SetHouseRules(club="hill", newcomer_wins=0))
    assert _queries(dora, PAGE) == counted - 1


def test_the_members_are_there_to_be_tapped_until_somebody_has_come_lately() -> None:
    found("hill", owner="dora")
    an_open_night(here=HERE[:1])
    fay = member("hill", "Fay Fox")
    ada = member("hill", "Ada Ash")
    dora = signed_in("dora")
    page = source_at(dora, PAGE)
    assert "The members: tap who is here." in page
    assert page.index(f'value="{ada}"') < page.index(f'value="{fay}"')
    send(dora, "arrive", players=fay)
    assert [one.name for one in now().here] == ["Ann Abel", "Fay Fox"]
    an_open_night("hill", date(2026, 3, 12))
    page = source_at(dora, reverse("desk-night", kwargs=PLACE | {"day": "2026-03-12"}))
    assert "Came lately: tap who is here." in page
    tapped = re.findall(r'<button class="chip[^>]*value="([^"]*)"', page)
    assert tapped == ["ann-abel", fay]
    assert f'<option value="{ada}">Ada Ash</option>' in page


def test_a_page_of_sixty_people_asks_the_database_no_more_than_one_of_four() -> None:
    found("hill", owner="dora")
    say_fees("hill")
    dora = signed_in("dora")
    an_open_night(here=HERE[:2], guests=tuple("AB"))
    small = _queries(dora, PAGE)
    guests = tuple(f"Guest {n}" for n in range(55))
    large_night = an_open_night("hill", date(2026, 3, 12), here=HERE, guests=guests)
    seated(large_night, *(NightGame(one=one, two=one + 1) for one in range(1, 41, 2)))
    page = reverse("desk-night", kwargs=PLACE | {"day": "2026-03-12"})
    large = _queries(dora, page)
    assert large == small <= 31
    assert len(gzip.compress(dora.get(page).content)) < 10_000


def _queries(client: Client, page: str) -> int:
    client.get(page)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(page).status_code == 200
    return len(asked)
