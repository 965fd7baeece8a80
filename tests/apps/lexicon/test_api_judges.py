"""Judges over the API: who runs one asks it for the one verdict of a play, and for nothing more."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.core.cache import cache

from core.models import JournalEntry
from core.roles.table import Permission
from lexicon.models import JudgeStation
from tests.apps.api.asking import Program, error, of
from tests.apps.lexicon.stations import WORDS, station

pytestmark = pytest.mark.django_db

ONE = "judges/hall-1"
OPEN: dict[str, Any] = {"name": "Door", "pin": "471147", "lexicon": "SHORT"}


@pytest.fixture(autouse=True)
def row() -> JudgeStation:
    cache.clear()
    return station()


def _rule(program: Program, *words: str, **headers: str) -> Any:
    shown = JudgeStation.objects.get(key="hall-1").lexicon_hash
    return program.post(f"{ONE}/rulings", {"words": list(words), "shown_hash": shown}, **headers)


def test_only_who_runs_the_judge_asks_it_reads_its_log_or_changes_it() -> None:
    before = JournalEntry.objects.count()
    strangers = (
        (Program(), 401),
        (of("guest", staff=False), 403),
        (of("dora", scope=[Permission.VIEW]), 403),
        (of("dora", event="spring"), 403),
    )
    for program, status in strangers:
        for path in ("judges", ONE, f"{ONE}/journal"):
            assert program.get(path).status_code == status, path
        assert program.get("events/spring/judges").status_code in (401, 403)
        assert _rule(program, "CAT").status_code == status
        assert program.ask("PATCH", ONE, {"name": "Mine"}).status_code == status
        assert program.post(f"{ONE}/closing", {}).status_code == status
        assert program.post("judges", OPEN).status_code == status
    assert JournalEntry.objects.count() == before
    for path in ("judges", ONE, f"{ONE}/journal"):
        assert of("dora").get(path).status_code == 200
    assert of("dora").get("judges/nothing").status_code == 404


def test_a_play_gets_one_verdict_for_all_its_words_and_no_word_one_of_its_own() -> None:
    dora = of("dora")
    good, bad = _rule(dora, "cat", "za").json(), _rule(dora, "cat", "qqq").json()
    assert (good["answer"]["acceptable"], bad["answer"]["acceptable"]) == (True, False)
    other = _rule(dora, "qqq", "cat").json()
    told = ("acceptable", "lexicon", "place", "second_acceptable", "second_lexicon")
    assert [other["answer"][name] for name in told] == [bad["answer"][name] for name in told]
    assert sorted(bad["answer"]) == sorted([*told, "second_sha256", "sha256"])
    assert bad["sentence"].endswith("unacceptable (SHORT)")


def test_a_ruling_is_in_the_log_of_the_judge_once_and_is_never_taken_back() -> None:
    dora = of("dora")
    first = _rule(dora, "cat", **{"Idempotency-Key": "play-1"}).json()
    again = _rule(dora, "cat", **{"Idempotency-Key": "play-1"}).json()
    assert (again["journal_entry"], again["repeated"]) == (first["journal_entry"], True)
    entry = JournalEntry.objects.get(command="judge.ruled")
    assert (entry.actor, entry.payload["device"]) == ("dora", "API, dora")
    assert dora.get(ONE).json()["rulings"] == 1
    logged = dora.get(f"{ONE}/journal?command=judge.ruled").json()["items"]
    assert [one["sentence"] for one in logged] == ["CAT: acceptable (SHORT)"]
    undo = dora.post(f"{ONE}/journal/{entry.seq}/undo", {})
    assert (undo.status_code, error(undo)["code"]) == (422, "judge.evidence")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], "play.empty"),
        (["A"], "word.short"),
        (["CAT"] * 9, "play.words"),
        (["C4T"], "tile.unknown"),
        (["X" * 5000], "word.long"),
    ],
)
def test_what_has_to_be_typed_again_is_not_looked_up(words: list[str], code: str) -> None:
    answer = _rule(of("dora"), *words)
    assert answer.status_code == 422
    assert error(answer)["field"] == "words"
    assert error(answer)["code"] == code
    assert not JournalEntry.objects.filter(command="judge.ruled").exists()


def test_a_ruling_names_the_list_that_the_players_saw() -> None:
    body = {"words": ["CAT"], "shown_hash": "0" * 64}
    answer = of("dora").post(f"{ONE}/rulings", body)
    assert (answer.status_code, error(answer)["code"]) == (422, "judge.lexicon_changed")
    malformed = of("dora").post(f"{ONE}/rulings", {**body, "device": "a3f2"})
    assert malformed.status_code == 400


def test_rulings_wait_by_token_and_by_address_whatever_the_judge(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "rulings": "2/min"}
    station("hall-2")
    dora = of("dora")
    assert [_rule(dora, "cat").status_code for _ in range(3)] == [200, 200, 429]
    shown = JudgeStation.objects.get(key="hall-2").lexicon_hash
    body = {"words": ["CAT"], "shown_hash": shown}
    assert dora.post("judges/hall-2/rulings", body).status_code == 429
    # Another token at the same address waits as well; reading goes on.
    assert _rule(of("dora"), "cat").status_code == 429
    assert dora.get(ONE).status_code == 200


def test_a_stranger_in_the_hall_uses_up_nobodys_rulings(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "rulings": "1/min"}
    for stranger in (Program(), Program("wc" + "0" * 64)):
        assert [_rule(stranger, "cat").status_code for _ in range(2)] == [401, 401]
    assert _rule(of("dora"), "cat").status_code == 200


def test_too_many_rulings_of_one_judge_wait_as_those_of_its_devices_do(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "rulings": "100/min"}
    dora = of("dora")
    answers = [_rule(dora, "cat") for _ in range(13)]
    assert [one.status_code for one in answers] == [200] * 12 + [422]
    assert error(answers[-1])["code"] == "judge.wait"


def test_a_judge_is_opened_once_changed_and_closed_and_its_pin_is_nowhere() -> None:
    dora = of("dora")
    first, again = (dora.post("judges", OPEN, **{"Idempotency-Key": "door"}) for _ in range(2))
    assert (first.status_code, again.json()["repeated"]) == (200, True)
    key = first.json()["answer"]["station"]
    row = JudgeStation.objects.get(key=key)
    assert check_password("471147", row.pin)
    assert b"471147" not in first.content + dora.get(f"judges/{key}/journal").content
    assert "471147" not in str(JournalEntry.objects.get(stream__key=f"judge:{key}").payload)
    assert dora.ask("PATCH", f"judges/{key}", {"name": "Gate", "pin": "0815"}).status_code == 200
    row.refresh_from_db()
    assert (row.name, check_password("0815", row.pin)) == ("Gate", True)
    for pin in ("12", "abcd", "1" * 13):
        assert error(dora.post("judges", {**OPEN, "pin": pin}))["code"] == "judge.pin"
    assert dora.post(f"judges/{key}/closing", {}).status_code == 200
    closed = dora.get(f"judges/{key}").json()
    assert (closed["is_open"], closed["name"]) == (False, "Gate")
    assert len(WORDS) == 8


def test_an_event_that_there_is_not_has_no_judges_to_be_listed() -> None:
    assert of("boss", operator=True).get("events/none/judges").status_code == 404
