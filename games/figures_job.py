"""Long work of this app: the figures of confirmed games, derived from their records.

Queued in the transaction of every command that writes a game, and by beat for games that came with
a journal. Done twice, it finds the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import transaction

from core.jobs import Progress, enqueue, job_kind
from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Ledger
from core.models import Job
from core.phrases import phrase
from games.engine.figures import Figures, figures_of
from games.models import Game, GameFigures, GamePlayer, PlayerFigures
from games.rows import KINDS
from games.selectors.games import checked_game, holding, is_hidden
from games.selectors.judged import judged_by

FIGURES = "game_figures"
_AT_ONCE = 200
_MADE = 2
"""The version of how figures are made. A new number makes all of them again."""
_ROWS = frozenset(kind.name for kind in KINDS)


def ask_for_figures(keys: Iterable[str] | None, *, asked_by: str = "") -> Job:
    """Queues the figures of these games, of all of them where none are named.

    Those that are as they would be are left alone.
    """
    games = None if keys is None else sorted(keys)
    return enqueue(FIGURES, "games", {"games": games}, asked_by=asked_by)


def ask_for_missing() -> Job | None:
    """Queues the figures of confirmed games that have none; returns None where all have theirs.

    A journal that was continued here brings games without a command. Games of rehearsals never
    have any, and are not asked for.
    """
    rows = Game.objects.filter(state=Game.State.CONFIRMED, figures__isnull=True)
    hidden = cache(is_hidden)
    keys = [key for key, place in rows.values_list("key", "place") if not hidden(place)]
    return ask_for_figures(keys) if keys else None


@follow_live(rows=_ROWS)
def after_game_command(_command: Command, ledger: Ledger) -> None:
    """Has the figures of every game worked out again that a command wrote."""
    rows = (change["row"] for change in ledger.changes)
    ask_for_figures({key[0] for kind, key in rows if kind in _ROWS})


@job_kind(FIGURES, phrase("Statistics of games"), is_passing=True)
def work_out_figures(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Brings the figures of games up to date: made for confirmed ones, removed from all others."""
    keys: Sequence[str] | None = arguments["games"]
    total = Game.objects.count() if keys is None else len(keys)
    hidden = cache(is_hidden)
    counts = {"games": 0, "made": 0, "removed": 0}
    for place, game in enumerate(_games(keys)):
        progress(place, total)
        counts["games"] += 1
        if game.state != Game.State.CONFIRMED or hidden(game.place):
            counts["removed"] += _remove(game)
        else:
            counts["made"] += _make(game)
    progress(total, total)
    return counts


def mark_of(game: Game) -> str:
    """Returns the hash of all that a game's figures follow from: its record, terms and players.

    Words that come to this machine, or go, make another one.
    """
    told = [
        _MADE,
        game.record,
        game.board,
        game.tile_set,
        game.lexicon_hash if holding(game) is not None else "",
        game.ruleset,
        game.overrides,
        [(p.name, p.player, p.challenges_won, p.challenges_lost) for p in _players(game)],
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _games(keys: Sequence[str] | None) -> Iterator[Game]:
    rows = Game.objects.order_by("pk").prefetch_related("players").select_related("figures")
    if keys is None:
        yield from rows.iterator(chunk_size=_AT_ONCE)
        return
    for start in range(0, len(keys), _AT_ONCE):
        yield from rows.filter(key__in=keys[start : start + _AT_ONCE])


def _remove(game: Game) -> int:
    with transaction.atomic():
        rows = GameFigures.objects.filter(game=game)
        PlayerFigures.objects.filter(game=game).delete()
        return rows.delete()[0]


def _make(game: Game) -> int:
    """Stores the figures of a game unless those that are stored still hold; returns 1 if it did."""
    mark = mark_of(game)
    row: GameFigures | None = getattr(game, "figures", None)
    if row is not None and row.record_sha256 == mark:
        return 0
    report = checked_game(game)
    figures = figures_of(report, is_sure=judged_by(game, report).is_sure)
    with transaction.atomic():
        now = Game.objects.select_for_update().filter(pk=game.pk).first()
        # Whoever changed it meanwhile asked for its figures once more.
        if now is None or (now.state, mark_of(now)) != (game.state, mark):
            return 0
        _remove(game)
        _store(game, mark, figures)
    return 1


def _store(game: Game, mark: str, figures: Figures) -> None:
    GameFigures.objects.create(
        game=game,
        record_sha256=mark,
        verdict=figures.verdict,
        complete=figures.complete,
        turns=figures.turns,
        combined=figures.combined,
        words=f" {' '.join(dict.fromkeys(figures.words))} ",
        opening_rack=figures.opening_rack,
    )
    sat = {player.position: player for player in _players(game)}
    PlayerFigures.objects.bulk_create(
        PlayerFigures(
            game=game,
            position=position,
            **{name: getattr(line, name) for name in line.__struct_fields__} | _said(sat[position]),
        )
        for position, line in enumerate(figures.players)
        if position in sat
    )


def _said(player: GamePlayer) -> dict[str, Any]:
    """Returns whose figures they are, and the challenges as somebody wrote them down."""
    said = {"challenges_won": player.challenges_won, "challenges_lost": player.challenges_lost}
    return {"player": player.player} | {n: v for n, v in said.items() if v is not None}


def _players(game: Game) -> list[GamePlayer]:
    return sorted(game.players.all(), key=lambda player: player.position)
