"""Whoever is signed in sets a second step up, and signs out everywhere; nobody else for them."""

from __future__ import annotations

import re
from base64 import b32encode
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from core import signing_out
from core.following.beside import take_in, things_here
from core.following.machine import this_machine
from core.models import Machine
from core.second_step import begin, confirm, has_second_step, take_off
from tests.apps.tournaments.desk_events import account, signed_in
from tests.pages import source, source_at

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
STEP, LOGIN = "second-step", "login"


def shown_code(user: User, ahead: int = 0) -> str:
    """Returns the code that the app of an account shows, or will show so many steps ahead."""
    app = TOTPDevice.objects.get(user=user)
    return f"{totp(app.bin_key, drift=ahead):06}"


def sign_in(name: str, code: str = "", password: str = PASSWORD) -> Any:
    sent = {"username": name, "password": password, "code": code}
    return Client().post(reverse(LOGIN), sent)


def with_second_step(name: str = "dora") -> tuple[User, list[str]]:
    """Returns an account with a second step, and its recovery codes."""
    user = account(name)
    begin(user)
    codes = confirm(user, shown_code(user))
    # The app's next code counts at once, as if half a minute had passed.
    TOTPDevice.objects.update(throttling_failure_count=0)
    return user, codes


def test_a_stranger_is_asked_to_sign_in_and_another_account_is_left_alone() -> None:
    for name in (STEP, "sign-out-everywhere"):
        assert reverse(LOGIN) in Client().post(reverse(name))["Location"]
    account("olga")
    signed_in("dora").post(reverse(STEP), {"do": "begin", "password": PASSWORD})
    assert not TOTPDevice.objects.filter(user__username="olga").exists()


def test_a_second_step_is_set_up_with_the_password_and_a_code_of_the_app() -> None:
    dora = signed_in("dora")
    user = User.objects.get()
    assert dora.post(reverse(STEP), {"do": "begin", "password": "wrong"}).status_code == 422
    assert not TOTPDevice.objects.exists()
    dora.post(reverse(STEP), {"do": "begin", "password": PASSWORD})
    page = source_at(dora, reverse(STEP))
    key = b32encode(TOTPDevice.objects.get().bin_key).decode()
    assert f"secret={key}&" in unescape(page)
    assert key in page.replace(" ", "")
    assert dora.post(reverse(STEP), {"do": "confirm", "code": "abc"}).status_code == 422
    assert sign_in("dora").status_code == 302
    TOTPDevice.objects.update(throttling_failure_count=0)
    page = source(dora.post(reverse(STEP), {"do": "confirm", "code": shown_code(user)}))
    assert len(re.findall(r"<code>[a-z]{4}-[a-z]{4}-[a-z]{4}</code>", page)) == 8
    assert has_second_step(user)


def test_the_page_of_the_account_says_whether_it_has_a_second_step() -> None:
    dora = signed_in("dora")
    assert "Set it up" in source_at(dora, reverse("own-account"))
    user = User.objects.get()
    begin(user)
    confirm(user, shown_code(user))
    page = source_at(dora, reverse("own-account"))
    assert ("Set it up" in page, "Take it off" in page) == (False, True)


def test_signing_in_then_takes_the_code_once_and_the_password_alone_does_not_do() -> None:
    user, _ = with_second_step()
    beside_the_code = source(sign_in("dora")).split('id="id_code"')[1]
    assert "Type the code of your app too" in beside_the_code
    used = shown_code(user)
    assert "used before" in source(sign_in("dora", used))
    TOTPDevice.objects.update(throttling_failure_count=0)
    assert sign_in("dora", shown_code(user, ahead=1)).status_code == 302


def test_a_wrong_password_with_the_right_code_is_a_wrong_password() -> None:
    user, _ = with_second_step()
    answer = sign_in("dora", shown_code(user, ahead=1), "wrong password")
    assert "correct username and password" in source(answer)


