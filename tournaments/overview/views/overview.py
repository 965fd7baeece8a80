"""The overview of an event: how far each round is, what is missing, what comes next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.urls import reverse
from django.utils import timezone

from core.models import Job
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.web.jobs import standing_still
from ratings.selectors.proposals import held_back
from tournaments.board_games.queries.findings import GamesOfRound
from tournaments.challenges.queries import contradicted_rulings
from tournaments.closing.commands import ReopenEvent
from tournaments.closing.queries.unfinished import Looked
from tournaments.failover.lifeboat.status import status_of
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.desk.pages import EventPage, Offer
from tournaments.kernel.desk.round_lines import Link, RoundLine, round_lines, round_links
from tournaments.kernel.queries.counting import rated_key
from tournaments.kernel.queries.exceptions import exceptions_of
from tournaments.kernel.queries.lexicon import lexicon_words
from tournaments.kernel.queries.play import RoundState
from tournaments.kernel.queries.sheet import EntryLine, Sheet
from tournaments.kernel.round_states import CLOSED
from tournaments.models import Division, Round, Tournament, Webhook
from tournaments.overview.desk_pages import PAGES
from tournaments.results.views.disputed import disputed_boards
from tournaments.rounds.desk_pages import CONDITIONS
from tournaments.standings.attendance import takes_part

IN_ROUND = tuple(p for p in PAGES if p.in_round)
# Conditions have a page of their own.
IN_DIVISION = tuple(p for p in PAGES if p.in_division and not p.in_round and p not in CONDITIONS)
_IN_WORK = (RoundState.DRAFT, RoundState.PUBLISHED)
_STRETCHES: dict[str, tuple[str, str]] = {
    RoundState.PLANNED: (
        phrase("round {round} planned"),
        phrase("rounds {first} to {last} planned"),
    ),
    RoundState.DRAFT: (phrase("round {round} draft"), phrase("rounds {first} to {last} draft")),
    RoundState.PUBLISHED: (
        phrase("round {round} published"),
        phrase("rounds {first} to {last} published"),
    ),
    RoundState.COMPLETE: (
        phrase("round {round} complete"),
        phrase("rounds {first} to {last} complete"),
    ),
    "not published": (
        phrase("round {round} not published"),
        phrase("rounds {first} to {last} not published"),
    ),
    "not complete": (
        phrase("round {round} not complete"),
        phrase("rounds {first} to {last} not complete"),
    ),
}
"""How one round is told, and how several in a row, by what is told of them."""


@dataclass(frozen=True, slots=True)
class DivisionDesk:
    """A division of the overview.

    `entry_count` is without those who moved to another division; `left` counts those who left,
    by the word for it. `came_late` leads to where somebody is taken in who comes late.
    `stretches` are the state of every round in words, `strip` are links to them, and `in_work` the
    rounds that the director has begun and not finished. `lexicon` tells by what it plays. `draws`
    are (round, board) of games of which it is not recorded who started, `games` the rounds whose
    recorded games want somebody.
    """

    division: Division
    entries: tuple[EntryLine, ...]
    entry_count: int
    left: tuple[tuple[str, int], ...]
    stretches: tuple[str, ...]
    strip: tuple[Link, ...]
    in_work: tuple[RoundLine, ...]
    has_public: bool
    next_step: Offer | None
    came_late: str
    offers: tuple[Offer, ...]
    lexicon: str
    draws: tuple[tuple[int, int], ...]
    games: tuple[GamesOfRound, ...]


@dataclass(frozen=True, slots=True)
class Following:
    """The next step after a round, if there is one, and a sentence about it."""

    text: str
    step: Offer | None


def division_desks(divisions: Iterable[Looked]) -> list[DivisionDesk]:
    """Returns the part of the overview about each division, in the given order."""
    return [_desk(looked) for looked in divisions]


def division_offers(where: EventContext, pages: Iterable[EventPage]) -> tuple[Offer, ...]:
    """Returns the commands as links, each with the reason where the table refuses it."""
    slug, name = where.the_event.slug, where.the_division.name
    at: dict[str, Any] = {"division": name} | (
        {} if where.round is None else {"round": where.round}
    )
    offers = []
    for page in pages:
        verdict, title = where.verdict(page.command.code), page.title_at(where)
        if verdict.kind == "refused":
            offers.append(Offer(title, "", verdict.text))
        else:
            offers.append(Offer(title, desk_link(page.path, slug, **at)))
    return tuple(sorted(offers, key=lambda offer: bool(offer.refused)))


def event_offers(event: Tournament) -> tuple[Offer, ...]:
    """Returns the commands on the event itself as links."""
    closed = CLOSED if event.closed else ""
    return tuple(
        Offer(page.title, "" if closed else desk_link(page.path, event.slug), closed)
        for page in PAGES
        if not page.in_division and not page.asks and page.command is not ReopenEvent
    )


def state_stretches(sheet: Sheet, lines: Iterable[RoundLine]) -> tuple[str, ...]:
    """Returns how far the rounds are, as "rounds 1 to 3 complete", "round 4 published".

    Those of a closed event are told as they were left: "round 4 not complete", "not published".
    """
    told = []
    for state, group in groupby(lines, key=lambda line: _told_of(sheet, line)):
        numbers = [line.number for line in group]
        one, many = _STRETCHES[state]
        if len(numbers) == 1:
            told.append(one.format(round=numbers[0]))
        else:
            told.append(many.format(first=numbers[0], last=numbers[-1]))
    return tuple(told)


def _told_of(sheet: Sheet, line: RoundLine) -> str:
    if line.state != RoundState.CLOSED:
        return line.state
    if sheet.stages.get(line.number) != Round.Stage.PUBLISHED:
        return "not published"
    return "not complete" if line.missing else RoundState.COMPLETE


def _desk(looked: Looked) -> DivisionDesk:
    sheet = looked.sheet
    division, lines = sheet.division, round_lines(sheet)
    where = EventContext("", event=division.tournament, division=division)
    return DivisionDesk(
        division=division,
        entries=tuple(sheet.entries.values()),
        entry_count=sheet.entry_count,
        left=_left(sheet),
        stretches=state_stretches(sheet, lines),
        strip=round_links(lines),
        in_work=tuple(line for line in lines if line.state in _IN_WORK),
        has_public=Round.Stage.PUBLISHED in sheet.stages.values(),
        next_step=_next_step(sheet, lines),
        came_late=_came_late(sheet, lines),
        offers=division_offers(where, IN_DIVISION),
        lexicon=lexicon_words(division),
        draws=looked.draws,
        games=looked.games,
    )


def _left(sheet: Sheet) -> tuple[tuple[str, int], ...]:
    words = Counter(entry.left_word for entry in sheet.entries.values() if entry.has_left)
    return tuple(sorted(words.items()))


def _next_step(sheet: Sheet, lines: tuple[RoundLine, ...]) -> Offer | None:
    """Returns the director's next step: the first round that is not complete says it."""
    division = sheet.division
    if division.tournament.closed:
        return None
    line = next((line for line in lines if line.state != RoundState.COMPLETE), None)
    if len(sheet.entries) < 2:
        return Offer(phrase("Add entries"), _href("roster", division))
    if line is None:
        return Offer(
            phrase("Every round is complete: close the event"), _event_href("close-event", division)
        )
    if line.state == RoundState.PLANNED:
        return _pairing_step(sheet, line)
    if line.state == RoundState.DRAFT:
        return _draft_step(division, line)
    return _results_step(division, line)


