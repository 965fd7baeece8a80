"""Historic claims: who may make them, what is refused, and where they stand in the book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from clubs.models import RecordClaim
from clubs.records.commands.claims import (
    ClaimRecord,
    DisputeClaim,
    LoadClaims,
    VerifyClaim,
    WithdrawClaim,
)
from clubs.records.jobs.kept_book import forget_book
from core.actors import Actor
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.clubs.records.book_events import fold, played
from tests.apps.tournaments.desk_events import account, give, hidden, signed_in
from tests.builders.clubs import found
from tests.builders.events import undo
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db

HIGH: dict[str, Any] = {"category": "high_game", "value": "830", "source": "a newspaper of 2006"}
SEEDS: tuple[dict[str, Any], ...] = (
    {
        "id": "old-high",
        "category": "high_game",
        "value": 700,
        "players": ["Old Hand"],
        "date": "1998",
        "lexicon_family": "any",
        "scope": "tournament",
        "source": "a book",
    },
    {
        "id": "old-mean",
        "category": "high_average_multi_day",
        "value": 431.5,
        "players": [],
        "date": None,
        "lexicon_family": "any",
        "scope": "tournament",
        "source": "a page",
    },
)


@pytest.fixture(autouse=True)
def _no_book_in_memory() -> None:
    forget_book()


def test_only_an_operator_makes_a_claim_or_says_what_it_is_worth() -> None:
    commands = (
        ClaimRecord(**HIGH),
        LoadClaims(records=SEEDS),
        VerifyClaim(claim="old-high"),
        DisputeClaim(claim="old-high"),
        WithdrawClaim(claim="old-high"),
    )
    staff = Actor(name="pat", user=account("pat"))
    for command in commands:
        with pytest.raises(NotAllowed):
            execute(command, actor=staff, reason="I say so")
    boss = Actor(name="boss", user=account("boss", operator=True))
    execute(commands[0], actor=boss)
    assert RecordClaim.objects.get().key == "high-game-1"


def test_the_statistician_of_a_club_keeps_the_claims_of_that_club_alone() -> None:
    for slug in ("oak", "elm"):
        found(slug)
    account("stat", staff=False)
    give(GiveRole(journal="club:oak", account="stat", role=Role.STATISTICIAN))
    stat = Actor(name="stat", user=User.objects.get(username="stat"))
    execute(ClaimRecord(**HIGH, claim="ours", club="oak"), actor=stat)
    execute(DisputeClaim(claim="ours"), actor=stat, reason="no slip of it")
    for other in (ClaimRecord(**HIGH, club="elm"), ClaimRecord(**HIGH), LoadClaims(records=SEEDS)):
        with pytest.raises(NotAllowed):
            execute(other, actor=stat)
    assert list(RecordClaim.objects.values_list("key", "status")) == [("ours", "disputed")]


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"source": "  "}, "source", "claim.source"),
        ({"value": "seven hundred"}, "value", "claim.value"),
        ({"value": "1e9"}, "value", "claim.value"),
        ({"category": "tallest player"}, "category", "claim.category"),
        ({"club": "nowhere"}, "club", "club.unknown"),
        ({"claim": "not a name"}, "key", ""),
    ],
)
def test_a_claim_that_cannot_be_is_refused_at_its_field(
    wrong: dict[str, Any], field: str, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        give(ClaimRecord(**{**HIGH, **wrong}))
    assert refused.value.field == field
    assert not code or refused.value.code == code
    assert not RecordClaim.objects.exists()


def test_the_desk_of_claims_is_for_operators_and_every_form_gives_its_command() -> None:
    give(LoadClaims(records=SEEDS))
    at = reverse("desk-claims")
    assert Client().get(at).status_code == 302
    assert signed_in("pat").get(at).status_code == 403
    boss = signed_in("boss", operator=True)
    assert "Old Hand" in boss.get(at).text
    forms: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
        ("desk-claim-record", (), {**HIGH, "venue": "club", "players": "Ann Oak; Ben Elm"}),
        ("desk-verify-claim", ("old-high",), {"why": "seen in the archive"}),
        ("desk-dispute-claim", ("old-high",), {"why": "another source says 600"}),
        ("desk-withdraw-claim", ("old-mean",), {"why": "a misprint"}),
        ("desk-load-claims", (), {"file": _file([{**SEEDS[0], "id": "another"}])}),
    )
    for name, of, typed in forms:
        where = reverse(name, args=of)
        sent = {"token": hidden(boss.get(where).content), **typed}
        assert boss.post(where, sent).status_code == 302, name
    assert {row.key: row.status for row in RecordClaim.objects.all()} == {
        "high-game-1": "claimed",
        "old-high": "disputed",
        "another": "claimed",
    }
    assert RecordClaim.objects.get(key="high-game-1").players == ["Ann Oak", "Ben Elm"]


def test_a_file_that_holds_no_claims_is_refused_at_its_field() -> None:
    boss, where = signed_in("boss", operator=True), reverse("desk-load-claims")
    for content, said in ((b"{", "not JSON"), (b"[]", "no list of records")):
        sent = {"token": hidden(boss.get(where).content), "file": ContentFile(content, "a.json")}
        assert said in boss.post(where, sent).text
    assert not RecordClaim.objects.exists()


def test_a_verified_claim_takes_a_place_and_a_disputed_one_none(client: Client) -> None:
    played("spring", (450, 300))
    fold("spring")
    give(LoadClaims(records=SEEDS))
    page = client.get("/records/all/any/").text
    assert '<li class="unplaced">' in page
    assert "Old Hand" in page
    assert "a book" in page
    give(VerifyClaim(claim="old-high"), reason="seen in the archive")
    assert _first_place(client) == "Old Hand"
    give(DisputeClaim(claim="old-high"), reason="another source says 600")
    assert _first_place(client) == "Ada"
    give(WithdrawClaim(claim="old-high"), reason="a misprint")
    assert "Old Hand" not in client.get("/records/all/any/").text


def test_only_a_verified_claim_is_among_the_records_that_are_printed() -> None:
    played("spring", (450, 300))
    fold("spring")
    give(LoadClaims(records=SEEDS))

    def printed() -> list[tuple[float, str]]:
        told = answer("records", "--scope", "all", "--family", "any")["records"]
        return [(one["value"], one["status"]) for one in told if one["category"] == "high_game"]

    assert printed() == [(450, "computed")]
    give(VerifyClaim(claim="old-high"), reason="seen in the archive")
    assert printed() == [(700, "verified")]


def test_a_claim_of_a_club_stands_in_its_lists_alone(client: Client) -> None:
    found("oak")
    give(ClaimRecord(**HIGH, family="NWL", club="oak", players=("Old Hand",)))
    assert "Old Hand" in client.get("/records/club/oak/NWL/").text
    assert "Old Hand" in client.get("/records/all/NWL/").text
    assert "Old Hand" not in client.get("/records/tournaments/NWL/").text


def test_a_file_of_claims_is_loaded_once_and_what_is_wrong_in_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "records.json"
    file.write_text(json.dumps({"records": SEEDS}), encoding="utf-8")
    assert answer("load_records", file) == {"loaded": 2, "kept": 0}
    assert {row.key: row.value for row in RecordClaim.objects.all()} == {
        "old-high": "700",
        "old-mean": "431.5",
    }
    assert refusal("load_records", file)["code"] == "nothing_changed"
    without = [{**SEEDS[0], "id": "other", "source": ""}]
    file.write_text(json.dumps({"records": without}), encoding="utf-8")
    wrong = refusal("load_records", file)
    assert (wrong["code"], "other" in wrong["message"]) == ("claim.source", True)
    file.write_text("{", encoding="utf-8")
    assert refusal("load_records", file)["code"] == "file.shape"
    assert RecordClaim.objects.count() == 2


def test_a_claim_is_put_back_by_undoing_that_it_was_withdrawn() -> None:
    give(LoadClaims(records=SEEDS))
    before = RecordClaim.objects.values().get(key="old-mean")
    give(WithdrawClaim(claim="old-mean"), reason="a misprint")
    undo("records", 2)
    after = RecordClaim.objects.values().get(key="old-mean")
    assert {**before, "id": 0} == {**after, "id": 0}


def test_programs_read_lists_news_bests_and_claims(client: Client) -> None:
    played("spring", (450, 300))
    fold("spring")
    give(LoadClaims(records=SEEDS))
    rows = client.get("/api/v1/records/all").json()["rows"]
    high = [one for one in rows if one["category"] == "high_game"]
    assert [(one["value"], one["holders"]) for one in high] == [
        (450.0, [{"name": "Ada", "player": None}])
    ]
    assert client.get("/api/v1/records/news").json() == {"rows": []}
    claims = client.get("/api/v1/record_claims").json()
    assert "old-high" in json.dumps(claims)
    assert client.get("/api/v1/records/club/nowhere").status_code == 404
    assert client.get("/api/v1/players/1/records").status_code == 404


def _file(records: list[dict[str, Any]]) -> ContentFile[bytes]:
    return ContentFile(json.dumps({"records": records}).encode(), "records.json")


def _first_place(client: Client) -> str:
    page = client.get("/records/all/any/").text
    best = page[page.index("High game") :]
    best = best[best.index('class="best"') :]
    return min(("Old Hand", "Ada"), key=lambda name: best.find(name) % len(best))
