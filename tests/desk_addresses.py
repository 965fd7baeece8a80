"""Every address of the desk, of whatever app it is."""

from __future__ import annotations

from importlib import import_module

from django.urls import URLPattern

DESK: list[URLPattern] = [
    pattern
    for module in (
        *("desk.urls", "people.desk.urls", "lexicon.desk.urls", "games.desk.urls"),
        *("ratings.desk.urls", "clubs.desk_urls", "tournaments.desk_urls"),
    )
    for pattern in import_module(module).urlpatterns
]
