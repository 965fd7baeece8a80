"""The commands of the judge's stations: each with its address, form and words."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from core.models import JournalEntry
from core.phrases import phrase
from desk.context import DeskContext
from desk.journal_forms import UndoEntryForm
from desk.pages import UNDO, UNDO_TEXT, CommandPage, entry_of_address
from lexicon.desk.judges.context import StationContext
from lexicon.desk.judges.forms import ChangeJudgeForm, CloseJudgeForm, OpenFreeJudgeForm
from lexicon.desk.places import place_at_desk
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import stream_of


class JudgePage(CommandPage):
    """A command of a station."""

    def after(self, where: DeskContext, entry: JournalEntry) -> str:
        key = entry.stream.key.partition(":")[2]
        # An undone opening leaves no station to go back to.
        if JudgeStation.objects.filter(key=key).exists():
            return reverse("desk-judge", kwargs={"key": key})
        assert isinstance(where, StationContext)
        return where.judges()


OPEN_FREE_JUDGE = JudgePage(
    "open-free-judge",
    OpenFreeJudgeForm,
    phrase("Open a judge"),
    phrase("For a club evening or for study. It belongs to no division and has its own lexicon."),
)

PAGES: tuple[JudgePage, ...] = (
    JudgePage(
        "change-judge",
        ChangeJudgeForm,
        phrase("Change the judge"),
        phrase("Only what you change is recorded."),
    ),
    JudgePage(
        "close-judge",
        CloseJudgeForm,
        phrase("Close the judge"),
        phrase("Its devices are freed and no longer judge. Its log stays."),
        danger=True,
    ),
    JudgePage("judge-undo", UndoEntryForm, phrase("Undo"), UNDO_TEXT, asks=UNDO),
)


def new_station(request: HttpRequest, _page: CommandPage) -> StationContext:
    """Returns the context of the form for a new station: the account, no station and no place."""
    return StationContext(request.user.get_username())


def find_station(request: HttpRequest, page: CommandPage, station: JudgeStation) -> StationContext:
    """Returns the context of a page of a station. Raises Http404 for what does not exist."""
    return StationContext(
        request.user.get_username(),
        undoing=entry_of_address(request, page, stream_of(station.key)),
        station=station,
        place=place_at_desk(station.place),
    )
