"""Reading a position file: a division before a round, as other programs describe it.

A JSON object of schema `wallchart-pairing-position/1`. Players count from 0. `opponents[round]`
holds the opponent of every player, their own number for a bye and -1 for not paired yet, which only
the last row may have: it is the round to be paired, and the pairs in it are fixed. `scores[round]`
holds the score of every player, of a bye the spread it awards. There may be fewer rows of scores:
rounds that are published and not played. `class_of_player` is 0 for players for places only, and
`class_prizes` counts the prizes of class 1, 2, ...; `gibson_spread` is that of one game. The rest
is what COP asks for: `hopefulness` and `control_loss.threshold` are shares of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, NoReturn

import msgspec

from core.errors import UserError
from core.phrases import phrase
from tournaments.pairing.cop.settings import MOST_SIMULATIONS
from tournaments.pairing.position import Meeting, PairingPlayer, PairingPosition
from tournaments.pairing.terms.prizes import USUAL_GIBSONS, GibsonRules, Prizes

SCHEMA = "wallchart-pairing-position/1"
LARGEST_FIELD = 3_000
MOST_ROUNDS = 500
LARGEST_SCORE = 10_000
NOT_PAIRED = -1

_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
_Score = Annotated[int, msgspec.Meta(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]
_Rounds = Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)]
_Activation = Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)]
_Simulations = Annotated[int, msgspec.Meta(ge=1, le=MOST_SIMULATIONS)]
_Share = Annotated[float, msgspec.Meta(gt=0, le=1)]


@dataclass(frozen=True)
class ControlLoss:
    """When COP looks at loss of control, what it takes for one, and how often it is simulated."""

    activation_round: _Activation | None = None
    threshold: _Share | None = None
    simulations: _Simulations | None = None


@dataclass(frozen=True)
class PositionFile:
    """The file as read, with every value of the right type and all rounds in step."""

    schema: str
    players: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_FIELD)]
    total_rounds: _Rounds
    opponents: Annotated[list[list[int]], msgspec.Meta(max_length=MOST_ROUNDS)]
    scores: Annotated[list[list[_Score]], msgspec.Meta(max_length=MOST_ROUNDS)]
    removed: list[int] = field(default_factory=list)
    place_prizes: _Count = 0
    gibson_spread: _Count | None = None
    class_of_player: list[int] = field(default_factory=list)
    class_prizes: list[_Count] = field(default_factory=list)
    hopefulness: _Share | None = None
    control_loss: ControlLoss = field(default_factory=ControlLoss)
    simulations: _Simulations | None = None
    allow_repeat_byes: bool = False
    top_down_byes: bool = False
    seed: int | None = None

    @property
    def rounds_published(self) -> int:
        """The rounds that are paired in full: all rows but one that still has to be completed."""
        return len(self.opponents) - (1 if self._has_open_row() else 0)

    @property
    def fixed_row(self) -> list[int]:
        """The opponents that are fixed in the round to be paired."""
        return self.opponents[-1] if self._has_open_row() else [NOT_PAIRED] * self.players

    def _has_open_row(self) -> bool:
        return bool(self.opponents) and NOT_PAIRED in self.opponents[-1]

    @property
    def options(self) -> tuple[tuple[str, int], ...]:
        """The numbers that the file gives for options of methods, by the options' keys."""
        control = self.control_loss
        given = {
            "simulations": self.simulations,
            "control_simulations": control.simulations,
            "hopefulness": _in_parts(self.hopefulness, 1000),
            "control_threshold": _in_parts(control.threshold, 100),
            "control_from": control.activation_round or None,
            "repeat_byes": int(self.allow_repeat_byes),
        }
        return tuple((key, value) for key, value in given.items() if value is not None)

    def position(self, based_on: int | None = None) -> PairingPosition:
        """Returns the position before the next round, by the results through round `based_on`.

        Without it all results count. Meetings and byes count in every published round. Raises
        UserError `position.based_on` for a round that has no results.
        """
        counted = len(self.scores) if based_on is None else based_on
        self._check_counted(counted)
        here = [player for player in range(self.players) if player not in set(self.removed)]
        published = self.opponents[: self.rounds_published]
        row = self.fixed_row
        ahead = published[counted] if counted < len(published) else []
        return PairingPosition(
            round_number=self.rounds_published + 1,
            players=tuple(self._player(number, counted) for number in here),
            meetings=tuple(
                Meeting(round_number, one, two)
                for round_number, opponents in enumerate(published, start=1)
                for one, two in enumerate(opponents)
                if one < two
            ),
            table=tuple(range(self.players)),
            table_round=self.rounds_published + 1,
            fixed=tuple((n, row[n]) for n in here if n < row[n]),
            fixed_byes=tuple(n for n in here if n == row[n]),
            total_rounds=self.total_rounds,
            based_on=counted,
            pending=tuple((n, opponent) for n, opponent in enumerate(ahead) if n < opponent),
            bye_policy="top_down" if self.top_down_byes else "bottom_up",
            prizes=Prizes(
                self.place_prizes,
                tuple((str(name), n) for name, n in enumerate(self.class_prizes, start=1)),
            ),
            gibson=USUAL_GIBSONS
            if self.gibson_spread is None
            else GibsonRules((self.gibson_spread,)),
        )

    def _check_counted(self, counted: int) -> None:
        if not 0 <= counted <= len(self.scores):
            _refuse(
                phrase(
                    "There are results of {rounds} rounds, not of {counted}.",
                    rounds=len(self.scores),
                    counted=counted,
                ),
                "position.based_on",
                "based_on",
            )

    def _player(self, number: int, counted: int) -> PairingPlayer:
        half_wins = spread = 0
        for opponents, scores in zip(self.opponents[:counted], self.scores, strict=False):
            own = opponents[number] == number
            margin = scores[number] - (0 if own else scores[opponents[number]])
            half_wins += 1 + (margin > 0) - (margin < 0)
            spread += margin
        byes = sum(row[number] == number for row in self.opponents[: self.rounds_published])
        of_class = self.class_of_player[number] if self.class_of_player else 0
        return PairingPlayer(
            number,
            half_wins,
            2 * counted - half_wins,
            spread,
            byes,
            prize_class=str(of_class or ""),
        )


