"""The declared projection of an event, and its digest: what must be equal after a replay.

`PROJECTION` names its version. It is written in the field's terms and over natural keys, never
over model columns, so that a migration changes no digest.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from ratings.systems.field import RatingChange
from tournaments.claiming import Mode
from tournaments.event_ratings.queries.rated_sheet import rate_sheet
from tournaments.failover.queries.content import event_content
from tournaments.formats.content import content_to_json
from tournaments.kernel.queries.clock import columns_of, state_of
from tournaments.kernel.queries.sheet import BoardLine, Sheet, load_sheet
from tournaments.kernel.queries.standings_and_starts import (
    complete_rounds,
    standings_of_rounds,
    starts_of_rounds,
)
from tournaments.models import (
    BoardException,
    BoardGame,
    Division,
    DivisionClock,
    DivisionRating,
    EventMoney,
    EventPrize,
    PlayRuling,
    PrizeTerms,
    Result,
    ResultClaim,
    SlipPhoto,
    StreamSlot,
    Tournament,
)
from tournaments.prizes.queries.now import prizes_now

PROJECTION = 2
_PRIZE = (
    *("number", "position", "kind", "division__name", "target__key", "prize_class", "place"),
    *("amount", "part", "text", "games", "first_round", "last_round", "exclusive"),
    *("winners", "kept"),
)
_SLOT = ("name", "kind", "division__name", "board", "entry_key")
_MONEY = ("number", "kind", "entry__key", "amount", "withheld", "place", "text")


def project(event: Tournament, ratings: dict[str, str] | None = None) -> dict[str, Any]:
    """Returns the projection of an event in JSON values.

    `ratings` names the divisions whose ratings belong to it, with their systems, and has them
    computed; None takes the stored ones that are up to date.
    """
    divisions = event.divisions.select_related("tournament").order_by("position")
    return {
        "projection": PROJECTION,
        "closed": event.closed,
        "content": content_to_json(event_content(event)),
        "divisions": {d.name: _division(load_sheet(d, drafts=True), ratings) for d in divisions},
        **({"links_renewed": event.links_renewed} if event.links_renewed else {}),
        **({"lots": event.lots} if event.lots else {}),
        **({"timetable": event.timetable} if event.timetable else {}),
        **_of_prizes(event),
        **_of_clocks(event),
        **_of_slots(event),
    }


def digest(projection: dict[str, Any]) -> str:
    """Returns the SHA-256 of a projection written in the one canonical way."""
    text = json.dumps(projection, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def differences(one: Any, two: Any, path: str = "") -> list[str]:
    """Returns the places at which two projections differ, each with both values."""
    if isinstance(one, dict) and isinstance(two, dict):
        return [
            line
            for key in sorted(one.keys() | two.keys())
            for line in differences(one.get(key), two.get(key), f"{path}/{key}")
        ]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return [
            line
            for place, (a, b) in enumerate(zip(one, two, strict=True))
            for line in differences(a, b, f"{path}/{place}")
        ]
    return [] if one == two else [f"{path}: {_short(one)} / {_short(two)}"]


def stored_systems(event: Tournament) -> dict[str, str]:
    """Returns the systems of the divisions whose stored ratings are up to date."""
    rated = DivisionRating.objects.filter(division__tournament=event).select_related("division")
    return {r.division.name: r.system for r in rated if r.version == r.division.version}


def _division(sheet: Sheet, ratings: dict[str, str] | None) -> dict[str, Any]:
    complete = complete_rounds(sheet)
    standings = standings_of_rounds(sheet, sheet.last_round)
    return {
        "stages": {str(number): stage for number, stage in sheet.stages.items()},
        "keys": [
            [entry.key, entry.number, entry.away, entry.presence]
            for entry in sheet.entries.values()
        ],
        "random_numbers": [entry.random_number for entry in sheet.entries.values()],
        "outcomes": [
            [board.round, board.slot, board.reason, board.begun, board.rated, _at(board)]
            + [[seat.entry, seat.won, seat.lost, seat.spread] for seat in board.seats]
            for board in sheet.boards
        ],
        "starts": starts_of_rounds(sheet),
        "complete": complete,
        "standings": {
            str(number): [
                [row.rank, row.number, row.half_wins, row.half_losses, row.spread, row.raw_spread]
                for row in rows
            ]
            for number, rows in standings.items()
        },
        "ratings": _ratings(sheet, ratings),
        **_of_pairings(sheet.division),
        **_of_lexicon(sheet.division),
        **_of_rulings(sheet.division),
        **_of_games(sheet.division),
        **_of_checks(sheet.division),
        **_of_phones(sheet.division),
    }


def _of_prizes(event: Tournament) -> dict[str, Any]:
    """Returns the prizes, their terms and winners, and the money, of an event that has any."""
    terms = PrizeTerms.objects.filter(tournament=event).values(
        *("currency", "fund", "entry_fee", "division_fees", "back", "one_money", "thing_ties"),
        *("unit", "tax_percent", "tax_from", "excluded", "is_public"),
    )
    money = EventMoney.objects.filter(tournament=event).order_by("number")
    offered = EventPrize.objects.filter(tournament=event).order_by("position", "number")
    prizes = [list(row) for row in offered.values_list(*_PRIZE)]
    told = {
        "terms": list(terms),
        "prizes": prizes,
        "money": [list(row) for row in money.values_list(*_MONEY)],
        "winners": [
            [award.prize.number, *([share.key, share.amount] for share in award.winners)]
            for award in (prizes_now(event).awards if prizes else ())
        ],
    }
    return {"prizes": told} if any(told.values()) else {}


def _of_clocks(event: Tournament) -> dict[str, Any]:
    """Returns the clocks of the divisions of an event in which a command on one was given."""
    rows = DivisionClock.objects.filter(division__tournament=event).select_related("division")
    told = {
        row.division.name: {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in columns_of(state).items()
        }
        for row in rows.order_by("division__name")
        if (state := state_of(row)) is not None
    }
    return {"clocks": told} if told else {}


def _of_slots(event: Tournament) -> dict[str, Any]:
    """Returns the slots of a broadcast and what is in each, where there are any."""
    rows = StreamSlot.objects.filter(tournament=event).order_by("name")
    told = [list(row) for row in rows.values_list(*_SLOT)]
    return {"slots": told} if told else {}


def _of_pairings(division: Division) -> dict[str, Any]:
    """Returns the pairing rules, plan and conditions, if any: earlier digests stay as they were."""
    names = ("plan", "conditions", "pairing_rules")
    return {name: value for name in names if (value := getattr(division, name))}


def _of_lexicon(division: Division) -> dict[str, Any]:
    """Returns by which words a division plays, where a list was chosen or word tools are closed."""
    names = ("lexicon", "lexicon_hash", "second_lexicon", "second_hash", "closes_word_tools")
    return {name: value for name in names if (value := getattr(division, name))}


def _of_rulings(division: Division) -> dict[str, Any]:
    """Returns the rulings on plays at the boards of a division, if any."""
    columns = (
        *("number", "board__round__number", "board__slot", "by__number", "words", "play"),
        *("acceptable", "lexicon", "lexicon_hash", "rule", "effect", "game__key", "turn"),
        *("station", "station_seq"),
    )
    rulings = PlayRuling.objects.filter(board__round__division=division)
    rows = [list(row) for row in rulings.order_by("number").values_list(*columns)]
    return {"rulings": rows} if rows else {}


def _of_games(division: Division) -> dict[str, Any]:
    """Returns the recorded games of the boards of a division, and that players may hand them in.

    Of a record its hash: its text is a recorded fact, and long.
    """
    taken = {"takes_games": True} if division.takes_games else {}
    games = BoardGame.objects.filter(board__round__division=division).select_related(
        "game", "board__round", "handed_in_by"
    )
    rows = [_of_game(row) for row in games.prefetch_related("game__players").order_by("game__key")]
    return taken | ({"games": rows} if rows else {})


def _of_checks(division: Division) -> dict[str, Any]:
    """Returns the boards read a second time, the exceptions and the overtime, if any."""
    place = ("board__round__number", "board__slot")
    verified = Result.objects.filter(board__round__division=division).exclude(verified_by="")
    contested = BoardException.objects.filter(board__round__division=division)
    over = Result.objects.filter(board__round__division=division, overtime__isnull=False)
    told = {
        "overtime": [list(row) for row in over.order_by(*place).values_list(*place, "overtime")],
        "verified": [list(row) for row in verified.order_by(*place).values_list(*place)],
        "exceptions": [
            list(row) for row in contested.order_by(*place).values_list(*place, "kind", "claims")
        ],
    }
    return {name: rows for name, rows in told.items() if rows}


def _of_phones(division: Division) -> dict[str, Any]:
    """Returns how players report, what they claim, and renewed links, as far as there are any."""
    columns = (
        *("board__round__number", "board__slot", "entry__number", "score_one", "score_two"),
        *("counts", "settled"),
    )
    claims = ResultClaim.objects.filter(board__round__division=division)
    photos = SlipPhoto.objects.filter(board__round__division=division)
    taken = (*columns[:3], "name")
    renewed = division.entries.filter(link_renewed__gt=0).order_by("number")
    told = {
        "phone_mode": "" if division.phone_mode == Mode.OFF else division.phone_mode,
        "claims": [list(row) for row in claims.order_by(*columns[:3]).values_list(*columns)],
        "slip_photos": [list(row) for row in photos.order_by(*taken).values_list(*taken)],
        "own_links": [list(row) for row in renewed.values_list("number", "link_renewed")],
    }
    return {name: value for name, value in told.items() if value}


def _of_game(row: BoardGame) -> list[Any]:
    game, giver = row.game, row.handed_in_by
    return [
        *(row.board.round.number, row.board.slot, row.first_seat, giver.number if giver else None),
        *(
            game.key,
            game.state,
            game.title,
            game.source,
            hashlib.sha256(game.record.encode()).hexdigest(),
        ),
        *(game.board, game.tile_set, game.lexicon, game.lexicon_hash, game.ruleset, game.overrides),
        *(game.file_sha256, game.label),
        [
            [
                *(one.name, one.player, one.time_used_s, one.overtime_s),
                *(one.challenges_won, one.challenges_lost),
            ]
            for one in game.players.all()
        ],
    ]


def _at(board: BoardLine) -> str | None:
    return None if board.changed_at is None else board.changed_at.isoformat()


def _ratings(sheet: Sheet, ratings: dict[str, str] | None) -> list[list[Any]] | None:
    if ratings is None:
        return _stored(sheet.division)
    system = ratings.get(sheet.division.name)
    if system is None:
        return None
    published = load_sheet(sheet.division)
    return [_rating_line(change) for change in rate_sheet(published, system)]


def _rating_line(change: RatingChange) -> list[Any]:
    return [
        change.number,
        change.old,
        change.new,
        change.games,
        change.half_wins,
        change.expected,
        change.performance,
    ]


def _stored(division: Division) -> list[list[Any]] | None:
    rated = DivisionRating.objects.filter(division=division).first()
    if rated is None or rated.version != division.version:
        return None
    columns = ("entry__number", "old", "new", "games", "half_wins", "expected", "performance")
    return [list(row) for row in rated.rows.order_by("entry__number").values_list(*columns)]


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 120 else f"{text[:117]}..."
