"""What a person chooses before a form: the division, the entry, the board, the player."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from core.journal.undo import says
from core.models import JournalEntry
from people.models import Player
from people.searching import filed_in_full, in_order
from tournaments.forms.pages import Asks, CommandPage
from tournaments.forms.place import Place
from tournaments.models import Board, Tournament

Choice = tuple[str, str]


def needs_choice(page: CommandPage, place: Place) -> bool:
    """Returns whether the address names too little for the form."""
    if page.in_division and place.division is None:
        return True
    asked = {
        "": True,
        "entry": place.entry,
        "board": place.entry,
        "open board": place.entry,
        "filled board": place.entry,
        "player": place.player,
        "undo": place.undoing or place.moment,
    }
    return not asked[page.asks]


def choices_for(page: CommandPage, place: Place) -> dict[str, Any]:
    """Returns what the page to choose from shows: a question, and links with what they say."""
    question, choices = _choices(page, place)
    return {
        "page": page,
        "event": place.event,
        "place": place,
        "question": question,
        "choices": choices,
        "back": back_from(place),
    }


def _choices(page: CommandPage, place: Place) -> tuple[str, list[Choice]]:
    if page.in_division and place.division is None:
        names = place.the_event.divisions.values_list("name", flat=True)
        return "Which division?", [(f"Division {n}", _query(division=n)) for n in names]
    if page.asks == "player":
        return "Which player?", [
            (f"{filed_in_full(one)} ({one.key})", _query(player=one.key))
            for one in in_order(Player.objects.order_by())
        ]
    if page.asks == "undo":
        return "Which entry of the log?", list(_log(place))
    if page.asks == "entry":
        entries = place.the_division.entries.all()
        return "Which entry?", [(str(e), _at(place, entry=e.number)) for e in entries]
    return "Which board?", list(_boards(place, page.asks))


def _boards(place: Place, asks: Asks) -> Iterable[Choice]:
    boards = Board.objects.prefetch_related("seats__entry").filter(
        round__division=place.division, round__number=place.the_round
    )
    if asks != "board":
        boards = boards.filter(result__isnull=asks == "open board")
    for board in boards:
        entries = [seat.entry for seat in board.seats.all()]
        if len(entries) == 2:
            label = f"Board {board.number}: {entries[0]} and {entries[1]}"
            yield label, _at(place, entry=entries[0].number)


def _log(place: Place) -> Iterable[Choice]:
    entries = JournalEntry.objects.filter(stream__key=place.journal, undone_by=None)
    for entry in entries.order_by("-seq")[:50]:
        yield f"Log {entry.seq}: {says(entry)}", _query(seq=entry.seq)


def _at(place: Place, **more: Any) -> str:
    where: dict[str, Any] = {"division": place.the_division.name}
    if place.round is not None:
        where["round"] = place.round
    return _query(**where, **more)


def _query(**values: Any) -> str:
    return f"?{urlencode(values)}"


def back_from(place: Place) -> str:
    """Returns where a person goes who does not want the form after all."""
    if place.rating_list is not None:
        return reverse("desk-list", kwargs={"key": place.rating_list.key})
    if place.station is not None:
        return reverse("desk-judge", kwargs={"key": place.station.key})
    if place.is_of_lexica:
        return lexica_link(place)
    if place.event is None:
        return reverse("desk")
    if place.round is not None and place.division is not None:
        where = {"division": place.division.name, "round": place.round}
        return desk_link("round", place.event.slug, **where)
    return desk_link("event", place.event.slug)


def judges_link(place: Place) -> str:
    """Returns the address of the judges of an event, or of those that belong to none."""
    return (
        reverse("desk-free-judges")
        if place.event is None
        else desk_link("judges", place.event.slug)
    )


def lexica_link(place: Place) -> str:
    """Returns the address of the list that a form is about, or of all of them."""
    if place.lexicon is None:
        return reverse("desk-lexica")
    return reverse("desk-lexicon", kwargs={"code": place.lexicon.code})


def free_games_link(place: Place) -> str:
    """Returns where a game of no event is at the desk; where all are, for one that is not yet."""
    if not place.free_game:
        return reverse("desk-recorded-games")
    return reverse("desk-recorded-game", kwargs={"key": place.free_game})


def reopening_link(event: Tournament) -> str:
    """Returns the address of the step that opens a closed event again, empty for an open one."""
    return desk_link("reopen-event", event.slug) if event.closed else ""


def desk_link(path: str, slug: str, **values: Any) -> str:
    """Returns the address of a page of the desk for a place in an event."""
    return reverse(f"desk-{path}", kwargs={"slug": slug}) + (_query(**values) if values else "")
