"""What came of a game of three: nobody wins it, and it counts in averages alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import ThreeHandedGame
from clubs.nights.commands.base import NightCommand
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.names import shown_name
from core.phrases import joined_by_and, phrase
from core.roles.table import Permission
from tournaments.kernel.commands.outcome import HIGHEST, LOWEST
from tournaments.models import Entry


@dataclass(frozen=True, kw_only=True)
class _OfThree(NightCommand):
    """Base of what is said of a game of three; `number` names it in its night."""

    number: int

    def find_game(self) -> ThreeHandedGame:
        """Returns the game, its night loaded; Refused where there is none."""
        event = self.find_night().tournament
        game = ThreeHandedGame.objects.filter(tournament=event, number=self.number).first()
        if game is None:
            raise Refused(
                phrase("There is no game of three no. {number} tonight.", number=self.number),
                code="night.no_game",
                field="number",
            )
        game.tournament = event
        return game


@register
@dataclass(frozen=True, kw_only=True)
class RecordThreeHanded(_OfThree):
    """Records the scores of a game of three, in the order in which the three were named."""

    code = "night.three_recorded"
    permission = Permission.ENTER
    scores: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        game = self.find_game()
        if game.scores:
            raise Refused(
                phrase("This game has its scores; correct them instead."),
                code="result.there",
                field="scores",
            )
        _write(work, game, self.scores)
        return {"names": names_of(game)}

    def sentence(self, answer: Row) -> str:
        return phrase("Game of three: {scores}", scores=_told(answer["names"], self.scores))


@register
@dataclass(frozen=True, kw_only=True)
class CorrectThreeHanded(_OfThree):
    """Corrects the scores of a game of three, and says why."""

    code = "night.three_corrected"
    permission = Permission.CORRECT
    needs_reason = True
    scores: tuple[int, ...]

    def apply(self, work: Work) -> Row:
        game = self.find_game()
        before = list(game.scores)
        if not before:
            raise Refused(
                phrase("This game has no result to correct yet."),
                code="result.missing",
                field="scores",
            )
        if not _write(work, game, self.scores):
            raise Refused(
                phrase("This would change nothing."), code="nothing_changed", field="scores"
            )
        return {"names": names_of(game), "before": before}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Game of three corrected: {scores}, before: {before}",
            scores=_told(answer["names"], self.scores),
            before="-".join(str(score) for score in answer["before"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class RemoveThreeHanded(_OfThree):
    """Takes away a game of three that was seated by mistake, as long as it has no scores."""

    code = "night.three_removed"

    def apply(self, work: Work) -> Row:
        game = self.find_game()
        if game.scores:
            raise Refused(
                phrase("This game has a result; undo that first."),
                code="result.there",
                field="number",
            )
        names = names_of(game)
        work.ledger.delete(game)
        return {"names": names}

    def sentence(self, answer: Row) -> str:
        return phrase("Game of three of {names} removed", names=joined_by_and(answer["names"]))


def _write(work: Work, game: ThreeHandedGame, scores: Sequence[int]) -> bool:
    """Writes three scores that can be; returns whether they are others than before."""
    if len(scores) != len(game.entries) or not all(LOWEST <= one <= HIGHEST for one in scores):
        raise Refused(
            phrase(
                "Enter three scores between {lowest} and {highest}.",
                lowest=LOWEST,
                highest=HIGHEST,
            ),
            code="score.range",
            field="scores",
        )
    return work.ledger.update(game, scores=list(scores))


def names_of(game: ThreeHandedGame) -> list[str]:
    """Returns the names of the three in their order."""
    rows = Entry.objects.filter(tournament=game.tournament, key__in=game.entries)
    names = dict(rows.values_list("key", "name"))
    return [shown_name(names[key]) for key in game.entries]


def _told(names: Sequence[str], scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
