"""The form that rules on a challenged play: whose it was, by which verdict, and what is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import F
from django.http import QueryDict
from django.utils import timezone

from core.journal.execute import REASON_LIMIT
from core.phrases import phrase
from desk.forms import WHY
from games.models import Game
from games.selectors.games import checked_game
from tournaments.challenges.commands import (
    LONGEST_HOLD_S,
    LONGEST_PLAY,
    MOST_POINTS,
    Foreseen,
    RulePlay,
)
from tournaments.challenges.queries import unused_rulings
from tournaments.challenges.records import JudgesRuling
from tournaments.challenges.wording import verdict_word
from tournaments.kernel.desk.context import EventContext, EventForm
from tournaments.kernel.queries.lexicon import chosen_of
from tournaments.kernel.wording.challenge_rules import VOID
from tournaments.models import BoardGame
from tournaments.results.queries import BoardNow, SeatNow, boards_of

NOW, GOOD, BAD = "now", "acceptable", "unacceptable"
LATEST, HOURS = 6, 24
"""How many rulings of the judge are offered, and how old they may be."""
FRESH = timedelta(minutes=10)
"""How long ago the judge may have ruled for its ruling to be chosen beforehand."""
_BOARD = re.compile(r"(?:b|/)\s*([0-9]{1,5})")
_NUMBER = re.compile(r"#?([0-9]{1,5})")


class RulePlayForm(EventForm):
    """Rules on a play. It is shown a second time with what follows, and then recorded."""

    command_class = RulePlay
    fold_title = phrase("The play, the hold, the recorded game")
    folded = ("play", "play_score", "went_out", "held_s", "game", "turn")
    unmarked = ("side", "words", WHY)

    who = forms.CharField(
        max_length=120,
        label=phrase("Whose play"),
        help_text=phrase("The number or name of the player who made it, or a board, such as b5."),
    )
    side = forms.TypedChoiceField(
        coerce=int,
        required=False,
        label=phrase("Whose play at that board"),
        widget=forms.RadioSelect,
    )
    verdict = forms.ChoiceField(label=phrase("Verdict"), widget=forms.RadioSelect)
    words = forms.CharField(
        required=False,
        max_length=400,
        label=phrase("Words challenged"),
        help_text=(
            phrase(
                "Separated by spaces. Leave them empty for a ruling of a judge, which has its own."
            )
        ),
    )
    play = forms.CharField(
        required=False,
        max_length=LONGEST_PLAY,
        label=phrase("Play"),
        help_text=phrase(
            "In record notation: 8H QUANT. A recorded game supplies it and its points."
        ),
    )
    play_score = forms.IntegerField(
        required=False, min_value=0, max_value=MOST_POINTS, label=phrase("Its points")
    )
    went_out = forms.BooleanField(required=False, label=phrase("It was the last play of the game"))
    held_s = forms.IntegerField(
        required=False, min_value=0, max_value=LONGEST_HOLD_S, label=phrase("Seconds it was held")
    )
    game = forms.ChoiceField(required=False, label=phrase("Recorded game"))
    turn = forms.IntegerField(required=False, min_value=1, max_value=999, label=phrase("Its turn"))

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        where: EventContext,
        judged: tuple[str, str] = ("", ""),
    ) -> None:
        self._judged = judged
        super().__init__(data, where=where)

    def prepare(self) -> None:
        self._boards = [b for b in boards_of(self.where.the_division, self._round) if b.is_game]
        since = timezone.now() - timedelta(hours=HOURS)
        division = self.where.the_division
        self._rulings = unused_rulings(division.tournament, since=since, division=division.name)
        self.fields[WHY] = forms.CharField(
            required=False,
            max_length=REASON_LIMIT,
            label=phrase("Reason"),
            help_text=phrase("Needed if you rule yourself. It is kept in the log."),
        )
        self.order_fields(("who", "side", "verdict", "words", WHY))
        self.offer("verdict", self._verdicts())
        self.offer("game", [("", phrase("none")), *self._games()])
        board = self._board_typed()
        if board is None:
            del self.fields["side"]
        else:
            self.offer("side", [(s.number, f"#{s.number} {s.name}") for s in board.seats])

    @property
    def _round(self) -> int:
        return self.where.the_round

    def prefilled(self) -> Mapping[str, Any]:
        station, seq = self._judged
        verdict = f"judge:{station}:{seq}"
        if verdict in dict(self._verdicts()):
            return {"verdict": verdict}
        newest = self._rulings[0] if self._rulings else None
        if newest is not None and newest.at >= timezone.now() - FRESH:
            return {"verdict": _value(newest)}
        return {"verdict": NOW} if chosen_of(self.where.the_division) else {}

    def obstacle(self) -> str:
        rules = self.where.the_division.rules
        return super().obstacle() or (VOID if rules.challenge_type == "void" else "")

    def clean_who(self) -> int:
        """Returns the number of the entry that was meant, 0 where a board was named."""
        typed: str = self.cleaned_data["who"].strip()
        if _BOARD.fullmatch(typed.lower()):
            if self._board_typed() is None:
                raise ValidationError(
                    phrase("There is no board {board} in this round.", board=typed[1:].strip())
                )
            return 0
        seats = [seat for board in self._boards for seat in board.seats]
        found = _seats_called(typed, seats)
        if len(found) == 1:
            return found[0].number
        if not found:
            raise ValidationError(
                phrase("Nobody called {name} has an opponent in this round.", name=typed)
            )
        many = ", ".join(f"#{seat.number} {seat.name}" for seat in found[:6])
        raise ValidationError(
            phrase("{typed} could be {players}: give the number.", typed=typed, players=many)
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        if given.get("who") == 0 and not given.get("side"):
            self.add_error(
                "side", phrase("Whose play was it? Choose one of the two players at this board.")
            )
        if given.get("verdict") in (GOOD, BAD) and not given.get(WHY):
            self.add_error(WHY, phrase("Give a reason for your own ruling."))
        if given.get("turn") and "game" in given and not given["game"]:
            self.add_error("game", phrase("Choose the recorded game too."))
        return given

    def payload(self) -> dict[str, Any]:
        given = super().payload()
        verdict = given.pop("verdict")
        entry = given.pop("who") or given["side"]
        given.pop("side", None)
        given["by"] = entry
        given["words"] = tuple(given["words"].split())
        if verdict.startswith("judge:"):
            _, given["station"], seq = verdict.split(":")
            given["station_seq"] = int(seq)
        elif verdict != NOW:
            given["acceptable"] = verdict == GOOD
        return given

    def build(self) -> RulePlay:
        command = super().build()
        assert isinstance(command, RulePlay)
        return command

    def foresee(self, command: RulePlay) -> Foreseen:
        """Returns each verdict's effect, and has the form accept them when it is sent again."""
        foreseen = command.foresee()
        self.ask(f"{foreseen.board}: {foreseen.player}", command)
        return foreseen

    def _verdicts(self) -> list[tuple[str, str]]:
        station, seq = self._judged
        named = [r for r in self._rulings if (r.station, str(r.seq)) == (station, seq)]
        offered = [*named, *(r for r in self._rulings[:LATEST] if r not in named)]
        judges = [(_value(one), _says(one)) for one in offered]
        chosen = chosen_of(self.where.the_division)
        now = (
            [] if chosen is None else [(NOW, phrase("Judge by {lexicon} now", lexicon=chosen.code))]
        )
        own = [
            (GOOD, phrase("Acceptable: I rule myself")),
            (BAD, phrase("Unacceptable: I rule myself")),
        ]
        return [*judges, *now, *own]

    def _games(self) -> list[tuple[str, str]]:
        """Returns the confirmed games of the round by key, each by its players and its score."""
        recorded = (
            BoardGame.objects.filter(
                board__round__division=self.where.division,
                board__round__number=self._round,
                game__state=Game.State.CONFIRMED,
            )
            .select_related("game")
            .prefetch_related("game__players")
        )
        boards = {board.slot: board for board in self._boards}
        rows = recorded.order_by("board__slot", "pk").annotate(slot=F("board__slot"))
        return [
            (row.game.key, _played(row, boards[row.slot])) for row in rows if row.slot in boards
        ]

    def _board_typed(self) -> BoardNow | None:
        found = _BOARD.fullmatch(str(self._typed.get("who", "")).strip().lower())
        label = int(found[1]) if found else None
        return next((board for board in self._boards if board.label == label), None)


