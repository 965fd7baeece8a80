"""Makes the event of the benchmark of phones, or tells its results; prints one line of JSON.

It runs with the environment of the installation, so that links are proved by the key of that one.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import django
from django.core.management import call_command

PLAYERS, PLAYED = 500, 6
ROUND = PLAYED + 1
EVENT, DIVISION = "grand", "A"


def make() -> dict[str, Any]:
    """Fills the empty database; returns the session of a director, and who plays whom.

    `boards` has the two of each board, as (number of the entry, path of its link).
    """
    from django.urls import reverse

    from bench.entering.ground import session
    from tests.builders.events import give, played_content
    from tournaments.board_games.queries.entry_links import tokens_of
    from tournaments.claiming import Mode
    from tournaments.formats.content import content_to_json
    from tournaments.importing.commands import ImportEvent
    from tournaments.models import Board, Entry, Tournament
    from tournaments.phones.commands.modes import SetPhones

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    content = played_content(PLAYERS, ROUND, open_games=PLAYERS // 2)
    give(ImportEvent(event=EVENT, content=content_to_json(content)))
    give(SetPhones(event=EVENT, division=DIVISION, mode=Mode.SOFT))
    event = Tournament.objects.get(slug=EVENT)
    tokens = tokens_of(Entry.objects.filter(tournament=event), event)
    links = {row: reverse("phone", args=(token,)) for row, token in tokens.items()}
    boards = Board.objects.filter(round__number=ROUND).prefetch_related("seats__entry")
    games = [
        [(seat.entry.number, links[seat.entry_id]) for seat in board.seats.order_by("position")]
        for board in boards
    ]
    return {"session": session(0), "boards": games}


def results() -> list[tuple[list[int], list[int | None], str]]:
    """Returns of each board of the round: the two entries, their scores, and what they came to."""
    from tournaments.kernel.queries.claims import claimed_boards
    from tournaments.models import Result

    where = {"round__division__tournament__slug": EVENT, "round__number": ROUND}
    said = {board.slot: str(board.standing) for board in claimed_boards(**where)}
    rows = Result.objects.filter(**{f"board__{key}": value for key, value in where.items()})
    return [
        (
            [seat.entry.number for seat in row.board.seats.order_by("position")],
            [row.score_one, row.score_two],
            said.get(row.board.slot, ""),
        )
        for row in rows.select_related("board").prefetch_related("board__seats__entry")
    ]


if __name__ == "__main__":
    django.setup()
    print(json.dumps({"make": make, "results": results}[sys.argv[1]]()))
