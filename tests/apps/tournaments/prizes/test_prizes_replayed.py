"""Prizes and money come out of a replay as they were, with what was drawn and paid."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests import replays
from tests.apps.tournaments.desk_events import SLUG, give, undo
from tests.apps.tournaments.prizes.prize_events import now, offer, special, terms, with_prizes
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.tsh import write_tsh
from tournaments.models import Tournament
from tournaments.prizes.commands.money import PayPrizes, RecordMoney, TakeFees
from tournaments.prizes.commands.offers import MovePrize, RemovePrize
from tournaments.prizes.commands.terms import ExcludeFromPrizes
from tournaments.prizes.commands.winners import DrawPrize
from tournaments.prizing.records import OneMoney, PrizeKind

pytestmark = pytest.mark.django_db


def everything() -> None:
    """Give every command on prizes and money once."""
    with_prizes()
    give(terms(entry_fee=500, one_money=OneMoney.ALL, tax_percent=1_000))
    give(offer(special(PrizeKind.DOOR, text="Book")))
    give(DrawPrize(event=SLUG, number=5, winners=2))
    give(MovePrize(event=SLUG, number=5, line=1))
    give(RemovePrize(event=SLUG, number=2))
    give(ExcludeFromPrizes(event=SLUG, entries=(4,)))
    give(TakeFees(event=SLUG, entries=(1, 2)))
    give(RecordMoney(event=SLUG, kind="expense", amount=300, text="Tea"))
    give(PayPrizes(event=SLUG, entry=1))


def test_a_replay_gives_the_same_prizes_winners_and_books() -> None:
    everything()
    out = StringIO()
    with replays.forked():
        call_command("replay", SLUG, json=True, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    assert (told["equal"], told["differences"]) == (True, [])


def test_each_command_is_undone_and_done_again_without_a_trace() -> None:
    with_prizes()
    give(offer(special(PrizeKind.DOOR, text="Book")))
    give(DrawPrize(event=SLUG, number=5))
    event = Tournament.objects.get(slug=SLUG)
    drawn = digest(project(event, {}))
    undo()
    assert now().rows[4].winners == []
    assert digest(project(Tournament.objects.get(slug=SLUG), {})) != drawn
    undo()
    assert digest(project(Tournament.objects.get(slug=SLUG), {})) == drawn


def test_prizes_made_at_the_desk_are_written_as_lines_of_tsh() -> None:
    with_prizes()
    give(offer(special(PrizeKind.DOOR, text="Book")))
    lines = write_tsh(tsh_content(Tournament.objects.get(slug=SLUG)))["config.tsh"].decode()
    assert [line for line in lines.splitlines() if line.startswith("prize")] == [
        "prize rank 1 A €50",
        "prize rank 2 A €30",
        "prize rank 1 A €15 class=B",
        "prize highwin 1 * Certificate",
    ]
