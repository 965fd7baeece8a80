"""One view for every command: a form that gives it, asks back, refuses, or does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from core.errors import UserError
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.journal.undo import RestoreTo, says
from core.models import JournalEntry
from core.web.doors import View, writes
from lexicon.models import JudgeStation
from ratings.models import RatingList
from tournaments.forms.base import CommandForm, acceptance_of, doubt_accepted
from tournaments.forms.pages import CommandPage
from tournaments.forms.place import Place
from tournaments.models import Tournament
from tournaments.rounds.views.round import draft_again
from tournaments.views.desk_access import (
    actor_of,
    find_place,
    for_director,
    for_list,
    for_operator,
    for_staff,
    for_station,
)
from tournaments.views.desk_choices import (
    back_from,
    choices_for,
    desk_link,
    free_games_link,
    judges_link,
    lexica_link,
    needs_choice,
    reopening_link,
)
from tournaments.views.desk_log import going_back, log_line


def command_view(page: CommandPage) -> View:
    """Returns the view of one command of an event."""

    @writes(page.command)
    @for_director
    def view(request: HttpRequest, event: Tournament) -> HttpResponseBase:
        return give_command(request, page, event)

    return view


def staff_command_view(page: CommandPage) -> View:
    """Returns the view of a command that belongs to no event yet."""

    @writes(page.command)
    @for_staff
    def view(request: HttpRequest) -> HttpResponseBase:
        return give_command(request, page, None)

    return view


def operator_command_view(page: CommandPage) -> View:
    """Returns the view of a command on what is everybody's: the register, the lists."""

    @writes(page.command)
    @for_operator
    def view(request: HttpRequest) -> HttpResponseBase:
        return give_command(request, page, None)

    return view


def list_command_view(page: CommandPage) -> View:
    """Returns the view of one command of a rating list."""

    @writes(page.command)
    @for_list
    def view(request: HttpRequest, rating_list: RatingList) -> HttpResponseBase:
        return give_command(request, page, None, rating_list)

    return view


def station_command_view(page: CommandPage) -> View:
    """Returns the view of one command of a judge's station."""

    @writes(page.command)
    @for_station
    def view(
        request: HttpRequest, station: JudgeStation, event: Tournament | None
    ) -> HttpResponseBase:
        return give_command(request, page, event, station=station)

    return view


def give_command(
    request: HttpRequest,
    page: CommandPage,
    event: Tournament | None,
    rating_list: RatingList | None = None,
    station: JudgeStation | None = None,
) -> HttpResponse:
    """Returns the form, the list to choose from before it, or the way on once it is done."""
    return give_at(request, page, find_place(request, event, page, rating_list, station))


def give_at(request: HttpRequest, page: CommandPage, place: Place) -> HttpResponse:
    """Does the same as `give_command` for a place that was found already."""
    if needs_choice(page, place):
        return render(request, "desk/choose.html", choices_for(page, place))
    if request.method != "POST":
        return _show(request, page, page.form(place=place))
    form = page.form(request.POST, request.FILES, place=place)
    job = (
        form.as_job(request.user.get_username()) if not form.stored() and form.is_valid() else None
    )
    if job is not None:
        return redirect("desk-job", number=job.pk)
    entry = give(request, form)
    if entry is None:
        return draft_again(request, form) or _show(request, page, form)
    return redirect(_then(request) or _after(page, place, entry))


def give(
    request: HttpRequest, form: CommandForm, before: Sequence[str] = ()
) -> JournalEntry | None:
    """Does what a form asks for and returns the journal's entry, the old one when sent twice.

    Returns None when the form now says why not, or asks back. Tells the person what was done;
    `before` is what was done with it, and is told first.
    """
    stored = form.stored()
    entry = stored or (execute_form(request, form) if form.is_valid() else None)
    if entry is not None:
        for done in before:
            messages.success(request, done)
        again = " It was sent twice but done only once." if stored else ""
        sentence = says(entry).removesuffix(".")
        messages.success(request, f"Log {entry.seq}: {sentence}.{again}")
        if once := form.said_once():
            messages.info(request, once)
    return entry


