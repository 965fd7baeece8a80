"""The read model from which a phone tells its player of themselves and of all others.

It may be a second old where a hall of phones asks, but not in what it says of who asks.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from core.prepared import Given, PreparedQuery
from tournaments.models import Entry, Round, Seat
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.page_versions import versioned_division
from tournaments.readmodel.serving import read_model_lately

_OwnSeat = tuple[int, int, int, int, str]


def entry_and_model(entry: Entry) -> tuple[Entry, DivisionReadModel]:
    """Returns an entry as it is now, and a read model that has it under its number.

    Raises Http404 for an entry that is not there any more.
    """
    model = _model_for(entry)
    if _is_in(model, entry):
        return entry, model
    # Numbers followed the seeding, or the entry moved, after it was looked up by its link.
    rows = Entry.objects.select_related("division__tournament", "tournament")
    now = get_object_or_404(rows, pk=entry.pk)
    return now, _model_for(now)


def turns_of(model: DivisionReadModel, number: int) -> list[EntryRound]:
    """Returns the boards of an entry: each where rules allow several a round, else the last."""
    if model.sheet.rules.seats_per_round > 1:
        return model.cards[number]
    rounds = sorted(model.sheet.by_round)
    return [turn for held in rounds if (turn := model.turns(held).get(number)) is not None]


def _model_for(entry: Entry) -> DivisionReadModel:
    division = entry.division
    versioned = versioned_division(division.tournament.slug, division.name)
    assert versioned is not None, "The entry's division is there."

    def is_right(model: DivisionReadModel) -> bool:
        return _is_in(model, entry) and _known_seats(model, entry.number) == sorted(
            _own_seats(entry=entry.pk)
        )

    return read_model_lately(versioned, is_right)


def _is_in(model: DivisionReadModel, entry: Entry) -> bool:
    """Returns whether a read model has this very entry under its number.

    Numbers follow the seeding until the first round is published.
    """
    found = model.sheet.entries.get(entry.number)
    return found is not None and found.key == entry.key


def _known_seats(model: DivisionReadModel, number: int) -> list[_OwnSeat]:
    """Returns what `_own_seats` does, in order, as a read model has it."""
    entries = model.sheet.entries
    return sorted(
        (board.round, board.slot, board.version, entries[seat.entry].key, seat.side)
        for board, _, _ in turns_of(model, number)
        for seat in board.seats
    )


@PreparedQuery
def _own_seats(entry: Given) -> QuerySet[Seat, _OwnSeat]:
    """The seats at the boards of an entry, with the versions of the boards.

    Every change of a seat or a result raises the version, but a round that is paired anew begins
    with the first again. So it has to tell who sits there, too.
    """
    seats = Seat.objects.filter(
        board__seats__entry_id=entry, board__round__stage=Round.Stage.PUBLISHED
    )
    return seats.order_by().values_list(
        "board__round__number", "board__slot", "board__version", "entry__key", "side"
    )
