"""Only an operator makes accounts and changes them; whoever is signed in changes a password."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.following.machine import this_machine
from core.models import Machine
from tests.apps.tournaments.desk_events import account, new_event, signed_in
from tests.logs import capture_logs
from tests.pages import source, source_at, words

pytestmark = pytest.mark.django_db

ADD = {"name": "olga", "role": "director"}


def at(name: str) -> str:
    return reverse("desk-account", kwargs={"number": User.objects.get(username=name).pk})


def told(answer: Any) -> tuple[str, str]:
    """Returns the name and the password that a page shows once."""
    found = re.search(
        r"<dd><code>(.+?)</code></dd><dt>Password</dt><dd><code>(.+?)</code>",
        source(answer),
    )
    assert found is not None
    return found[1], found[2]


# Who may


@pytest.mark.parametrize("role", [{"staff": True}, {"staff": False}])
def test_nobody_but_an_operator_sees_accounts_or_changes_one(role: dict[str, bool]) -> None:
    account("olga")
    client = signed_in("dora", **role)
    for address, sent in (
        (reverse("desk-accounts"), ADD | {"name": "new"}),
        (at("olga"), {"do": "operator"}),
        (at("dora"), {"do": "operator"}),
    ):
        assert client.get(address).status_code == 403
        assert client.post(address, sent).status_code == 403
    assert not User.objects.filter(is_superuser=True).exists()
    assert User.objects.count() == 2


def test_whoever_is_signed_in_changes_their_own_password_and_a_stranger_nobodys() -> None:
    assert reverse("login") in Client().get(reverse("own-account"))["Location"]
    client = signed_in("guest", staff=False)
    sent = {"old_password": "a long password", "new_password1": "kiwi-plum-42"}
    again = sent | {"new_password2": "kiwi-plum-42"}
    assert "was changed" in source(client.post(reverse("own-account"), again, follow=True))
    assert User.objects.get().check_password("kiwi-plum-42")


def test_a_new_password_that_is_too_easy_or_typed_in_two_ways_is_refused_in_a_sentence() -> None:
    client = signed_in("dora")
    for old, one, two, said in (
        ("wrong", "kiwi-plum-42", "kiwi-plum-42", "Your old password was entered incorrectly"),
        ("a long password", "kiwi-plum-42", "kiwi-plum-43", "didn’t match"),
        ("a long password", "password", "password", "too common"),
    ):
        sent = {"old_password": old, "new_password1": one, "new_password2": two}
        answer = client.post(reverse("own-account"), sent)
        assert answer.status_code == 422
        assert said in source(answer)
    assert User.objects.get().check_password("a long password")


# What is done


def test_an_account_is_added_with_a_password_that_is_shown_once_and_signs_in(boss: Client) -> None:
    with capture_logs() as logs:
        name, password = told(boss.post(reverse("desk-accounts"), ADD))
    assert name == "olga"
    sent = {"username": name, "password": password}
    assert Client().post(reverse("login"), sent)["Location"] == reverse("desk")
    assert password not in source_at(boss, reverse("desk-accounts"))
    assert {"event": "accounts.added", "account": "olga", "by": "boss"}.items() <= logs[0].items()
    assert password not in str(logs)


def test_a_new_account_is_told_where_to_sign_in_and_how_it_gets_an_event(boss: Client) -> None:
    new_event(director="boss")
    new_event("autumn", director="dora")
    answer = boss.post(reverse("desk-accounts"), ADD)
    address = f"http://testserver{reverse('login')}"
    page = words(answer)
    assert f"Next, olga can sign in at {address} with this name and password, and make an" in page
    assert "or direct one that you hand over: " in page
    assert "works only on this computer" not in page
    hand_over = reverse("desk-appoint-director", kwargs={"slug": "autumn"}) + "?director=olga"
    assert f'href="{hand_over}"' in answer.text
    assert 'value="olga"' in boss.get(hand_over).text


@pytest.mark.parametrize(
    ("role", "said"), [("operator", "direct any event there"), ("member", "look for words there")]
)
def test_who_is_no_director_is_handed_no_event(boss: Client, role: str, said: str) -> None:
    new_event(director="boss")
    answer = boss.post(
        reverse("desk-accounts"), ADD | {"role": role}, headers={"host": "localhost"}
    )
    page = words(answer)
    assert said in page
    assert "hand over:" not in page
    assert "That address works only on this computer" in page


@pytest.mark.parametrize("name", ["boss", "BOSS"])
def test_a_name_that_is_taken_is_refused_in_whatever_case(boss: Client, name: str) -> None:
    answer = boss.post(reverse("desk-accounts"), ADD | {"name": name})
    assert answer.status_code == 422
    assert "An account boss already exists." in source(answer)
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [{"name": "a b"}, {"name": ""}, {"name": "x" * 151}, {"role": "king"}, {"name": "a\0b"}],
)
def test_what_is_no_account_is_refused(boss: Client, wrong: dict[str, str]) -> None:
    assert boss.post(reverse("desk-accounts"), ADD | wrong).status_code == 422
    assert User.objects.count() == 1


def test_an_account_that_is_shut_out_is_signed_out_and_let_in_again_with_its_password(
    boss: Client,
) -> None:
    dora = signed_in("dora")
    with capture_logs() as logs:
        boss.post(at("dora"), {"do": "shut_out"})
    assert logs[0]["event"] == "accounts.shut_out"
    assert dora.get(reverse("desk")).status_code == 302
    assert "shut out" in source_at(boss, reverse("desk-accounts"))
    sent = {"username": "dora", "password": "a long password"}
    assert Client().post(reverse("login"), sent).status_code == 200
    boss.post(at("dora"), {"do": "let_in"})
    assert Client().post(reverse("login"), sent)["Location"] == reverse("desk")


def test_a_new_password_ends_the_old_one_its_sessions_and_a_lock(boss: Client) -> None:
    dora = signed_in("dora")
    wrong = {"username": "dora", "password": "forgotten"}
    assert [Client().post(reverse("login"), wrong) for _ in range(10)][-1].status_code == 429
    name, password = told(boss.post(at("dora"), {"do": "password"}))
    assert dora.get(reverse("desk")).status_code == 302
    sent = {"username": name, "password": password}
    assert Client().post(reverse("login"), sent)["Location"] == reverse("desk")
    assert not User.objects.get(username="dora").check_password("a long password")


@pytest.mark.parametrize(
    ("role", "rights"),
    [("director", (True, False)), ("operator", (True, True)), ("member", (False, False))],
)
def test_an_account_is_made_a_director_an_operator_or_a_member(
    boss: Client, role: str, rights: tuple[bool, bool]
) -> None:
    account("olga")
    boss.post(at("olga"), {"do": role})
    olga = User.objects.get(username="olga")
    assert (olga.is_staff, olga.is_superuser) == rights


def test_an_operator_does_nothing_to_their_own_account_so_one_is_always_left(
    boss: Client,
) -> None:
    for wish in ("director", "member", "shut_out", "password"):
        boss.post(at("boss"), {"do": wish})
    held = User.objects.get()
    assert (held.is_superuser, held.is_active) == (True, True)
    assert held.check_password("a long password")


def test_a_wish_that_nobody_knows_is_not_found_and_changes_nothing(boss: Client) -> None:
    account("olga")
    assert boss.post(at("olga"), {"do": "delete"}).status_code == 404
    assert boss.get(reverse("desk-account", kwargs={"number": 999})).status_code == 404
    assert User.objects.count() == 2


def test_the_page_of_an_account_names_the_events_that_it_directs(boss: Client) -> None:
    account("dora")
    new_event()
    assert "Spring" in source_at(boss, at("dora"))


# On a machine that follows another


def test_a_spare_changes_no_account_and_names_the_machine_that_does() -> None:
    account("olga")
    client = signed_in("boss", operator=True)
    this_machine()
    Machine.objects.update(role="follows", peer="hall-pc")
    before = list(User.objects.order_by("pk").values())
    own = {"old_password": "a long password", "new_password1": "kiwi-plum-42"}
    asks = [(reverse("desk-accounts"), ADD | {"name": "new"})]
    asks += [(at("olga"), {"do": do}) for do in ("password", "shut_out", "let_in", "operator")]
    asks += [(reverse("own-account"), own | {"new_password2": "kiwi-plum-42"})]
    for address, sent in asks:
        page = words(client.post(address, sent, follow=True))
        assert "This machine follows hall-pc: change accounts there." in page, sent
    assert list(User.objects.order_by("pk").values()) == before
    Machine.objects.update(role="leads")
    client.post(at("olga"), {"do": "shut_out"})
    assert not User.objects.get(username="olga").is_active
