"""Games of a night are begun, and taken away where they were seated by mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from clubs.kernel.queries.clubs import home_of
from clubs.models import ThreeHandedGame
from clubs.nights.commands.base import NightCommand, find_here
from clubs.nights.queries.seating import NightSeating
from clubs.nights.wording import called_here
from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.phrases import joined_by_and, phrase
from lexicon.selectors.installed import installed_lexica
from tournaments.board_terms import BoardTerms
from tournaments.event.commands.event import MOST_ROUNDS
from tournaments.kernel.commands.base import refuse_bound
from tournaments.kernel.commands.seating import next_slot, remove_board, write_sides
from tournaments.kernel.queries.play import place_of
from tournaments.kernel.queries.standings_and_starts import sides_for
from tournaments.models import Board, Division, Entry, Round, Seat

MOST_MINUTES = 180
MOST_START = 500
MOST_GAMES = 100


@dataclass(frozen=True, kw_only=True)
class NightGame:
    """A game to be begun between entries by number, `third` in a game of three.

    `first` says who goes first, None has it decided as in an event. `lexicon`, `minutes` of each
    player, `rated`, and the points with which a handicap has `one` and `two` begin are the terms of
    this game; empty and 0 are the usual ones. `challenger` is who challenged on the ladder.
    """

    one: int
    two: int
    third: int | None = None
    first: int | None = None
    lexicon: str = ""
    minutes: int = 0
    start_one: int = 0
    start_two: int = 0
    rated: bool = True
    challenger: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Those who play it."""
        return (self.one, self.two) if self.third is None else (self.one, self.two, self.third)


@register
@dataclass(frozen=True, kw_only=True)
class PlayTonight(NightCommand):
    """Begins games now: each gets a board, and is among the games of the night that come next.

    Somebody who still plays takes a second board, which is asked back.
    """

    code = "night.played"
    games: tuple[NightGame, ...]

    def apply(self, work: Work) -> Row:
        division = self.find_night()
        if not 1 <= len(self.games) <= MOST_GAMES:
            raise Refused(
                phrase("Say who plays, {most} games at most at once.", most=MOST_GAMES),
                code="night.games",
                field="games",
            )
        work.facts.decide("lexica", lambda: self._lexica(division))
        games = [(game, _checked_players(division, game)) for game in self.games]
        seating = NightSeating.of(division)
        if not self.confirmed:
            _ask_about_second_boards([entries for _, entries in games], seating)
        rounds: dict[int, Round] = {}
        slots: dict[int, list[int]] = {}
        told = []
        for game, entries in games:
            keys = [entry.key for entry in entries]
            if frozenset(keys) in seating.together:
                raise Refused(
                    phrase("{names} play each other already.", names=_named(entries)),
                    code="night.together",
                    field="games",
                )
            wave = seating.wave_for(keys)
            board = seating.free_board() if game.third is None else None
            seating.sit(wave, keys, board=board)
            if board is None:
                _write_three(work, division, game, entries, wave)
            else:
                row = rounds.get(wave) or _wave(work, division, wave)
                rounds[wave] = row
                slots.setdefault(wave, []).append(_write_two(work, row, game, entries, board))
            told.append([wave, board, [[entry.number, entry.shown_name] for entry in entries]])
        self._decide_sides(work, division, rounds, slots)
        return {"games": told}

    def _lexica(self, division: Division) -> list[str]:
        """Returns the lists that games are played by; Refused for one that nobody has here."""
        wanted = {game.lexicon for game in self.games} - {""}
        if not wanted:
            return []
        home = home_of(division.tournament.night_of)
        there = {one.code for one in installed_lexica()} | set(home.lexica if home else ())
        for code in sorted(wanted - there):
            raise Refused(
                phrase("Neither this machine nor the club has a word list {code}.", code=code[:40]),
                code="lexicon.unknown",
                field="lexicon",
            )
        return sorted(wanted)

    def _decide_sides(
        self,
        work: Work,
        division: Division,
        rounds: Mapping[int, Round],
        slots: Mapping[int, Sequence[int]],
    ) -> None:
        """Says who goes first where nobody fixed it, wave by wave, and writes it down."""
        decided = work.facts.decide(
            "sides",
            lambda: [
                {"wave": wave, **side}
                for wave in sorted(rounds)
                for side in sides_for(division, rounds[wave])
                if side["slot"] in slots[wave]
            ],
        )
        for wave, row in rounds.items():
            write_sides(work.ledger, row, [side for side in decided if side["wave"] == wave])

    def sentence(self, answer: Row) -> str:
        games = [_told_game(board, players) for _wave, board, players in answer["games"]]
        return phrase("Begun: {games}", games="; ".join(games))


def _told_game(board: int | None, players: Sequence[tuple[int, str]]) -> str:
    names = [called_here(number, name) for number, name in players]
    if board is None:
        return phrase("{names} play three-handed", names=joined_by_and(names))
    one, two = names
    return phrase("board {board}, {one} v {two}", board=board, one=one, two=two)


def _named(entries: Sequence[Entry]) -> str:
    return joined_by_and(entry.shown_name for entry in entries)


def _checked_players(division: Division, game: NightGame) -> list[Entry]:
    """Returns the entries of a game that can be played; Refused, naming the field, otherwise."""
    if len(set(game.players)) != len(game.players):
        raise Refused(
            phrase("Nobody can play themselves."), code="pairing.own_opponent", field="two"
        )
    for field in ("first", "challenger"):
        if getattr(game, field) not in (None, *game.players):
            raise Refused(
                phrase("No. {number} does not play in this game.", number=getattr(game, field)),
                code=f"night.{field}",
                field=field,
            )
    _check_terms(game)
    names = ("one", "two", "third")
    return [
        find_here(division, number, field)
        for number, field in zip(game.players, names, strict=False)
    ]


