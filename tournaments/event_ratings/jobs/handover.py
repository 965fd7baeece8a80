"""Closed divisions, handed to the rating lists that count them.

A list keeps a copy of every division that counts in it. Handing an event over brings those copies
up to date, whatever became of the event: what is as it was is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from django.db import transaction
from django.utils import timezone

from core.errors import UserError
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.wording import whole_day
from people.merging import standing_for
from ratings.models import EventChoice, EventRating, RatedEvent, RatingList
from ratings.recompute_job import ask_to_recompute
from ratings.recording import record_event, remove_event
from ratings.selectors.openings import Openings
from ratings.systems.career import EventCards
from ratings.systems.registry import ALIASES, LOCAL_CLUB, counts_as, first_form
from tournaments.closing.commands import CloseEvent
from tournaments.kernel.queries.counting import choices_about, divisions_counted, rated_key
from tournaments.kernel.queries.rating_fields import UNREGISTERED, event_cards
from tournaments.kernel.queries.sheet import Sheet, load_sheet
from tournaments.kernel.wording.listing import some_of
from tournaments.models import Division, Tournament
from tournaments.readmodel.addresses import division_path

NAMES_SAID = 12


@dataclass(slots=True)
class HandOver:
    """The result of the handover: the lists that changed, and what somebody should know."""

    lists: list[RatingList] = field(default_factory=list)
    report: list[str] = field(default_factory=list)

    def says(self, sentence: str) -> None:
        """Adds a sentence to the report, once."""
        if sentence not in self.report:
            self.report.append(sentence)


def hand_over(slug: str, only: Iterable[str] = (), *, recompute: bool = True) -> HandOver:
    """Brings what the lists keep of an event up to date; returns what changed and a report.

    `only` are the keys of the lists to look at, by default all that are computed here. A division
    counts by the rule of the list, or because a person chose it; once its event is closed it is
    recorded, and one that no longer counts leaves the list. A list that changed is computed again,
    unless that is left to the caller. An event that is gone, or a rehearsal, counts nowhere. All of
    it is done, or nothing.
    """
    lists = RatingList.objects.exclude(system="").order_by("key")
    keys = list(only)
    chosen = list(lists.filter(key__in=keys) if keys else lists)
    event = Tournament.objects.filter(slug=slug, rehearsal=False).first()
    known = _Event(slug, event)
    wanted = {one: known.counted(one) for one in chosen}
    known.read({division.name for counted in wanted.values() for division in counted})
    done = HandOver()
    with transaction.atomic():
        for rating_list, counted in wanted.items():
            if _bring_up_to_date(rating_list, known, counted, done):
                done.lists.append(rating_list)
                if recompute:
                    ask_to_recompute(rating_list)
    return done


def is_kept(slug: str) -> bool:
    """Returns whether a list keeps something of an event, or a person chose it for one."""
    begins = rated_key(slug, "")
    kept = RatedEvent.objects.filter(key__startswith=begins, is_gone=False)
    return kept.exists() or EventChoice.objects.filter(event__startswith=begins).exists()


class _Event:
    """An event as the lists are told of it, everything read before anything is written."""

    def __init__(self, slug: str, event: Tournament | None) -> None:
        self.slug = slug
        self.event = event
        self.sheets: Mapping[str, Sheet] = {}
        divisions = event.divisions.select_related("tournament") if event else ()
        self.divisions: list[Division] = list(divisions)

    @cached_property
    def standing(self) -> Mapping[str, str]:
        """Which key of the register stands for which."""
        return standing_for()

    @cached_property
    def closed_on(self) -> date | None:
        """The day on which it was closed first, None while it never was."""
        closings = JournalEntry.objects.filter(
            stream__key=f"event:{self.slug}", command=CloseEvent.code
        )
        at = closings.order_by("seq").values_list("at", flat=True).first()
        return None if at is None else timezone.localdate(at)

    @property
    def held_on(self) -> date | None:
        """The first day, else the day of the first closing: a correction does not move it."""
        return (self.event.starts_on if self.event else None) or self.closed_on

    @property
    def is_closed(self) -> bool:
        return self.event is not None and self.event.closed

    def counted(self, rating_list: RatingList) -> list[Division]:
        """Returns the divisions that count in a list, whether or not it has them yet."""
        chosen = self._choices.get(rating_list.pk, {})
        return divisions_counted(rating_list, self.slug, self.divisions, self.held_on, chosen)

    @cached_property
    def _choices(self) -> Mapping[int, Mapping[str, bool]]:
        return choices_about(self.slug)

    def read(self, names: set[str]) -> None:
        """Reads the divisions that will be recorded."""
        if self.is_closed:
            self.sheets = {d.name: load_sheet(d) for d in self.divisions if d.name in names}

    def title(self, division: Division) -> str:
        """Returns the title of a division in lists: the event's name, where it is the only one."""
        name = division.tournament.name
        return name if len(self.divisions) == 1 else f"{name}, division {division.name}"


