"""The judge: a page for a device that belongs to nobody, made a judge by its station's PIN."""

from __future__ import annotations

import re
import secrets

from django.contrib.auth import logout
from django.contrib.auth.hashers import check_password
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from core.actors import Actor
from core.errors import UserError
from core.journal.errors import Refused
from core.journal.execute import execute
from core.phrases import phrase
from core.web.view_access import writes
from lexicon.commands.judge import (
    TOO_MANY_PINS,
    JoinJudge,
    LeaveJudge,
    PinTried,
    RuleChallenge,
    check_pace,
    must_wait,
)
from lexicon.judge_wording import why_again
from lexicon.models import JudgeStation
from lexicon.pages.kiosk import (
    confirming_page,
    joining_page,
    leaving_page,
    typing_page,
    verdict_page,
)
from lexicon.selectors.judging import (
    judging_of,
    make_ready,
    stations_offered,
    words_to_judge_by,
)
from lexicon.views.kiosk_lock import Device, device_of, lock, unlock
from lexicon.words.judging import Play, ReEnter, play_of

TOKEN = re.compile(r"[0-9a-f]{32}")


@writes(JoinJudge)
def show_judge(request: HttpRequest) -> HttpResponseBase:
    """Shows the judge to a device that is one, and makes one of another by the station's PIN."""
    device = device_of(request)
    if device is not None:
        return _fresh(typing_page(device.station, csrf=get_token(request)))
    chosen, wrong = request.POST.get("station", ""), ""
    offered = stations_offered(Actor(name=request.user.get_username(), user=request.user))
    if request.method == "POST":
        device = next((_new(row) for row in offered if row.key == chosen), None)
        wrong = _try_pin(request, device, JoinJudge) if device else phrase("Choose a judge.")
        if device and not wrong:
            return _as_judge(request, device)
    page = joining_page(offered, chosen=chosen, wrong=wrong, csrf=get_token(request))
    return _fresh(page)


@writes(RuleChallenge)
def rule_on_play(request: HttpRequest) -> HttpResponseBase:
    """Takes a play from the challenger to the opponent, and from there to its verdict."""
    device = device_of(request)
    if device is None or request.method != "POST":
        return redirect("judge")
    station, words, wrong = device.station, request.POST.get("words", ""), ""
    step = request.POST.get("step", "")
    try:
        play = _play(station, words)
        if step == "rule":
            return _rule(request, device, play)
        if step != "back":
            return _confirming(request, station, play)
    except ReEnter as again:
        wrong = why_again(again)
    except UserError as refused:
        wrong = refused.message
    return _fresh(typing_page(station, words=words, wrong=wrong, csrf=get_token(request)))


@writes(LeaveJudge)
def leave_judge(request: HttpRequest) -> HttpResponseBase:
    """Asks for the PIN, and frees the device that gives the right one."""
    device = device_of(request)
    if device is None:
        return redirect("judge")
    wrong = ""
    if request.method == "POST":
        wrong = _try_pin(request, device, LeaveJudge)
        if not wrong:
            return unlock(redirect("judge"))
    return _fresh(leaving_page(device.station, wrong=wrong, csrf=get_token(request)))


def _new(station: JudgeStation) -> Device:
    return Device(station, secrets.token_hex(2))


def _as_judge(request: HttpRequest, device: Device) -> HttpResponseBase:
    """Makes the browser a judge, and of whoever is signed in there nothing stays.

    It is unattended in the hall: once the judge is closed or its cookie lost, no desk is open.
    """
    logout(request)
    return lock(redirect("judge"), device)


def _play(station: JudgeStation, words: str) -> Play:
    judging = judging_of(station)
    make_ready(judging.lexicon, judging.second)
    files = words_to_judge_by(judging.lexicon)
    return play_of(files.tile_set, words, rack=station.rack)


def _confirming(request: HttpRequest, station: JudgeStation, play: Play) -> HttpResponse:
    # Said before anybody has waited for the opponent's yes.
    check_pace(station.key, timezone.now())
    token, csrf = secrets.token_hex(16), get_token(request)
    return _fresh(confirming_page(station, words=play.words, token=token, csrf=csrf))


def _rule(request: HttpRequest, device: Device, play: Play) -> HttpResponse:
    """Returns the page of a verdict, which goes away by itself; Refused where there is none."""
    token = request.POST.get("token", "")
    if not TOKEN.fullmatch(token):
        raise Refused(phrase("Show the words to the opponent first."), code="judge.token")
    command = RuleChallenge(
        station=device.station.key,
        words=play.words,
        device=device.name,
        shown_hash=request.POST.get("shown", "")[:64],
    )
    done = execute(command, actor=device.actor, key=f"rule:{token}")
    response = _fresh(verdict_page(device.station, done.answer))
    response["Refresh"] = f"{device.station.clears_after_s}; url={reverse('judge')}"
    return response


def _try_pin(request: HttpRequest, device: Device, command: type[PinTried]) -> str:
    """Writes down that a PIN was tried, and returns what was wrong, empty for the right one."""
    station = device.station
    if must_wait(station.key, timezone.now()):
        return TOO_MANY_PINS
    right = check_password(request.POST.get("pin", "")[:100], station.pin)
    try:
        execute(command(station=station.key, device=device.name, right=right), actor=device.actor)
    except UserError as refused:
        return refused.message
    return "" if right else phrase("That is not the PIN.")


def _fresh(page: str) -> HttpResponse:
    """Returns a page that no browser keeps: nothing of a play is found by going back."""
    return HttpResponse(page, headers={"Cache-Control": "no-store"})
