"""A night as it is now: who is here, who plays whom, and what came of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from clubs.kernel.queries.night_games import NIGHT
from clubs.models import ThreeHandedGame
from clubs.nights.queries.newcomers import old_hands
from clubs.nights.telling.games import NightHighlights, ToldGame, ToldSide, highlights
from clubs.nights.wording import helps_words
from core.names import shown_name
from core.wording import signed
from people.selectors import public_names
from tournaments.board_terms import BoardTerms, terms_of
from tournaments.models import Division, Entry, Result, Seat, Tournament


@dataclass(slots=True)
class NightPerson:
    """Somebody of a night, with what they have done on it. Half wins are 2 for a game won.

    `player` is the key in the register, empty for a guest. `waves` are those in which they sit,
    as often as they sit in each. `has_helps` says that a newcomer's helps are still theirs.
    """

    number: int
    key: int
    name: str
    player: str
    rating: int
    is_here: bool
    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    games: int = 0
    firsts: int = 0
    seconds: int = 0
    half_points: int = 0
    scored: int = 0
    playing: int = 0
    waves: list[int] = field(default_factory=list)
    has_helps: bool = False

    @property
    def wins(self) -> float:
        """Games won, a tie a half."""
        return self.half_wins / 2

    @property
    def losses(self) -> float:
        """Games lost, a tie a half."""
        return self.half_losses / 2

    @property
    def signed_spread(self) -> str:
        """The spread as tables have it."""
        return signed(self.spread)

    @property
    def average(self) -> int | None:
        """The points a game, those of a game of three one and a half times; None without one."""
        return round(self.half_points / (2 * self.scored)) if self.scored else None


@dataclass(frozen=True, slots=True)
class NightSide:
    """Somebody at a board. `start` is what a handicap has them begin with."""

    person: NightPerson
    side: str
    score: int | None
    half_wins: int | None
    start: int = 0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a night; `three` is the number of a game of three, 0 for a game of two.

    `reason` is empty while it is played.
    """

    wave: int
    slot: int
    board: int | None
    version: int
    sides: tuple[NightSide, ...]
    terms: BoardTerms
    reason: str
    three: int = 0

    @property
    def is_over(self) -> bool:
        """Whether its result is in."""
        return bool(self.reason)

    @property
    def is_played(self) -> bool:
        """Whether it was played to its end, with scores."""
        return self.reason == Result.Reason.PLAYED

    @property
    def names(self) -> list[str]:
        """Who plays it."""
        return [side.person.name for side in self.sides]

    @property
    def helps(self) -> str:
        """Who has the helps of a newcomer in it, empty for nobody and once it is over."""
        return "" if self.is_over else helps_of(side.person for side in self.sides)


@dataclass(frozen=True)
class Tonight:
    """A night: its people by number, its games in the order in which they were begun."""

    night: Tournament
    division: Division
    people: dict[int, NightPerson]
    games: tuple[PlayedGame, ...]

    @property
    def here(self) -> list[NightPerson]:
        """Who is here, by name."""
        return [one for one in self._by_name if one.is_here]

    @property
    def gone(self) -> list[NightPerson]:
        """Who was here and has left, by name."""
        return [one for one in self._by_name if not one.is_here]

    @property
    def free(self) -> list[NightPerson]:
        """Who is here and waits for a game, by name."""
        return [one for one in self.here if not one.playing]

    @property
    def playing(self) -> list[PlayedGame]:
        """The games whose result is not in, by board."""
        still = [game for game in self.games if not game.is_over]
        return sorted(still, key=lambda game: (game.board or 0, game.wave, game.slot))

    @property
    def over(self) -> list[PlayedGame]:
        """The games that are over, the last first."""
        return [game for game in reversed(self.games) if game.is_over]

    @property
    def last_wave(self) -> int:
        """The last wave that was begun, 0 before the first game."""
        return max((game.wave for game in self.games), default=0)

    @cached_property
    def _by_name(self) -> list[NightPerson]:
        return sorted(self.people.values(), key=lambda one: (one.name.casefold(), one.number))

    @cached_property
    def standings(self) -> list[tuple[int, NightPerson]]:
        """Everybody who played, with their places: by wins, then by spread."""
        rows = [one for one in self.people.values() if one.games]
        rows.sort(key=lambda one: (-one.half_wins, -one.spread, one.half_losses, one.number))
        places: list[tuple[int, NightPerson]] = []
        for at, one in enumerate(rows, 1):
            before = places[-1] if places else None
            same = before and (before[1].half_wins, before[1].spread) == (one.half_wins, one.spread)
            places.append((before[0] if before and same else at, one))
        return places

    @cached_property
    def highlights(self) -> NightHighlights:
        """What is told of its games."""
        return highlights(
            ToldGame.of(*(_told(side) for side in game.sides))
            for game in self.games
            if game.is_played and not game.three and not game.terms.is_handicapped
        )


