"""The count of a scoresheet while it is typed: lines in, what they come to out. Nothing is kept."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.core.cache import cache
from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from core.phrases import phrase
from core.roles.table import Permission
from core.web.view_access import asks_for
from games.forms.game import overtime_in
from games.forms.scoresheet import Scoresheet, SheetLineForm
from games.forms.sheet_terms import BadToken, terms_in
from games.handed_in import FEWEST, MOST
from games.pages.sheet_board import sheet_board

LARGEST_COUNT = 64 * 2**10
MOST_A_MINUTE = 240
"""Counts that one form may ask for: a fast typist pauses some 60 times a minute."""


@asks_for(Permission.PUBLIC)
@never_cache
@require_POST
def count_lines(request: HttpRequest) -> JsonResponse:
    """Returns the count of a form's lines so far, as JSON; anyone with the form may ask."""
    said = str(request.META.get("CONTENT_LENGTH") or "0")
    if not said.isdecimal() or len(said) > 9 or int(said) > LARGEST_COUNT:
        return _refusal(phrase("The scoresheet is too long to count."), 413)
    token = request.POST.get("game-token", "")
    try:
        terms = terms_in(token)
    except BadToken:
        return _refusal(
            phrase("This page is too old to count. Hand in what you have, or reload it."), 403
        )
    if not _may_ask(token):
        return _refusal(phrase("Too many requests. The scores will be back within a minute."), 429)
    seats = range(_players(request.POST.get("game-players", "")))
    over = tuple(overtime_in(request.POST, seat) for seat in seats)
    scoresheet = Scoresheet(request.POST, [f"{seat + 1}" for seat in seats])
    scoresheet.count(msgspec.structs.replace(terms, overtime_s=over))
    return JsonResponse(_answer(scoresheet))


def _players(typed: str) -> int:
    """Returns how many play, as the form says; two where it says nothing that can be."""
    return int(typed) if typed in {f"{number}" for number in range(FEWEST, MOST + 1)} else FEWEST


def _answer(scoresheet: Scoresheet) -> dict[str, Any]:
    """Returns the values for the script of the scoresheet."""
    sheet = scoresheet.sheet
    assert sheet is not None
    return {
        "lines": [_line(line) for line in scoresheet.lines],
        "scores": sheet.scores,
        "toMove": sheet.to_move,
        "proposed": [
            {"player": one.player, "what": one.what, "word": one.word, "score": one.score}
            for one in sheet.proposed
        ],
        "board": render_to_string("games/_board.html", sheet_board(scoresheet)),
    }


def _line(line: SheetLineForm) -> dict[str, Any]:
    told = line.told
    return {
        "player": told.player if told else None,
        "score": told.score if told else None,
        "total": told.total if told else None,
        "words": list(told.words) if told else [],
        "bingo": bool(told and told.is_bingo),
        "errors": {name: " ".join(map(str, said)) for name, said in line.errors.items()},
        "remarks": line.remarks,
    }


def _may_ask(token: str) -> bool:
    """Returns whether a form may ask once more within its minute, and counts that it did.

    It holds back a page that has gone wrong, not a person: whoever opens the page again has another
    form. A whole hall may share one address, so addresses are not counted.
    """
    key = f"games.count.{hashlib.sha256(token.encode()).hexdigest()[:32]}"
    if cache.add(key, 1, timeout=60):
        return True
    try:
        return cache.incr(key) <= MOST_A_MINUTE
    except ValueError:
        # Its minute ended in between; the next count begins another one.
        return True


def _refusal(said: str, status: int) -> JsonResponse:
    return JsonResponse({"wrong": said}, status=status)
