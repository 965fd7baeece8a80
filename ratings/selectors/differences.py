"""The size of a computation: how many ratings change, and how many only their day or games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, F, Q

from ratings.models import ProposedRating, Recompute

SAME = Q(was=F("new"), was__isnull=False, is_removed=False)


class Difference(NamedTuple):
    """The number of ratings that change, come or go, and of their players; `kept` rows stay.

    `players` is None where only the number of ratings is still known. `kept` is None where the
    rows are gone: `changed` and `players` count all of them then.
    """

    changed: int
    players: int | None
    kept: int | None

    def as_row(self) -> dict[str, int | None]:
        """Returns the numbers by name, as answers and results of jobs keep them."""
        return {"changed": self.changed, "players": self.players, "kept": self.kept}


def difference_of(recompute: Recompute) -> Difference:
    """Returns the difference that a computation makes, in at most one query."""
    return differences([recompute])[recompute.pk]


def differences(recomputes: Iterable[Recompute]) -> dict[int, Difference]:
    """Returns the difference that each computation makes, by its row, in at most one query."""
    by_row = {one.pk: one for one in recomputes}
    replacing = [pk for pk, one in by_row.items() if one.replaces]
    rows = ProposedRating.objects.filter(recompute__in=replacing).order_by().values("recompute")
    counted = (
        {
            row["recompute"]: (row["rows"], row["kept"], row["players"])
            for row in rows.annotate(
                rows=Count("pk"),
                kept=Count("pk", filter=SAME),
                players=Count("player", distinct=True, filter=~SAME),
            )
        }
        if replacing
        else {}
    )
    return {pk: _difference(one, counted.get(pk)) for pk, one in by_row.items()}


def _difference(recompute: Recompute, counted: tuple[int, int, int] | None) -> Difference:
    if not recompute.replaces:
        return Difference(recompute.rows, recompute.players, 0)
    if counted is None:
        return Difference(recompute.rows, recompute.players, None)
    rows, kept, players = counted
    if not kept:
        return Difference(recompute.rows, recompute.players, 0)
    # What was new is not kept beside a computation in force, nor who got it.
    return Difference(recompute.rows - kept, players if rows == recompute.rows else None, kept)
