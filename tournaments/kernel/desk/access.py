"""Access to an event's desk, and the division, round and entry that an address of it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from core.models import JournalEntry
from core.phrases import phrase
from core.roles.access import is_operator, rights_in, scopes_of
from core.roles.table import Permission
from core.roles.wording import who_may
from core.web.view_access import asked_of, needing
from desk.access import View, kept_by_nobody, let_in, number_in
from desk.pages import CommandPage, entry_of_address, moment_of_address
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.desk.context import EventContext, round_ahead, usual_round
from tournaments.kernel.desk.pages import EventPage
from tournaments.kernel.queries.play import (
    RoundState,
    division_named,
    event_named,
    last_published,
    latest_state,
)
from tournaments.kernel.queries.rights import EVENT, event_scope
from tournaments.models import Division, Entry, Tournament

RESULT_ENTERED = "result.entered"
_DIGITS = re.compile(r"\d{1,8}", re.ASCII)


def in_event(
    permission: Permission, *, writing: Permission | None = None
) -> Callable[[View], View]:
    """Returns a decorator: the view is open to whoever has this permission in the event.

    To send something to it takes the permission `writing`, where one is named. The view is called
    with the event, not the slug.
    """

    def guard(view: View) -> View:
        @kept_by_nobody
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            needed = asked_of(request, permission, writing)
            event = event_named(slug)
            rights = rights_in(request.user, event_scope(slug), event)
            if needed not in rights:
                raise PermissionDenied(who_may(needed))
            if event is None:
                raise Http404(phrase("There is no event {slug}.", slug=slug))
            let_in(request, rights)
            return view(request, event, **kwargs)

        return needing(guarded, permission, writing)

    return guard


def my_events(request: HttpRequest) -> QuerySet[Tournament]:
    """Returns the events that the person owns or has a role in; an operator gets all of them.

    Club nights are found by their club.
    """
    events = Tournament.objects.filter(night_of="")
    if is_operator(request.user):
        return events
    name = request.user.get_username()
    slugs = [scope.partition(":")[2] for scope in scopes_of(name, EVENT)]
    return events.filter(Q(director=name) | Q(slug__in=slugs))


def division_of_address(request: HttpRequest, event: Tournament) -> Division | None:
    """Returns the division of the address, or the first; None while the event has none.

    Raises Http404 for a division that does not exist.
    """
    name = request.GET.get("division")
    if name is None:
        division = event.divisions.order_by("position", "name").first()
    else:
        division = division_named(event, name)
    if division is None and name is not None:
        raise Http404(phrase("There is no such division."))
    return division


def division_at_work(event: Tournament, actor: str, near: str = "") -> Division | None:
    """Returns the division of which a round is being played, or else one with rounds left.

    Of several it is the one with the name `near`, else the one that this person last worked at, as
    the journal tells, else the first: what others do leads nobody elsewhere. None while the event
    has no division.
    """
    rows = event.divisions.select_related("tournament").order_by("position", "name")
    divisions: list[Division] = list(rows)
    if len(divisions) < 2:
        return divisions[0] if divisions else None
    states = {division.pk: latest_state(division) for division in divisions}
    running = [one for one in divisions if states[one.pk] == RoundState.PUBLISHED]
    at_work = running or _with_rounds_left(divisions) or divisions
    nearest = next((one for one in at_work if one.name == near), None)
    return nearest or _last_worked_at(event, actor, at_work)


def _with_rounds_left(divisions: Iterable[Division]) -> list[Division]:
    return [
        one
        for one in divisions
        if last_published(one) < one.planned_rounds and one.entries.exists()
    ]


def _last_worked_at(event: Tournament, actor: str, divisions: list[Division]) -> Division:
    if len(divisions) == 1:
        return divisions[0]
    names = {division.name: division for division in divisions}
    worked = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", actor=actor, payload__division__in=list(names)
    )
    last = worked.order_by("-seq").values_list("payload__division", flat=True).first()
    return names.get(last or "", divisions[0])


def find_in_event(request: HttpRequest, page: CommandPage, event: Tournament) -> EventContext:
    """Returns the context of a page in an event: the division, entry and round of the address.

    Raises Http404 for one that does not exist. A division that is left out is the only one, or
    none; a round left out is the likely one.
    """
    named: dict[str, Any] = {}
    if isinstance(page, EventPage) and page.in_division:
        named = _in_division(request, event, page)
    return EventContext(
        request.user.get_username(),
        event=event,
        undoing=entry_of_address(request, page, f"event:{event.slug}"),
        moment=moment_of_address(request, page),
        wanted=request.GET.get("division", ""),
        **named,
    )


def new_event(request: HttpRequest, _page: CommandPage) -> EventContext:
    """Returns the context of the form for a new event: the account, and no event yet."""
    return EventContext(request.user.get_username())


def _in_division(request: HttpRequest, event: Tournament, page: EventPage) -> dict[str, Any]:
    """Returns the division, the entry and the round of the address, as far as there are any."""
    division = _division_of(request, event)
    if division is None:
        return {}
    named: dict[str, Any] = {"division": division, "entry": _entry_of(request, division)}
    if issubclass(page.command, RoundCommand):
        round_ = request.GET.get("round")
        number = usual_round(division, page.command.code) if round_ is None else number_in(round_)
        if not 1 <= number <= division.planned_rounds:
            raise Http404(phrase("There is no such round."))
        named["round"] = number
    return named


def _division_of(request: HttpRequest, event: Tournament) -> Division | None:
    """Returns the division of the address; left out, it is the only one, or none."""
    divisions = list(event.divisions.select_related("tournament"))
    if "division" not in request.GET:
        return divisions[0] if len(divisions) == 1 else None
    named = next((d for d in divisions if d.name == request.GET["division"]), None)
    if named is None:
        raise Http404(phrase("There is no such division."))
    return named


def _entry_of(request: HttpRequest, division: Division) -> Entry | None:
    """Returns the entry of the address; the one that the form was shown for, whatever its number.

    Where that one is gone it is whoever has the number, and the form refuses.
    """
    if "entry" not in request.GET:
        return None
    number, key = number_in(request.GET["entry"]), request.POST.get("entry_key", "")
    shown = division.entries.filter(key=int(key)).first() if _DIGITS.fullmatch(key) else None
    entry: Entry = shown or get_object_or_404(division.entries, number=number)
    entry.division = division
    return entry


def find_round(
    request: HttpRequest, event: Tournament, *, ahead: bool = False
) -> tuple[Division, int]:
    """Returns the division and round of the address; left out, those that are worked at.

    `near` of the address is the division of the page that one comes from. Likely is the round whose
    results are entered; `ahead`, the next one once they are all in.
    """
    is_named = "division" in request.GET or "round" in request.GET
    # What is sent without a place goes where it always went: only a page is looked for.
    at_work = request.method == "GET" and not is_named
    if at_work:
        near = request.GET.get("near", "")
        division = division_at_work(event, request.user.get_username(), near)
    else:
        division = division_of_address(request, event)
    if division is None:
        raise Http404(phrase("There is no such division."))
    text = request.GET.get("round")
    likely = round_ahead if ahead else _round_of_results
    number = likely(division) if text is None else number_in(text)
    if not 1 <= number <= division.planned_rounds:
        raise Http404(phrase("There is no such round."))
    return division, number


def _round_of_results(division: Division) -> int:
    return usual_round(division, RESULT_ENTERED)
