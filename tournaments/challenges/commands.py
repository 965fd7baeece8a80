"""Rule on a challenged play at a board.

A ruling says what a challenge comes to: by which verdict, under which rule, with which effect. It
changes no result by itself; points and decided games are shown beside the result they belong to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from games.engine.gcg.tokens import coordinate
from games.engine.play.challenges import effect_of, rule_of
from games.engine.record import EventKind
from games.engine.report import CountedTurn
from games.models import Game
from games.selectors.games import checked_game
from lexicon.judge_wording import why_again
from lexicon.models import JudgeStation
from lexicon.places import Chosen
from lexicon.selectors.judging import words_to_judge_by
from lexicon.selectors.rulings import RULED, stream_of
from lexicon.words.judging import Play, ReEnter, play_of, ruled
from tournaments.challenges.wording import OWN, effect_words, verdict_word
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.queries.lexicon import chosen_of
from tournaments.kernel.queries.play import SeatInRound
from tournaments.kernel.wording.challenge_rules import VOID
from tournaments.models import Division, Entry, PlayRuling

MOST_POINTS, LONGEST_HOLD_S = 5000, 3600
LONGEST_WORD, LONGEST_PLAY = 40, 60
_BOARD = "board "
"""What journals write before the number of a board."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """The possible outcome of a ruling: its board, the player, and each verdict's effect."""

    board: int
    player: str
    challenger: str
    words: tuple[str, ...]
    outcomes: tuple[tuple[bool, Row], ...]


