"""The public pages of the wall: whose answers there are, and the answers to one player."""

from __future__ import annotations

from core.phrases import phrase
from core.web.site import Site
from tournaments.readmodel.addresses import division_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.frame import division_frame, render
from tournaments.readmodel.page_versions import VersionedDivision
from tournaments.wall.queries import wall_ground
from tournaments.wall.wording import wall_answers

WALL = phrase("Why this board?")


def wall_version(versioned: VersionedDivision) -> str:
    """Returns the version of an answer: with the event's, which says whether prizes are shown."""
    return f"{versioned.version}.e{versioned.division.tournament.version}"


def wall_index_page(read_model: DivisionReadModel, site: Site) -> str:
    """Returns the page on which a player looks for their name."""
    entries = sorted(
        read_model.sheet.entries.values(), key=lambda one: (one.filed.place, one.number)
    )
    context = division_frame(read_model, site, title=WALL, own=("why",))
    context["people"] = [
        (one.name, one.number, site.href(division_path(read_model.division, "why", one.number)))
        for one in entries
    ]
    context["has_begun"] = bool(read_model.published)
    return render("wall/index", context)


def wall_page(
    read_model: DivisionReadModel, site: Site, entry: int, number: int | None = None
) -> str:
    """Returns the answers to an entry about a round, by default the last published one.

    Raises PageMissing for nobody, and for a round that is not published.
    """
    ground = wall_ground(read_model, entry, number)
    division = read_model.division
    context = division_frame(
        read_model,
        site,
        title=phrase("Why this board? {name}", name=ground.me.name),
        round_number=ground.number,
        own=("why", entry, *([number] if number else [])),
    )
    context |= {
        "answers": wall_answers(ground, read_model.sheet.entries),
        "number": ground.number,
        "card": site.href(division_path(division, "player", entry)),
        "index": site.href(division_path(division, "why")),
        "rounds": [
            (n, site.href(division_path(division, "why", entry, n)), n == ground.number, "")
            for n in read_model.round_numbers
        ],
    }
    return render("wall/answers", context)