def _in_parts(share: float | None, parts: int) -> int | None:
    """Returns a share of 1 in whole parts, at least one."""
    return None if share is None else max(1, round(share * parts))


def read_position(data: bytes) -> PositionFile:
    """Returns the position in the file's content.

    Raises UserError with the field for anything that is not a position, or contradicts itself.
    """
    try:
        file = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=PositionFile)
    except msgspec.ValidationError as wrong:
        message, _, path = str(wrong).partition(" - at ")
        place = path.strip("`").removeprefix("$").removeprefix(".") or None
        said = (
            phrase("{message} in {place}.", message=message, place=place)
            if place
            else f"{message}."
        )
        raise UserError(said, code="position.type", field=place) from wrong
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        raise UserError(
            phrase("The file is not JSON: {broken}.", broken=broken), code="json.syntax"
        ) from broken
    except RecursionError as deep:
        raise UserError(phrase("The file is nested too deeply."), code="json.depth") from deep
    _check_frame(file)
    for number, row in enumerate(file.opponents):
        _check_opponents(file, number, row)
    for number, scores in enumerate(file.scores):
        _check_length(file, "scores", number, scores)
    if len(file.scores) > file.rounds_published:
        _refuse(
            phrase("Round {round} has scores but is not paired.", round=len(file.scores)),
            "position.scores_without_pairing",
            f"scores[{len(file.scores) - 1}]",
        )
    return file


def _check_frame(file: PositionFile) -> None:
    """Raises UserError for what is wrong apart from the rounds."""
    if file.schema != SCHEMA:
        _refuse(
            phrase(
                "The schema is {schema!r}, not {expected!r}.", schema=file.schema, expected=SCHEMA
            ),
            "position.schema",
            "schema",
        )
    if file.rounds_published >= file.total_rounds:
        _refuse(
            phrase("All {total_rounds} rounds are paired.", total_rounds=file.total_rounds),
            "position.all_paired",
            "total_rounds",
        )
    for place, number in enumerate(file.removed):
        where = f"removed[{place}]"
        _check_player(file, number, where)
        if number in file.removed[:place]:
            _refuse(
                phrase("Player {number} is removed twice.", number=number),
                "position.player_twice",
                where,
            )
    _check_classes(file)


def _check_classes(file: PositionFile) -> None:
    if file.class_of_player and len(file.class_of_player) != file.players:
        _refuse(
            phrase(
                "There are {classes} classes for {players} players.",
                classes=len(file.class_of_player),
                players=file.players,
            ),
            "position.length",
            "class_of_player",
        )
    for place, number in enumerate(file.class_of_player):
        if not 0 <= number <= len(file.class_prizes):
            _refuse(
                phrase(
                    "Player {player} has the class {number}; there are {classes}.",
                    player=place,
                    number=number,
                    classes=len(file.class_prizes),
                ),
                "position.class",
                f"class_of_player[{place}]",
            )


def _check_opponents(file: PositionFile, number: int, row: Sequence[int]) -> None:
    """Raises UserError unless everybody in the row meets somebody who meets them, or sits out."""
    _check_length(file, "opponents", number, row)
    is_open = number >= file.rounds_published
    for player, opponent in enumerate(row):
        where = f"opponents[{number}][{player}]"
        if opponent == NOT_PAIRED:
            if not is_open:
                _refuse(
                    phrase(
                        "Player {player} is not paired in round {round}, and a later one is.",
                        player=player,
                        round=number + 1,
                    ),
                    "position.not_paired",
                    where,
                )
            continue
        _check_player(file, opponent, where)
        if row[opponent] != player:
            _refuse_mirror(player, opponent, row[opponent], number + 1, where)
        if is_open and player != opponent and player in file.removed:
            _refuse(
                phrase(
                    "Player {player} is removed, but fixed against {opponent}.",
                    player=player,
                    opponent=opponent,
                ),
                "position.removed_paired",
                where,
            )


def _refuse_mirror(player: int, opponent: int, other: int, number: int, where: str) -> NoReturn:
    _refuse(
        phrase(
            "Player {player} meets {opponent} in round {round}, but {opponent} meets {other}.",
            player=player,
            opponent=opponent,
            round=number,
            other=other,
        ),
        "position.mirror",
        where,
    )


def _check_length(file: PositionFile, name: str, number: int, row: Sequence[int]) -> None:
    if len(row) != file.players:
        _refuse(
            phrase(
                "Round {round} has {numbers} {name} for {players} players.",
                round=number + 1,
                numbers=len(row),
                name=name,
                players=file.players,
            ),
            "position.length",
            f"{name}[{number}]",
        )


def _check_player(file: PositionFile, number: int, where: str) -> None:
    if not 0 <= number < file.players:
        _refuse(
            phrase("There is no player {number}.", number=number), "position.player_unknown", where
        )


def _refuse(message: str, code: str, where: str) -> NoReturn:
    raise UserError(message, code=code, field=where)
