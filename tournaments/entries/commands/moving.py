"""Move an entry to another division of its event."""

from __future__ import annotations

from dataclasses import dataclass

from core.journal.command import Row, Work, register
from core.journal.errors import NeedsConfirmation, Refused
from core.models import JournalEntry
from core.phrases import phrase, phrase_count
from tournaments.entries.commands.late_entry import Member, RosterLine, enter
from tournaments.entry_details import details_of
from tournaments.kernel.commands.awards import award_missed_rounds
from tournaments.kernel.commands.base import DivisionCommand, find_division, find_entry
from tournaments.kernel.commands.conditions import lift_all_of
from tournaments.kernel.queries.play import last_published
from tournaments.kernel.queries.seeding import next_number
from tournaments.models import Division, Entry, Round
from tournaments.standings.attendance import takes_part, withdrawn_at


@dataclass(frozen=True, kw_only=True)
class Stay:
    """The traces of an entry in its old division: rounds published, its seats, and its games."""

    published: int
    seats: int
    games: int


@register
@dataclass(frozen=True, kw_only=True)
class MoveEntry(DivisionCommand):
    """Moves an entry to another division, with a new number there.

    Before its first published round the entry itself moves and keeps its key; conditions that name
    it are lifted. Afterwards its games stay where they were played: it is withdrawn there, and
    enters the other division as a late entry under a key of its own. Rounds missed there count as
    that division's rules say.
    """

    code = "entry.moved"
    entry: int
    to: str

    def divisions_touched(self) -> tuple[str, ...]:
        return (self.division, self.to)

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        target = self._target(division)
        self._refuse_draft(entry)
        stay = _stay(division, entry)
        if stay.seats and not takes_part(entry.away, stay.published + 1):
            raise Refused(
                phrase(
                    "{entry} is withdrawn; reinstate the entry first, then move it.", entry=entry
                ),
                code="entry.away",
                field="entry",
            )
        if not self.confirmed and (stay.seats or last_published(target)):
            raise NeedsConfirmation(
                self._consequence(entry, target, stay), code="confirm", field="confirmed"
            )
        # Its conditions name others of this division, or boards of this hall: they stay behind. Who
        # is withdrawn here keeps them for when they come back.
        lifted = [] if stay.seats else lift_all_of(work.ledger, division, entry.key)
        missed = self._leave(work, entry, target) if stay.seats else self._go(work, entry, target)
        return {
            "name": entry.shown_name,
            "lifted": lifted,
            "key": division.tournament.last_entry_key,
            "missed": missed,
            "published": [stay.published, last_published(target)],
        }

    def _target(self, division: Division) -> Division:
        target = find_division(self.event, self.to)
        if target == division:
            raise Refused(phrase("It is already in that division."), code="move.same", field="to")
        return target

    def _refuse_draft(self, entry: Entry) -> None:
        seat = entry.seats.filter(round__stage=Round.Stage.DRAFT).select_related("round").first()
        if seat is not None:
            raise Refused(
                phrase(
                    "{entry} has a seat in the draft of round {round}; pair that round without it "
                    "first.",
                    entry=entry,
                    round=seat.round.number,
                ),
                code="entry.drafted",
                field="entry",
            )

    def _consequence(self, entry: Entry, target: Division, stay: Stay) -> str:
        parts = []
        if stay.seats:
            parts.append(
                phrase_count(
                    "{entry} is withdrawn from division {division} from round {round} on; its "
                    "games there ({count} game) stay there, also for the ratings.",
                    "{entry} is withdrawn from division {division} from round {round} on; its "
                    "games there ({count} games) stay there, also for the ratings.",
                    count=stay.games,
                    entry=entry,
                    division=self.division,
                    round=stay.published + 1,
                )
            )
        missed = last_published(target)
        if missed == 1:
            parts.append(
                phrase("In division {division} round 1 counts as missed.", division=target.name)
            )
        elif missed:
            parts.append(
                phrase(
                    "In division {division} rounds 1 to {last} count as missed.",
                    division=target.name,
                    last=missed,
                )
            )
        return " ".join(map(str, parts))

    def _go(self, work: Work, entry: Entry, target: Division) -> list[int]:
        published = last_published(target)
        # An entry that joins a division in play is here, like everybody entered then.
        here = Entry.Presence.HERE if published and not entry.presence else entry.presence
        number = next_number(target)
        work.ledger.update(entry, division=target, number=number, presence=here)
        missed = [r for r in range(1, published + 1) if takes_part(entry.away, r)]
        return award_missed_rounds(work.ledger, entry, missed)

    def _leave(self, work: Work, entry: Entry, target: Division) -> list[int]:
        after = last_published(entry.division) + 1
        work.ledger.update(entry, away=withdrawn_at(entry.away, after))
        line = RosterLine(
            members=tuple(Member(name=m.name, player=m.player) for m in entry.members.all()),
            **details_of(entry),
        )
        target.tournament = entry.tournament
        return enter(work, target, [line])[1]

    def check_undo(self, entry: JournalEntry) -> None:
        """A move is taken back while neither division has gone on."""
        super().check_undo(entry)
        now = [last_published(find_division(self.event, name)) for name in self.divisions_touched()]
        if now != entry.answer["published"]:
            raise Refused(
                phrase(
                    "A round has been published since in one of the two divisions; move the "
                    "entry back instead."
                ),
                code="undo.published",
            )

    check_redo = check_undo

    def sentence(self, answer: Row) -> str:
        rounds = ", ".join(str(number) for number in answer["missed"])
        said = [
            phrase(
                "No. {entry} {name} moved from division {division} to {target}",
                entry=self.entry,
                name=answer["name"],
                division=self.division,
                target=self.to,
            )
        ]
        if rounds:
            said.append(phrase("rounds {rounds} missed there", rounds=rounds))
        # Journals from before there were conditions do not say.
        said += [phrase("lifted: {condition}", condition=c) for c in answer.get("lifted", ())]
        return "; ".join(map(str, said))


def _stay(division: Division, entry: Entry) -> Stay:
    seats = entry.seats.filter(round__stage=Round.Stage.PUBLISHED)
    games = seats.filter(board__seats__position=1).values("board").distinct().count()
    return Stay(published=last_published(division), seats=seats.count(), games=games)
