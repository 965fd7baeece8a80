"""Roles over the API: whoever may give one at the desk gives it by a program, and no token more."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.models import Invitation, JournalEntry, RoleHeld
from core.roles.commands import GiveRole
from core.roles.table import ALLOWED, Permission, Role
from tests.apps.api.asking import Program, an_account, error, of
from tests.apps.tournaments.desk_events import SLUG, give, new_event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EVENT = f"events/{SLUG}"
JUDGE = {"account": "pat", "role": "judge"}


@pytest.fixture(autouse=True)
def _event() -> None:
    """Have an event of dora's, a director dan, and pat, who has an account and nothing else."""
    new_event()
    give(GiveRole(journal=f"event:{SLUG}", account=an_account("dan").username, role=Role.DIRECTOR))
    an_account("pat", staff=False)


def _invitation(**more: Any) -> dict[str, Any]:
    return {"role": "judge", "until": (timezone.now() + timedelta(days=7)).isoformat(), **more}


def _held(account: str) -> list[str]:
    return list(RoleHeld.objects.filter(account=account).values_list("role", flat=True))


# Who may


def test_only_who_has_a_role_reads_the_people_and_only_who_directs_the_invitations() -> None:
    for path in ("people", "invitations"):
        assert Program().get(f"{EVENT}/{path}").status_code == 401
        assert of("pat", staff=False).get(f"{EVENT}/{path}").status_code == 403
        assert of("dora", event="autumn").get(f"{EVENT}/{path}").status_code == 403
        assert of("dan").get(f"{EVENT}/{path}").status_code == 200
        assert of("boss", operator=True).get(f"events/nowhere/{path}").status_code == 404
    give(GiveRole(journal=f"event:{SLUG}", account="pat", role=Role.VIEWER))
    assert of("pat", staff=False).get(f"{EVENT}/people").status_code == 200
    assert of("pat", staff=False).get(f"{EVENT}/invitations").status_code == 403


def test_a_director_gives_what_is_below_and_the_owner_directors_too() -> None:
    director = {"account": "pat", "role": "director"}
    assert Program().post(f"{EVENT}/roles", JUDGE).status_code == 401
    assert of("pat", staff=False).post(f"{EVENT}/roles", JUDGE).status_code == 403
    assert of("dan").post(f"{EVENT}/roles", director).status_code == 403
    assert of("dan").post(f"{EVENT}/roles/taken_back", {**JUDGE, "account": "dan"}).json()
    assert of("dan").post(f"{EVENT}/roles", JUDGE).status_code == 200
    assert of("dora").post(f"{EVENT}/roles", director).status_code == 200
    assert _held("pat") == ["judge", "director"]
    refused = of("dora").post(f"{EVENT}/roles", {"account": "pat", "role": "owner"})
    assert (refused.status_code, error(refused)["code"]) == (422, "role.owner")


@pytest.mark.parametrize("left", sorted(set(Permission) - {Permission.UNDO}))
def test_a_token_hands_on_no_more_than_it_may_itself(left: Permission) -> None:
    given = of("dora").post(f"{EVENT}/roles", JUDGE).json()["journal_entry"]
    taken = of("dora").post(f"{EVENT}/roles/taken_back", JUDGE).json()["journal_entry"]
    # Every token may undo what else it may do.
    program = of("dora", scope=set(Permission) - {left})
    of_judges = {Permission.DIRECT, Permission.JUDGE, Permission.VIEW}
    for path, body in (
        ("roles", JUDGE),
        ("roles/taken_back", JUDGE),
        ("invitations", _invitation()),
        (f"journal/{taken}/undo", {}),
        (f"journal/{given}/undo", {}),
    ):
        status = program.post(f"{EVENT}/{path}", body).status_code
        assert (status == 403) == (left in of_judges), path
    assert Invitation.objects.exists() == (left not in of_judges)
    handed = program.ask("PUT", f"{EVENT}/director", {"director": "pat"})
    assert handed.status_code == (403 if left in ALLOWED[Role.OWNER] else 200)
    assert Tournament.objects.get().director == ("pat" if handed.status_code == 200 else "dora")


def test_no_detour_of_a_token_hands_the_event_over_that_may_not_all_that_its_owner_may() -> None:
    # A director dan becomes the owner, and takes it back to dora by what a token may.
    handed = of("dora").ask("PUT", f"{EVENT}/director", {"director": "dan"}).json()["journal_entry"]
    program = of("dan", scope=set(Permission) - {Permission.CORRECT})
    assert program.post(f"{EVENT}/journal/{handed}/undo", {}).status_code == 403
    assert program.post(f"{EVENT}/restore", {"seq": handed - 1}).status_code == 403
    assert Tournament.objects.get().director == "dan"
    assert of("dan").post(f"{EVENT}/restore", {"seq": handed - 1}).status_code == 200
    assert Tournament.objects.get().director == "dora"


