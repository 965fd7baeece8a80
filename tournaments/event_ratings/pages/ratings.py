"""The ratings of a division: what its results did to each player's rating."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import numeral, phrase, phrase_count
from core.web.frame import Context
from core.web.site import Site
from core.wording import half, moment, signed
from ratings.systems.registry import SYSTEMS, is_estimate
from ratings.wording import proof_of, rating, system_name
from tournaments.models import EntryRating
from tournaments.readmodel.addresses import division_path, rating_steps_path
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import division_frame, has_ratings, render
from tournaments.readmodel.page_versions import rating_of


class RatingsLine(NamedTuple):
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
    steps: str | None


def ratings_page(read_model: DivisionReadModel, site: Site) -> str:
    """Returns the ratings of the division; raises PageMissing where it is not rated at all."""
    if not has_ratings(read_model):
        raise PageMissing("ratings")
    context = division_frame(read_model, site, title=phrase("Ratings"), section="Ratings")
    entries = read_model.sheet.entries
    context |= {
        "rating_state": rating_state(read_model),
        "lines": [
            _line(read_model, site, row) for n, row in read_model.ratings.items() if n in entries
        ],
    }
    return render("event_ratings/ratings", context)


def rating_line(read_model: DivisionReadModel, site: Site, number: int) -> RatingsLine | None:
    """Returns the rating of one entry, None while it is not rated."""
    row = read_model.ratings.get(number)
    return _line(read_model, site, row) if row else None


def rating_state(read_model: DivisionReadModel) -> Context:
    """Returns by which system and when the division was rated, whether that still holds, and
    whether it is an estimate: while the event is open, and by a system that is not proved.
    """
    division, rated = read_model.division, rating_of(read_model.division)
    follows = not division.tournament.closed and division.rating_system in SYSTEMS
    if rated is None:
        return {"system": system_name(division.rating_system), "follows": follows}
    behind = rated.version < division.version
    estimated = is_estimated(read_model)
    return {
        "is_rated": True,
        "system": system_name(rated.system),
        "proof": proof_of(rated.system),
        "at": moment(rated.rated_at),
        "behind": behind,
        "follows": follows,
        "estimated": estimated,
        "so_far": so_far(read_model) if estimated and not behind else "",
    }


def is_estimated(read_model: DivisionReadModel) -> bool:
    """Returns whether the ratings of a rated division are estimates."""
    rated = rating_of(read_model.division)
    system = SYSTEMS.get(rated.system) if rated else None
    return not read_model.division.tournament.closed or system is None or is_estimate(system)


class NewRating(NamedTuple):
    """The rating of an entry with the results so far; `kind` colours the change."""

    rating: str
    change: str
    kind: str


def new_ratings(read_model: DivisionReadModel) -> dict[int, NewRating]:
    """Returns the rating of every entry that has games, by number; empty while nobody is rated."""
    return {
        number: NewRating(rating(row.new), *_change(row))
        for number, row in read_model.ratings.items()
        if row.games
    }


def so_far(read_model: DivisionReadModel) -> str:
    """Returns from how much of the division ratings are made that are up to date, in words.

    Empty before the first result.
    """
    complete, published = read_model.complete, read_model.published
    said = []
    if complete:
        rounds = read_model.division.planned_rounds
        said.append(phrase("after round {round} of {rounds}", round=complete, rounds=rounds))
    progress = [read_model.progress(number) for number in range(complete + 1, published + 1)]
    done, games = (sum(one.done for one in progress), sum(one.games for one in progress))
    if len(progress) == 1:
        said.append(
            phrase_count(
                "with {done} of {count} game of round {round} in",
                "with {done} of {count} games of round {round} in",
                count=games,
                done=done,
                round=published,
            )
        )
    elif progress:
        said.append(
            phrase_count(
                "with {done} of {count} game of rounds {first} to {last} in",
                "with {done} of {count} games of rounds {first} to {last} in",
                count=games,
                done=done,
                first=complete + 1,
                last=published,
            )
        )
    return ", ".join(said)


def _change(row: EntryRating) -> tuple[str, str]:
    """Returns the change of a rating in words, and its colour."""
    if not row.old:
        return (phrase("new") if row.new else signed(0)), ""
    return signed(row.change), "win" if row.change > 0 else "loss" if row.change < 0 else ""


def _line(read_model: DivisionReadModel, site: Site, row: EntryRating) -> RatingsLine:
    number = row.entry.number
    change, kind = _change(row)
    return RatingsLine(
        number=number,
        name=read_model.sheet.entries[number].name,
        href=site.href(division_path(read_model.division, "player", number)),
        old=rating(row.old),
        new=rating(row.new),
        change=change,
        kind=kind,
        games=row.games,
        wins=half(row.half_wins),
        expected=numeral(row.expected, ".2f"),
        performance="" if row.performance is None else str(row.performance),
        steps=site.href(rating_steps_path(read_model.division, number)),
    )
