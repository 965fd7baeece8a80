"""The page of the desk about what players report: how, and what each board has come to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from core.roles.table import Permission
from core.web.view_access import reads
from desk.qr import QrCode, qr_code
from tournaments.claiming import ClaimStanding, Mode
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.kernel.desk.context import desk_link, divisions_of
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.models import Division, Tournament
from tournaments.phones.queries.desk import reported_boards
from tournaments.phones.queries.kiosks import kiosk_token
from tournaments.phones.wording.standing import MODES


@reads
@in_event(Permission.ENTER)
def phones_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Shows how the players of a division report, and the boards of a round, disputes first."""
    division, number = find_round(request, event)
    sheet = load_sheet(division)
    boards = reported_boards(division, sheet, number)
    mode = Mode(division.phone_mode)
    context = {
        "event": event,
        "tab": "enter",
        "division": division,
        "divisions": divisions_of(division, "phones"),
        "number": number,
        "rounds": _rounds(sheet, number),
        "mode": mode,
        "mode_words": MODES[mode],
        "boards": boards,
        "open": sum(one.standing is ClaimStanding.CLAIMED for one in boards),
        "tablet": _tablet(request, division) if mode is Mode.KIOSK else None,
    }
    return render(request, "tournaments/phones/desk.html", context)


def _tablet(request: HttpRequest, division: Division) -> tuple[str, QrCode]:
    """Returns the address that opens the boards on a tablet, and it as a QR code."""
    address = request.build_absolute_uri(reverse("tablet", args=(kiosk_token(division),)))
    return address, qr_code(address)


def _rounds(sheet: Sheet, number: int) -> list[tuple[int, str, bool, str]]:
    """Returns the published rounds as links, each with whether it is this one."""
    slug, name = sheet.division.tournament.slug, sheet.division.name
    return [
        (one, desk_link("phones", slug, division=name, round=one), one == number, "")
        for one in sorted(sheet.by_round)
    ]
