"""The page of a recorded game: a position, how it came about, and what the record has wrong."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.text import Truncator

from core.phrases import phrase, phrase_count
from core.web.sharing import PICTURE, has_own_picture, shared_as
from core.web.site import WEB, Site
from core.wording import DASH, whole_day
from games.engine.report import GameReport, RecordVerdict
from games.models import Game
from games.pages.addresses import game_path, gcg_path
from games.pages.frame import place_words
from games.pages.graph import graph_of
from games.pages.picture import about_game
from games.pages.position import ShownReplay, position_context
from games.wording import in_words

SCRIPTS = ("js/desk.js", "js/gcg-board.js", "js/print.js")
MIRRORED_SCRIPTS = SCRIPTS[1:]
"""Those that ask nothing of the server."""
NOTES_ON_PAPER = 900
"""How many characters of notes fit on the sheet below the moves."""
MANY_MOVES = 66
"""From this many moves on, they are printed smaller."""
LONGEST_CODE = 40
"""How many characters are shown of the lexicon that a record names."""
EMBED = (
    '<iframe src="{href}" title="{title}" width="480" height="720" loading="lazy"'
    ' style="border:0"></iframe>'
)
VERDICTS = {
    RecordVerdict.CLEAN: (phrase("every number checked and right"), "win"),
    RecordVerdict.ALTERNATIVE: (phrase("right on another board"), "note"),
    RecordVerdict.SOFT: (phrase("scores right, with remarks"), "note"),
    RecordVerdict.DEVIATES: (phrase("the record has wrong numbers"), "loss"),
    RecordVerdict.EMPTY: (phrase("nothing is recorded"), "note"),
}


class ReplayFinding(NamedTuple):
    """Something wrong in the record, with the turn that it is about, 0 where it is none."""

    line: int
    words: str
    turn: int


def replay_context(
    replay: ShownReplay, number: int, *, of: int | None, base: str, site: Site = WEB
) -> dict[str, Any]:
    """Returns the context of the page of a game at a position.

    `of` is the seat from whose view the unseen tiles are shown, None for whoever is to move;
    `base` the address of this site, for what stands on others.
    """
    game, report = replay.shown.game, replay.shown.report
    notes = sum(len(note) for move in replay.moves for note in move.notes)
    many = len(replay.moves) > MANY_MOVES
    final = DASH.join(map(str, report.scores))
    embed = f"{base}{reverse('game-embed', args=[game.key])}"
    return {
        **position_context(replay, number, of=of),
        "game": game,
        "where": replay.shown.title,
        "label": place_words(game.label),
        "played_on": whole_day(game.played_on) if game.played_on else "",
        "lexicon": game.lexicon,
        "unchecked": bool(game.lexicon) and not _has_words(report),
        "other_list": _other_list(replay),
        "verdict": verdict_in_words(report),
        "unfinished": not report.complete,
        "final": final,
        **shared_as(
            site,
            game_path(game.key),
            title=f"{replay.title} {final}".strip(),
            about=about_game(game),
            picture=f"{game_path(game.key)}{PICTURE}" if has_own_picture(site) else "",
            base=base,
        ),
        "stated": _stated(report),
        "moves": replay.moves,
        "many": many,
        "notes_fit": 0 < notes <= NOTES_ON_PAPER and not many,
        "has_notes": notes > 0,
        "graph": graph_of(replay.moves, replay.shown.names, _turn),
        "findings": _findings(replay),
        "notices": [in_words(notice, replay.called) for notice in report.notices],
        "embed_code": EMBED.format(href=embed, title=escape(replay.title)),
        "link": f"{base}{reverse('game', args=[game.key])}",
        **_loaded(game, site),
    }


def _loaded(game: Game, site: Site) -> dict[str, Any]:
    """Returns what a page of a game loads, and the ways to its record and to its round."""
    names = SCRIPTS if site is WEB else MIRRORED_SCRIPTS
    return {
        "gcg": site.href(gcg_path(game.key)),
        "results": site.href(_results(game.place)) or "" if game.place else "",
        "scripts": [site.asset(name) for name in names],
    }


def verdict_in_words(report: GameReport) -> tuple[str, str]:
    """Returns the verdict on a record in words, and the kind of its badge."""
    words, kind = VERDICTS.get(report.verdict, (phrase("not checked"), "note"))
    if report.verdict is RecordVerdict.DEVIATES:
        words = phrase_count(
            "{count} mistake in the record",
            "{count} mistakes in the record",
            count=len(report.deviations),
        )
    return words, kind


def _other_list(replay: ShownReplay) -> str:
    """Returns in words that the record says another list than the game's, empty where not."""
    judged = replay.judged
    if not judged.differs or not _has_words(replay.shown.report):
        return ""
    said = Truncator(judged.said).chars(LONGEST_CODE)
    if judged.is_casual:
        told = phrase("The record says {said}; words are judged by {lexicon}, a casual list.")
    else:
        told = phrase("The record says {said}; words are judged by {lexicon}.")
    return told.format(said=said, lexicon=judged.by)


def _turn(number: int) -> str:
    return f"?m={number}"


def _stated(report: GameReport) -> str:
    """Returns the result as the record adds it up, empty where that is right."""
    if report.stated_scores == report.scores or not report.stated_scores:
        return ""
    return DASH.join(map(str, report.stated_scores))


def _has_words(report: GameReport) -> bool:
    """Returns whether words were looked up; a game without a play has none to look up."""
    plays = [counted for counted in report.turns if counted.words]
    return not plays or any(counted.missing is not None for counted in plays)


def _findings(replay: ShownReplay) -> list[ReplayFinding]:
    report = replay.shown.report
    turns = {one.turn.line: number for number, one in enumerate(report.turns, start=1)}
    return [
        ReplayFinding(finding.line, in_words(finding, replay.called), turns.get(finding.line, 0))
        for finding in report.deviations
    ]


def _results(place: str) -> str:
    """Returns where the results of a place are, empty for a game of no event."""
    event, _, division = place.partition("/")
    return f"/events/{event}/{division}/results/" if division else ""
