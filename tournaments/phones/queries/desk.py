"""What the desk sees of a round that players report: each board, what was said, what is to do."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import phrase
from tournaments.claiming import ClaimStanding, PlayerClaim
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Division

WORDS = {
    ClaimStanding.NONE: phrase("nothing said"),
    ClaimStanding.CLAIMED: phrase("claimed"),
    ClaimStanding.AGREED: phrase("both agree"),
    ClaimStanding.DISPUTED: phrase("disputed"),
    ClaimStanding.DECIDED: phrase("decided by the desk"),
}


class SaidLine(NamedTuple):
    """What one of the two said; `scores` empty where they only object."""

    number: int
    name: str
    scores: str


class ReportedBoard(NamedTuple):
    """A board at the desk; scores are in the order of the seats, as the slip has them."""

    label: int
    entry: int
    names: tuple[str, str]
    result: str
    standing: ClaimStanding
    word: str
    said: tuple[SaidLine, ...]
    photos: tuple[str, ...]


def reported_boards(division: Division, sheet: Sheet, number: int) -> list[ReportedBoard]:
    """Returns the games of a published round as they are reported, disputes first."""
    claimed = {
        board.slot: board
        for board in claimed_boards(round__division=division, round__number=number)
    }
    games = [line for line in sheet.by_round.get(number, ()) if line.two is not None]
    boards = [_board(sheet, line, claimed.get(line.slot)) for line in games]
    first = (ClaimStanding.DISPUTED, ClaimStanding.CLAIMED)
    order = {standing: place for place, standing in enumerate(first)}
    return sorted(boards, key=lambda one: (order.get(one.standing, len(first)), one.label))


def _board(sheet: Sheet, line: BoardLine, claimed: ClaimedBoard | None) -> ReportedBoard:
    one, two = line.seats
    standing = claimed.standing if claimed else ClaimStanding.NONE
    played = f"{one.score}–{two.score}" if one.score is not None else outcome_word(line.reason)
    claims = claimed.claims if claimed else ()
    return ReportedBoard(
        label=line.number or line.slot,
        entry=one.entry,
        names=tuple(  # type: ignore[arg-type] # two seats
            f"#{seat.entry} {sheet.entries[seat.entry].entered_name}" for seat in line.seats
        ),
        result=played,
        standing=standing,
        word=WORDS[standing],
        said=tuple(_said(sheet, line, claim) for claim in claims),
        photos=claimed.photos if claimed else (),
    )


def _said(sheet: Sheet, line: BoardLine, claim: PlayerClaim) -> SaidLine:
    number = line.seats[claim.position].entry
    scores = "" if claim.scores is None else f"{claim.scores[0]}–{claim.scores[1]}"
    return SaidLine(number, sheet.entries[number].entered_name, scores)