def _seats_called(typed: str, seats: Sequence[SeatNow]) -> list[SeatNow]:
    """Returns the seats that a number names, or a name or the beginning of a part of one."""
    number = _NUMBER.fullmatch(typed)
    if number:
        return [seat for seat in seats if seat.number == int(number[1])]
    wanted = typed.casefold()
    whole = [seat for seat in seats if seat.name.casefold() == wanted]
    return whole or [
        seat
        for seat in seats
        if seat.name.casefold().startswith(wanted)
        or any(part.startswith(wanted) for part in seat.name.casefold().split())
    ]


def _value(ruling: JudgesRuling) -> str:
    return f"judge:{ruling.station}:{ruling.seq}"


def _says(ruling: JudgesRuling) -> str:
    said = verdict_word(acceptable=ruling.acceptable)
    at = f"{timezone.localtime(ruling.at):%H:%M:%S}"
    return f"{at} {ruling.station_name}: {' '.join(ruling.words)}, {said}"


def _played(row: BoardGame, board: BoardNow) -> str:
    scores = checked_game(row.game).scores
    named = zip((player.name for player in row.game.players.all()), scores, strict=True)
    played = " – ".join(f"{name} {score}" for name, score in named)
    return phrase("Board {board}: {game}", board=board.label, game=played)