@register
@dataclass(frozen=True, kw_only=True)
class RulePlay(RoundCommand):
    """Rules on a play of the entry `by`, which the other one at the board challenged.

    The verdict comes from an entry of a judge's log (`station`, `station_seq`), whose words are
    then those challenged; or it is given now by the words that the division's lexicon was frozen
    with, all `words` together (`acceptable` None); or the director says it, with a reason. It is a
    fact like the rule in force and the effect: a replay asks no list. `play` is the play as a
    record writes it, `play_score` its points; `went_out` says that it was the last of the game.
    `game` and `turn` (from 1) name the play in a recorded game of the board, which then says what
    was left out of the play and its points. `held_s` is how long the opponent held it before the
    challenge.
    """

    code = "play.ruled"
    permission = Permission.JUDGE
    by: int
    opponent: int | None = None
    words: tuple[str, ...] = ()
    play: str = ""
    play_score: int | None = None
    went_out: bool = False
    acceptable: bool | None = None
    station: str = ""
    station_seq: int = 0
    game: str = ""
    turn: int | None = None
    held_s: int | None = None

    def wants_reason(self) -> bool:
        return self.acceptable is not None

    def apply(self, work: Work) -> Row:
        place, other = self.find_pair(self.by, self.opponent, field="by")
        if not work.facts.are_recorded:
            self._check(place)
        division = place.division
        verdict = dict(work.facts.decide("verdict", lambda: self._verdict(division)))
        rule = work.facts.decide("rule", lambda: asdict(rule_of(division.rules)))
        effect = work.facts.decide("effect", lambda: self._effect(place, verdict))
        row = PlayRuling(
            board=place.seat.board,
            number=work.facts.decide("number", self._number),
            by=place.seat.entry,
            words=verdict["words"],
            play=work.facts.decide("play", lambda: self._play_as_written(place)),
            acceptable=verdict["acceptable"],
            lexicon=verdict["lexicon"],
            lexicon_hash=verdict["sha256"],
            rule=rule,
            effect=effect,
            game=self._game_of(place),
            turn=self.turn,
            station=self.station,
            station_seq=self.station_seq,
            ruled_at=work.at,
        )
        work.ledger.create(checked(row))
        return self._answer(row, place, other)

    def foresee(self) -> Foreseen:
        """Returns the board, the player and the effect of each possible verdict; changes nothing.

        Where nothing judged yet it is told both ways: the verdict itself leaves its trace in the
        journal. Raises Refused for what would be refused.
        """
        place, other = self.find_pair(self.by, self.opponent, field="by")
        self._check(place)
        division = place.division
        if self.station or self.acceptable is not None:
            verdict = self._verdict(division)
            verdicts, words = [verdict], verdict["words"]
        else:
            words = list(self._play(division)[1].words)
            verdicts = [{"words": words, "acceptable": good} for good in (True, False)]
        return Foreseen(
            board=_board_number(place),
            player=str(place.seat.entry),
            challenger=str(other),
            words=tuple(words),
            outcomes=tuple((one["acceptable"], self._effect(place, one)) for one in verdicts),
        )

    def sentence(self, answer: Row) -> str:
        player, challenger = answer["players"]
        said = phrase(
            "Round {round} of {division}, board {board}: ruling {number} on {words} of {player}: "
            "{verdict}. {effect}",
            round=self.round,
            division=self.division,
            board=answer["board"].removeprefix(_BOARD),
            number=answer["number"],
            words=" ".join(answer["words"]),
            player=player,
            verdict=verdict_word(acceptable=answer["acceptable"]),
            effect=effect_words(answer["effect"], player=player, challenger=challenger),
        )
        return said if self.acceptable is None else f"{said} {OWN}"

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        self.find_pair(self.by, entry.answer["opponent"], "by")
        self._must_be_unused()

    def _check(self, place: SeatInRound) -> None:
        """Raises Refused for what cannot be meant, before anything is judged."""
        if place.division.rules.challenge_type == "void":
            raise Refused(VOID, code="ruling.void")
        self._check_limits()
        if self.station:
            self._must_be_unused()
            if self.acceptable is not None:
                raise Refused(
                    phrase("A judge has already ruled on it; that verdict counts."),
                    code="ruling.two_verdicts",
                    field="acceptable",
                )
        if bool(self.game) != (self.turn is not None):
            raise Refused(
                phrase("To refer to a recorded game, give the game and the turn."),
                code="ruling.turn",
                field="turn",
            )
        self._named_turn(place)

    def _check_limits(self) -> None:
        if self.play_score is not None and not 0 <= self.play_score <= MOST_POINTS:
            said = phrase("A play scores 0 to {most}.", most=MOST_POINTS)
            raise Refused(said, code="ruling.range", field="play_score")
        if self.held_s is not None and not 0 <= self.held_s <= LONGEST_HOLD_S:
            said = phrase("A hold lasts, in seconds, 0 to {most}.", most=LONGEST_HOLD_S)
            raise Refused(said, code="ruling.range", field="held_s")
        if len(self.play) > LONGEST_PLAY:
            said = phrase("A play can have at most {most} characters.", most=LONGEST_PLAY)
            raise Refused(said, code="ruling.long", field="play")

    def _must_be_unused(self) -> None:
        """Raises Refused where a ruling of the judge belongs to a board already."""
        rulings = PlayRuling.objects.filter(
            board__round__division__tournament__slug=self.event,
            station=self.station,
            station_seq=self.station_seq,
        )
        used = rulings.values_list("number", flat=True).first() if self.station else None
        if used is not None:
            raise Refused(
                phrase("This ruling of the judge already belongs to ruling {used}.", used=used),
                code="ruling.used",
                field="station_seq",
            )

    def _number(self) -> int:
        """Returns the number of this ruling: one is never given twice, whatever was undone."""
        rulings = JournalEntry.objects.filter(stream__key=self.stream(), command=self.code)
        return rulings.count() + 1

    def _verdict(self, division: Division) -> Row:
        """Returns the verdict with its words and by which list it was given."""
        if self.station:
            return self._verdict_of_judge(division)
        if self.acceptable is None:
            chosen, play = self._play(division)
            return _told(play.words, chosen, acceptable=ruled(play, words_to_judge_by(chosen)))
        words = _plain(self.words, most=division.rules.rack_size + 1)
        return _told(words, chosen_of(division) or Chosen("", ""), acceptable=self.acceptable)

    def _play(self, division: Division) -> tuple[Chosen, Play]:
        """Returns the words as they are judged now, and by which list."""
        rack, chosen = division.rules.rack_size, chosen_of(division)
        words = _plain(self.words, most=rack + 1)
        if chosen is None:
            raise Refused(
                phrase(
                    "No lexicon is chosen for division {name}, so nothing can judge "
                    "there. Choose one, or rule yourself.",
                    name=division.name,
                ),
                code="ruling.no_lexicon",
                field="acceptable",
            )
        try:
            return chosen, play_of(words_to_judge_by(chosen).tile_set, "\n".join(words), rack=rack)
        except ReEnter as again:
            raise Refused(why_again(again), code=again.code, field="words") from again

    def _verdict_of_judge(self, division: Division) -> Row:
        ruling = JournalEntry.objects.filter(
            stream__key=stream_of(self.station), seq=self.station_seq, command=RULED
        ).first()
        place = f"{self.event}/{division.name}"
        if ruling is None or ruling.answer["place"] != place:
            name = JudgeStation.objects.filter(key=self.station).values_list("name", flat=True)
            raise Refused(
                phrase(
                    "{judge} made no ruling {number} for division {division}.",
                    judge=name.first() or self.station,
                    number=self.station_seq,
                    division=division.name,
                ),
                code="ruling.unknown",
                field="station_seq",
            )
        answer, words = ruling.answer, tuple(ruling.payload["words"])
        if self.words and _folded(self.words) != _folded(words):
            raise Refused(
                phrase(
                    "The judge ruled on {words}; leave the words empty, or make a separate ruling.",
                    words=" ".join(words),
                ),
                code="ruling.other_words",
                field="words",
            )
        chosen = Chosen(answer["lexicon"], answer["sha256"])
        return _told(words, chosen, acceptable=answer["acceptable"])

    def _play_as_written(self, place: SeatInRound) -> str:
        named = self._named_turn(place)
        if self.play.strip() or named is None:
            return " ".join(self.play.split())
        turn = named.turn
        played = f"{coordinate(turn.row, turn.column, turn.across)} {turn.tiles}"
        # Tiles of several letters can make it longer than what is kept; the record has it all.
        return played if len(played) <= LONGEST_PLAY else ""

    def _effect(self, place: SeatInRound, verdict: Row) -> Row:
        rules, named, score = place.division.rules, self._named_turn(place), self.play_score
        if score is None and named is not None:
            score = named.score
        effect: dict[str, Any] = asdict(
            effect_of(
                rules,
                acceptable=verdict["acceptable"],
                words=len(verdict["words"]),
                play_score=score or 0,
                went_out=self.went_out,
            )
        )
        del effect["acceptable"]
        if score is None:
            effect["score_taken"] = None
        if self.held_s is not None:
            effect |= {
                "held_s": self.held_s,
                "hold_limit_s": rules.hold_limit_s,
                "courtesy_draw_s": rules.courtesy_draw_s,
            }
        return effect

    def _game_of(self, place: SeatInRound) -> Game | None:
        """Returns the recorded game of the board that was named, None where none was."""
        if not self.game:
            return None
        recorded = place.seat.board.games.select_related("game").filter(game__key=self.game).first()
        if recorded is None:
            raise Refused(
                phrase("There is no recorded game {game} of this board.", game=self.game[:24]),
                code="ruling.game",
                field="game",
            )
        return recorded.game

    def _named_turn(self, place: SeatInRound) -> CountedTurn | None:
        """Returns the recorded play that is named; Refused where it is none of the entry's."""
        game = self._game_of(place)
        if game is None or self.turn is None:
            return None
        turns = checked_game(game).turns
        found = turns[self.turn - 1] if 1 <= self.turn <= len(turns) else None
        first = game.board_game.first_seat
        if found is None or found.turn.kind is not EventKind.PLAY:
            whose = None
        else:
            whose = first if found.turn.player == 0 else 1 - first
        if whose != place.seat.position:
            raise Refused(
                phrase(
                    "Turn {turn} of game {game} is not a play of {entry}.",
                    turn=self.turn,
                    game=game.key,
                    entry=place.seat.entry,
                ),
                code="ruling.turn",
                field="turn",
            )
        return found

    def _answer(self, row: PlayRuling, place: SeatInRound, other: Entry) -> Row:
        return {
            "number": row.number,
            "board": f"{_BOARD}{_board_number(place)}",
            "opponent": other.number,
            "players": [str(place.seat.entry), str(other)],
            "words": row.words,
            "acceptable": row.acceptable,
            "lexicon": row.lexicon,
            "rule": row.rule,
            "effect": row.effect,
        }


def _plain(typed: Sequence[str], *, most: int) -> tuple[str, ...]:
    """Returns words as they are kept: each by itself, in capitals; Refused where they are none."""
    words = tuple(word.upper() for text in typed for word in text.split())
    wrong = ""
    if not words:
        wrong = phrase("Type the challenged words.")
    elif len(words) > most:
        wrong = phrase("A play makes at most {most} words.", most=most)
    elif any(len(word) > LONGEST_WORD for word in words):
        wrong = phrase("A word can have at most {most} characters.", most=LONGEST_WORD)
    elif not all(word.isprintable() for word in words):
        wrong = phrase("A word contains a character that cannot be printed.")
    if wrong:
        raise Refused(wrong, code="ruling.words", field="words")
    return words


def _folded(words: Sequence[str]) -> list[str]:
    return sorted(word.casefold() for text in words for word in text.split())


def _board_number(place: SeatInRound) -> int:
    return place.seat.board.number or place.seat.board.slot


def _told(words: Sequence[str], chosen: Chosen, *, acceptable: bool) -> Row:
    return {
        "words": list(words),
        "acceptable": acceptable,
        "lexicon": chosen.code,
        "sha256": chosen.sha256,
    }
