"""What follows for rating lists when two people of the register become one, or two again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from django.db.models import Min

from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Ledger
from people.merging import keys_merged_by
from ratings.models import ImportedRating, RatingList
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from tournaments.event_ratings.jobs.rating import ask_to_hand_over
from tournaments.models import EntryMember


@follow_live(rows={"player.merged_into"})
def after_merge(_command: Command, ledger: Ledger) -> None:
    """Has the lists told again of the events that they played, and opened where they open anew.

    What that changes in ratings that were read is proposed, and waits for a person.
    """
    keys = keys_merged_by(ledger.changes)
    if not keys:
        return
    event = "entry__division__tournament__"
    closed = EntryMember.objects.filter(
        player__in=keys, **{f"{event}closed": True, f"{event}rehearsal": False}
    )
    slugs = sorted(set(closed.values_list(f"{event}slug", flat=True)))
    for rating_list in RatingList.objects.exclude(system="").order_by("key"):
        first = _opened_on(rating_list, keys)
        if first is not None:
            distrust_from(rating_list, first)
            if not slugs:
                ask_to_recompute(rating_list)
    if slugs:
        ask_to_hand_over([], slugs)


def _opened_on(rating_list: RatingList, keys: Collection[str]) -> date | None:
    """Returns the first day on which one of them opened, where a publication may say with what."""
    published = ImportedRating.objects.filter(list_import__rating_list=rating_list, player__in=keys)
    if not published.exists():
        return None
    opened = rating_list.ratings.filter(player__in=keys, opens=True)
    first: date | None = opened.aggregate(first=Min("held_on"))["first"]
    return first