def execute_form(request: HttpRequest, form: CommandForm) -> JournalEntry | None:
    """Does what a valid form asks for; returns None when it now says why not, or asks back."""
    command = form.build()
    doubt = form.doubt()
    if doubt and form.accepted not in (acceptance_of(command), doubt_accepted(command)):
        form.ask(doubt, command)
        form.acceptance = doubt_accepted(command)
        return None
    try:
        execute(command, actor=actor_of(request), reason=form.why, key=form.idempotency_key)
    except NeedsConfirmation as asked:
        form.ask(asked.message, command)
        return None
    except UserError as refused:
        # The key holds what was typed: where it is taken, another click has just done this.
        if refused.code != "idempotency.conflict":
            form.refuse(refused)
            return None
    return form.stored(command.stream())


def _show(request: HttpRequest, page: CommandPage, form: CommandForm) -> HttpResponse:
    place, obstacle = form.where, form.obstacle()
    context: dict[str, Any] = {
        "page": page,
        "title": page.title_of(place.round),
        "form": form,
        "event": place.event,
        "place": place,
        "obstacle": obstacle,
        "reopen": reopening_link(place.event) if obstacle and place.event else "",
        "rounds": _rounds(place),
        "back": _back(page, place),
        "then": _then(request),
    }
    if page.command is RestoreTo:
        context["going_back"] = going_back(place)
    elif place.undoing is not None:
        line = log_line(place.undoing)
        context["undo_word"] = line.undo
        context["undoing_sentence"] = line.sentence
    return render(request, "desk/command.html", context, status=_status(form))


def _status(form: CommandForm) -> int:
    return 422 if form.is_wrong else 200


def _rounds(place: Place) -> list[tuple[int, str, bool, str]]:
    # A game that is there is of one round.
    if place.division is None or place.round is None or place.game is not None:
        return []
    at: dict[str, str | int] = {"division": place.division.name}
    return [
        (number, f"?{urlencode({**at, 'round': number})}", number == place.round, "")
        for number in range(1, place.division.planned_rounds + 1)
    ]


def _back(page: CommandPage, place: Place) -> str:
    """Returns where a person goes who does not want the form after all."""
    if page.after == "judge" and place.station is None:
        return judges_link(place)
    if page.after in ("conditions", "links") and place.division is not None:
        return desk_link(page.after, place.the_event.slug, division=place.division.name)
    if page.after == "games" and place.round is not None:
        where = {"division": place.the_division.name, "round": place.round}
        return desk_link("games", place.the_event.slug, **where)
    if page.after == "free games":
        return free_games_link(place)
    return back_from(place)


def _then(request: HttpRequest) -> str:
    """Returns the page of this site to which the form asked to go on, empty where it did not."""
    wanted: str = request.POST.get("then", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else ""


def _after(page: CommandPage, place: Place, entry: JournalEntry) -> str:
    if page.after == "register":
        return reverse("desk-register")
    if page.after in ("lexica", "free games"):
        return lexica_link(place) if page.after == "lexica" else free_games_link(place)
    key = entry.stream.key.partition(":")[2]
    if page.after == "judge":
        # An undone opening leaves no station to go back to.
        held = JudgeStation.objects.filter(key=key).exists()
        return reverse("desk-judge", kwargs={"key": key}) if held else judges_link(place)
    if page.after == "list":
        # An undone founding leaves no list to go back to.
        held = RatingList.objects.filter(key=key).exists()
        return reverse("desk-list", kwargs={"key": key}) if held else reverse("desk-lists")
    asked: dict[str, Any] = {}
    if place.division is not None:
        asked["division"] = place.division.name
    if place.round is not None:
        asked["round"] = place.round
    names = {"desk": "desk-event", "again": page.url_name, "log": "desk-log"}
    names |= {"round": "desk-round", "publish": "desk-publish-round"}
    names |= {"players": "desk-players", "conditions": "desk-conditions"}
    names |= {"games": "desk-games", "links": "desk-links"}
    query = "" if page.after in ("desk", "log") else f"?{urlencode(asked)}"
    return reverse(names[page.after], kwargs={"slug": key}) + query
