"""A player's own picture and country: given and taken back by the link of their entry."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from core.actors import Actor
from core.phrases import phrase
from core.web.view_access import writes
from people.desk.context import RegisterContext
from people.models import Player
from people.portraits.commands import HidePlayer, ShowPlayer, own_link
from people.portraits.forms import HidePlayerForm, ShowPlayerForm
from people.portraits.showing import face_of, may_show
from people.selectors import players_named
from tournaments.board_games.queries.entry_links import actor_by_link, link_of
from tournaments.board_games.views.hand_in import by_link
from tournaments.models import Entry
from tournaments.phones.views.sending import send


@writes(ShowPlayer)
@by_link
def show_myself(request: HttpRequest, entry: Entry, token: str) -> HttpResponseBase:
    """Shows what everybody sees of the player beside the name; takes a picture and a country."""
    player = player_of(entry)
    if request.method != "POST" or player is None or not _may(player):
        return _page(request, entry, token, player)
    form = ShowPlayerForm(request.POST, request.FILES, where=_where(entry, player))
    sent = send(form, _actor(entry, player))
    if sent.kind != "done":
        return _page(request, entry, token, player, form, 429 if sent.busy else 422, sent.sentence)
    messages.success(request, phrase("Everybody can see it now."))
    return redirect("phone-portrait", token=token)


@writes(HidePlayer)
@by_link
def hide_myself(request: HttpRequest, entry: Entry, token: str) -> HttpResponseBase:
    """Takes picture and country back."""
    player = player_of(entry)
    if request.method == "POST" and player is not None:
        form = HidePlayerForm(request.POST, where=_where(entry, player))
        sent = send(form, _actor(entry, player))
        if sent.kind != "done":
            return _page(request, entry, token, player, None, 422, sent.sentence)
        messages.success(request, phrase("Your picture is gone, and nothing is shown any more."))
    return redirect("phone-portrait", token=token)


def player_of(entry: Entry) -> Player | None:
    """Returns the person of the register whose link it is; None for a team, and for a stranger.

    None of a rehearsal, which names people who never had its links.
    """
    if entry.tournament.rehearsal:
        return None
    keys = list(entry.members.values_list("player", flat=True))
    if len(keys) != 1 or not keys[0]:
        return None
    return players_named(keys).get(keys[0])


def _may(player: Player) -> bool:
    return may_show().filter(pk=player.pk).exists()


def _actor(entry: Entry, player: Player) -> Actor:
    return replace(actor_by_link(entry), link=own_link(player.key, _link(entry)))


def _where(entry: Entry, player: Player) -> RegisterContext:
    return RegisterContext(actor_by_link(entry).name, player=player, by_link=_link(entry))


def _link(entry: Entry) -> str:
    return link_of(entry.tournament.slug, entry.key)


def _page(
    request: HttpRequest,
    entry: Entry,
    token: str,
    player: Player | None,
    form: ShowPlayerForm | None = None,
    status: int = 200,
    wrong: str = "",
) -> HttpResponse:
    may = player is not None and _may(player)
    context = {
        "entry": entry,
        "token": token,
        "player": player,
        "form": form or (_form(entry, player) if player is not None and may else None),
        "face": face_of(player.key) if player is not None and may else None,
        "wrong": wrong,
    }
    return render(request, "tournaments/phones/portrait.html", context, status=status)


def _form(entry: Entry, player: Player) -> ShowPlayerForm:
    """Returns the form; the cursor stays above it, where what is shown already stands."""
    form = ShowPlayerForm(where=_where(entry, player))
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    return form
