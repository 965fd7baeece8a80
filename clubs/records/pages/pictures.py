"""The picture of the book of records, as programs show it beside a link: its best known records."""

from __future__ import annotations

from clubs.records.book.categories import RecordCategory
from clubs.records.pages.book import first_shelf, scope_name
from clubs.records.pages.cards import Telling
from clubs.records.queries.lists import ListedPlace, stored_places
from clubs.records.wording.categories import category_name
from core.phrases import listed, phrase
from core.share_picture import PictureLine, SharePicture, picture_of
from core.web.site import WEB
from core.web.store import Made

PNG = "image/png"
BEST_KNOWN = (
    RecordCategory.HIGH_GAME,
    RecordCategory.HIGH_COMBINED,
    RecordCategory.LARGEST_SPREAD,
    RecordCategory.LONGEST_STREAK,
)


def book_picture(version: str) -> Made:
    """Returns the picture of what the book begins with: who holds its best known records."""
    shelf = first_shelf()
    best: dict[RecordCategory, ListedPlace] = {}
    for one in stored_places(shelf.scope, shelf.family, first_only=True):
        if not one.slot.is_clean and one.slot.category in BEST_KNOWN:
            best.setdefault(one.slot.category, one)
    telling = Telling((one.holding for one in best.values()), WEB)
    lines = []
    for category in BEST_KNOWN:
        if category in best:
            line = telling.line(category, None, best[category].holding)
            names = listed([words for words, _ in line.holders])
            name = category_name(category)
            told = phrase("{what}: {amount}", what=name, amount=names)
            lines.append(PictureLine(told, line.value, name))
    said = SharePicture(title=phrase("Records"), under=scope_name(shelf.scope), lines=lines)
    return Made(version, picture_of(said), PNG)