def test_a_recovery_code_signs_in_once_however_it_is_typed() -> None:
    _, codes = with_second_step()
    assert sign_in("dora", codes[0].upper().replace("-", " ")).status_code == 302
    assert sign_in("dora", codes[0]).status_code == 200


def test_who_guesses_codes_is_locked_out_as_who_guesses_passwords() -> None:
    with_second_step()
    assert [sign_in("dora", "111111") for _ in range(10)][-1].status_code == 429
    assert sign_in("dora", "111111").status_code == 429


def test_it_is_taken_off_with_the_password_or_by_an_operator(boss: Client) -> None:
    user, codes = with_second_step()
    dora = Client()
    sent = {"username": "dora", "password": PASSWORD, "code": codes[0]}
    assert dora.post(reverse(LOGIN), sent).status_code == 302
    dora.post(reverse(STEP), {"do": "off", "password": "wrong"})
    assert has_second_step(user)
    boss.post(reverse("desk-account", kwargs={"number": user.pk}), {"do": "second_step_off"})
    assert not has_second_step(user)
    assert sign_in("dora").status_code == 302


def test_signing_out_everywhere_ends_every_session_of_the_account_and_of_no_other(
    boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[str] = []
    monkeypatch.setattr(signing_out, "_ending", [lambda user: ended.append(user.username)])
    dora = signed_in("dora")
    elsewhere = Client()
    elsewhere.post(reverse(LOGIN), {"username": "dora", "password": PASSWORD})
    assert dora.post(reverse("sign-out-everywhere"))["Location"] == reverse(LOGIN)
    for client in (dora, elsewhere):
        assert client.get(reverse("own-account")).status_code == 302
    assert boss.get(reverse("own-account")).status_code == 200
    assert ended == ["dora"]


def test_an_operator_signs_another_account_out_everywhere(boss: Client) -> None:
    dora = signed_in("dora")
    sessions = Session.objects.count()
    number = User.objects.get(username="dora").pk
    boss.post(reverse("desk-account", kwargs={"number": number}), {"do": "sign_out"})
    assert dora.get(reverse("own-account")).status_code == 302
    assert Session.objects.count() == sessions - 1


def test_a_second_step_comes_along_to_a_spare_with_its_codes_and_goes_with_it() -> None:
    user, codes = with_second_step()
    account("olga")
    of_main = things_here()
    take_off(user, by="dora")
    without = things_here()
    take_in(of_main, lambda _name, _start: b"")
    assert things_here() == of_main
    assert sign_in("dora").status_code == 200
    assert sign_in("dora", codes[0])["Location"] == reverse("desk")
    assert not has_second_step(User.objects.get(username="olga"))
    take_in(without, lambda _name, _start: b"")
    assert not has_second_step(user)


def test_on_a_spare_nobody_changes_a_second_step() -> None:
    user, _ = with_second_step()
    dora = Client()
    dora.force_login(user)
    this_machine()
    Machine.objects.update(role="follows", peer="hall-pc")
    for do in ("off", "begin", "confirm"):
        sent = {"do": do, "password": PASSWORD, "code": "123456"}
        dora.post(reverse(STEP), sent)
    page = source_at(dora, reverse(STEP))
    assert "This machine follows hall-pc: change accounts there." in page
    assert has_second_step(user)


@pytest.mark.parametrize("name", ["own-account", STEP, "desk-accounts", "desk-account"])
def test_a_spare_offers_no_form_that_it_refuses(name: str) -> None:
    boss, olga = signed_in("boss", operator=True), account("olga")
    address = reverse(name, kwargs={"number": olga.pk} if name == "desk-account" else None)
    before = source_at(boss, address)
    this_machine()
    Machine.objects.update(role="follows", peer="hall-pc")
    page = source_at(boss, address)
    refused = '<input type="password"', 'name="role"', 'value="shut_out"'
    assert any(one in before for one in refused)
    assert not any(one in page for one in refused)
    assert "This machine follows hall-pc: change accounts there." in page
