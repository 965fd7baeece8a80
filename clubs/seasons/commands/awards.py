"""Awards that a club gives, besides those that follow from the games."""

from __future__ import annotations

from dataclasses import dataclass

from clubs.models import Season, SeasonAward
from clubs.seasons.commands.seasons import SeasonCommand
from core.journal.checked import checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.phrases import listed, phrase
from core.roles.table import Permission
from people.selectors import players_named


@register
@dataclass(frozen=True, kw_only=True)
class GiveAward(SeasonCommand):
    """Gives an award of a season to players of the register, named by key: one, or several."""

    code = "season.award_given"
    permission = Permission.KEEP_RECORDS
    title: str
    players: tuple[str, ...]
    said: str = ""

    def apply(self, work: Work) -> Row:
        season = self.find_season()
        if not self.players or len(set(self.players)) != len(self.players):
            raise Refused(
                phrase("Name who gets the award, everybody once."),
                code="award.players",
                field="players",
            )
        names = work.facts.decide("names", self._names)
        number = max((award.number for award in season.awards.all()), default=0) + 1
        row = SeasonAward(
            season=season,
            number=number,
            title=self.title.strip(),
            players=list(self.players),
            said=self.said.strip(),
        )
        work.ledger.create(checked(row))
        return {"season": season.name, "number": number, "names": names}

    def _names(self) -> list[str]:
        known = players_named(self.players)
        for player in self.players:
            if player not in known:
                raise Refused(
                    phrase("The register has no player {player}.", player=player[:60]),
                    code="award.unknown",
                    field="players",
                )
        return [known[player].public_name for player in self.players]

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{title} of season {season} given to {names}",
            title=self.title,
            season=answer["season"],
            names=listed(answer["names"]),
        )


@register
@dataclass(frozen=True, kw_only=True)
class TakeAwardBack(SeasonCommand):
    """Takes an award back that was given; `number` names it in its season."""

    code = "season.award_taken_back"
    permission = Permission.KEEP_RECORDS
    number: int

    def apply(self, work: Work) -> Row:
        season = self.find_season()
        award = award_of(season, self.number)
        title = award.title
        work.ledger.delete(award)
        return {"season": season.name, "title": title}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{title} of season {season} taken back", title=answer["title"], season=answer["season"]
        )


def award_of(season: Season, number: int) -> SeasonAward:
    """Returns an award of a season by its number; Refused where there is none."""
    award = season.awards.filter(number=number).first()
    if award is None:
        raise Refused(
            phrase("The season has no award number {number}.", number=number),
            code="award.missing",
            field="number",
        )
    return award
