"""A set-up at the desk: what the event is like and who plays, all choices at once, check-in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import UserError
from core.phrases import phrase
from core.roles.access import is_operator, may
from core.roles.table import Permission
from core.web.view_access import writes
from desk.access import actor_of, for_staff
from desk.forms import sent_token
from ratings.models import RatingList
from tournaments.event.commands.event import CreateEvent
from tournaments.kernel.desk.access import my_events
from tournaments.models import SetUpDraft, Tournament
from tournaments.setup.forms.start import EVENTS_SHOWN, StartForm, with_roster
from tournaments.setup.queries.drafts import (
    Answers,
    answers_in,
    draft_of,
    drafts_of,
    finish,
    forget,
    kept,
)
from tournaments.setup.queries.listed import SHOWN, PlayerOnList, players_on, searched
from tournaments.setup.queries.rosters import with_lines
from tournaments.setup.queries.starting import event_before
from tournaments.setup.setting_up import GivenTogether, commands_of, give_all
from tournaments.setup.views.looking import SetUpLook

_TAKES = ["GET", "HEAD", "POST"]


@require_http_methods(_TAKES)
@for_staff
def start_set_up(request: HttpRequest, key: str = "") -> HttpResponseBase:
    """Asks what the event is like and who plays; keeps the answers, and goes on to look at them."""
    account = request.user.get_username()
    draft = _unfinished(request, key) if key else None
    answers = answers_in(draft) if draft else None
    more: dict[str, Any] = {"account": account, "events": _before(request, answers)}
    form = StartForm(answers=answers, **more)
    token = key or sent_token(request.POST)
    if request.method == "POST":
        form = StartForm(request.POST, request.FILES, answers=answers, **more)
        if form.is_valid():
            kept(draft.owner if draft else account, token, form.answers())
            page = "desk-set-up-list" if "list" in request.POST else "desk-set-up-look"
            return redirect(page, key=token)
    context = {
        "form": form,
        "token": token,
        "key": key,
        "drafts": [] if key else [(d, answers_in(d)) for d in drafts_of(account)],
        "has_lists": RatingList.objects.exists(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/setup/start.html", context, status=status)


@writes(CreateEvent)
@for_staff
def look_at_set_up(request: HttpRequest, key: str) -> HttpResponseBase:
    """Shows every choice of a set-up at once; makes the event and opens check-in."""
    account = request.user.get_username()
    draft = _draft(request, key)
    if draft.event:
        return redirect("desk-players", slug=draft.event)
    answers = answers_in(draft)
    if request.method != "POST":
        return _show(request, key, SetUpLook(account, answers))
    if "discard" in request.POST:
        forget(draft)
        messages.success(request, phrase("The set-up was thrown away."))
        return redirect("desk")
    looked = SetUpLook(account, answers, request.POST)
    against = looked.propose() if "propose" in request.POST and not looked.errors else ""
    draft = kept(draft.owner, key, looked.answers)
    if looked.errors or against:
        return _show(request, key, looked, against=[against] if against else [])
    if looked.is_another_roster or not {"open", "rehearse"} & set(request.POST):
        return redirect("desk-set-up-look", key=key)
    if looked.wrong:
        return _show(request, key, looked, is_refused=True)
    return _make(request, draft, looked)


@require_http_methods(_TAKES)
@for_staff
def choose_from_list(request: HttpRequest, key: str) -> HttpResponseBase:
    """Shows the players of a rating list; those who are ticked are added to the roster."""
    draft = _unfinished(request, key)
    lists = list(RatingList.objects.order_by("name"))
    wanted = request.POST.get("from") or request.GET.get("from", "")
    chosen = next((one for one in lists if one.key == wanted), lists[0] if lists else None)
    players = players_on(chosen) if chosen else []
    refused = ""
    if request.method == "POST":
        rows = set(request.POST.getlist("player"))
        ticked = [one for one in players if one.row in rows]
        refused = _add_listed(draft, ticked)
        if not refused:
            told = phrase("{count} added to the roster.", count=len(ticked))
            messages.success(request, told)
            return redirect("desk-set-up-look", key=key)
    context = {"key": key, "lists": lists, "chosen": chosen, "refused": refused}
    context |= _found(players, request.GET.get("q", ""))
    status = 422 if refused else 200
    return render(request, "tournaments/setup/list.html", context, status=status)


def _found(players: list[PlayerOnList], query: str) -> dict[str, Any]:
    """Returns the players whom a search finds as the page shows them: the strongest ones."""
    found = searched(players, query)
    return {"query": query, "found": found[:SHOWN], "more": max(0, len(found) - SHOWN)}


def _add_listed(draft: SetUpDraft, ticked: Sequence[PlayerOnList]) -> str:
    """Adds players of a list to the roster of a draft; returns a sentence where that cannot be."""
    if not ticked:
        return phrase("Tick the players who come.")
    answers = answers_in(draft)
    try:
        text = with_lines(answers.roster, [one.columns for one in ticked])
        kept(draft.owner, draft.key, with_roster(answers, text, draft.owner))
    except UserError as wrong:
        return wrong.message
    return ""


def _make(request: HttpRequest, draft: SetUpDraft, looked: SetUpLook) -> HttpResponse:
    """Gives the commands; leads to check-in or to the rehearsal, or shows what is asked first."""
    try:
        set_up = looked.set_up()
        given = give_all(
            commands_of(set_up),
            actor=actor_of(request),
            key=draft.key,
            accepted=request.POST.get("confirmed", ""),
        )
    except UserError as refused:
        return _show(request, draft.key, looked, against=[refused.message])
    if given.questions:
        return _show(request, draft.key, looked, given=given)
    slug = set_up.heading.event
    finish(draft, slug)
    told = phrase(
        "{name} is set up: {count} log entries. Check-in is open.",
        name=set_up.heading.name,
        count=len(given.done),
    )
    messages.success(request, told)
    return redirect("desk-rehearse" if "rehearse" in request.POST else "desk-players", slug=slug)


def _show(
    request: HttpRequest,
    key: str,
    looked: SetUpLook,
    *,
    against: Sequence[str] = (),
    is_refused: bool = False,
    given: GivenTogether | None = None,
) -> HttpResponse:
    context = {
        "key": key,
        "looked": looked,
        "form": looked.form,
        "roster": looked.roster,
        "against": [*against, *([] if looked.form.errors else looked.errors), *looked.wrong],
        "given": given,
        "may_register": may(actor_of(request), Permission.ADD_PLAYERS),
        "before": _name_before(looked.answers),
    }
    wrong = against or is_refused or given or looked.errors
    return render(request, "tournaments/setup/look.html", context, status=422 if wrong else 200)


def _name_before(answers: Answers) -> str:
    slug = event_before(answers.start)
    names = Tournament.objects.filter(slug=slug).values_list("name", flat=True)
    return (names.first() or slug) if slug else ""


def _before(request: HttpRequest, answers: Answers | None) -> list[Tournament]:
    """Returns the events that another may be set up like, the last ones first."""
    events = my_events(request).filter(rehearsal=False).order_by("-pk")
    shown = list(events[:EVENTS_SHOWN])
    slug = event_before(answers.start) if answers else ""
    kept_one = events.filter(slug=slug).first() if slug else None
    return [*shown, kept_one] if kept_one and kept_one not in shown else shown


def _draft(request: HttpRequest, key: str) -> SetUpDraft:
    """Returns the draft of the address, finished or not; an operator finishes anybody's."""
    owner = None if is_operator(request.user) else request.user.get_username()
    draft = draft_of(owner, key)
    if draft is None:
        raise Http404(phrase("There is no such set-up, or it was thrown away."))
    return draft


def _unfinished(request: HttpRequest, key: str) -> SetUpDraft:
    draft = _draft(request, key)
    if draft.event:
        raise Http404(phrase("This set-up is finished: its event is made."))
    return draft
