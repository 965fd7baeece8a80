"""Games of no event at the desk: put one on record."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from core.phrases import phrase, phrase_count
from core.web.view_access import writes
from desk.access import for_staff
from desk.giving import give
from games.commands.free_games import RecordGame
from games.desk.context import FreeGameContext
from games.desk.new_game_form import NewGameForm
from games.models import Game
from games.selectors.games import checked_game, shown_names
from games.wording import in_words, names_called

_MOST_TOLD = 5


@writes(RecordGame)
@for_staff
def new_game(request: HttpRequest) -> HttpResponseBase:
    """Shows the form of a game of no event; puts it on record and leads to its replay."""
    where = FreeGameContext(request.user.get_username())
    form = NewGameForm(where=where)
    if request.method == "POST":
        form = NewGameForm(request.POST, request.FILES, where=where)
        entry = give(request, form)
        if entry is not None:
            _tell_findings(request, entry.payload["game"])
            return redirect("game", key=entry.payload["game"])
    asking = form.game_form.is_asking
    status = 422 if not asking and (form.errors or form.game_form.has_mistakes()) else 200
    return render(
        request, "games/desk/new_game.html", {"form": form, "asking": asking}, status=status
    )


def _tell_findings(request: HttpRequest, key: str) -> None:
    """Tells the person what deviates in the record; it is on record all the same."""
    game = Game.objects.get(key=key)
    report = checked_game(game)
    if not report.deviations:
        return
    people = report.record.players if report.record else ()
    called = names_called(people, shown_names(game))
    said = [in_words(finding, called) for finding in report.deviations[:_MOST_TOLD]]
    count = len(report.deviations)
    if more := count - len(said):
        said.append(phrase("And {more} more, below.", more=more))
    told = phrase_count(
        "The record has {count} mistake: {mistakes}",
        "The record has {count} mistakes: {mistakes}",
        count=count,
        mistakes=" ".join(map(str, said)),
    )
    messages.warning(request, told)
