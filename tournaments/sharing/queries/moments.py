"""When what a feed tells of was done: by the journal, which is the event."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, OuterRef, Subquery
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from core.models import JournalEntry
from tournaments.closing.commands import CloseEvent
from tournaments.models import Round, Tournament
from tournaments.phones.commands.claims import ClaimResult, ConfirmClaim
from tournaments.results.commands.checking import ChooseResult
from tournaments.results.commands.claims import AcceptClaim, CloseClaims, SettleDispute
from tournaments.results.commands.penalties import SetPenalty
from tournaments.results.commands.results import (
    CorrectResult,
    EnterForfeit,
    EnterResult,
    RecordSitOut,
)

RESULTS = (
    *(EnterResult, CorrectResult, EnterForfeit, RecordSitOut, ChooseResult, SetPenalty),
    *(ClaimResult, ConfirmClaim, AcceptClaim, SettleDispute, CloseClaims),
)
"""The commands that change what came of a round."""


class PublishedRound(NamedTuple):
    """A published round: when its pairings became what they are, and when its results did.

    The standings after it follow from the rounds before it, too: their results count with its own.
    """

    division: str
    number: int
    paired_at: datetime
    results_at: datetime


def published_rounds(event: Tournament) -> list[PublishedRound]:
    """Returns the published rounds of all divisions of an event, in order; two queries.

    A round of another program has no results in the journal, and is as old as its import.
    """
    rows = Round.objects.filter(division__tournament=event, stage=Round.Stage.PUBLISHED).order_by(
        "division__position", "division__name", "number"
    )
    found, told = [], _results_told(event.slug)
    latest: dict[str, datetime] = {}
    for division, number, published, changed in rows.values_list(
        "division__name", "number", "published_at", "changed_at"
    ):
        if published is None:
            continue
        since = latest.get(division, published)
        latest[division] = max(since, published, told.get((division, number), published))
        found.append(PublishedRound(division, number, changed or published, latest[division]))
    return found


def _results_told(slug: str) -> dict[tuple[str, int], datetime]:
    """Returns when the results of each round were last changed, or one was taken back."""
    undoing = JournalEntry.objects.filter(stream=OuterRef("stream"), seq=OuterRef("undone_by"))
    told = JournalEntry.objects.filter(
        stream__key=_journal(slug), command__in=[command.code for command in RESULTS]
    ).annotate(
        division=KT("payload__division"),
        number=KT("payload__round"),
        last=Coalesce(Subquery(undoing.values("at")), "at"),
    )
    rows = told.order_by().values("division", "number").annotate(latest=Max("last"))
    return {
        (division, int(number)): latest
        for division, number, latest in rows.values_list("division", "number", "latest")
    }


def closed_at(slug: str) -> datetime | None:
    """Returns when an event was closed, None where that is not in its journal; one query."""
    closings = JournalEntry.objects.filter(
        stream__key=_journal(slug), command=CloseEvent.code, undone_by=None
    )
    return closings.order_by("-seq").values_list("at", flat=True).first()


def founded_at(slugs: Collection[str]) -> dict[str, datetime]:
    """Returns when the journal of each of these events begins, by slug; one query.

    Two installations may have events of one slug, but not of one moment as well.
    """
    journals = {_journal(slug): slug for slug in slugs}
    first = JournalEntry.objects.filter(stream__key__in=journals, seq=1)
    return {journals[key]: at for key, at in first.values_list("stream__key", "at")}


def _journal(slug: str) -> str:
    return f"event:{slug}"
