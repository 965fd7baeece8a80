"""The public page of prizes: there only while the director shows it, and in the mirror too."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tests.apps.tournaments.desk_events import SLUG, give
from tests.apps.tournaments.prizes.prize_events import with_prizes
from tests.pages import source_at
from tournaments.prizes.commands.terms import PublishPrizes
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db

PAGE, HUB = f"/events/{SLUG}/prizes/", f"/events/{SLUG}/"


def test_everybody_reads_the_prizes_only_while_they_are_shown(client: Client) -> None:
    with_prizes()
    assert client.get(PAGE).status_code == 404
    assert PAGE not in source_at(client, HUB)
    give(PublishPrizes(event=SLUG, is_public=True))
    page = source_at(client, PAGE)
    assert "Ada is 1st in division A, with 1–0 and a spread of +100." in page
    assert "If it ended now" in page
    assert PAGE in source_at(client, HUB)
    give(PublishPrizes(event=SLUG, is_public=False))
    assert client.get(PAGE).status_code == 404


def test_the_page_follows_a_corrected_result(client: Client) -> None:
    with_prizes()
    give(PublishPrizes(event=SLUG, is_public=True))
    assert "Cem beat Dov 420–350 in round 1." in source_at(client, PAGE)
    corrected = CorrectResult(
        event=SLUG, division="A", round=1, entry=1, score=430, opponent_score=300
    )
    give(corrected, reason="a slip")
    assert "Ada beat Bea 430–300 in round 1." in source_at(client, PAGE)


def test_the_mirror_has_the_page_while_it_is_shown(tmp_path: Path) -> None:
    with_prizes()
    give(PublishPrizes(event=SLUG, is_public=True))
    mirror_event(SLUG, tmp_path, progress=lambda *_: None)
    assert "with 1–0" in (tmp_path / "prizes" / "index.html").read_text(encoding="utf-8")


def test_the_console_prints_every_prize_with_its_winner_and_the_reason() -> None:
    with_prizes()
    out = StringIO()
    call_command("prizes", SLUG, json=True, stdout=out)
    told = json.loads(out.getvalue())
    assert (told["tournament"], told["fund"]) == (SLUG, 10_000)
    assert {
        "kind",
        "division",
        "class",
        "place",
        "amount",
        "text",
        "winners",
        "why",
        "final",
    } <= set(told["prizes"][0])
    last = told["prizes"][3]
    assert (last["kind"], last["division"], last["class"]) == ("high_win", None, None)
    assert (last["amount"], last["text"]) == (None, "Certificate")
    assert [(one["number"], one["name"], one["amount"]) for one in last["winners"]] == [
        (3, "Cem", None)
    ]
