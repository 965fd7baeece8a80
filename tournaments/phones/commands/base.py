"""What the commands by which players report a result have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.actors import Actor
from core.journal.command import Row, Work
from core.journal.errors import Conflict, NotAllowed, Refused
from core.phrases import phrase
from core.roles.table import Permission
from core.roles.wording import who_may
from tournaments.board_games.queries.entry_links import link_of
from tournaments.claiming import (
    ClaimStanding,
    Entered,
    Mode,
    PlayerClaim,
    Scores,
    counted,
    standing_of,
)
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.queries.claims import claim_of_row, entered
from tournaments.kernel.queries.play import SeatInRound, last_published
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Division, Entry, Result, ResultClaim
from tournaments.phones.queries.kiosks import kiosk_link
from tournaments.results.commands.results import EnterResult

CONTESTED = phrase(
    "The desk has something else for this game, and looks at its slip: tell the director."
)


@dataclass(frozen=True)
class Table:
    """A board at which a claim is made: the two, what they said, the result and the mode.

    Claims are by the key of the entry, as rows.
    """

    place: SeatInRound
    other: Entry
    rows: Mapping[int, ResultClaim]
    mode: Mode

    @property
    def entry(self) -> Entry:
        """Whoever claims."""
        return self.place.seat.entry

    @property
    def mine(self) -> ResultClaim | None:
        """What they said before, None where they said nothing."""
        return self.rows.get(self.entry.key)

    @property
    def theirs(self) -> ResultClaim | None:
        """What the opponent said, None where they said nothing."""
        return self.rows.get(self.other.key)

    @property
    def result(self) -> Entered | None:
        """The result as claims are held against it."""
        return entered(self.place.result)

    @property
    def claims(self) -> tuple[PlayerClaim, ...]:
        """What both said."""
        position = self.place.seat.position
        return tuple(
            claim_of_row(row, position if key == self.entry.key else 1 - position)
            for key, row in self.rows.items()
        )

    @property
    def standing(self) -> ClaimStanding:
        """What has come of it so far."""
        return standing_of(self.claims, self.result)

    def ordered(self, own: int, other: int) -> Scores:
        """Returns scores of the claimant and the opponent in the order of the seats."""
        return (own, other) if self.place.seat.position == 0 else (other, own)

    def from_my_side(self, scores: Scores) -> Scores:
        """Returns scores in the order of the seats with those of the claimant first."""
        return self.ordered(*scores)


@dataclass(frozen=True, kw_only=True)
class ReportCommand(RoundCommand):
    """Base of what an entry says of its game: by its link, at a tablet, or through the desk."""

    permission = Permission.ENTER
    entry: int
    opponent: int

    def authorise(self, actor: Actor) -> None:
        if actor.trusted or not actor.link:
            super().authorise(actor)
            return
        entries = Entry.objects.filter(
            tournament__slug=self.event, division__name=self.division, number=self.entry
        )
        key = entries.values_list("key", flat=True).first()
        whose = set() if key is None else {link_of(self.event, key)}
        if self._is_at_tablets():
            whose.add(kiosk_link(self.event, self.division))
        if actor.link not in whose:
            raise NotAllowed(who_may(self.permission), code="not_allowed")

    def _is_at_tablets(self) -> bool:
        """Whether the division reports at tablets now: their link is good for nothing else."""
        divisions = Division.objects.filter(tournament__slug=self.event, name=self.division)
        return divisions.filter(phone_mode=str(Mode.KIOSK)).exists()

    def find_table(self) -> Table:
        """Returns the board of the two; Refused where they do not meet, or nobody may report."""
        place, other = self.find_pair(self.entry, self.opponent)
        place.seat.board.round = place.seat.round
        mode = Mode(place.division.phone_mode)
        if mode is Mode.OFF:
            raise Refused(
                phrase("Results are not taken from phones now; hand your slip to the director."),
                code="phones.off",
            )
        rows = {}
        for row in ResultClaim.objects.filter(board=place.seat.board).select_related("entry"):
            row.board = place.seat.board
            rows[row.entry.key] = row
        return Table(place, other, rows, mode)

    def check_open(self, work: Work, table: Table) -> None:
        """Raises Refused where nothing that a player says changes the result any more."""
        if work.facts.are_recorded:
            return
        standing, result = table.standing, table.result
        if standing is ClaimStanding.AGREED and result is not None and result.scores is not None:
            own, other = table.from_my_side(result.scores)
            raise Refused(
                phrase(
                    "You both agreed on {own}–{other}. If that is wrong, tell the director.",
                    own=own,
                    other=other,
                ),
                code="claim.agreed",
            )
        if standing is ClaimStanding.DECIDED or (
            standing is ClaimStanding.NONE and result is not None
        ):
            raise Refused(
                phrase(
                    "The director has entered {result} for this game. If that is wrong, tell the "
                    "director.",
                    result=_said_of(table),
                ),
                code="claim.decided",
            )
        if table.place.exception is not None:
            raise Refused(CONTESTED, code="claim.contested")
        published = last_published(table.place.division)
        if result is not None and published > self.round:
            raise Refused(
                phrase(
                    "Round {round} is over, because round {published} is published. If its "
                    "result is wrong, tell the director.",
                    round=self.round,
                    published=published,
                ),
                code="claim.late",
            )

    def write(self, work: Work, table: Table, scores: Scores | None) -> Row:
        """Writes what the entry says, and the result where one follows; returns the answer."""
        position = table.place.seat.position
        mine = PlayerClaim(position, scores, counts=table.mine is not None and table.mine.counts)
        claims = [claim for claim in table.claims if claim.position != position] + [mine]
        result = counted(table.mode, claims, mine)
        one, two = (None, None) if scores is None else scores
        # The one whose score became the result stays the one that counts.
        counts = mine.counts or (result is not None and table.theirs is None)
        values = {"score_one": one, "score_two": two, "counts": counts, "claimed_at": work.at}
        if table.mine is None:
            row = ResultClaim(board=table.place.seat.board, entry=table.entry, **values)
            work.ledger.create(row)
        else:
            work.ledger.update(table.mine, **values)
        if result is not None:
            self._enter(work, table, result)
        after = standing_of(
            [*(one for one in claims if one is not mine), PlayerClaim(position, scores, counts)],
            Entered(result) if result is not None else table.result,
        )
        return {
            "board": table.place.seat.board.number,
            "names": [table.entry.shown_name, table.other.shown_name],
            "standing": str(after),
            "counts": result is not None,
        }

    def _enter(self, work: Work, table: Table, scores: Scores) -> None:
        """Makes the scores the result, by the way that results of the desk take."""
        own, other = table.from_my_side(scores)
        enter = EnterResult(
            event=self.event,
            division=self.division,
            round=self.round,
            entry=self.entry,
            score=own,
            opponent_score=other,
        )
        fields: dict[str, Any] = enter.outcome(
            table.place.seat, table.other, table.place.division.rules
        )
        result = table.place.result
        if result is None:
            work.ledger.create(Result(board=table.place.seat.board, **fields))
        else:
            work.ledger.update(result, **fields)

    def told(self, answer: Row) -> Mapping[str, Any]:
        """Returns the values of the sentences about what an entry says."""
        name, other = answer["names"]
        return {
            "round": self.round,
            "division": self.division,
            "entry": self.entry,
            "name": name,
            "opponent": self.opponent,
            "opponent_name": other,
        }


def changed_meanwhile(table: Table) -> Conflict:
    """Returns that the opponent says something else than what was on the screen."""
    row = table.theirs
    scores = None if row is None else row.scores
    if scores is None:
        said = phrase("Your opponent has taken back what they said.")
    else:
        own, other = table.from_my_side(scores)
        said = phrase(
            "Your opponent has changed the score to {own}–{other} since this page was loaded; look "
            "at it again.",
            own=own,
            other=other,
        )
    return Conflict(said, code="claim.changed", field="seen")


def _said_of(table: Table) -> str:
    result = table.place.result
    scores = None if table.result is None else table.result.scores
    if scores is None:
        return outcome_word(result.reason if result else None)
    own, other = table.from_my_side(scores)
    return f"{own}–{other}"