# What it does


def test_people_are_listed_with_what_they_may_do_and_what_you_may_take_back() -> None:
    of("dan").post(f"{EVENT}/roles", JUDGE)
    items = of("dan").get(f"{EVENT}/people").json()["items"]
    assert [(one["account"], [role["role"] for role in one["roles"]]) for one in items] == [
        ("dora", ["owner"]),
        ("dan", ["director"]),
        ("pat", ["judge"]),
    ]
    assert items[2]["roles"][0]["meaning"] == "may rule on plays, and run the judges"
    assert [one["roles"][0]["may_take_back"] for one in items] == [False, False, True]
    assert items[1]["device"].startswith("test, ")
    assert items[2]["last_at"] is None
    looking = of("dan", scope=[Permission.VIEW]).get(f"{EVENT}/people").json()["items"]
    assert not any(role["may_take_back"] for one in looking for role in one["roles"])


def test_a_role_is_taken_back_and_counts_no_more() -> None:
    of("dora").post(f"{EVENT}/roles", JUDGE)
    judge = of("pat", staff=False)
    assert judge.get(f"{EVENT}/judges").status_code == 200
    assert of("dora").post(f"{EVENT}/roles/taken_back", JUDGE).status_code == 200
    assert judge.get(f"{EVENT}/judges").status_code == 403
    again = of("dora").post(f"{EVENT}/roles/taken_back", JUDGE)
    assert (again.status_code, error(again)["code"]) == (422, "role.not_held")


@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "for-pat"}])
def test_an_invitation_is_told_once_and_its_link_and_its_code_both_work(
    key: dict[str, str],
) -> None:
    made = of("dora").post(f"{EVENT}/invitations", _invitation(note="Pat"), **key).json()["answer"]
    assert made["link"] == f"http://testserver/join/{made['link'].rpartition('/join/')[2]}"
    for told in ("link", "code"):
        secret = made[told].rpartition("/join/")[2].strip("/")
        kept = JournalEntry.objects.values_list("payload", "answer", "changes")
        assert not any(secret in str(one) for one in kept)
    by_link = Client()
    assert by_link.get(made["link"], follow=True).context["role"] == "judge"
    by_code = Client()
    shown = by_code.post("/join/", {"code": made["code"]}, follow=True)
    assert shown.context["made_by"] == "dora"
    [listed] = of("dan").get(f"{EVENT}/invitations").json()["items"]
    assert (listed["invitation"], listed["note"]) == (made["key"], "Pat")
    assert "link" not in listed


def test_a_lost_answer_is_told_again_under_its_key_and_two_requests_make_two() -> None:
    program, body, key = of("dora"), _invitation(), {"Idempotency-Key": "one"}
    first = program.post(f"{EVENT}/invitations", body, **key).json()
    again = program.post(f"{EVENT}/invitations", body, **key).json()
    assert again == {**first, "repeated": True}
    assert Invitation.objects.count() == 1
    others = [program.post(f"{EVENT}/invitations", body).json()["answer"] for _ in range(2)]
    told = [first["answer"], *others]
    for name in ("key", "link", "code"):
        assert len({one[name] for one in told}) == 3
    # Its name, which the log has, says nothing about its link.
    assert not any(one["key"] in one["link"].rpartition("/join/")[2] for one in told)


@pytest.mark.parametrize("days", [-1, 31])
def test_an_invitation_ends_within_thirty_days(days: int) -> None:
    until = (timezone.now() + timedelta(days=days)).isoformat()
    refused = of("dora").post(f"{EVENT}/invitations", _invitation(until=until))
    assert (refused.status_code, error(refused)["field"]) == (422, "until")
    assert not Invitation.objects.exists()


def test_an_invitation_is_withdrawn_once() -> None:
    program = of("dora")
    made = program.post(f"{EVENT}/invitations", _invitation()).json()["answer"]
    path = f"{EVENT}/invitations/{made['key']}/withdrawal"
    assert of("pat", staff=False).post(path, {}).status_code == 403
    assert program.post(path, {}).status_code == 200
    assert error(program.post(path, {}))["code"] == "invitation.gone"
    assert Client().get(made["link"]).headers["Location"] == "/join/"


def test_an_event_that_is_not_there_has_no_roles() -> None:
    boss = of("boss", operator=True)
    assert boss.post("events/nowhere/roles", JUDGE).status_code == 404
    assert boss.post("events/nowhere/invitations", _invitation()).status_code == 404
    assert not RoleHeld.objects.filter(scope="event:nowhere").exists()


def test_more_people_cost_no_more_queries() -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert of("dora").get(f"{EVENT}/people").status_code == 200
        return len(queries)

    asked()
    before = asked()
    for name in ("one", "two", "three"):
        an_account(name)
        give(GiveRole(journal=f"event:{SLUG}", account=name, role=Role.JUDGE))
    assert asked() == before
