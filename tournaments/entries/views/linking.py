"""The people of a division linked to the register: previewed, and done in one command."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from core.roles.access import may
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of
from tournaments.entries.commands.linking import LinkPlayers
from tournaments.entries.forms.linking import LinkPlayersForm
from tournaments.entries.views.players import players_link
from tournaments.entries.views.roster import give_with_newcomers
from tournaments.kernel.desk.access import division_of_address, in_event
from tournaments.kernel.desk.context import EventContext
from tournaments.models import Tournament


@writes(LinkPlayers)
@in_event(Permission.DIRECT)
def link_players(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows who of a division is not in the register, and links whom the person chose."""
    division = division_of_address(request, event)
    if division is None:
        return redirect("desk-players", slug=event.slug)
    where = EventContext(request.user.get_username(), event=event, division=division)
    may_add = may(actor_of(request), Permission.ADD_PLAYERS)
    form = LinkPlayersForm(where=where, may_register=may_add)
    if request.method == "POST":
        form = LinkPlayersForm(request.POST, where=where, may_register=may_add)
        if (form.stored() or form.is_valid()) and give_with_newcomers(request, form) is not None:
            return redirect(players_link(division))
    context = {
        "event": event,
        "division": division,
        "tab": "players",
        "form": form,
        "back": players_link(division),
        "obstacle": form.obstacle(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/entries/link_players.html", context, status=status)
