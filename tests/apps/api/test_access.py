"""Who may read and write over the API, and who may not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from api.models import Token
from core.models import JournalEntry
from core.roles.table import Permission
from tests.apps.api.asking import DIVISION, SLUG, Program, an_account, error, of
from tests.builders.events import a_played_event, give
from tournaments.event.commands.appointing import AppointDirector

pytestmark = pytest.mark.django_db

PUBLIC = (
    *("", "events", f"events/{SLUG}", f"events/{SLUG}/divisions", DIVISION),
    *(f"{DIVISION}/entries", f"{DIVISION}/standings", f"{DIVISION}/standings/1"),
    *(f"{DIVISION}/rounds/1/results", f"{DIVISION}/rounds/1/results/1"),
)
DIRECTORS = (
    *(f"{DIVISION}/roster", f"{DIVISION}/entries/1"),
    *(f"events/{SLUG}/journal", f"events/{SLUG}/journal/1"),
)
RENAME: dict[str, Any] = {"rating": 1500}


@pytest.fixture(autouse=True)
def _event() -> None:
    a_played_event(rounds=1)
    give(AppointDirector(event=SLUG, director="dora"))


def _change(program: Program) -> Any:
    return program.ask("PATCH", f"{DIVISION}/entries/1", RENAME)


def _entries() -> int:
    return JournalEntry.objects.count()


@pytest.mark.parametrize("path", PUBLIC)
def test_anybody_reads_what_the_public_pages_show(path: str) -> None:
    assert Program().get(path).status_code == 200
    assert of("dora").get(path).status_code == 200


@pytest.mark.parametrize("path", DIRECTORS)
def test_only_those_who_direct_it_read_what_the_desk_shows(path: str) -> None:
    assert Program().get(path).status_code == 401
    assert of("otto").get(path).status_code == 403
    assert of("dora").get(path).status_code == 200
    assert of("boss", operator=True).get(path).status_code == 200


def test_only_those_who_direct_it_change_it() -> None:
    before = _entries()
    nobody, other = _change(Program()), _change(of("otto"))
    assert (nobody.status_code, error(nobody)["code"]) == (401, "not_signed_in")
    assert nobody["WWW-Authenticate"] == "Bearer"
    assert (other.status_code, error(other)["code"]) == (403, "not_allowed")
    assert _entries() == before
    assert _change(of("dora")).status_code == 200
    assert JournalEntry.objects.latest("pk").actor == "dora"


def test_a_token_that_is_unknown_expired_or_revoked_lets_nobody_in() -> None:
    expired, revoked = of("dora"), of("dora")
    Token.objects.filter(token_key=expired.token[:15]).update(
        expiry=timezone.now() - timedelta(seconds=1)
    )
    Token.objects.filter(token_key=revoked.token[:15]).delete()
    unknown = (Program("wc" + "0" * 64), Program("ümlaut"), Program("a b"), Program("'; --"))
    for program in (expired, revoked, *unknown):
        for answer in (program.get("events"), program.get(f"{DIVISION}/standings")):
            assert (answer.status_code, error(answer)["code"]) == (401, "token.unknown")
        assert _change(program).status_code == 401


def test_a_password_is_not_taken_for_a_token() -> None:
    answer = Program().get("events", Authorization="Basic ZG9yYTpzZWNyZXQ=")
    assert (answer.status_code, error(answer)["code"]) == (401, "not_signed_in")
    assert "Authorization: Bearer" in error(answer)["message"]


def test_the_token_of_an_account_that_is_shut_out_is_nobodys() -> None:
    program = of("dora")
    account = an_account("dora")
    account.is_active = False
    account.save()
    assert program.get("events").status_code == 401


def test_a_token_for_one_event_does_nothing_in_another() -> None:
    a_played_event("autumn", rounds=1)
    program = of("boss", operator=True, event="autumn")
    assert error(_change(program))["code"] == "token.other_event"
    assert program.get(f"{DIVISION}/roster").status_code == 403
    assert program.get(f"{DIVISION}/standings").status_code == 200
    changed = program.ask("PATCH", f"{DIVISION.replace(SLUG, 'autumn')}/entries/1", RENAME)
    assert changed.status_code == 200


def test_a_token_is_kept_as_its_hash_alone_and_tells_when_it_was_used() -> None:
    program = of("dora")
    program.get("events")
    token = Token.objects.get()
    assert program.token not in "".join(map(str, vars(token).values()))
    assert token.used_at is not None


def test_who_is_signed_in_writes_only_with_the_token_of_a_form() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(an_account("dora"))
    before = _entries()
    refused = _change(Program(client=client))
    assert (refused.status_code, error(refused)["code"]) == (403, "not_allowed")
    assert _entries() == before
    client.get("/accounts/own/")
    form = Program(client=client)
    answer = form.ask(
        "PATCH",
        f"{DIVISION}/entries/1",
        RENAME,
        **{"X-CSRFToken": client.cookies["csrftoken"].value},
    )
    assert answer.status_code == 200


def test_whoever_asks_too_often_is_told_how_long_to_wait(settings: Any) -> None:
    settings.API_RATES = {"token": "2/min", "address": "1/min"}
    program, nobody = of("fast"), Program()
    assert [program.get("events").status_code for _ in range(3)] == [200, 200, 429]
    assert nobody.get("events").status_code == 200
    answer = nobody.get("events")
    assert (answer.status_code, error(answer)["code"]) == (429, "too_many")
    assert 0 < int(answer["Retry-After"]) <= 60


def test_whoever_shows_tokens_that_let_nobody_in_is_counted_by_the_address(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "address": "3/min"}
    signed_in = Client(enforce_csrf_checks=True)
    signed_in.force_login(an_account("dora"))
    guesses = [Program("wc" + str(digit) * 64) for digit in (1, 2)]
    assert [one.get(f"{DIVISION}/standings").status_code for one in guesses] == [401, 401]
    assert _change(Program(client=signed_in)).status_code == 403
    for again in (guesses[0].get("events"), _change(guesses[1]), Program().get("events")):
        assert (again.status_code, error(again)["code"]) == (429, "too_many")
    # A hall shares an address: whoever shows a good one is not made to wait for that.
    assert of("dora").get("events").status_code == 200


def test_a_token_does_no_more_than_its_scope_and_no_more_than_its_account() -> None:
    reads, all_of_it = of("dora", scope=[Permission.VIEW]), of("otto")
    assert reads.get(f"{DIVISION}/roster").status_code == 200
    for program in (reads, all_of_it):
        assert (_change(program).status_code, error(_change(program))["code"]) == (
            403,
            "not_allowed",
        )
    assert "this token was made without it" in error(_change(reads))["message"]
    assert "is for the owner or a director" in error(_change(all_of_it))["message"]
    checks_in = of("dora", scope=[Permission.CHECK_IN])
    assert _change(checks_in).status_code == 403
    done = checks_in.post(f"{DIVISION}/entries/1/withdrawal", {"from_round": 2})
    assert done.status_code == 200
    assert checks_in.get(f"{DIVISION}/roster").status_code == 403
    undo = f"events/{SLUG}/journal/{done.json()['journal_entry']}/undo"
    assert of("dora", scope=[Permission.ENTER]).post(undo, {}).status_code == 403
    assert checks_in.post(undo, {}).status_code == 200


def test_the_log_says_by_which_token_something_was_done() -> None:
    _change(of("dora"))
    assert JournalEntry.objects.latest("pk").device == "test, 127.0.0.1"
