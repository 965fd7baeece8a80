"""Checks that the rows of a round plan fit the number of players."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.pairing.catalogue.method import Unfit, cycle_of
from tournaments.pairing.methods import METHODS
from tournaments.pairing.plans.plan import PlanRow


def unfitting(row: PlanRow, players: int) -> Iterator[Unfit]:
    """Yields a code with parameters for each number of a row that does not fit so many players.

    Codes: `field.too_few` (players, least), `repeats.impossible` (players, round, repeats), and
    those of the method.
    """
    method = METHODS[row.method]
    if players < method.least_players:
        yield "field.too_few", {"players": players, "least": method.least_players}
    elif method.unfitting is not None:
        yield from method.unfitting(dict(row.options), len(row.rounds), players)
    if row.repeats is not None and not method.is_block:
        # In so many rounds everybody can meet everybody else at most this often.
        most = cycle_of(players) * (row.repeats + 1) + row.since - 1
        if row.last > most:
            params = {"players": players, "round": max(most + 1, row.first)}
            yield "repeats.impossible", params | {"repeats": row.repeats}
