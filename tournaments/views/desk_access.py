"""Who may come to the desk, and where a request there is about."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

import rules
from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import cache_control

from core.backup.job import BACKUP
from core.journal.command import Actor
from core.journal.undo import RestoreTo
from core.models import Job, JournalEntry
from lexicon.import_job import IMPORT
from lexicon.models import JudgeStation
from people.models import Player
from ratings.commands.base import STREAM
from ratings.models import RatingList
from tournaments.forms.pages import CommandPage
from tournaments.forms.place import Place, usual_round
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.permissions import CREATE, DIRECT, is_operator
from tournaments.kernel.queries.named import division_named, event_named
from tournaments.models import Division, Entry, Tournament
from tournaments.public.jobs import MIRROR

View = Callable[..., HttpResponseBase]
_DIGITS = re.compile(r"\d{1,8}", re.ASCII)

# A desk names people in full, and the next person at this browser may be anybody.
kept_by_nobody = cache_control(private=True, no_store=True)


def actor_of(request: HttpRequest) -> Actor:
    """Returns the person who asks, as the journal names him."""
    return Actor(name=request.user.get_username(), user=request.user)


def for_staff(view: View) -> View:
    """Returns the view open to accounts that may make events; others are sent away politely."""

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not rules.has_perm(CREATE, request.user):
            raise PermissionDenied("Only directors can use the desk.")
        return view(request, *args, **kwargs)

    return guarded


def for_operator(view: View) -> View:
    """Returns the view open to whoever runs the installation; others are told who may come.

    What is everybody's is theirs: the register, rating lists, lexica, and this computer's files.
    """

    @for_staff
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_operator(request.user):
            return operators_only(request)
        return view(request, *args, **kwargs)

    return guarded


def operators_only(request: HttpRequest) -> HttpResponseBase:
    """Returns the refusal of what is everybody's, with the names of those who may."""
    return render(request, "desk/operators_only.html", {"event": None}, status=403)


def for_director(view: View) -> View:
    """Returns the view open to the event's director; it is called with the event, not the slug."""

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        event = event_named(slug)
        if not rules.has_perm(DIRECT, request.user, event):
            raise PermissionDenied("Only the director of this event can open this page.")
        if event is None:
            raise Http404(f"There is no event {slug}.")
        return view(request, event, **kwargs)

    return guarded


def for_list(view: View) -> View:
    """Returns the view open to operators; it is called with the rating list, not its key."""
    return for_operator(_of_list(view))


def for_list_reader(view: View) -> View:
    """Returns the view open to the staff; it is called with the rating list, not its key."""
    return for_staff(_of_list(view))


