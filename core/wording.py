"""Figures and moments as every page words them."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


def half(points: int) -> str:
    """Returns half points as a figure: 7 as 3½."""
    whole, rest = divmod(points, 2)
    return f"{whole}" if not rest else "½" if whole == 0 else f"{whole}½"


def record(half_wins: int, half_losses: int) -> str:
    """Returns wins and losses as W–L."""
    return f"{half(half_wins)}{DASH}{half(half_losses)}"


def signed(points: int) -> str:
    """Returns a spread with its sign, which 0 has too."""
    return f"+{points}" if points >= 0 else f"{MINUS}{-points}"


def ordinal(number: int) -> str:
    """Returns 1st, 2nd, 3rd, 4th, ..."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 11 <= number % 100 <= 13 else ending}"


def counted(count: int, word: str) -> str:
    """Returns a count with its word: 1 event, 2 events."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def moment(at: datetime) -> str:
    """Returns a time of day with its time zone, and the date: "14:05 CET (Paris), 3 May 2024"."""
    local = timezone.localtime(at)
    return f"{local:%H:%M} {time_zone(at)}, {whole_day(local)}"


def time_zone(at: datetime) -> str:
    """Returns the time zone that times are shown in, as it is called then: "CEST (Paris)", "UTC".

    A zone without letters of its own is called by its distance: "UTC+4 (Dubai)".
    """
    local = timezone.localtime(at)
    name = local.tzname() or ""
    if name[:1] in ("+", "-"):
        minutes = f":{name[3:]}" if name[3:] not in ("", "00") else ""
        name = f"UTC{name[0]}{int(name[1:3])}{minutes}"
    area, _, place = timezone.get_current_timezone_name().partition("/")
    if not place or area == "Etc":
        return name
    return f"{name} ({place.rpartition('/')[2].replace('_', ' ')})"


def whole_day(on: date) -> str:
    """Returns a date as sentences have it: 3 May 2024, 21 November 2026."""
    return date_format(on, "j F Y")


def day(on: date) -> str:
    """Returns a date as tables have it: 3 May 2024, 21 Nov 2026."""
    return date_format(on, "j M Y")
