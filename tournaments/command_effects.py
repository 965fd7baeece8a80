"""The consequences of commands on events and rating lists: versions, pages and jobs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from core.background import in_background
from core.backup.automatic_job import back_up_after_round
from core.journal.command import Command
from core.journal.errors import Refused
from core.journal.execute import follow_live
from core.journal.ledger import Change, Ledger
from core.phrases import phrase
from core.prepared import Given, PreparedUpdate
from ratings.commands.lists import ChooseEvent
from ratings.models import RatingList
from ratings.systems.registry import SYSTEMS
from tournaments.contention.jobs import ask_where_due
from tournaments.event_ratings.jobs.handover import is_kept
from tournaments.event_ratings.jobs.rating import ask_for_estimates, ask_to_hand_over, ask_to_rate
from tournaments.failover.lifeboat.writing import lifeboat_after
from tournaments.kernel.commands.base import EventCommand
from tournaments.models import Board, Division, Round, Tournament
from tournaments.public.jobs.placing import ask_for_places
from tournaments.public.jobs.prerender import render_live_pages
from tournaments.webhooks.jobs.asking import ask_after

UNTIL_MORE_S = 2.0
"""How long a forecast waits for the next result: one forecast follows a burst of them."""

UNTIL_ESTIMATED_S = 20.0
"""How long an estimate of the ratings waits for more results: no pairing needs it."""

UNTIL_PLACED_S = 3.0
"""How long the places of a division wait once it is over: corrections come in a burst, too."""

_RAISED = {"version": F("version") + 1}
_RULE_OF_A_LIST = {"system", "counts", "rulesets", "counts_from"}


@follow_live(stream="list")
def refuse_unknown_division(command: Command, _ledger: Ledger) -> None:
    """Raises Refused for a choice of a division that there is not: lists know no tournament.

    A choice of one that is gone can be let go, and a replay has no events to ask.
    """
    if not isinstance(command, ChooseEvent) or command.counts is None:
        return
    slug, _, name = command.event.partition("/")
    if not Division.objects.filter(tournament__slug=slug, name=name).exists():
        raise Refused(
            phrase("There is no division {event}.", event=command.event),
            code="choice.unknown",
            field="event",
        )


@follow_live(stream="list")
def after_list_command(command: Command, ledger: Ledger) -> None:
    """Has a list told of the events that its rule, or somebody's choice, has it count now."""
    key = command.stream().partition(":")[2]
    if not _is_computed(key):
        return
    rows = [(*change["row"], change["after"] or {}) for change in ledger.changes]
    if any(row == "rating_list" and _RULE_OF_A_LIST & set(after) for row, _, after in rows):
        ask_to_hand_over([key], [])
        return
    chosen = {event for row, (event, *_), _ in rows if row == "event_choice"}
    if chosen:
        ask_to_hand_over([key], sorted({event.partition("/")[0] for event in chosen}))


def _is_computed(key: str) -> bool:
    return RatingList.objects.filter(key=key).exclude(system="").exists()


@follow_live(stream="event")
def after_event_command(command: Command, ledger: Ledger) -> None:
    """Raises the versions touched, and has what follows done.

    Of the pages only those are made now that a hall waits for; the others when somebody looks.
    """
    slug = command.stream().partition(":")[2]
    names = command.divisions_touched() if isinstance(command, EventCommand) else None
    if names is None:
        _raise_divisions(slug=slug)
    for name in names or ():
        _raise_division(slug=slug, name=name)
    if not _raise_event(slug=slug) and is_kept(slug):
        ask_to_hand_over([], [slug])
    # Robust: the command is done, and a page that could not be rendered is the next reader's.
    # Functions and no partials, because Django names the one that failed.
    if _is_awaited(ledger):
        transaction.on_commit(lambda: _render(slug, names or (None,)), robust=True)
    transaction.on_commit(lambda: lifeboat_after(slug), robust=True)
    transaction.on_commit(lambda: _tell(slug), robust=True)
    transaction.on_commit(lambda: _forecast(slug, names or (None,)), robust=True)
    transaction.on_commit(lambda: _place(slug), robust=True)
    transaction.on_commit(lambda: _estimate(slug, names or (None,)), robust=True)
    _raise_board_versions(slug, ledger)
    if any(_publishes(change) for change in ledger.changes):
        back_up_after_round()
    if any(_closes(change) for change in ledger.changes):
        _rate(slug)


