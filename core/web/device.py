"""What somebody sits at, in words for the log: "Firefox on Windows, 192.168.1.20"."""

from __future__ import annotations

import re

from django.http import HttpRequest

# The first that is found counts: each of these also calls itself by names further down.
_BROWSERS = (
    (re.compile(r"Edg(?:e|A|iOS)?/"), "Edge"),
    (re.compile(r"OPR/|Opera"), "Opera"),
    (re.compile(r"SamsungBrowser/"), "Samsung Internet"),
    (re.compile(r"Firefox/|FxiOS/"), "Firefox"),
    (re.compile(r"Chrome/|CriOS/|Chromium/"), "Chrome"),
    (re.compile(r"Safari/"), "Safari"),
)
_SYSTEMS = (
    (re.compile(r"iPhone|iPod"), "iPhone"),
    (re.compile(r"iPad"), "iPad"),
    (re.compile(r"Android"), "Android"),
    (re.compile(r"CrOS"), "ChromeOS"),
    (re.compile(r"Windows"), "Windows"),
    (re.compile(r"Mac OS X|Macintosh"), "Mac"),
    (re.compile(r"Linux|X11"), "Linux"),
)
_LONGEST = 400


def device_of(request: HttpRequest) -> str:
    """Returns the browser and the system that a request tells of, and its address.

    What the browser says is believed as far as it names one that is known; nothing of it is kept
    but our own words for it.
    """
    told = request.headers.get("User-Agent", "")[:_LONGEST]
    browser, system = _first(_BROWSERS, told), _first(_SYSTEMS, told)
    named = " on ".join(filter(None, (browser, system)))
    return ", ".join(filter(None, (named, request.META.get("REMOTE_ADDR", ""))))


def _first(known: tuple[tuple[re.Pattern[str], str], ...], told: str) -> str:
    return next((name for pattern, name in known if pattern.search(told)), "")