def _of_list(view: View) -> View:
    @wraps(view)
    def found(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        return view(request, get_object_or_404(RatingList, key=key), **kwargs)

    return found


def for_station(view: View) -> View:
    """Returns the view open to who directs where the station judges; to the staff where it is free.

    It is called with the station, and the event where there is one.
    """

    @kept_by_nobody
    @wraps(view)
    def guarded(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        station = JudgeStation.objects.filter(key=key).first()
        slug = station.place.partition("/")[0] if station else ""
        event = Tournament.objects.filter(slug=slug).first() if slug else None
        asked = (DIRECT, request.user, event) if slug else (CREATE, request.user)
        if not rules.has_perm(*asked):
            raise PermissionDenied("Only the director of the judge's event can open this page.")
        if station is None:
            raise Http404("There is no such station.")
        return view(request, station, event, **kwargs)

    return guarded


def my_events(request: HttpRequest) -> QuerySet[Tournament]:
    """Returns the events that the person directs: all of them for who runs the installation."""
    mine = Q() if request.user.is_superuser else Q(director=request.user.get_username())
    return Tournament.objects.filter(mine)


def find_place(
    request: HttpRequest,
    event: Tournament | None,
    page: CommandPage,
    rating_list: RatingList | None = None,
    station: JudgeStation | None = None,
) -> Place:
    """Returns what the address names. Raises Http404 for what does not exist.

    A division that is left out is the only one, or none; a round left out is the likely one.
    """
    asked = request.GET
    place: dict[str, Any] = {"user_name": request.user.get_username(), "event": event}
    place |= {"station": station, "rating_list": rating_list}
    names = ("division",) if rating_list is None else ("name", "event")
    place["wanted"] = next((asked[name] for name in names if name in asked), "")
    if event is not None and page.in_division:
        place |= _in_event(request, event, page)
    if page.asks == "player" and "player" in asked:
        place["player"] = get_object_or_404(Player, key=asked["player"])
    if page.asks == "undo":
        place["undoing"] = _entry(Place(**place).journal, asked.get("seq"))
    if page.command is RestoreTo and "moment" in asked:
        place["moment"] = _moment(request, asked["moment"])
    return Place(**place)


def division_asked(request: HttpRequest, event: Tournament) -> Division | None:
    """Returns the division of the address, or the first; None while the event has none.

    Raises Http404 for a division that does not exist.
    """
    asked = request.GET.get("division")
    if asked is None:
        division = event.divisions.order_by("position", "name").first()
    else:
        division = division_named(event, asked)
    if division is None and asked is not None:
        raise Http404("There is no such division.")
    return division


def number_in(text: str | None) -> int:
    """Returns the whole number that part of an address holds; Http404 when it holds none."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 8:
        raise Http404("This is not a number.")
    return int(text)


def _division_of(request: HttpRequest, event: Tournament) -> Division | None:
    """Returns the division of the address; left out, it is the only one, or none."""
    divisions = list(event.divisions.select_related("tournament"))
    if "division" not in request.GET:
        return divisions[0] if len(divisions) == 1 else None
    named = next((d for d in divisions if d.name == request.GET["division"]), None)
    if named is None:
        raise Http404("There is no such division.")
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


def _in_event(request: HttpRequest, event: Tournament, page: CommandPage) -> dict[str, Any]:
    """Returns the division, the entry and the round of the address, as far as there are any."""
    division = _division_of(request, event)
    if division is None:
        return {}
    found: dict[str, Any] = {"division": division, "entry": _entry_of(request, division)}
    if issubclass(page.command, RoundCommand):
        round_ = request.GET.get("round")
        number = usual_round(division, page.command) if round_ is None else number_in(round_)
        if not 1 <= number <= division.planned_rounds:
            raise Http404("There is no such round.")
        found["round"] = number
    return found


def _entry(journal: str, seq: str | None) -> JournalEntry | None:
    if seq is None:
        return None
    entries = JournalEntry.objects.select_related("stream")
    return get_object_or_404(entries, stream__key=journal, seq=number_in(seq))


def _moment(request: HttpRequest, text: str) -> datetime | None:
    """Returns a time of the installation's zone; None, said to the person, where it is none."""
    try:
        moment: datetime = forms.DateTimeField(input_formats=()).clean(text)
        return moment.astimezone(UTC)
    except (ValidationError, OverflowError) as wrong:
        said = wrong.messages[0] if isinstance(wrong, ValidationError) else "Enter a later time."
        messages.error(request, f"The time to restore to: {said}")
        return None


def is_about_lists(job: Job) -> bool:
    """Returns whether a job is about a rating list, or about all of them."""
    return job.subject == "lists" or job.subject.startswith(f"{STREAM}:")


def is_a_copy(job: Job) -> bool:
    """Returns whether a job writes copies to a folder of this machine."""
    return job.kind in (BACKUP, MIRROR)


def is_everybodys(job: Job) -> bool:
    """Returns whether a job is about what all events share, or about this machine."""
    return job.kind == IMPORT or is_about_lists(job) or is_a_copy(job)


def may_see_job(request: HttpRequest, job: Job) -> None:
    """Raises PermissionDenied unless the job is about an event that the person directs.

    Jobs about rating lists are for all of the staff, copies for whoever runs the installation.
    """
    if is_about_lists(job) and rules.has_perm(CREATE, request.user):
        return
    if not _directs(request, job):
        raise PermissionDenied("That job belongs to another director's event.")


def may_stop_job(request: HttpRequest, job: Job) -> bool:
    """Returns whether the person may stop a job: one about an event that the person directs.

    What is everybody's is stopped by operators only, whoever may see it.
    """
    return is_operator(request.user) if is_everybodys(job) else _directs(request, job)


def _directs(request: HttpRequest, job: Job) -> bool:
    """Returns whether the person directs the event of a job; an operator directs all there is."""
    kind, _, slug = job.subject.partition(":")
    event = Tournament.objects.filter(slug=slug).first() if kind == "event" else None
    return bool(rules.has_perm(DIRECT, request.user, event))
