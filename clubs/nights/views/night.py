"""A night's page: who is here, who plays whom, and what came of it; and a club's nights."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from clubs.kernel.desk.access import in_club
from clubs.kernel.queries.clubs import KnownClub
from clubs.kernel.queries.night_games import nights_of
from clubs.membership.queries.members import door_warnings
from clubs.money.commands.payments import TakeDues
from clubs.nights.arranging.arranging import Arrangement, arrange
from clubs.nights.arranging.position import ArrangingRules
from clubs.nights.arranging.wording import board_in_words, left_in_words
from clubs.nights.commands.attendance import ArriveTonight, ComeBackTonight, LeaveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import PlayTonight, RemoveNightGame
from clubs.nights.commands.three_handed import (
    CorrectThreeHanded,
    RecordThreeHanded,
    RemoveThreeHanded,
)
from clubs.nights.forms import tonight as forms
from clubs.nights.forms.dues import HOW, DuesTonightForm
from clubs.nights.pages.dues import owing_lines
from clubs.nights.queries.dues import dues_of_night
from clubs.nights.queries.faces import faces_of
from clubs.nights.queries.position import position_of
from clubs.nights.queries.tonight import Tonight, helps_of, tonight
from clubs.nights.views.acting import NightSaid, acting, at_night, new_token, night_link, night_on
from clubs.records.pages.news import news_lines
from clubs.records.queries.news import news_of
from core.errors import UserError
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from core.roles.table import Permission
from core.web.site import WEB
from core.web.view_access import reads, writes
from desk.access import actor_of, rights_on
from desk.log import log_line
from tournaments.kernel.queries.rights import event_scope
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult, EnterResult

LINES_OF_LOG = 5


@writes(OpenNight)
@in_club(Permission.VIEW, writing=Permission.CHECK_IN)
def club_nights(request: HttpRequest, club: KnownClub) -> HttpResponseBase:
    """Lists the nights of a club, and opens one."""
    form = forms.OpenNightForm(initial={"held_on": timezone.localdate()})
    if request.method == "POST":
        form = forms.OpenNightForm(request.POST)
        if form.is_valid():
            try:
                execute(form.command(club.slug), actor=actor_of(request))
            except UserError as refused:
                field = refused.field if refused.field in form.fields else None
                form.add_error(field, refused.message)
            else:
                night = night_on(club.slug, str(form.cleaned_data["held_on"]))
                return redirect(night_link("night", club.slug, night))
    nights = [(night, night_link("night", club.slug, night)) for night in nights_of(club.slug)]
    context = {"club": club, "tab": "nights", "nights": nights, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "clubs/nights/nights.html", context, status=status)


@reads
@at_night(Permission.VIEW)
def night(request: HttpRequest, club: KnownClub, night: Tournament) -> HttpResponseBase:
    """Shows a night; with `part=state`, what changes on it alone, for its script."""
    return _shown(request, club, night, None)


def _shown(
    request: HttpRequest, club: KnownClub, night: Tournament, said: NightSaid | None
) -> HttpResponse:
    now = tonight(night, helps_until=0 if night.closed else club.home.newcomer_wins)
    is_part = request.GET.get("part") == "state"
    context = {
        "club": club,
        "tab": "nights",
        "night": night,
        "now": now,
        "said": said,
        "token": new_token,
        "here": night_link("night", club.slug, night),
        "lexica": club.home.lexica,
        **_faces(request, club, night),
        **_warnings(request, club, now),
        **_dues(request, club, now),
        **_pairing(request, now),
        "news": news_lines(news_of(night.slug), WEB),
        "log": _log(night, rights_on(request)),
    }
    template = "clubs/nights/_state.html" if is_part else "clubs/nights/night.html"
    return render(request, template, context, status=422 if said else 200)


def _faces(request: HttpRequest, club: KnownClub, night: Tournament) -> dict[str, Any]:
    if night.closed or Permission.CHECK_IN not in rights_on(request):
        return {}
    return {"faces": faces_of(club.home, night)}


def _warnings(request: HttpRequest, club: KnownClub, now: Tonight) -> dict[str, Any]:
    """Returns what the door is told of those who are here, for who lets people in."""
    if now.night.closed or Permission.CHECK_IN not in rights_on(request):
        return {}
    keys = {one.player for one in now.here if one.player}
    day = now.night.starts_on or timezone.localdate()
    return {"warnings": door_warnings(club.home, keys, day) if keys else ()}


def _dues(request: HttpRequest, club: KnownClub, now: Tonight) -> dict[str, Any]:
    """Returns who owes what for the night, for who takes dues; nothing before its day."""
    is_ahead = now.night.starts_on is None or now.night.starts_on > timezone.localdate()
    if is_ahead or Permission.CHECK_IN not in rights_on(request):
        return {}
    dues = dues_of_night(club.home, now)
    return {} if dues is None else {"dues": dues, "dues_to_pay": owing_lines(dues), "how": HOW}


def _pairing(request: HttpRequest, now: Tonight) -> dict[str, Any]:
    """Returns the values for the second step: the form, and the proposal that it asked for."""
    if "by" not in request.GET:
        return {"arranging": forms.ArrangeForm()}
    form = forms.ArrangeForm(request.GET)
    if not form.is_valid():
        return {"arranging": form}
    values = form.cleaned_data
    rules = ArrangingRules(values["by"], values["bands"], odd=values["odd"])
    try:
        drawn = arrange(position_of(now), rules, seed=now.night.seed)
    except UserError as refused:
        field = refused.field if refused.field in form.fields else None
        form.add_error(field, refused.message)
        return {"arranging": form}
    return {"arranging": form, "proposal": _proposal(now, drawn)}


def _proposal(now: Tonight, drawn: Arrangement) -> dict[str, Any]:
    return {
        "games": [
            {
                "value": "-".join(str(number) for number in board.players),
                "names": [now.people[number].name for number in board.players],
                "why": " ".join(board_in_words(board)),
                "helps": helps_of(now.people[number] for number in board.players),
            }
            for board in drawn.boards
        ],
        "left": [
            (now.people[number].name, left_in_words(why)) for number, why in drawn.left.items()
        ],
    }


def _log(night: Tournament, rights: Any) -> list[Any]:
    entries = JournalEntry.objects.filter(stream__key=event_scope(night.slug)).order_by("-seq")
    may_undo = Permission.UNDO in rights
    rows = entries.defer("changes", "facts")[:LINES_OF_LOG]
    return [log_line(entry, offers=may_undo and entry.seq > 1) for entry in rows]


ACTS = {
    "arrive": acting(ArriveTonight, forms.ArrivalsForm, _shown),
    "leave": acting(LeaveTonight, forms.LeaveForm, _shown),
    "come-back": acting(ComeBackTonight, forms.ComeBackForm, _shown),
    "play": acting(PlayTonight, forms.PlayForm, _shown),
    "remove": acting(RemoveNightGame, forms.RemoveForm, _shown),
    "result": acting(EnterResult, forms.ResultForm, _shown),
    "correct": acting(CorrectResult, forms.CorrectForm, _shown),
    "score-three": acting(RecordThreeHanded, forms.ScoreThreeForm, _shown),
    "correct-three": acting(CorrectThreeHanded, forms.CorrectThreeForm, _shown),
    "remove-three": acting(RemoveThreeHanded, forms.RemoveThreeForm, _shown),
    "dues": acting(TakeDues, DuesTonightForm, _shown),
    "undo": acting(UndoEntry, forms.UndoForm, _shown),
}
"""What a night's page sends, by the last part of its address."""
