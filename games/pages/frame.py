"""The frame of pages about many games, and the names of a game and its record there."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.template.loader import get_template
from django.utils import timezone

from core.phrases import phrase
from core.web.frame import Context, readers_frame
from core.web.site import GAMES, Site
from core.wording import day
from games.engine.report import RecordVerdict
from games.models import Game
from games.pages.addresses import BEST

STYLES = "css/public.css"

GAME_STYLES = ("css/games.css",)

ALL, RECORDS = "all", "records"
"""The sections of the pages about many games."""

VERDICTS = {
    RecordVerdict.CLEAN: (phrase("points and racks right"), "win"),
    RecordVerdict.ALTERNATIVE: (phrase("points and racks right, other board"), "win"),
    RecordVerdict.SOFT: (phrase("points right, racks not"), "note"),
    RecordVerdict.DEVIATES: (phrase("numbers wrong"), "loss"),
    RecordVerdict.EMPTY: (phrase("empty"), "note"),
}
"""How a record is described in a table, in a word or two, and the look of it."""


class GamePlace(NamedTuple):
    """The place and time of a game; empty if nobody gave them."""

    on: str
    label: str
    lexicon: str


def games_frame(site: Site, title: str, section: str) -> Context:
    """Returns the context of a page about many games; `section` is the tab that is open."""
    frame = readers_frame(site, at=timezone.now())
    return {
        **frame,
        "styles": [*frame["styles"], (site.asset(STYLES), "")],
        "title": title,
        "sections": [
            (phrase("All games"), site.href(GAMES), section == ALL),
            (phrase("Records"), site.href(BEST), section == RECORDS),
        ],
    }


def render(template: str, context: Context) -> str:
    """Returns a page; nothing of the reader's request gets into what is stored for all."""
    return get_template(f"games/{template}.html").render(context)


def render_game(template: str, context: Context, site: Site) -> str:
    """Returns a page of one game, at this moment."""
    frame = readers_frame(site, at=timezone.now())
    frame["styles"] = [*frame["styles"], *((site.asset(name), "") for name in GAME_STYLES)]
    return render(template, {**frame, **context})


def where_of(game: Game) -> GamePlace:
    """Returns the event, round and day of a game; a day that nobody said is none."""
    return GamePlace(
        day(game.played_on) if game.played_on else "", place_words(game.label), game.lexicon
    )


_OF_BOARD = re.compile(r"(?P<event>.*), division (?P<division>.*), round (?P<round>[0-9]+)")


def place_words(label: str) -> str:
    """Returns where a game was played, as its record says it: of a board in the reader's language.

    Records keep that in English, as all that journals keep, and free games what somebody typed.
    """
    found = _OF_BOARD.fullmatch(label)
    if found is None:
        return label
    return phrase("{event}, division {division}, round {round}", **found.groupdict())


def record_words(verdict: str) -> tuple[str, str]:
    """Returns the words for a record with this verdict, and the kind of its badge."""
    return VERDICTS.get(RecordVerdict(verdict), (phrase("not read"), ""))
