"""The changes of a list computed again, rating by rating, and the standings after them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Abs

from core.models import Job
from core.phrases import phrase
from people.models import Player
from ratings.applying import FOR_ONE_EVENT
from ratings.models import EventRating, ProposedRating, RatedEvent, RatingList, Recompute, Standing
from ratings.selectors.stored import content_of

AT_ONCE = 1000


class ProposalLine(NamedTuple):
    """One rating that changes. `was` is None for a new one, `becomes` None for one that goes.

    `stands` is what the list shows of the player now, `will_stand` what it would show; both are
    None for somebody in no standings. `was_on` is the other day on which it is in force.
    """

    player: str
    name: str
    event: str
    held_on: date
    was: int | None
    becomes: int | None
    stands: int | None
    will_stand: int | None
    was_on: date | None

    @property
    def change(self) -> int | None:
        """The points by which the rating differs, None where there is but one."""
        if self.was is None or self.becomes is None:
            return None
        return self.becomes - self.was


class HeldBack(NamedTuple):
    """A rated event, by its key, whose ratings wait in a list until somebody answers."""

    event: str
    rating_list: str
    list_name: str


def held_back(events: Iterable[str]) -> list[HeldBack]:
    """Returns those of these rated events that wait behind a proposal, and where, in one query.

    They are what was proposed, and all that came to the list since.
    """
    stale = RatedEvent.objects.filter(
        key__in=list(events),
        is_stale=True,
        rating_list__recomputes__stage=Recompute.Stage.READY,
    )
    rows = stale.values_list("key", "rating_list__key", "rating_list__name").distinct()
    return [HeldBack(*row) for row in rows.order_by("key", "rating_list__name")]


class ChangedList(NamedTuple):
    """A list to which events came, by key and name; `waits`: its proposal waits for an answer."""

    key: str
    name: str
    waits: bool


def changed_lists(names: Iterable[str]) -> list[ChangedList]:
    """Returns the computed lists that a job named, and whether they wait now, in one query.

    A list that is called otherwise since, or is gone, is left out.
    """
    ready = Recompute.objects.filter(rating_list=OuterRef("pk"), stage=Recompute.Stage.READY)
    lists = RatingList.objects.exclude(system="").filter(name__in=list(names))
    rows = lists.annotate(waits=Exists(ready)).order_by("name", "key")
    return [ChangedList(*row) for row in rows.values_list("key", "name", "waits")]


def find_recompute(rating_list: RatingList, number: int | None) -> Recompute | None:
    """Returns a computation of the list; without a number the last one that is not outdated."""
    rows = rating_list.recomputes.order_by("-number")
    if number is not None:
        return rows.filter(number=number).first()
    return rows.exclude(stage=Recompute.Stage.OUTDATED).first() or rows.first()


def open_jobs(rating_list: RatingList) -> QuerySet[Job]:
    """Returns the jobs about the list that wait, go on, or failed and were not asked for again."""
    jobs = Job.objects.filter(subject=f"list:{rating_list.key}")
    waiting = jobs.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    last = jobs.order_by("-pk").values("pk")[:1]
    return (waiting | jobs.filter(pk__in=last, state=Job.State.FAILED)).order_by("pk")


def is_answerable(recompute: Recompute) -> bool:
    """Returns whether it waits to be applied, and the list is still what it was computed from."""
    state = getattr(recompute.rating_list, "state", None)
    return (
        recompute.stage == Recompute.Stage.READY
        and state is not None
        and state.version == recompute.base
    )


def proposed_ratings(recompute: Recompute) -> QuerySet[ProposedRating]:
    """Returns all that would change: the biggest change first, what is new or goes last."""
    rows = ProposedRating.objects.filter(recompute=recompute).select_related("event")
    by_size = F("size").desc(nulls_last=True)
    sized = rows.defer("event__content").annotate(size=Abs(F("new") - F("was")))
    return sized.order_by("is_removed", by_size, "held_on", "event__key", "number")


def proposal_lines(recompute: Recompute, rows: Iterable[ProposedRating]) -> Iterator[ProposalLine]:
    """Yields these of its ratings as lines, in the same order, in a handful of queries per 1000.

    A database takes at most some ten thousand names in one question.
    """
    left = iter(rows)
    while part := list(islice(left, AT_ONCE)):
        yield from _lines(recompute, part)


def _lines(recompute: Recompute, shown: Sequence[ProposedRating]) -> list[ProposalLine]:
    players = {row.player for row in shown}
    names = _names(shown)
    standings = Standing.objects.filter(rating_list=recompute.rating_list, player__in=players)
    stands = dict(standings.values_list("player", "rating"))
    after = _standing_after(recompute, players)
    moved = _other_days(recompute, shown)
    return [
        ProposalLine(
            player=row.player,
            name=names[row.player],
            event=row.event.name,
            held_on=row.held_on,
            was=row.was,
            becomes=None if row.is_removed else row.new,
            stands=stands.get(row.player),
            will_stand=after.get(row.player),
            was_on=moved.get((row.event_id, row.player)),
        )
        for row in shown
    ]


def _other_days(
    recompute: Recompute, rows: Sequence[ProposedRating]
) -> dict[tuple[int, str], date]:
    """Returns the day of each rating in force that is of another day than the one proposed."""
    days = {(row.event_id, row.player): row.held_on for row in rows}
    rated = EventRating.objects.filter(
        rating_list=recompute.rating_list,
        event__in={event for event, _ in days},
        player__in={player for _, player in days},
    )
    found = rated.values_list("event", "player", "held_on")
    return {(e, p): on for e, p, on in found if days.get((e, p), on) != on}


def _names(rows: Sequence[ProposedRating]) -> dict[str, str]:
    """Returns the names by player: of the register, or those they had in their one event.

    Players of one event who have a key of the register now are found by number.
    """
    names = {row.player: row.player for row in rows}
    for player in Player.objects.filter(key__in=[key for key in names if key[0] != FOR_ONE_EVENT]):
        names[player.key] = player.full_name
    named: dict[int, dict[int, str]] = {}
    passing = {row.event_id for row in rows if row.player.startswith(FOR_ONE_EVENT)}
    for event in RatedEvent.objects.filter(pk__in=passing):
        content = content_of(event)
        cards = zip(content.cards, content.names, strict=True)
        named[event.pk] = {card.number: name for card, name in cards}
    for row in rows:
        if row.player.startswith(FOR_ONE_EVENT):
            name = named.get(row.event_id, {}).get(row.number, f"#{row.number}")
            names[row.player] = phrase("{name} (not in the register)", name=name)
    return names


def _standing_after(recompute: Recompute, players: set[str]) -> dict[str, int]:
    """Returns the last rating of each player once the recompute is applied."""
    known = [player for player in players if not player.startswith(FOR_ONE_EVENT)]
    last: dict[str, tuple[date, str, int]] = {}
    proposed = ProposedRating.objects.filter(recompute=recompute, player__in=known)
    values = ("event__pk", "player", "held_on", "event__key", "new")
    replaced = set(proposed.values_list("event__pk", "player"))
    kept = EventRating.objects.filter(rating_list=recompute.rating_list, player__in=known)
    for rows in (kept, proposed.filter(is_removed=False)):
        for event, player, held_on, key, new in rows.values_list(*values):
            if rows is kept and (event, player) in replaced:
                continue
            # Compared here: databases order letters in ways of their own.
            last[player] = max(last.get(player, (date.min, "", 0)), (held_on, key, new))
    return {player: rating for player, (_, _, rating) in last.items()}