def _render(slug: str, names: Iterable[str | None]) -> None:
    for name in names:
        in_background(
            f"pages:{slug}/{name or ''}", partial(render_live_pages, slug, name), first=True
        )


def _tell(slug: str) -> None:
    in_background(f"webhooks:{slug}", partial(ask_after, slug))


def _forecast(slug: str, names: Iterable[str | None]) -> None:
    for name in names:
        work = partial(ask_where_due, slug, None if name is None else (name,))
        in_background(f"forecast:{slug}/{name or ''}", work, pause=UNTIL_MORE_S)


def _estimate(slug: str, names: Iterable[str | None]) -> None:
    for name in names:
        work = partial(ask_for_estimates, slug, None if name is None else (name,))
        in_background(f"estimate:{slug}/{name or ''}", work, pause=UNTIL_ESTIMATED_S)


def _place(slug: str) -> None:
    def ask() -> None:
        ask_for_places(slug)

    in_background(f"places:{slug}", ask, pause=UNTIL_PLACED_S)


def _is_awaited(ledger: Ledger) -> bool:
    """Returns whether a hall waits for the pages: pairings were published or rearranged."""
    return any(change["row"][0] in ("round", "seat") for change in ledger.changes)


def _raise_board_versions(slug: str, ledger: Ledger) -> None:
    """Raises the version of every board whose sides or result changed: so operators notice."""
    slots: dict[tuple[str, int], set[int]] = {}
    for change in ledger.changes:
        kind, key = change["row"]
        if kind in ("seat", "result", "exception"):
            slots.setdefault((key[0], key[1]), set()).add(key[2])
    for (division, number), touched in slots.items():
        if len(touched) == 1:
            (slot,) = touched
            _raise_board(slug=slug, division=division, number=number, slot=slot)
        else:
            boards = _boards_of(slug, division, number).filter(slot__in=touched)
            boards.update(**_RAISED)


def _boards_of(slug: Any, division: Any, number: Any) -> QuerySet[Board]:
    return Board.objects.filter(
        round__number=number,
        round__division__name=division,
        round__division__tournament__slug=slug,
    )


@PreparedUpdate
def _raise_board(
    slug: Given, division: Given, number: Given, slot: Given
) -> tuple[QuerySet[Board], dict[str, Any]]:
    return _boards_of(slug, division, number).filter(slot=slot), _RAISED


@PreparedUpdate
def _raise_division(slug: Given, name: Given) -> tuple[QuerySet[Division], dict[str, Any]]:
    return Division.objects.filter(tournament__slug=slug, name=name), _RAISED


@PreparedUpdate
def _raise_divisions(slug: Given) -> tuple[QuerySet[Division], dict[str, Any]]:
    return Division.objects.filter(tournament__slug=slug), _RAISED


@PreparedUpdate
def _raise_event(slug: Given) -> tuple[QuerySet[Tournament], dict[str, Any]]:
    return Tournament.objects.filter(slug=slug), _RAISED


def _publishes(change: Change) -> bool:
    before, after = change["before"] or {}, change["after"] or {}
    is_published = after.get("stage") == Round.Stage.PUBLISHED
    return change["row"][0] == "round" and is_published and before.get("stage") != after["stage"]


def _closes(change: Change) -> bool:
    return change["row"][0] == "tournament" and bool((change["after"] or {}).get("closed"))


def _rate(slug: str) -> None:
    event = Tournament.objects.get(slug=slug)
    rated = event.divisions.filter(rating_system__in=SYSTEMS)
    names = list(rated.order_by("position").values_list("name", flat=True))
    if names or is_kept(slug):
        ask_to_rate(event, names)
