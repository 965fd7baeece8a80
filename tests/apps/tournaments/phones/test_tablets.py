"""A tablet at the boards: what its link opens, who agrees to what, and that nobody else can."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from core.journal.errors import NotAllowed
from core.journal.execute import execute
from tests.apps.api.asking import DIVISION, of
from tests.apps.tournaments.board_games.game_events import WHERE
from tests.apps.tournaments.desk_events import SLUG, at, division, enter, give, publish, signed_in
from tests.apps.tournaments.phones.phone_events import (
    claim,
    page,
    phones_open,
    refusal,
    result,
    sends,
    standing,
)
from tests.pages import source
from tournaments.board_games.commands.hand_in import RenewLinks
from tournaments.claiming import ClaimStanding, Mode
from tournaments.models import Division, ResultClaim
from tournaments.phones.commands.claims import ClaimResult
from tournaments.phones.commands.modes import SetPhones
from tournaments.phones.queries.kiosks import kiosk_actor, kiosk_token

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ground() -> None:
    """An event that reports at tablets."""
    phones_open("kiosk")


def tablet(board: int | None = None) -> str:
    """Return the address of the tablets of division A, or of a board on them."""
    where = f"/tablet/{kiosk_token(Division.objects.get(name='A'))}/"
    return where if board is None else f"{where}{board}/"


def buttons(shown: str) -> dict[str, dict[str, str]]:
    """Return the buttons of a page by the name of who agrees: the address and the fields."""
    found = {}
    for action, form in re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', shown):
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        name = re.search(r"We agree: (\w+)", form)
        assert name is not None
        found[name[1]] = {**fields, "action": action}
    return found


def tap(client: Client, shown: str, name: str) -> Any:
    """Tap the button of one of the two."""
    fields = buttons(shown)[name]
    return client.post(fields.pop("action"), fields, follow=True)


def typed(client: Client, one: object, two: object, board: int = 1) -> str:
    """Type the scores at a board and return the page."""
    return source(client.get(tablet(board), {"one": str(one), "two": str(two)}))


def test_the_link_opens_the_boards_of_its_division_while_they_report_so(client: Client) -> None:
    old = tablet()
    answer = client.get(old)
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-store"}
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "Ada v Bea" in source(answer)
    assert client.get(old.replace(old[-9:-1], "aaaaaaaa")).status_code == 404
    assert client.get(tablet(9)).status_code == 404
    dora = signed_in("dora")
    assert old in source(dora.get(at("desk-phones")))
    give(SetPhones(event=SLUG, division="A", mode=Mode.SOFT))
    assert client.get(old).status_code == 404
    assert old not in source(dora.get(at("desk-phones")))
    give(SetPhones(event=SLUG, division="A", mode=Mode.KIOSK))
    give(RenewLinks(event=SLUG, confirmed=True))
    assert client.get(old).status_code == 404
    assert client.get(tablet()).status_code == 200


def test_scores_are_typed_once_and_count_when_both_have_agreed(client: Client) -> None:
    shown = typed(client, 423, 389)
    assert set(buttons(shown)) == {"Ada", "Bea"}
    assert ResultClaim.objects.count() == 0
    waits = source(tap(client, shown, "Bea"))
    assert "It counts once Ada agrees as well." in waits
    assert (set(buttons(waits)), result()) == ({"Ada"}, None)
    done = source(tap(client, waits, "Ada"))
    assert "You both agree." in done
    assert (result(), standing()) == ((423, 389), ClaimStanding.AGREED)
    late = tap(client, shown, "Bea")
    assert result() == (423, 389)
    assert "You both agree." in source(late)


def test_one_who_types_another_score_asks_both_again(client: Client) -> None:
    waits = source(tap(client, typed(client, 423, 389), "Ada"))
    again = source(tap(client, typed(client, 423, 398), "Bea"))
    assert "It counts once Ada agrees as well." in again
    # The button that was left open on another tablet names scores that nobody says any more.
    stale = buttons(waits)["Bea"]
    assert client.post(stale.pop("action"), stale).status_code == 422
    assert result() is None
    tap(client, again, "Ada")
    assert (result(), standing()) == ((423, 398), ClaimStanding.AGREED)


def test_a_button_of_an_earlier_round_says_nothing_of_the_next_between_the_same_two(
    client: Client,
) -> None:
    left_open = typed(client, 423, 389)
    enter(1, 1, 423, 389)
    publish(2, (1, 2), (3, 4))
    fields = buttons(left_open)["Ada"]
    answer = client.post(fields.pop("action"), fields)
    assert answer.status_code == 422
    assert "is not about round 2" in source(answer)
    assert ResultClaim.objects.count() == 0


def test_what_counted_on_a_phone_is_still_to_be_agreed_to_at_the_tablet(client: Client) -> None:
    give(SetPhones(event=SLUG, division="A", mode=Mode.SOFT))
    claim(1, 423, 389)
    give(SetPhones(event=SLUG, division="A", mode=Mode.KIOSK))
    assert "(one of you has agreed)" in source(client.get(tablet()))
    tap(client, source(client.get(tablet(1))), "Bea")
    assert standing() is ClaimStanding.AGREED
    assert re.search(r"\(423–389\)|\(389–423\)", source(client.get(tablet())))


def test_what_is_mistyped_or_odd_is_told_before_it_is_taken(client: Client) -> None:
    assert "The score of Ada must be a whole number" in typed(client, "4z3", 389)
    shown = typed(client, 42, 389)
    asked = client.post(buttons(shown)["Ada"].pop("action"), buttons(shown)["Ada"])
    assert (asked.status_code, ResultClaim.objects.count()) == (422, 0)
    waits = source(tap(client, source(asked), "Ada"))
    tap(client, waits, "Bea")
    assert result() == (42, 389)


def test_only_the_two_of_a_board_agree_and_the_director_has_the_last_word(client: Client) -> None:
    fields = buttons(typed(client, 423, 389))["Ada"]
    where = fields.pop("action")
    assert client.post(where, {**fields, "entry": "3"}).status_code == 404
    assert client.post(where, {**fields, "opponent": "3"}).status_code == 422
    enter(1, 1, 400, 390)
    shown = source(client.get(tablet(1)))
    assert "The director has entered it." in shown
    assert not buttons(shown)
    assert "The director has entered 400–390" in source(client.post(where, fields))
    assert result() == (400, 390)


def test_the_link_is_good_for_its_division_and_for_this_way_alone(client: Client) -> None:
    at_tablet = kiosk_actor(division(), 1)
    say = ClaimResult(**WHERE, entry=1, opponent=2, score=423, opponent_score=389)
    give(SetPhones(event=SLUG, division="A", mode=Mode.SOFT))
    with pytest.raises(NotAllowed):
        execute(say, actor=at_tablet)
    assert refusal(claim, 1, 423, 389) == ""


def test_programs_of_the_director_read_the_link() -> None:
    where = f"{DIVISION}/tablet_link"
    assert of("otto").get(where).status_code == 403
    assert of("dora").get(where).json() == {"path": tablet(), "is_open": True}


def test_in_this_way_phones_send_to_the_tablet_and_old_rounds_are_closed(client: Client) -> None:
    assert "on the tablet at your board" in source(client.get(page(1)))
    answer = sends(client, 1, score="423", opponent_score="389", seen="-")
    assert "Enter the result on the tablet at your board." in source(answer)
    publish(2, (1, 3), (2, 4))
    assert "Ada v Cem" in source(client.get(tablet()))
