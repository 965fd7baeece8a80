"""Which entries of an event's log can be left out, as far as a page of the log can tell."""

from __future__ import annotations

from collections.abc import Iterable

from core.journal.without import can_be_left_out
from core.models import JournalEntry
from tournaments.consequences.queries.building import (
    Traits,
    may_build_on,
    takes_what_is_next,
    traits_of,
)
from tournaments.rounds.commands.rounds import PublishRound

_ADDING = ("entry.added", "roster.added", "entry.moved")


def leaving_offered(journal: str, numbers: Iterable[int]) -> frozenset[int]:
    """Returns which of these entries of a log can be left out, so that the page links to it.

    Three queries. Whether too much builds on one is only known once it is asked.
    """
    entries = JournalEntry.objects.filter(stream__key=journal, undone_by=None)
    wanted = [one for one in entries.filter(seq__in=list(numbers)) if can_be_left_out(one)]
    if not wanted:
        return frozenset()
    published = first_published(journal)
    # Whoever was added took the next key and number: what they built on cannot be left out.
    later = entries.filter(command__in=_ADDING, seq__gt=min(one.seq for one in wanted))
    added = [(one.seq, traits_of(one)) for one in later if takes_what_is_next(one)]
    return frozenset(
        one.seq
        for one in wanted
        if had_numbers(traits_of(one), one.seq, published)
        and not any(seq > one.seq and may_build_on(traits_of(one), traits) for seq, traits in added)
    )


def had_numbers(traits: Traits, seq: int, published: dict[str, int]) -> bool:
    """Returns whether an entry of the log came when nobody's number followed the seeding any more.

    Or it is about nobody's number. `published` is the entry that published round 1, by division.
    """
    if not traits.divisions or traits.is_small:
        return True
    return all(published.get(name, seq) < seq for name in traits.divisions)


def first_published(journal: str) -> dict[str, int]:
    """Returns which standing entry of a log published round 1 first, by division; one query."""
    found = JournalEntry.objects.filter(
        stream__key=journal, command=PublishRound.code, payload__round=1, undone_by=None
    )
    rows = found.order_by("-seq").values_list("payload__division", "seq")
    return dict(rows)
