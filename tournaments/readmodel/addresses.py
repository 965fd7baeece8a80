"""The addresses of an event's pages: a path is the page's own name, as `Site` takes it."""

from __future__ import annotations

from tournaments.models import Division

EVENTS_CALENDAR = "/events.ics"
"""Where the coming events are to be had as iCal."""


def hub_path(slug: str) -> str:
    """Returns the path of an event's own page."""
    return f"/events/{slug}/"


def feed_path(slug: str) -> str:
    """Returns where the news of an event are to be had as Atom."""
    return f"{hub_path(slug)}feed.atom"


def event_calendar_path(slug: str) -> str:
    """Returns where the timetable of an event is to be had as iCal."""
    return f"{hub_path(slug)}timetable.ics"


def timetable_table_path(slug: str) -> str:
    """Returns where the timetable of an event is to be had as a table."""
    return f"{hub_path(slug)}timetable.csv"


def find_path(slug: str) -> str:
    """Returns the path at which somebody finds a player of an event by name."""
    return f"{hub_path(slug)}find/"


def clock_path(slug: str) -> str:
    """Returns the path of the page of an event's clocks."""
    return f"{hub_path(slug)}clock/"


def division_path(division: Division, *parts: str | int) -> str:
    """Returns the path of a page of a division, the parts after its name joined by slashes."""
    below = "".join(f"{part}/" for part in parts)
    return f"/events/{division.tournament.slug}/{division.name}/{below}"


def rating_steps_path(division: Division, number: int) -> str:
    """Returns the path of the steps of an entry's rating."""
    return division_path(division, "player", number, "rating")


def film_path(slug: str) -> str:
    """Returns where everybody gets the film of an event as a file."""
    return f"/api/v1/events/{slug}/film"


def standings_data_path(slug: str, division: str) -> str:
    """Returns where programs get the standings of a division."""
    return f"/api/v1/events/{slug}/divisions/{division}/standings"


def table_path(division: Division, name: str) -> str:
    """Returns where everybody gets a table of a division as a file of this name."""
    return f"{division_path(division)}{name}"


def statistics_path(slug: str) -> str:
    """Returns the path of the statistics of an event over all divisions."""
    return f"{hub_path(slug)}statistics/"


def statistics_table_path(slug: str, division: str) -> str:
    """Returns where everybody gets the places in a division by round as one table."""
    return f"/api/v1/events/{slug}/divisions/{division}/statistics/table"


def reports_table_path(slug: str, division: str) -> str:
    """Returns where everybody gets the lists of a division as one table."""
    return f"/api/v1/events/{slug}/divisions/{division}/reports/table"


def go_path(slug: str) -> str:
    """Returns the path at which a player of an event types the number and PIN of their card."""
    return f"/go/{slug}/"
