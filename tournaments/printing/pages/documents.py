"""The documents that can be printed: a row for each, in the order the desk lists them.

A document is filled for one division at a time, from the read model of its published rounds;
drafts are never printed. `docs/design.md` tells how to add one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from core.phrases import phrase
from core.web.frame import Context
from tournaments.printing.pages import badges, blanks, lists, scorecards, slips
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.division import DivisionReadModel

Fill = Callable[[DivisionReadModel, int], Context]
Addressed = Callable[[DivisionReadModel, Reach], Context]
UsualRound = Callable[[DivisionReadModel], int]


def last_published(read_model: DivisionReadModel) -> int:
    """Returns the last published round, 0 before the first."""
    return read_model.published


def last_complete(read_model: DivisionReadModel) -> int:
    """Returns the last complete round, 0 before the first."""
    return read_model.complete


def nothing_else(_read_model: DivisionReadModel, _number: int) -> Context:
    """Returns nothing: for a document that is filled with the addresses that it prints."""
    return {}


class PaperSheet(StrEnum):
    """The paper of a document; its style sheet has a page of each in A4 and in Letter."""

    PAGE = "page"
    EDGELESS = "edgeless"
    WALL = "wall"


class When(StrEnum):
    """When a document is wanted, as the desk heads its lists."""

    BEFORE = "Before round 1"
    EVERY = "Every round"
    AFTER = "After a round"
    WRITTEN = "To write on"


WHEN_WORDS = {
    When.BEFORE: phrase("Before round 1"),
    When.EVERY: phrase("Every round"),
    When.AFTER: phrase("After a round"),
    When.WRITTEN: phrase("To write on"),
}


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its name in addresses, what it says, where it is printed and how it is filled.

    `fill` gets a read model and the round asked for, by default the `usual_round`; it is published,
    or 0 before the first where the document is not `of_round`. It returns what the template
    `tournaments/printing/<key>.html` shows of the division. `addressed` fills in its place what
    prints addresses for phones as QR codes.
    """

    key: str
    title: str
    purpose: str
    when: When
    fill: Fill
    of_round: bool = False
    sheet: PaperSheet = PaperSheet.PAGE
    usual_round: UsualRound = last_published
    addressed: Addressed | None = None

    @property
    def template(self) -> str:
        """The template of one division's part."""
        return f"tournaments/printing/{self.key.replace('-', '_')}.html"


DOCUMENTS: tuple[Document, ...] = (
    Document(
        "roster",
        phrase("Check-in list"),
        phrase("All entries by family name, each with a box to tick."),
        When.BEFORE,
        lists.roster,
    ),
    Document(
        "timetable",
        phrase("Timetable"),
        phrase("What there is when, for the wall: the days of the division in large type."),
        When.BEFORE,
        lists.timetable,
    ),
    Document(
        "scorecards",
        phrase("Scorecards"),
        phrase(
            "One for each player, with a row for each round, filled in as far as possible, and the "
            "link for the player's phone."
        ),
        When.BEFORE,
        nothing_else,
        addressed=scorecards.scorecards,
    ),
    Document(
        "badges",
        phrase("Name badges"),
        phrase("Eight on a sheet, each with a QR code of the player's page."),
        When.BEFORE,
        nothing_else,
        sheet=PaperSheet.EDGELESS,
        addressed=badges.badges,
    ),
    Document(
        "table-numbers",
        phrase("Table numbers"),
        phrase("A sheet for each table: fold it, and the number is read from both sides."),
        When.BEFORE,
        badges.table_numbers,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "pairings",
        phrase("Pairings by board"),
        phrase("For the wall, by board, as large as the sheets allow."),
        When.EVERY,
        lists.pairings,
        of_round=True,
    ),
    Document(
        "pairings-names",
        phrase("Pairings A\N{EN DASH}Z"),
        phrase("For the wall, by family name, as large as the sheets allow."),
        When.EVERY,
        lists.pairings_names,
        of_round=True,
    ),
    Document(
        "slips",
        phrase("Result slips"),
        phrase("Four on a sheet; cut the pile once, and the slips are in board order."),
        When.EVERY,
        slips.slips,
        of_round=True,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "missing",
        phrase("Missing slips"),
        phrase("The boards without a result."),
        When.EVERY,
        lists.missing,
        of_round=True,
    ),
    Document(
        "standings",
        phrase("Standings"),
        phrase("After the round, or with the results so far."),
        When.AFTER,
        lists.standings,
        usual_round=last_complete,
    ),
    Document(
        "wallchart",
        phrase("Wall chart"),
        phrase("On a large sheet, with empty squares for the rounds to come."),
        When.AFTER,
        lists.wallchart,
        sheet=PaperSheet.WALL,
    ),
    Document(
        "blank-slips",
        phrase("Blank slips"),
        phrase("Four on a sheet, for emergencies."),
        When.WRITTEN,
        slips.blank_slips,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "board-slips",
        phrase("Blank slips with board numbers"),
        phrase("One for every board; cut the pile once, and they are in board order."),
        When.WRITTEN,
        slips.board_slips,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "blank-pairings",
        phrase("Blank pairings"),
        phrase("To pair by hand: a row for each board."),
        When.WRITTEN,
        blanks.blank_pairings,
    ),
    Document(
        "blank-standings",
        phrase("Blank standings"),
        phrase("To fill in by hand: a row for each player, a column for each round."),
        When.WRITTEN,
        lists.blank_standings,
    ),
    Document(
        "challenge-slips",
        phrase("Challenge slips"),
        phrase("Eight on a sheet, with boxes for the letters of each word."),
        When.WRITTEN,
        blanks.challenge_slips,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "score-sheets",
        phrase("Score sheets"),
        phrase("Two on a sheet: a row for each turn, with the totals of both players."),
        When.WRITTEN,
        blanks.score_sheets,
        sheet=PaperSheet.EDGELESS,
    ),
    Document(
        "tracking-sheets",
        phrase("Tracking sheets"),
        phrase("Four on a sheet: the tiles of the division's language, to be crossed off."),
        When.WRITTEN,
        blanks.tracking_sheets,
        sheet=PaperSheet.EDGELESS,
    ),
)

BY_KEY = {document.key: document for document in DOCUMENTS}