def helps_of(people: Iterable[NightPerson]) -> str:
    """Returns who of those at a board has the helps of a newcomer, empty where nobody has."""
    return helps_words([one.name for one in people if one.has_helps])


def _told(side: NightSide) -> ToldSide:
    assert side.score is not None
    return ToldSide(side.person.number, side.score, side.person.rating)


def tonight(night: Tournament, *, public: bool = False, helps_until: int = 0) -> Tonight:
    """Returns a night as it is now, in four queries.

    `public` has everybody under the name that they chose for the public, and `helps_until` says
    with how many wins the helps of a newcomer end; each is a query more.
    """
    division = night.divisions.get(name=NIGHT)
    division.tournament = night
    people = _people(division, public=public)
    if helps_until:
        _mark_newcomers(night, people.values(), helps_until)
    by_key = {one.key: one for one in people.values()}
    games = sorted(
        [*_of_two(division, people), *_of_three(night, by_key)],
        key=lambda game: (game.wave, game.three, game.slot),
    )
    for game in games:
        _counted(game)
    return Tonight(night, division, people, tuple(games))


def _people(division: Division, *, public: bool) -> dict[int, NightPerson]:
    rows = list(
        division.entries.filter(members__position=1).values_list(
            "number", "key", "name", "members__player", "rating", "presence"
        )
    )
    names = public_names([row[3] for row in rows if row[3]]) if public else {}
    return {
        number: NightPerson(
            number,
            key,
            names.get(player, shown_name(name)),
            player,
            rating,
            presence == Entry.Presence.HERE,
        )
        for number, key, name, player, rating, presence in rows
    }


def _mark_newcomers(night: Tournament, people: Iterable[NightPerson], wins: int) -> None:
    """Marks who has the helps of a newcomer; of a guest nobody knows what they have won."""
    done = old_hands(night, [one.player for one in people if one.player], wins)
    for one in people:
        one.has_helps = one.player not in done


_COLUMNS = (
    "board_id",
    "board__round__number",
    "board__slot",
    "board__number",
    "board__version",
    "board__terms",
    "entry__number",
    "side",
    "position",
    "board__result__reason",
    "board__result__score_one",
    "board__result__score_two",
    "board__result__won_one",
    "board__result__won_two",
    "board__result__lost_one",
    "board__result__lost_two",
    "board__result__spread_one",
    "board__result__spread_two",
)


def _of_two(division: Division, people: dict[int, NightPerson]) -> Iterable[PlayedGame]:
    boards: dict[int, list[Any]] = defaultdict(list)
    rows = Seat.objects.filter(round__division=division).order_by("board", "position")
    for row in rows.values_list(*_COLUMNS):
        boards[row[0]].append(row)
    for seats in boards.values():
        if len(seats) == 2:
            yield _game(seats, people)


def _game(seats: Sequence[Any], people: dict[int, NightPerson]) -> PlayedGame:
    _, wave, slot, board, version, kept = seats[0][:6]
    reason, *scores = seats[0][9:12]
    won, lost, awards = seats[0][12:14], seats[0][14:16], seats[0][16:18]
    terms = terms_of(kept)
    sides = []
    for place, (row, start) in enumerate(
        zip(seats, (terms.start_one, terms.start_two), strict=True)
    ):
        person, side = people[row[6]], row[7]
        sides.append(NightSide(person, side, scores[place], won[place], start))
        person.firsts += side == Seat.Side.FIRST
        person.seconds += side == Seat.Side.SECOND
        if reason is not None:
            person.half_wins += won[place]
            person.half_losses += lost[place]
            lead = 0 if scores[0] is None else scores[place] - scores[1 - place]
            person.spread += lead if awards[place] is None else awards[place]
    return PlayedGame(wave, slot, board, version, tuple(sides), terms, reason or "")


def _of_three(night: Tournament, people: dict[int, NightPerson]) -> Iterable[PlayedGame]:
    for row in ThreeHandedGame.objects.filter(tournament=night):
        scores = row.scores or [None] * len(row.entries)
        sides = tuple(
            NightSide(people[key], "", score, None)
            for key, score in zip(row.entries, scores, strict=True)
        )
        reason = Result.Reason.PLAYED.value if row.scores else ""
        yield PlayedGame(
            row.round, 0, None, row.version, sides, terms_of(row.terms), reason, row.number
        )


def _counted(game: PlayedGame) -> None:
    """Counts a game for those who play it."""
    for side in game.sides:
        one = side.person
        one.waves.append(game.wave)
        one.games += 1
        one.playing += not game.is_over
        if game.is_played and side.score is not None:
            one.half_points += side.score * (3 if game.three else 2)
            one.scored += 1
