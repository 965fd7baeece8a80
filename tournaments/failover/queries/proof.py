"""Whether the journal of the event that was changed last still gives the same event."""

from __future__ import annotations

from collections.abc import Iterator

from core.backup.proofs import Proof, proof
from core.models import JournalEntry
from core.phrases import phrase
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.models import Tournament


@proof
def replay_the_last_event() -> Iterator[Proof]:
    """Yields whether the event that was changed last is equal after a replay, if there is one.

    One event and not all, because a replay takes as long as its log is.
    """
    changed = JournalEntry.objects.filter(stream__key__startswith="event:")
    last = changed.order_by("-pk").values_list("stream__key", flat=True).first()
    event = Tournament.objects.filter(slug=(last or "").partition(":")[2]).first()
    if event is None:
        return
    compared = compare_with_replay(event)
    wrong = phrase(
        "The journal of {event} gives another event: {difference}",
        event=event.name,
        difference=" ".join(compared.differences[:1]),
    )
    yield Proof(event.name, "" if compared.equal else wrong)
