"""A club night is opened: an event of its own, with the rules of its club."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from clubs.days import FIRST_DAY, LAST_DAY, is_usual
from clubs.kernel.commands.base import find_club
from clubs.kernel.queries.clubs import known
from clubs.kernel.queries.night_games import NIGHT, night_slug
from clubs.nights.wording import night_name
from core.journal.command import Command, Row, Work, register
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from core.wording import whole_day
from lexicon.selectors.installed import installed_lexica
from people.models import Club
from tournaments.event.commands.event import new_division, new_tournament
from tournaments.kernel.commands.base import find_tournament, must_be_open
from tournaments.kernel.queries.play import event_named
from tournaments.kernel.queries.rights import club_scope, event_scope

SEATS_IN_A_WAVE = 2


@register
@dataclass(frozen=True, kw_only=True)
class OpenNight(Command):
    """Opens a club's night: whoever checks people in in the club may.

    A night begins with the club's rules; a wave that somebody misses costs nothing, and whoever
    likes may sit at two boards at once. `place` is where it is, if somebody says so.
    """

    code = "night.opened"
    permission = Permission.CHECK_IN
    founds = True
    club: str
    held_on: date
    place: str = ""

    def stream(self) -> str:
        return event_scope(night_slug(self.club, self.held_on))

    def scope(self) -> str:
        return club_scope(self.club)

    def apply(self, work: Work) -> Row:
        slug = night_slug(self.club, self.held_on)
        terms = work.facts.decide("terms", self._terms)
        event = new_tournament(
            slug,
            name=terms["name"],
            starts_on=self.held_on,
            place=self.place.strip(),
            night_of=self.club,
        )
        work.ledger.create(event)
        division = new_division(
            event,
            NIGHT,
            planned_rounds=1,
            position=0,
            ruleset=terms["ruleset"],
            overrides=terms["overrides"],
            rating_system="",
            lexicon=terms["lexicon"],
            lexicon_hash=terms["lexicon_hash"],
        )
        work.ledger.create(division)
        return {"night": slug, "name": terms["name"]}

    def _terms(self) -> dict[str, Any]:
        """Returns what the night takes from its club; Refused where there can be no such night."""
        home = find_club(self.club)
        if not is_usual(self.held_on):
            raise Refused(
                phrase("A night is between {first} and {last}.", first=FIRST_DAY, last=LAST_DAY),
                code="night.day",
                field="held_on",
            )
        if event_named(night_slug(self.club, self.held_on)) is not None:
            raise Refused(
                phrase(
                    "There is a night on {day} already; go on with that one.",
                    day=whole_day(self.held_on),
                ),
                code="night.there",
                field="held_on",
            )
        club = known(home, Club.objects.filter(slug=self.club).first())
        usual = home.lexica[0] if home.lexica else ""
        lists = {one.code: one.sha256 for one in installed_lexica()} if usual else {}
        return {
            "name": night_name(club.name, self.held_on),
            "ruleset": home.ruleset,
            "overrides": {
                **home.overrides,
                "base_time_s": home.minutes * 60,
                "seats_per_round": SEATS_IN_A_WAVE,
                "missed_round_spread": None,
            },
            "lexicon": usual if usual in lists else "",
            "lexicon_hash": lists.get(usual, ""),
        }

    def check_undo(self, entry: JournalEntry) -> None:
        must_be_open(find_tournament(night_slug(self.club, self.held_on)))

    def sentence(self, answer: Row) -> str:
        return phrase("{name} opened", name=answer["name"])
