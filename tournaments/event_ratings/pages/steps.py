"""The steps of an entry's rating while the event goes on."""

from __future__ import annotations

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import Site
from ratings.step_wording import STEP_STYLES, StepPlayer, rating_before, steps_in_words
from ratings.systems.errors import RatingError
from ratings.systems.explained import Explained
from ratings.wording import in_words, proof_of, system_name
from tournaments.event_ratings.pages.ratings import is_estimated, so_far
from tournaments.event_ratings.pages.what_if import NOTHING_ASKED, WhatIfQuestion, what_if_words
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.readmodel.addresses import division_path, rating_steps_path
from tournaments.readmodel.division import DivisionReadModel, PageMissing
from tournaments.readmodel.frame import division_frame, has_ratings, render
from tournaments.readmodel.page_versions import rating_of


def rating_steps_page(
    read_model: DivisionReadModel, site: Site, number: int, question: WhatIfQuestion = NOTHING_ASKED
) -> str:
    """Returns the steps of an entry's rating, and what its next game would do.

    `question` is what a reader wants to know of that game. Raises PageMissing without such an
    entry, or where the division is not rated.
    """
    if not has_ratings(read_model):
        raise PageMissing("ratings")
    entry = read_model.need_entry(number)
    context = division_frame(
        read_model,
        site,
        title=phrase("Rating of {name}", name=entry.name),
        section="Ratings",
        own=("player", number, "rating"),
    )
    context["styles"].append((site.asset(STEP_STYLES), ""))
    context |= {
        "entry": entry,
        "card": site.href(division_path(read_model.division, "player", number)),
        **_system(read_model),
        **_steps(read_model, site, entry, question),
    }
    return render("event_ratings/rating_steps", context)


def _system(read_model: DivisionReadModel) -> Context:
    rated = rating_of(read_model.division)
    key = rated.system if rated else read_model.division.rating_system
    return {"system": system_name(key), "proof": proof_of(key)}


def steps_of(read_model: DivisionReadModel, entry: EntryLine) -> Explained | str:
    """Returns the steps of all ratings, or in one sentence why this entry has none."""
    if entry.members > 1:
        return phrase("A team has no rating, because its games belong to no single player.")
    try:
        done = read_model.rating_steps
    except RatingError as wrong:
        return in_words(wrong)
    if entry.number not in done.inspections:
        return phrase("{name} is a house player; games with one are not rated.", name=entry.name)
    return done


def _steps(
    read_model: DivisionReadModel, site: Site, entry: EntryLine, question: WhatIfQuestion
) -> Context:
    """Returns the steps in words, or in one sentence why there are none."""
    done = steps_of(read_model, entry)
    if isinstance(done, str):
        return {"missing": done}
    return {
        "steps": steps_in_words(done, entry.number, _people(read_model, site)),
        "estimate": is_estimated(read_model),
        "so_far": so_far(read_model),
        "stored": _stored(read_model, done, entry.number),
        "what_if": what_if_words(read_model, site, entry.number, question),
    }


def _people(read_model: DivisionReadModel, site: Site) -> dict[int, StepPlayer]:
    return {
        number: StepPlayer(entry.name, site.href(rating_steps_path(read_model.division, number)))
        for number, entry in read_model.sheet.entries.items()
    }


def _stored(read_model: DivisionReadModel, done: Explained, number: int) -> str:
    """Returns the rating in the table of ratings where it is another one, else nothing."""
    row = read_model.ratings.get(number)
    new = done.inspections[number].new
    return "" if row is None or row.new == new else rating_before(row.new)
