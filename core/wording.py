"""Figures and moments as every page words them."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from core.charts.ticks import MONTHS
from core.phrases import phrase

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


def percent(figure: str) -> str:
    """Returns a figure, as it is worded, in per cent: 60.9%, in French 60,9 %."""
    return str(phrase("{percent}%", percent=figure))


def ordinal(number: int) -> str:
    """Returns 1st, 2nd, 3rd, 4th, ...

    The first has a message of its own, because in some languages no other number ends as it does.
    """
    if number == 1:
        return phrase("1st")
    ending = 0 if 11 <= number % 100 <= 13 else number % 10
    if ending == 1:
        return phrase("{number}st", number=number)
    if ending == 2:
        return phrase("{number}nd", number=number)
    if ending == 3:
        return phrase("{number}rd", number=number)
    return phrase("{number}th", number=number)


def moment(at: datetime) -> str:
    """Returns a time of day with its time zone, and the date: "14:05 CET (Paris), 3 May 2024"."""
    local = timezone.localtime(at)
    return f"{local:%H:%M} {time_zone(at)}, {whole_day(local)}"


def time_zone(at: datetime, zone: ZoneInfo | None = None) -> str:
    """Returns the time zone that times are shown in, as it is called then: "CEST (Paris)", "UTC".

    A zone without letters of its own is called by its distance: "UTC+4 (Dubai)". It is that of this
    installation unless another one is given.
    """
    local = timezone.localtime(at, zone)
    name = local.tzname() or ""
    if name[:1] in ("+", "-"):
        minutes = f":{name[3:]}" if name[3:] not in ("", "00") else ""
        name = f"UTC{name[0]}{int(name[1:3])}{minutes}"
    known = timezone.get_current_timezone_name() if zone is None else zone.key
    area, _, place = known.partition("/")
    if not place or area == "Etc":
        return name
    return f"{name} ({place.rpartition('/')[2].replace('_', ' ')})"


def whole_day(on: date) -> str:
    """Returns a date as sentences have it: 3 May 2024, 21 November 2026."""
    return _dated(on, date_format(on, "F"))


def day(on: date) -> str:
    """Returns a date as tables have it: 3 May 2024, 21 Nov 2026."""
    return _dated(on, MONTHS[on.month - 1])


def _dated(on: date, month: str) -> str:
    if on.day == 1:  # which some languages do not count as they count the others
        return str(phrase("1 {month} {year}", month=month, year=on.year))
    return str(phrase("{day} {month} {year}", day=on.day, month=month, year=on.year))
