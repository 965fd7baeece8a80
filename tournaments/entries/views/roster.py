"""A roster at the desk: typed, pasted or sent, previewed, and added in one command."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from core.models import JournalEntry
from core.web.view_access import writes
from desk.access import actor_of
from people.commands import may_register
from tournaments.entries.commands.roster import AddRoster
from tournaments.entries.forms.roster import RosterForm
from tournaments.entries.views.newcomers import give_with_newcomers
from tournaments.entries.views.players import QUICK, players_link
from tournaments.kernel.desk.access import division_asked, for_director
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Tournament


@writes(AddRoster)
@for_director
def roster_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Takes a roster, shows what each line becomes, and adds it once that was accepted."""
    division = division_asked(request, event)
    where = EventContext(request.user.get_username(), event=event, division=division)
    form = RosterForm(where=where)
    if request.method == "POST":
        form = RosterForm(request.POST, request.FILES, where=where)
        if _add(request, form) is not None:
            return redirect(_after(event, form))
    context = {
        "event": event,
        "division": division,
        "tab": "players",
        "form": form,
        "back": players_link(division) if division else _players(event),
        "may_register": may_register(actor_of(request)),
    }
    return render(request, "tournaments/entries/roster.html", context, status=_status(form))


def _players(event: Tournament) -> str:
    return reverse("desk-players", kwargs={"slug": event.slug})


def _after(event: Tournament, form: RosterForm) -> str:
    """Returns the players of the division that was filled; of several, the event's own page."""
    if form.has_divisions:
        return reverse("desk-event", kwargs={"slug": event.slug})
    return players_link(form.where.the_division, focus=QUICK)


def _add(request: HttpRequest, form: RosterForm) -> JournalEntry | None:
    """Adds what was previewed, or one line that leaves nothing to choose; None to show the form."""
    if form.stored() is None:
        quick = "quick" in request.POST
        if not form.is_valid() or not (form.is_clear if quick else form.is_ready):
            return None
    return give_with_newcomers(request, form)


def _status(form: RosterForm) -> int:
    wrong = form.is_bound and (form.errors or form.consequence or form.wrong_count)
    return 422 if wrong else 200
