"""The changes below the draft of a round since it was paired: entries, results, starts."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from django.db.models import Q

from core.journal.standing import ways_back
from core.models import JournalEntry
from tournaments.models import Division

MAKES_A_DRAFT = ("round.paired", "round.set_up")
CHANGES_THE_GROUND = (
    "condition.lifted",
    "condition.set",
    "division.pairing_rules_changed",
    "division.ratings_taken",
    "entry.added",
    "entry.arrived",
    "entry.changed",
    "entry.checked_in",
    "entry.moved",
    "entry.reinstated",
    "entry.withdrawn",
    "forfeit.entered",
    "penalty.set",
    "result.chosen",
    "result.corrected",
    "result.entered",
    "roster.added",
    "round.played_recorded",
    "sit_out.recorded",
    "start.recorded",
)


PAIRED_BY = ("rating", "team", "prize_class")
"""The fields of an entry on which a pairing depends."""


class How(StrEnum):
    """The way in which a journal entry came to count, or not to, after the draft."""

    DONE = "done"
    UNDONE = "undone"
    REDONE = "done again"


class Since(NamedTuple):
    """An entry of the journal that changed the ground of a draft after it was made."""

    entry: JournalEntry
    how: How


def changed_since(division: Division, number: int) -> Since | None:
    """Returns the first entry that changed the ground of a round's draft, None where none did.

    What was done and taken back again since does not count; what stood when the round was drafted
    and was undone or restored away since does.
    """
    stream, name = f"event:{division.tournament.slug}", division.name
    entries = JournalEntry.objects.filter(stream__key=stream)
    made = entries.filter(
        command__in=MAKES_A_DRAFT,
        payload__division=name,
        payload__round=number,
        undone_by=None,
    )
    draft = made.order_by("-seq").values_list("seq", flat=True).first()
    if draft is None:
        return None
    back = ways_back(stream, draft)
    here = Q(payload__division=name) | Q(command="entry.moved", payload__to=name)
    found = entries.filter(here, command__in=CHANGES_THE_GROUND, seq__in=[seq for seq, _ in back])
    # What has no round in it touches every round; a query would leave it out.
    ground = {e.seq: e for e in found if e.payload.get("round") != number and not _is_a_name(e)}
    changes = [(ground[seq], stood) for seq, stood in reversed(back) if seq in ground]
    return next((Since(entry, _how(entry, draft, stood)) for entry, stood in changes), None)


def _is_a_name(entry: JournalEntry) -> bool:
    """Returns whether an entry of the journal changed nothing of a player that pairings use."""
    return entry.command == "entry.changed" and not any(
        entry.payload.get(name) is not None for name in PAIRED_BY
    )


def _how(entry: JournalEntry, draft: int, stood: bool) -> How:
    if stood:
        return How.UNDONE
    return How.DONE if entry.seq > draft else How.REDONE
