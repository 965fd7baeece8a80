"""The challenge desk: a play is ruled on, and every ruling of the event with what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone

from core.csv_file import Cell, write_csv
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from core.roles.table import Permission
from core.web.view_access import reads, writes
from desk.access import number_in
from desk.giving import execute_form
from lexicon.selectors.rulings import stations_of_event
from tournaments.challenges.commands import Foreseen, RulePlay
from tournaments.challenges.forms.rulings import RulePlayForm
from tournaments.challenges.queries import (
    as_ruled,
    ruling_entries,
    rulings_of_event,
    unused_rulings,
)
from tournaments.challenges.records import BoardRuling, JudgesRuling
from tournaments.challenges.wording import effect_words, ruling_effect
from tournaments.kernel.desk.access import find_round, in_event
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.queries.play import last_published
from tournaments.kernel.wording.challenge_rules import rules_line
from tournaments.models import Round, Tournament

LINES = 100
COLUMNS = (
    *(
        "Ruling",
        "Time",
        "Division",
        "Round",
        "Board",
        "Whose play",
        "Challenged by",
        "Play",
    ),
    *(
        "Words",
        "Verdict",
        "Lexicon",
        "Rule",
        "Effect",
        "Judge",
        "Judge's log",
        "Game",
        "Turn",
    ),
    *("Log", "Reason", "By"),
)


class RulingLine(NamedTuple):
    """A ruling with what it came to in words, and the entry of the event's log that made it.

    `judge` is the name of the station that gave the verdict, empty where none did.
    """

    row: BoardRuling
    effect: str
    entry: JournalEntry
    judge: str


class ForeseenEffect(NamedTuple):
    """The outcome of a ruling for one verdict."""

    acceptable: bool
    effect: str


@writes(RulePlay)
@in_event(Permission.VIEW, writing=Permission.JUDGE)
def rulings_desk(request: HttpRequest, event: Tournament) -> HttpResponseBase:
    """Shows the rulings with the form that makes one; what follows is shown before it is made."""
    where = _place(request, event)
    if request.method != "POST":
        judged = (request.GET.get("station", ""), request.GET.get("seq", ""))
        form = None if where.round is None else RulePlayForm(where=where, judged=judged)
        return _shown(request, where, form)
    if where.round is None:
        raise Http404(phrase("This division has no published round."))
    form = RulePlayForm(request.POST, where=where)
    entry, foreseen = _ruled(request, form)
    if entry is None:
        return _shown(request, where, form, foreseen)
    return redirect(_here(where, done=entry.answer["number"]))


@reads
@in_event(Permission.VIEW)
def rulings_csv(_request: HttpRequest, event: Tournament) -> HttpResponse:
    """Sends all rulings of an event as a table, the newest first."""
    lines = _lines(event, as_ruled(rulings_of_event(event)))
    rows = (_row(line) for line in lines)
    answer = HttpResponse(write_csv(COLUMNS, rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-rulings.csv"'
    return answer


def rulings_line(event: Tournament) -> str:
    """Returns a line on the rulings of an event: at a board, and by a judge without one.

    Only what the judge ruled today: it is nothing wrong, as players may have tried it.
    """
    made, left = rulings_of_event(event).count(), len(unused_rulings(event, since=_midnight()))
    if not left:
        return phrase_count("{count} ruling", "{count} rulings", count=made)
    return phrase_count(
        "{count} ruling, and {others} by a judge today without a board",
        "{count} rulings, and {others} by a judge today without a board",
        count=made,
        others=left,
    )


def _ruled(request: HttpRequest, form: RulePlayForm) -> tuple[JournalEntry | None, Foreseen | None]:
    """Returns the entry once it is made; else what was foreseen, or neither where it is refused."""
    stored = form.stored()
    if stored is not None or not form.is_valid():
        return stored, None
    command = form.build()
    if command.confirmed:
        return execute_form(request, form), None
    try:
        return None, form.foresee(command)
    except Refused as refused:
        form.refuse(refused)
        return None, None


def _place(request: HttpRequest, event: Tournament) -> EventContext:
    """Returns the round of the address, or the last published; its round is None while none is."""
    if not event.divisions.exists():
        return EventContext(request.user.get_username(), event=event)
    division, number = find_round(request, event)
    if "round" not in request.GET:
        number = last_published(division)
    is_published = division.rounds.filter(number=number, stage=Round.Stage.PUBLISHED).exists()
    name = request.user.get_username()
    return EventContext(
        name, event=event, division=division, round=number if is_published else None
    )


def _shown(
    request: HttpRequest,
    where: EventContext,
    form: RulePlayForm | None,
    foreseen: Foreseen | None = None,
) -> HttpResponse:
    event = where.the_event
    page = Paginator(rulings_of_event(event), LINES).get_page(request.GET.get("page"))
    context = {
        "event": event,
        "tab": "judges",
        "where": where,
        "form": form,
        "obstacle": form.obstacle() if form else "",
        "rule": rules_line(where.division.rules) if where.division else "",
        "foreseen": foreseen,
        "effects": _effects(foreseen),
        "done": _one(event, request.GET.get("done")),
        "page": page,
        "lines": list(_lines(event, as_ruled(page.object_list))),
        "unused": [(one, _rule_on(event, one)) for one in unused_rulings(event, since=_midnight())],
        **_ways(where),
    }
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "tournaments/challenges/rulings.html", context, status=status)


def _effects(foreseen: Foreseen | None) -> list[ForeseenEffect]:
    if foreseen is None:
        return []
    player, challenger = foreseen.player, foreseen.challenger
    return [
        ForeseenEffect(good, effect_words(to, player=player, challenger=challenger))
        for good, to in foreseen.outcomes
    ]


def _one(event: Tournament, number: str | None) -> RulingLine | None:
    """Returns the ruling of the address, None where it names none; Http404 for no such ruling."""
    if number is None:
        return None
    rulings = as_ruled(rulings_of_event(event).filter(number=number_in(number)))
    if not rulings:
        raise Http404(phrase("There is no such ruling."))
    return next(_lines(event, rulings))


def _lines(event: Tournament, rulings: Iterable[BoardRuling]) -> Iterator[RulingLine]:
    entries: Mapping[int, JournalEntry] = ruling_entries(event, RulePlay.code)
    judges = {station.key: station.name for station in stations_of_event(event.slug)}
    for row in rulings:
        judge = judges.get(row.station, row.station)
        yield RulingLine(row, ruling_effect(row), entries[row.number], judge)


def _ways(where: EventContext) -> dict[str, Any]:
    """Returns the links to the divisions, and to the rounds of this one that are published."""
    event, division = where.the_event, where.division
    if division is None:
        return {"divisions": [], "rounds": []}
    names = event.divisions.order_by("position", "name").values_list("name", flat=True)
    published = division.rounds.filter(stage=Round.Stage.PUBLISHED)
    numbers = published.order_by("number").values_list("number", flat=True)
    return {
        "divisions": [
            (name, desk_link("rulings", event.slug, division=name), name == division.name)
            for name in names
        ],
        "rounds": [
            (
                number,
                desk_link("rulings", event.slug, division=division.name, round=number),
                number == where.round,
                "",
            )
            for number in numbers
        ],
    }


def _here(where: EventContext, **more: Any) -> str:
    at = {"division": where.the_division.name, "round": where.the_round, **more}
    return desk_link("rulings", where.the_event.slug, **at)


def _rule_on(event: Tournament, ruling: JudgesRuling) -> str:
    where = {"division": ruling.division, "station": ruling.station, "seq": ruling.seq}
    return desk_link("rulings", event.slug, **where)


def _midnight() -> datetime:
    """Returns when the day began, and at least some hours ago: an evening may last beyond it."""
    now = timezone.localtime()
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return min(day, now - timedelta(hours=6))


def _row(line: RulingLine) -> tuple[Cell, ...]:
    row, entry = line.row, line.entry
    return (
        *(row.number, timezone.localtime(row.at).isoformat(timespec="seconds")),
        *(row.division, row.round, row.label, str(row.by), str(row.against), row.play),
        *(" ".join(row.words), "acceptable" if row.acceptable else "unacceptable", row.lexicon),
        *(row.rule["type"], line.effect, line.judge, row.station_seq or None),
        *(row.game.key if row.game else None, row.turn, entry.seq, entry.reason, entry.actor),
    )
