"""Reads of rulings on plays: those of boards, those of an event, and judges' that belong to none.

For directors: entries are named in full.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet

from core.models import JournalEntry
from lexicon.models import JudgeStation
from lexicon.selectors.rulings import RULED, STREAM, stations_of_event, stream_of
from tournaments.challenges.records import BoardRuling, JudgesRuling
from tournaments.models import Division, PlayRuling, Tournament


def rulings_of_boards(boards: Collection[int]) -> Mapping[int, Sequence[BoardRuling]]:
    """Returns the rulings on plays at boards (primary keys) that have any, in the order given.

    In three queries, however many boards there are.
    """
    rulings: dict[int, list[BoardRuling]] = {}
    for ruling in as_ruled(_loaded(PlayRuling.objects.filter(board__in=boards))):
        rulings.setdefault(ruling.board, []).append(ruling)
    return rulings


def rulings_of_event(event: Tournament) -> QuerySet[PlayRuling]:
    """Returns the rulings on plays of an event, the newest first; read in three queries."""
    rulings = PlayRuling.objects.filter(board__round__division__tournament=event)
    return _loaded(rulings).order_by("-number")


def as_ruled(rulings: Iterable[PlayRuling]) -> list[BoardRuling]:
    """Returns rulings as pages show them, in their order."""
    return [_told(row) for row in rulings]


def rulings_of_round(division: Division, number: int) -> Mapping[int, Sequence[BoardRuling]]:
    """Returns the rulings on plays of a round by the slot of their board, in the order given."""
    rulings: dict[int, list[BoardRuling]] = {}
    rows = PlayRuling.objects.filter(board__round__division=division, board__round__number=number)
    for row in _loaded(rows):
        rulings.setdefault(row.board.slot, []).append(_told(row))
    return rulings


def contradicted_rulings(event: Tournament) -> list[BoardRuling]:
    """Returns the rulings that decided a game whose result has no such winner."""
    deciding = rulings_of_event(event).exclude(effect__decided_for="")
    return [one for one in as_ruled(deciding) if one.is_contradicted]


def board_rulings_of_judge(event: Tournament) -> Mapping[tuple[str, int], int]:
    """Returns the numbers of the rulings at boards that a judge's verdict was used for.

    By the station and the entry of its log.
    """
    rulings = PlayRuling.objects.filter(board__round__division__tournament=event)
    rows = rulings.exclude(station="").values_list("station", "station_seq", "number")
    return {(station, seq): number for station, seq, number in rows}


def unused_rulings(
    event: Tournament, *, since: datetime, division: str | None = None
) -> list[JudgesRuling]:
    """Returns the judges' rulings from a moment on that no ruling at a board used, newest first."""
    stations = {stream_of(station.key): station for station in stations_of_event(event.slug)}
    entries = JournalEntry.objects.filter(stream__key__in=stations, command=RULED, at__gte=since)
    if division is not None:
        entries = entries.filter(answer__place=f"{event.slug}/{division}")
    used = board_rulings_of_judge(event)
    shown = entries.select_related("stream").order_by("-at", "-pk")
    rulings = (_of_judge(entry, stations[entry.stream.key]) for entry in shown)
    return [one for one in rulings if (one.station, one.seq) not in used]


def ruling_entries(event: Tournament, code: str) -> Mapping[int, JournalEntry]:
    """Returns the standing entries of the event's journal that made rulings, by their numbers."""
    entries = JournalEntry.objects.filter(
        stream__key=f"event:{event.slug}", command=code, undone_by=None
    )
    return {entry.answer["number"]: entry for entry in entries.defer("changes", "facts")}


def _loaded(rulings: QuerySet[PlayRuling]) -> QuerySet[PlayRuling]:
    loaded = rulings.select_related("board__round__division", "board__result", "by", "game")
    # The reasons for a whole round's pairing are long, and nobody asks for them here.
    return loaded.defer("board__round__pairing").prefetch_related("board__seats__entry")


def _told(row: PlayRuling) -> BoardRuling:
    board = row.board
    others = [seat.entry for seat in board.seats.all() if seat.entry_id != row.by_id]
    return BoardRuling(
        number=row.number,
        board=board.pk,
        division=board.round.division.name,
        round=board.round.number,
        label=board.number or board.slot,
        by=row.by,
        against=others[0] if others else None,
        words=tuple(row.words),
        play=row.play,
        acceptable=row.acceptable,
        lexicon=row.lexicon,
        rule=row.rule,
        effect=row.effect,
        game=row.game,
        turn=row.turn,
        station=row.station,
        station_seq=row.station_seq,
        at=row.ruled_at,
        is_contradicted=_is_contradicted(row),
    )


def _is_contradicted(row: PlayRuling) -> bool:
    decided, result = row.effect["decided_for"], getattr(row.board, "result", None)
    if not decided or result is None:
        return False
    won = (result.won_one > result.lost_one, result.won_two > result.lost_two)
    is_of_winner = decided == "player"
    return not any(
        won[seat.position]
        for seat in row.board.seats.all()
        if (seat.entry_id == row.by_id) == is_of_winner
    )


def _of_judge(entry: JournalEntry, station: JudgeStation) -> JudgesRuling:
    return JudgesRuling(
        station=entry.stream.key.removeprefix(f"{STREAM}:"),
        station_name=station.name,
        seq=entry.seq,
        division=entry.answer["place"].partition("/")[2],
        words=tuple(entry.payload["words"]),
        acceptable=entry.answer["acceptable"],
        at=entry.at,
    )
