"""Who directs an event invites; whoever brings the link or the code is let in, once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.actors import Actor
from core.journal.execute import execute
from core.journal.guard import writing
from core.models import Invitation, JournalEntry, RoleHeld
from core.roles.access import roles_of
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.tournaments.desk_events import SLUG, account, at, give, new_event, signed_in
from tests.pages import source, source_at
from tournaments.event.commands.event import CreateEvent

pytestmark = pytest.mark.django_db
SCOPE = f"event:{SLUG}"
ACCOUNT = {"name": "eve", "password": "kiwi-plum-42", "again": "kiwi-plum-42"}


@pytest.fixture
def dora() -> Client:
    new_event()
    return signed_in("dora")


def invited(dora: Client, role: str = "data_entry") -> tuple[str, str]:
    """Returns the path of the link and the code of a new invitation, as the page shows them."""
    page = source(dora.post(at("desk-invite"), {"role": role, "note": "Eve", "days": "7"}))
    link = re.search(r"http://testserver(/join/[\w-]{20,}/)", page)
    code = re.search(r"<code>([a-z-]{14})</code>", page)
    assert link is not None
    assert code is not None
    return link[1], code[1]


def come(client: Client, link: str = "", code: str = "") -> Any:
    """Brings a link or a code, and follows where it leads."""
    if link:
        return client.get(link, follow=True)
    return client.post(reverse("join"), {"code": code}, follow=True)


def test_nobody_without_the_link_or_the_code_takes_anything_up(dora: Client) -> None:
    invited(dora)
    stranger = Client()
    for answer in (
        stranger.get(reverse("take-up")),
        stranger.post(reverse("take-up"), ACCOUNT),
        stranger.get("/join/" + "x" * 27 + "/"),
    ):
        assert (answer.status_code, answer["Location"]) == (302, reverse("join"))
    mistyped = come(stranger, code="bado-kefi-suto")
    assert mistyped.status_code == 422
    assert "Compare it letter by letter" in source(mistyped)
    assert not User.objects.filter(username="eve").exists()


@pytest.mark.parametrize("by_code", [False, True])
def test_somebody_without_an_account_makes_one_and_has_the_role(
    dora: Client, by_code: bool
) -> None:
    link, code = invited(dora)
    eve = Client()
    page = come(eve, code=code.upper().replace("-", " ")) if by_code else come(eve, link)
    assert "dora invites you. Your role: data entry." in source(page)
    answer = eve.post(reverse("take-up"), ACCOUNT)
    assert (answer.status_code, answer["Location"]) == (302, at("desk-event"))
    assert roles_of("eve", SCOPE) == {Role.DATA_ENTRY}
    assert eve.get(at("desk-enter")).status_code != 403
    assert not User.objects.get(username="eve").is_staff
    entry = JournalEntry.objects.get(command="invitation.taken_up")
    assert (entry.actor, entry.device) == ("eve", "127.0.0.1")
    again = come(Client(), link)
    assert "has been used" in source(again)


def test_somebody_with_an_account_signs_in_and_takes_the_role_up(dora: Client) -> None:
    link, _ = invited(dora, "viewer")
    account("eve", staff=False)
    eve = Client()
    assert f"{reverse('login')}?next={reverse('take-up')}" in source(come(eve, link))
    sent = {"username": "eve", "password": "a long password", "next": reverse("take-up")}
    assert eve.post(reverse("login"), sent)["Location"] == reverse("take-up")
    assert eve.post(reverse("take-up"))["Location"] == at("desk-event")
    assert roles_of("eve", SCOPE) == {Role.VIEWER}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "DORA"}, "already exists"),
        ({"name": "a b"}, "valid username"),
        ({"again": "kiwi-plum-43"}, "not the same"),
        ({"password": "password", "again": "password"}, "too common"),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_the_invitation_stays_open(
    dora: Client, wrong: dict[str, str], said: str
) -> None:
    eve = Client()
    come(eve, invited(dora)[0])
    answer = eve.post(reverse("take-up"), ACCOUNT | wrong)
    assert answer.status_code == 422
    assert said in source(answer)
    assert User.objects.count() == 1
    assert eve.post(reverse("take-up"), ACCOUNT).status_code == 302


@pytest.mark.parametrize("known_by", ["owner", "role", "log", "console"])
def test_nobody_takes_the_name_of_somebody_whose_account_is_on_another_machine(
    dora: Client, known_by: str
) -> None:
    link, _ = invited(dora)
    if known_by == "owner":
        give(CreateEvent(event="autumn", name="Autumn", director="eve"))
    elif known_by == "role":
        with writing():
            RoleHeld.objects.create(scope="event:autumn", account="Eve", role=str(Role.VIEWER))
    elif known_by == "log":
        execute(CreateEvent(event="autumn", name="Autumn"), actor=Actor("EVE", trusted=True))
    stranger = Client()
    come(stranger, link)
    name = "Console" if known_by == "console" else "eve"
    answer = stranger.post(reverse("take-up"), {**ACCOUNT, "name": name})
    assert answer.status_code == 422
    assert f"The name {name} belongs to somebody here. Choose another one." in source(answer)
    assert not User.objects.filter(username__iexact=name).exists()
    again = stranger.post(reverse("take-up"), {**ACCOUNT, "name": "eva"})
    assert again.status_code == 302
    assert roles_of("eva", SCOPE) == {Role.DATA_ENTRY}


def test_a_withdrawn_invitation_is_gone_and_makes_no_account(dora: Client) -> None:
    eve = Client()
    link, code = invited(dora)
    come(eve, link)
    key = Invitation.objects.get().key
    dora.post(at("desk-withdraw-invitation"), {"key": key})
    assert eve.post(reverse("take-up"), ACCOUNT)["Location"] == reverse("join")
    assert come(Client(), code=code).status_code == 422
    assert User.objects.count() == 1


def test_an_invitation_to_a_role_of_a_later_version_lets_nobody_in_and_breaks_no_page(
    dora: Client,
) -> None:
    link, _ = invited(dora)
    with writing():
        Invitation.objects.update(role="timekeeper")
    assert "Invitations that nobody" not in source_at(dora, at("desk-people"))
    answer = Client().get(link)
    assert (answer.status_code, answer["Location"]) == (302, reverse("join"))


def test_an_address_that_guesses_codes_has_to_wait_even_with_the_right_one(dora: Client) -> None:
    _, code = invited(dora)
    guessing = Client()
    for _ in range(10):
        come(guessing, code="bado-kefi-suto")
    answer = come(guessing, code=code)
    assert answer.status_code == 429
    assert "Wait 15 minutes" in source(answer)


def test_neither_the_link_nor_the_code_is_kept_anywhere(dora: Client) -> None:
    link, code = invited(dora)
    secret = link.removeprefix("/join/").strip("/")
    kept = str(JournalEntry.objects.values()) + str(Invitation.objects.values())
    for told in (secret, code, code.replace("-", "")):
        assert told not in kept
        assert told not in source_at(dora, at("desk-people"))
        assert told not in source_at(dora, at("desk-log"))


def test_the_page_of_people_says_who_may_what_and_offers_changes_to_who_directs(
    dora: Client,
) -> None:
    eve = Client()
    come(eve, invited(dora, "judge")[0])
    eve.post(reverse("take-up"), ACCOUNT)
    page, hers = source_at(dora, at("desk-people")), source_at(eve, at("desk-people"))
    for shown in (page, hers):
        assert "may do everything, hand it over, and name directors" in shown
        assert "may rule on plays, and run the judges" in shown
    assert "Take back from eve: judge" in page
    assert "Take back" not in hers
    assert "Make an invitation" not in hers
    assert at("desk-appoint-director") not in hers
    dora.post(at("desk-take-role-back"), {"account": "eve", "role": "judge"})
    assert eve.get(at("desk-people")).status_code == 403
    assert "eve" not in {one["account"] for one in _held()}


def _held() -> list[Any]:
    from core.models import RoleHeld  # noqa: PLC0415 - only here

    return list(RoleHeld.objects.values("account"))


def test_a_role_for_no_account_and_one_that_nobody_knows_are_refused(dora: Client) -> None:
    for sent, said in (
        ({"account": "nobody", "role": "viewer"}, "There is no account nobody"),
        ({"account": "dora", "role": "king"}, "Select a valid choice"),
        ({"account": "dora", "role": "owner"}, "Select a valid choice"),
        ({"account": "dora"}, "This field is required"),
    ):
        answer = dora.post(at("desk-give-role"), sent)
        assert answer.status_code == 422
        assert said in source(answer)
    assert _held() == []


def test_nobody_is_invited_to_the_role_that_may_most_because_none_was_chosen(dora: Client) -> None:
    assert '<option value="" selected>Choose a role</option>' in source_at(dora, at("desk-people"))
    assert dora.post(at("desk-invite"), {"role": "", "days": "7"}).status_code == 422
    assert not Invitation.objects.exists()


def test_each_label_of_the_page_is_that_of_one_field(dora: Client) -> None:
    page = source_at(dora, at("desk-people"))
    names = re.findall(r' id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r' for="([^"]+)"', page)) <= set(names)


def test_who_invites_sees_for_whom_and_to_what_with_the_secret(dora: Client) -> None:
    page = source(dora.post(at("desk-invite"), {"role": "checker", "note": " Eve ", "days": "7"}))
    assert "<strong>Eve</strong>, role: checker" in " ".join(page.split())


def test_those_who_may_most_are_listed_first(dora: Client) -> None:
    for name, role in (("abe", Role.VIEWER), ("zoe", Role.DIRECTOR), ("kim", Role.CHECKER)):
        account(name)
        give(GiveRole(journal=SCOPE, account=name, role=role))
    rows = re.findall(r'<th scope="row">(\w+)</th>', source_at(dora, at("desk-people")))
    assert rows == ["dora", "zoe", "kim", "abe"]


def test_a_page_of_another_role_says_whose_it_is_and_leads_back_to_the_desk(dora: Client) -> None:
    eve = Client()
    come(eve, invited(dora, "viewer")[0])
    eve.post(reverse("take-up"), ACCOUNT)
    page = source(eve.get(at("desk-webhooks")))
    assert "Directing this event is for the owner or a director." in page
    assert f'href="{reverse("desk")}"' in page


def test_the_desk_enters_a_player_by_the_form_that_it_may_send(dora: Client) -> None:
    eve = Client()
    come(eve, invited(dora, "desk")[0])
    eve.post(reverse("take-up"), ACCOUNT)
    page = source_at(eve, at("desk-players"))
    assert "Enter a player or a team" in page
    assert f'action="{at("desk-roster")}' not in page
    assert eve.get(at("desk-add-entry")).status_code == 200