def _results_step(division: Division, line: RoundLine) -> Offer:
    left = line.games - line.results
    if left:
        title = phrase_count(
            "Finish round {round}: {count} result missing",
            "Finish round {round}: {count} results missing",
            count=left,
            round=line.number,
        )
        return Offer(title, _href("enter", division, line.number))
    title = phrase("Finish round {round}: not everybody has a place", round=line.number)
    return Offer(title, line.href, needs=Permission.DIRECT)


def _came_late(sheet: Sheet, lines: tuple[RoundLine, ...]) -> str:
    """Returns where a late arrival is taken in; empty while nobody is entered, or all is played."""
    ended = (RoundState.COMPLETE, RoundState.CLOSED)
    if not sheet.entries or all(line.state in ended for line in lines):
        return ""
    return _href("arrival", sheet.division)


def _draft_step(division: Division, line: RoundLine) -> Offer:
    if line.missing:
        title = phrase("Finish the draft of round {round}", round=line.number)
        return Offer(title, line.href, needs=Permission.DIRECT)
    title = phrase("Publish round {round}: {boards}", round=line.number, boards=_boards(line.games))
    return Offer(title, _href("publish-round", division, line.number))


def _pairing_step(sheet: Sheet, line: RoundLine) -> Offer:
    """Returns the pairing of a round as the next step, or the check-in that comes before it."""
    active = [e for e in sheet.entries.values() if takes_part(e.away, line.number)]
    left = sum(not entry.presence for entry in active) if line.number == 1 else 0
    if left:
        title = phrase_count(
            "Check everybody in: {count} entry is left",
            "Check everybody in: {count} entries are left",
            count=left,
        )
        return Offer(title, _href("players", sheet.division), needs=Permission.CHECK_IN)
    many, boards = len(active), _boards(len(active) // 2)
    field = {"round": line.number, "players": many, "boards": boards}
    title = phrase("Pair round {round}: {players} players, {boards}", **field)
    if many % 2:
        title = phrase("Pair round {round}: {players} players, {boards} and a bye", **field)
    return Offer(title, line.href, needs=Permission.DIRECT)


def _boards(many: int) -> str:
    return phrase_count("{count} board", "{count} boards", count=many)


def following(sheet: Sheet, lines: tuple[RoundLine, ...], number: int) -> Following | None:
    """Returns the next step after a round that is complete, or a closed event; else None."""
    line = lines[number - 1]
    if line.state == RoundState.CLOSED:
        again = Offer(phrase("Open the event again"), _event_href("reopen-event", sheet.division))
        return Following(
            phrase("The event is closed. Nothing can be entered until it is opened again."), again
        )
    if line.state != RoundState.COMPLETE:
        return None
    step = _next_step(sheet, lines)
    if number < len(lines):
        return Following(phrase("Every result of round {round} is in.", round=number), step)
    said = phrase(
        "Every result of round {round} is in. It was the last round, so the standings are final.",
        round=number,
    )
    return Following(said, step)


def exceptions(
    event: Tournament, desks: Sequence[DivisionDesk], jobs: Iterable[Job], *, sees_lists: bool
) -> list[Offer]:
    """Returns the points a director should look at first, each with the page that settles it.

    Directors who cannot see the rating lists at the desk are told what waits, without a link.
    """
    still = standing_still(timezone.now())
    points = [Offer(still, "")] if still else []
    if not event.closed:  # What a closed event lacks is told by itself.
        points += _contested(event)
        points += [one for desk in desks for one in _exceptions_of(desk)]
        points += disputed_boards(event)
        points += _decided_otherwise(event)
    points += _waiting_in_lists(event, desks, sees_lists)
    points += [
        Offer(
            phrase("A job failed: {error}", error=job.error or job.kind),
            reverse("desk-job", args=(job.pk,)),
        )
        for job in jobs
        if job.state == Job.State.FAILED
    ]
    points += _untold(event)
    unsaved = _unsaved(event)
    return [*points, Offer(unsaved, desk_link("lifeboat", event.slug))] if unsaved else points


def _contested(event: Tournament) -> Iterable[Offer]:
    """Returns the boards of which two people say different things."""
    for one in exceptions_of(event):
        said = phrase(
            "Division {division}, round {round}, board {board} is an exception: choose its result.",
            division=one.division,
            round=one.round,
            board=one.label,
        )
        yield Offer(said, desk_link("exceptions", event.slug))


def _untold(event: Tournament) -> Iterable[Offer]:
    """Returns the webhooks that were paused because nobody took what they told."""
    if event.webhooks.filter(paused__in=(Webhook.Pause.FAILED, Webhook.Pause.GONE)).exists():
        said = phrase("A webhook was paused, because its receiver no longer takes its messages.")
        yield Offer(said, desk_link("webhooks", event.slug))


def _decided_otherwise(event: Tournament) -> Iterable[Offer]:
    """Returns the games that a ruling decided, and whose result has another winner."""
    for ruling in contradicted_rulings(event):
        said = phrase(
            "Division {division}, round {round}, board {board}: ruling "
            "{number} gave the game to {winner}, but the result says otherwise.",
            division=ruling.division,
            round=ruling.round,
            board=ruling.label,
            number=ruling.number,
            winner=ruling.winner,
        )
        where = {"division": ruling.division, "round": ruling.round, "entry": ruling.by.number}
        yield Offer(said, desk_link("correct-result", event.slug, **where))


def _waiting_in_lists(
    event: Tournament, desks: Sequence[DivisionDesk], sees_lists: bool
) -> Iterable[Offer]:
    names = {rated_key(event.slug, desk.division.name): desk.division.name for desk in desks}
    for one in held_back(names):
        said = phrase(
            "Ratings of division {division} wait in {list} until its new ratings are put in force.",
            division=names[one.event],
            list=one.list_name,
        )
        yield Offer(said, reverse("desk-proposal", args=(one.rating_list,)) if sees_lists else "")


def _unsaved(event: Tournament) -> str:
    """Returns a sentence on what is wrong with the lifeboat; an event that is over needs none."""
    status = status_of(event)
    if status.place or event.closed or event.rehearsal:
        return status.warning
    return phrase(
        "There is no lifeboat: if this computer dies, the event is lost. Choose a folder."
    )


def _exceptions_of(desk: DivisionDesk) -> Iterable[Offer]:
    name = desk.division.name
    for number, board in desk.draws:
        said = phrase(
            "Division {division}, round {round}, board {board}: the start was drawn but not "
            "recorded.",
            division=name,
            round=number,
            board=board,
        )
        yield Offer(said, _href("record-start", desk.division, number))
    for one in desk.games:
        for said in one.sentences:
            title = phrase("Division {division}, {finding}", division=name, finding=said)
            yield Offer(title, _href("games", desk.division, one.round))
    for line in filter(attrgetter("missing"), desk.in_work):
        lacks = phrase(
            "Division {division}, round {round} lacks {missing}.",
            division=name,
            round=line.number,
            missing="; ".join(line.missing),
        )
        yield Offer(lacks, line.href)


def _event_href(path: str, division: Division) -> str:
    return desk_link(path, division.tournament.slug)


def _href(path: str, division: Division, number: int | None = None) -> str:
    where = {"division": division.name} | ({} if number is None else {"round": number})
    return desk_link(path, division.tournament.slug, **where)
