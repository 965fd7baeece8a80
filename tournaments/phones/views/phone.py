"""The page of an entry, which its own link opens without a log-in: its board, and its score.

Whoever has the link is the entry here, and nobody anywhere else. No cache keeps any of it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject

from core.phrases import phrase
from core.web.view_access import reads, writes
from tournaments.board_games.queries.entry_links import actor_by_link
from tournaments.board_games.views.hand_in import by_link
from tournaments.claiming import Mode
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.models import Entry
from tournaments.phones.commands.claims import (
    ClaimResult,
    ConfirmClaim,
    ObjectToClaim,
    seen_mark,
)
from tournaments.phones.forms.claims import ClaimForm, ConfirmForm, ObjectForm, ScoresForm
from tournaments.phones.forms.photos import AddPhotoForm, RemovePhotoForm
from tournaments.phones.queries.page import MyGame, Phone, phone_of
from tournaments.phones.views.sending import PhoneAnswer, by_script, for_script, send

ADDRESSES: dict[type[ScoresForm], str] = {
    ClaimForm: "phone-claim",
    ConfirmForm: "phone-confirm",
    ObjectForm: "phone-object",
}
"""The names of the addresses to which each form is sent."""


@reads
@by_link
def show_phone(request: HttpRequest, entry: Entry, token: str) -> HttpResponse:
    """Shows the page of the entry; `?part=state` only what may change on it."""
    return _page(request, entry, token)


@writes(ClaimResult)
@by_link
def claim_result(request: HttpRequest, entry: Entry, token: str, number: int) -> HttpResponseBase:
    """Takes the score of a game of the entry."""
    return _give(request, entry, token, number, ClaimForm)


@writes(ConfirmClaim)
@by_link
def confirm_claim(request: HttpRequest, entry: Entry, token: str, number: int) -> HttpResponseBase:
    """Confirms what the opponent said."""
    return _give(request, entry, token, number, ConfirmForm)


@writes(ObjectToClaim)
@by_link
def object_to_claim(
    request: HttpRequest, entry: Entry, token: str, number: int
) -> HttpResponseBase:
    """Objects to what the opponent said."""
    return _give(request, entry, token, number, ObjectForm)


def _give(
    request: HttpRequest, entry: Entry, token: str, number: int, kind: type[ScoresForm]
) -> HttpResponseBase:
    """Does what was sent about a round; the page says what became of it."""
    if request.method != "POST":
        return redirect("phone", token=token)
    phone = phone_of(entry)
    form = kind(request.POST, where=_where(entry, number), names=_names(phone))
    sent = _sent(form, phone, entry)
    if by_script(request):
        return for_script(sent)
    if sent.kind == "done":
        return redirect("phone", token=token)
    return _page(request, entry, token, form=form, sent=sent)


def _sent(form: ScoresForm, phone: Phone, entry: Entry) -> PhoneAnswer:
    if phone.mode is Mode.KIOSK:
        return PhoneAnswer("wrong", phrase("Enter the result on the tablet at your board."))
    return send(form, actor_by_link(entry))


def take(
    request: HttpRequest,
    entry: Entry,
    token: str,
    number: int,
    kind: type[AddPhotoForm | RemovePhotoForm],
) -> HttpResponseBase:
    """Does what was sent about a photo of the slip of a round; the page says what became of it."""
    if request.method != "POST":
        return redirect("phone", token=token)
    form = kind(request.POST, request.FILES, where=_where(entry, number))
    sent = send(form, actor_by_link(entry))
    if sent.kind == "done":
        return redirect("phone", token=token)
    return _page(request, entry, token, form=form, sent=sent)


def _page(
    request: HttpRequest,
    entry: Entry,
    token: str,
    *,
    form: EventForm | None = None,
    sent: PhoneAnswer | None = None,
) -> HttpResponse:
    phone = phone_of(entry)
    context: dict[str, Any] = {
        "entry": entry,
        "division": entry.division,
        "event": entry.tournament,
        "token": token,
        "phone": phone,
        "game": phone.game,
        "sent": sent,
        "wrong_form": form,
        "photo_form": _photo_form(entry, phone),
        **_forms(entry, phone, form),
    }
    part = request.method == "GET" and request.GET.get("part") == "state"
    name = "_state" if part else "phone"
    status = 200 if sent is None else 429 if sent.busy else 422
    return render(request, f"tournaments/phones/{name}.html", context, status=status)


def _forms(entry: Entry, phone: Phone, sent: EventForm | None) -> dict[str, Any]:
    """Returns the forms of the page by name: the one that was sent as it was, the others fresh.

    A fresh one is made when it is shown: a page shows one of the three, or none.
    """
    game = phone.game
    if game is None:
        return {}
    where, names = _where(entry, game.board.round), _names(phone)
    made: dict[str, Any] = {}
    for name, kind in (("claim", ClaimForm), ("confirm", ConfirmForm), ("object", ObjectForm)):
        if isinstance(sent, kind) and sent.where.round == game.board.round:
            made[name] = sent
        else:
            made[name] = SimpleLazyObject(partial(_fresh, name, kind, game, where, names))
    return made


def _fresh(
    name: str, kind: type[ScoresForm], game: MyGame, where: EventContext, names: tuple[str, str]
) -> ScoresForm:
    form = kind(where=where, names=names)
    form.auto_id = f"{name}-%s"
    form.initial = _starting(kind, game)
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    return form


def _photo_form(entry: Entry, phone: Phone) -> AddPhotoForm | None:
    """Returns the form for a photo of the slip, None where players report nothing."""
    if phone.game is None or phone.mode is Mode.OFF:
        return None
    form = AddPhotoForm(where=_where(entry, phone.game.board.round))
    form.initial = {"opponent": phone.game.board.opponent}
    form.fields["photo"].widget.attrs.pop("autofocus", None)
    return form


def _starting(kind: type[ScoresForm], game: MyGame) -> dict[str, Any]:
    """Returns what a form starts with: who the opponent is, and what the page shows."""
    shown: dict[str, Any] = {"opponent": game.board.opponent}
    if kind is ClaimForm:
        shown["seen"] = seen_mark(game.mine)
        if game.mine is not None:
            shown["score"], shown["opponent_score"] = game.mine
    elif game.theirs is not None:
        shown["seen"] = seen_mark(game.theirs)
        if kind is ConfirmForm:
            shown["score"], shown["opponent_score"] = game.theirs
    return shown


def _names(phone: Phone) -> tuple[str, str]:
    other = phone.game.board.name if phone.game is not None else phrase("Opponent")
    return phone.name, other


def _where(entry: Entry, number: int) -> EventContext:
    return EventContext(
        "", event=entry.tournament, division=entry.division, round=number, entry=entry
    )
