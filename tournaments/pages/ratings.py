"""The ratings of a division: what its results did to each player's rating."""

from __future__ import annotations

from typing import NamedTuple

from core.web.frame import Context
from core.web.site import Site
from core.wording import half, moment, signed
from ratings.wording import proof_of, rating, system_name
from tournaments.models import EntryRating
from tournaments.pages.addresses import division_path
from tournaments.pages.book import Book, PageMissing
from tournaments.pages.editions import rating_of
from tournaments.pages.frame import division_frame, has_ratings, render


class Line(NamedTuple):
    """One rated entry, in words."""

    number: int
    name: str
    href: str | None
    old: str
    new: str
    change: str
    kind: str
    games: int
    wins: str
    expected: str
    performance: str


def ratings_page(book: Book, site: Site) -> str:
    """Returns the ratings of the division; raises PageMissing where it is not rated at all."""
    if not has_ratings(book):
        raise PageMissing("ratings")
    context = division_frame(book, site, title="Ratings", section="Ratings")
    entries = book.sheet.entries
    context |= {
        "rating_state": rating_state(book),
        "lines": [_line(book, site, row) for n, row in book.ratings.items() if n in entries],
    }
    return render("ratings", context)


def rating_line(book: Book, site: Site, number: int) -> Line | None:
    """Returns the rating of one entry, None while it is not rated."""
    row = book.ratings.get(number)
    return _line(book, site, row) if row else None


def rating_state(book: Book) -> Context:
    """Returns by which system and when the division was rated, and whether that still holds."""
    rated = rating_of(book.division)
    if rated is None:
        return {"system": system_name(book.division.rating_system)}
    behind = rated.version < book.division.version
    return {
        "system": system_name(rated.system),
        "proof": proof_of(rated.system),
        "at": moment(rated.rated_at),
        "behind": behind,
    }


def _line(book: Book, site: Site, row: EntryRating) -> Line:
    number = row.entry.number
    change = row.new - row.old
    new_rating = not row.old
    return Line(
        number=number,
        name=book.sheet.entries[number].name,
        href=site.href(division_path(book.division, "player", number)),
        old=rating(row.old),
        new=rating(row.new),
        change="new" if new_rating and row.new else signed(change),
        kind="" if new_rating or not change else "win" if change > 0 else "loss",
        games=row.games,
        wins=half(row.half_wins),
        expected=f"{row.expected:.2f}",
        performance="" if row.performance is None else str(row.performance),
    )
