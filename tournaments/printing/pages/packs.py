"""Several documents printed in one go: what is needed of paper at a moment of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import Context
from tournaments.printing.pages.documents import BY_KEY, Document, When
from tournaments.printing.pages.fitting import in_one_size
from tournaments.printing.pages.parts import document_part
from tournaments.printing.pages.reach import Reach
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedDivision


@dataclass(frozen=True, slots=True)
class Pack:
    """Documents that are printed together, in this order, one division after the other.

    A document of a round is left out where that round is not published.
    """

    key: str
    title: str
    purpose: str
    when: When
    documents: tuple[str, ...]


PACKS: tuple[Pack, ...] = (
    Pack(
        "contingency",
        phrase("Everything in case the computer fails"),
        phrase(
            "Check-in list, pairings, slips of every board, standings by hand, scorecards and "
            "challenge slips, in this order for each division."
        ),
        When.BEFORE,
        (
            *("roster", "pairings", "pairings-names", "slips", "blank-pairings", "board-slips"),
            *("blank-standings", "scorecards", "challenge-slips"),
        ),
    ),
    Pack(
        "round",
        phrase("Pairings and slips"),
        phrase("What a round needs in one go: pairings by board and from A to Z, and the slips."),
        When.EVERY,
        ("pairings", "pairings-names", "slips"),
    ),
)
PACK_BY_KEY = {pack.key: pack for pack in PACKS}


class Sheets(NamedTuple):
    """The parts of a document on the sheets that it needs; `label` tells them from the others."""

    document: Document
    label: str
    parts: list[Context]


def sheets_of(
    key: str,
    wanted: Iterable[VersionedDivision],
    number: int | None,
    *,
    address: str,
    reach: Reach,
) -> list[Sheets]:
    """Returns a document's sheets, or those of all documents of a pack, for the divisions wanted.

    `number` is the round asked for, None for the latest. Raises KeyError where nothing has the key.
    """
    models = [DivisionReadModel(versioned) for versioned in wanted]
    if key in PACK_BY_KEY:
        pack = [BY_KEY[one] for one in PACK_BY_KEY[key].documents]
        groups = [(document, [model]) for model in models for document in pack]
    else:
        groups = [(BY_KEY[key], models)]
    sheets = []
    for document, shown in groups:
        parts = [
            document_part(document, model, number, address=address, reach=reach) for model in shown
        ]
        if key in PACK_BY_KEY:
            parts = [part for part in parts if not part["empty"]]
        if parts or key not in PACK_BY_KEY:
            sheets.append(Sheets(document, _label(document, parts), parts))
    for printed in {one.document.key for one in sheets}:
        _set_alike([part for one in sheets if one.document.key == printed for part in one.parts])
    return _numbered(sheets)


def _set_alike(parts: list[Context]) -> None:
    """Sets the lists of all divisions in one size of type, for they hang side by side."""
    fitted = [part for part in parts if part.get("fitted")]
    for part, alike in zip(fitted, in_one_size([part["fitted"] for part in fitted]), strict=True):
        part["fitted"] = alike


def _label(document: Document, parts: list[Context]) -> str:
    divisions = ", ".join(part["division"] for part in parts)
    return phrase("{title}: {divisions}", title=document.title, divisions=divisions)


def _numbered(sheets: list[Sheets]) -> list[Sheets]:
    """Returns the sheets with an `id` for each part, by which its heading is found."""
    parts = [part for one in sheets for part in one.parts]
    for place, part in enumerate(parts, 1):
        part["id"] = place
    return sheets