def _bring_up_to_date(
    rating_list: RatingList, known: _Event, counted: Sequence[Division], done: HandOver
) -> bool:
    """Records and removes what a list is to have and to lose; returns whether it changed."""
    changed = False
    left_out = set()
    for division in counted:
        sheet, held_on = known.sheets.get(division.name), known.held_on
        if sheet is None or held_on is None:
            continue
        try:
            changed |= _record(rating_list, known, sheet, held_on, done)
        except UserError as refused:
            left_out.add(division.name)
            done.says(
                phrase(
                    "{list} does not count it: {why}",
                    list=rating_list.name,
                    why=refused.message,
                )
            )
    keep = {rated_key(known.slug, d.name) for d in counted if d.name not in left_out}
    kept = RatedEvent.objects.filter(
        rating_list=rating_list, key__startswith=rated_key(known.slug, ""), is_gone=False
    )
    for key in sorted(set(kept.values_list("key", flat=True)) - keep):
        changed |= remove_event(rating_list, key)
        if not any(key == rated_key(known.slug, name) for name in left_out):
            done.says(
                phrase("{event} no longer counts in {list}.", event=key, list=rating_list.name)
            )
    return changed


def _record(
    rating_list: RatingList, known: _Event, sheet: Sheet, held_on: date, done: HandOver
) -> bool:
    division = sheet.division
    system = _system_in(rating_list, division)
    cards, names = event_cards(sheet, held_on, system, known.standing)
    changed = record_event(
        rating_list,
        rated_key(known.slug, division.name),
        name=known.title(division),
        held_on=held_on,
        event=cards,
        names=names,
        path=division_path(division, "ratings"),
    )
    for sentence in _remarks(rating_list, sheet, cards):
        done.says(sentence)
    return changed


def _system_in(rating_list: RatingList, division: Division) -> str:
    """Returns the form of the list's system that rates a division, empty for the system itself.

    That is its variant for local club events, or the one by which was rated on the day.
    """
    own, system = division.rating_system, rating_list.system
    is_local = own.endswith(LOCAL_CLUB)
    same = first_form(counts_as(own)) == first_form(counts_as(system))
    if not same or ALIASES.get(own, own) == system:
        return ""
    return own if is_local or counts_as(own) != counts_as(system) else ""


def _remarks(rating_list: RatingList, sheet: Sheet, cards: EventCards) -> Iterator[str]:
    """Yields sentences that somebody should know of a division that was recorded."""
    division = sheet.division
    if division.tournament.starts_on is None:
        closed_on = whole_day(cards.held_on)
        yield phrase(
            "The event has no first day, so the lists date it by its closing, {day}.",
            day=closed_on,
        )
    alone = [card for card in cards.cards if card.player.startswith(UNREGISTERED) and card.games]
    if alone:
        names = [f"#{card.number} {sheet.entries[card.number].entered_name}" for card in alone]
        yield (
            phrase_count(
                "Division {division}: {players} is not in the register, so they are rated for "
                "this event only.",
                "Division {division}: {players} are not in the register, so they are rated for "
                "this event only.",
                count=len(names),
                division=division.name,
                players=some_of(names, NAMES_SAID),
            )
        )
    if not _has_rated(rating_list, cards):
        yield (
            phrase(
                "Division {division}: no player has a rating in {list} yet, so all of them get a "
                "first rating.",
                division=division.name,
                list=rating_list.name,
            )
        )


def _has_rated(rating_list: RatingList, cards: EventCards) -> bool:
    players = [card.player for card in cards.cards]
    if any(card.rating for card in cards.cards):
        return True
    before = EventRating.objects.filter(
        rating_list=rating_list, player__in=players, held_on__lt=cards.held_on
    )
    openings = Openings(rating_list).on(cards.held_on)
    return before.exists() or any(openings[p].rating for p in players if p in openings)