def _check_terms(game: NightGame) -> None:
    starts = (game.start_one, game.start_two)
    if not all(0 <= start <= MOST_START for start in starts):
        raise Refused(
            phrase("A handicap gives 0 to {most} points.", most=MOST_START),
            code="night.start",
            field="start_one" if not 0 <= game.start_one <= MOST_START else "start_two",
        )
    field = "start_one" if game.start_one else "start_two"
    if any(starts) and game.rated:
        raise Refused(
            phrase("A game with a handicap is never rated: make it unrated, or leave it out."),
            code="night.handicap_rated",
            field=field,
        )
    if game.third is not None and (any(starts) or game.first or game.challenger):
        raise Refused(
            phrase("A game of three has no handicap, no challenger, and lots say who goes first."),
            code="night.three",
            field="third",
        )
    if not 0 <= game.minutes <= MOST_MINUTES:
        raise Refused(
            phrase("Each player has 1 to {most} minutes.", most=MOST_MINUTES),
            code="night.minutes",
            field="minutes",
        )


def _ask_about_second_boards(games: Sequence[Sequence[Entry]], seating: NightSeating) -> None:
    """Asks back where somebody would sit at two boards at once."""
    seated = set(seating.playing)
    twice = []
    for entries in games:
        twice += [entry for entry in entries if entry.key in seated]
        seated |= {entry.key for entry in entries}
    if twice:
        raise NeedsConfirmation(
            phrase("{names} would play at two boards at once.", names=_named(twice)),
            code="confirm",
            field="confirmed",
        )


def _wave(work: Work, division: Division, wave: int) -> Round:
    """Returns the row of a wave; one that there was not yet begins with these games."""
    if wave > MOST_ROUNDS:
        raise Refused(
            phrase("A night has at most {most} games of each player.", most=MOST_ROUNDS),
            code="night.long",
            field="games",
        )
    row = division.rounds.filter(number=wave).first()
    if row is None:
        row = Round(
            division=division, number=wave, stage=Round.Stage.PUBLISHED, published_at=work.at
        )
        work.ledger.create(row)
        if division.planned_rounds < wave:
            work.ledger.update(division, planned_rounds=wave)
    row.division = division
    return row


def _write_two(
    work: Work, row: Round, game: NightGame, entries: Sequence[Entry], number: int
) -> int:
    """Seats two at a board; returns its slot."""
    keys = {entry.number: entry.key for entry in entries}
    terms = BoardTerms(
        lexicon=game.lexicon,
        minutes=game.minutes,
        start_one=game.start_one,
        start_two=game.start_two,
        rated=game.rated,
        challenger=0 if game.challenger is None else keys[game.challenger],
    )
    board = Board(round=row, slot=next_slot(row), number=number, terms=terms.values())
    work.ledger.create(board)
    for position, entry in enumerate(entries):
        fixed: dict[str, Any] = {}
        if game.first is not None:
            side = Seat.Side.FIRST if game.first == entry.number else Seat.Side.SECOND
            fixed = {"side": side, "decided_by": "manual"}
        taken = entry.seats.filter(round=row).aggregate(last=Max("turn"))["last"] or 0
        place = {"entry": entry, "position": position, "turn": taken + 1}
        work.ledger.create(Seat(board=board, round=row, **place, **fixed))
    return board.slot


def _write_three(
    work: Work, division: Division, game: NightGame, entries: Sequence[Entry], wave: int
) -> None:
    event = division.tournament
    last = ThreeHandedGame.objects.filter(tournament=event).aggregate(last=Max("number"))["last"]
    terms = BoardTerms(lexicon=game.lexicon, minutes=game.minutes, rated=game.rated)
    work.ledger.create(
        ThreeHandedGame(
            tournament=event,
            number=(last or 0) + 1,
            round=wave,
            entries=[entry.key for entry in entries],
            terms=terms.values(),
        )
    )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveNightGame(NightCommand):
    """Takes away a game of two that was seated by mistake, as long as it has no result."""

    code = "night.game_removed"
    wave: int
    one: int
    two: int

    def apply(self, work: Work) -> Row:
        division = self.find_night()
        place = place_of(self.event, self.division, self.wave, self.one, self.two)
        if place is None or place.across is None or place.across.entry.number != self.two:
            raise Refused(
                phrase(
                    "No. {one} and no. {two} have no game in wave {wave}.",
                    one=self.one,
                    two=self.two,
                    wave=self.wave,
                ),
                code="night.no_game",
                field="two",
            )
        if place.result is not None:
            raise Refused(
                phrase("This game has a result; undo that first."), code="result.there", field="one"
            )
        board = place.seat.board
        refuse_bound(Board.objects.filter(pk=board.pk))
        board.round.division = division
        remove_board(work.ledger, board)
        _forget_last_waves(work, division)
        names = (place.seat.entry.shown_name, place.across.entry.shown_name)
        return {"names": list(names)}

    def sentence(self, answer: Row) -> str:
        one, two = answer["names"]
        return phrase("Game of {one} and {two} removed", one=one, two=two)


def _forget_last_waves(work: Work, division: Division) -> None:
    """Removes the last waves as long as nobody plays in them."""
    for row in division.rounds.order_by("-number"):
        if row.boards.exists():
            break
        row.division = division
        work.ledger.delete(row)
        work.ledger.update(division, planned_rounds=max(row.number - 1, 1))
