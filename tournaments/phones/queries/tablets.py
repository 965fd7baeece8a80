"""What a tablet at the boards shows: the games of the latest round, and how far each one is agreed.

Everybody is named as the public reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.claiming import ClaimStanding, Scores
from tournaments.kernel.queries.claims import ClaimedBoard, claimed_boards
from tournaments.kernel.queries.sheet import BoardLine, Sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.models import Division
from tournaments.readmodel.page_versions import versioned_division
from tournaments.readmodel.serving import read_model_now


class TabletTask(StrEnum):
    """What a tablet asks at a board, or tells there."""

    ENTER = "enter"
    WAITS = "waits"
    AGREED = "agreed"
    DISPUTED = "disputed"
    IN = "in"


@dataclass(frozen=True)
class TabletBoard:
    """A board at a tablet; numbers, names and scores are in the order of the seats.

    `label` is its number, its slot where it has none. `agreed` is the number of the one who has
    agreed to `scores` so far, 0 where nobody has. `word` says how it ended where not by scores.
    """

    round: int
    slot: int
    label: int
    entries: tuple[int, int]
    names: tuple[str, str]
    task: TabletTask
    scores: Scores | None
    agreed: int
    word: str

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked of the two."""
        return self.task in (TabletTask.AGREED, TabletTask.IN)

    @property
    def waits_for(self) -> int:
        """The number of the one who still has to agree, 0 where nobody or both have."""
        return next((one for one in self.entries if self.agreed not in (0, one)), 0)

    def name_of(self, number: int) -> str:
        """Returns the name of one of the two."""
        return self.names[self.entries.index(number)]

    def seen_by(self, number: int) -> tuple[int, str, str]:
        """Returns the opponent of one of the two, and both names with the own one first."""
        at = self.entries.index(number)
        return self.entries[1 - at], self.names[at], self.names[1 - at]


def tablet_boards(division: Division) -> list[TabletBoard]:
    """Returns the games of the latest published round in order, in a bounded number of queries."""
    versioned = versioned_division(division.tournament.slug, division.name)
    if versioned is None:
        return []
    model = read_model_now(versioned)
    if not model.published:
        return []
    where = {"round__division": division, "round__number": model.published}
    claimed = {board.slot: board for board in claimed_boards(**where)}
    games = [line for line in model.sheet.by_round[model.published] if line.two is not None]
    boards = [_board(model.sheet, line, claimed.get(line.slot)) for line in games]
    return sorted(boards, key=lambda board: board.label)


def _board(sheet: Sheet, line: BoardLine, claimed: ClaimedBoard | None) -> TabletBoard:
    one, two = line.seats
    said = [claim for claim in claimed.claims if claim.scores] if claimed else []
    task = _task(line, claimed)
    scores = said[0].scores if task is TabletTask.WAITS else None
    if line.reason == "played" and one.score is not None and two.score is not None:
        scores = (one.score, two.score)
    return TabletBoard(
        round=line.round,
        slot=line.slot,
        label=line.number or line.slot,
        entries=(one.entry, two.entry),
        names=(sheet.entries[one.entry].name, sheet.entries[two.entry].name),
        task=task,
        scores=scores,
        agreed=line.seats[said[0].position].entry if task is TabletTask.WAITS else 0,
        word="" if line.reason in (None, "played") else outcome_word(line.reason),
    )


def _task(line: BoardLine, claimed: ClaimedBoard | None) -> TabletTask:
    standing = claimed.standing if claimed else ClaimStanding.NONE
    if standing is ClaimStanding.AGREED:
        return TabletTask.AGREED
    if standing is ClaimStanding.DISPUTED:
        return TabletTask.DISPUTED
    # A claim that counts already, from before the tablets were opened, is still to be agreed to.
    if standing is ClaimStanding.CLAIMED:
        return TabletTask.WAITS
    if standing is ClaimStanding.DECIDED or line.reason is not None:
        return TabletTask.IN
    return TabletTask.ENTER
