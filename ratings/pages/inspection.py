"""The page of the steps by which a list came to a player's rating in an event."""

from __future__ import annotations

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import Site
from core.wording import day
from people.selectors import ShownPlayer
from ratings.models import RatingList
from ratings.pages.frame import inspection_path, list_frame, player_path, render
from ratings.selectors.inspection import PastRating, past_rating, system_of
from ratings.step_wording import StepPlayer, rating_before, steps_in_words
from ratings.systems.errors import RatingError
from ratings.systems.registry import RatingSystem, is_estimate
from ratings.wording import in_words


def inspection_page(rating_list: RatingList, player: ShownPlayer, event: int, site: Site) -> str:
    """Returns the steps by which a list rated a player in an event.

    Raises RatingMissing where the list has not rated them there.
    """
    past = past_rating(rating_list, player.key, event)
    title = phrase("{name}: rating steps", name=player.name)
    context = list_frame(rating_list, site, title=title, section="")
    path = past.event.path
    context |= {
        "player": player,
        "profile": site.href(player_path(player.number)),
        "event": past.event.name,
        "event_href": site.href(path) if path.startswith("/") else None,
        "on": day(past.event.held_on),
        "stored": rating_before(past.stored.change.new),
        **_steps(past, rating_list, site),
    }
    return render("inspection", context)


def _steps(past: PastRating, rating_list: RatingList, site: Site) -> Context:
    """Returns the steps, or in one sentence why there are none."""
    if past.number is None:
        return {"outdated": True}
    try:
        done = past.explained(system_of(rating_list))
    except RatingError as wrong:
        return {"missing": in_words(wrong)}
    people = {
        number: StepPlayer(
            named.name,
            site.href(inspection_path(rating_list.key, named.player.number, past.event.pk))
            if named.player
            else None,
        )
        for number, named in past.names.items()
    }
    return {
        "steps": steps_in_words(done, past.number, people),
        "outdated": past.is_outdated(done),
        "of_event": _of_event(done.system) if done.system.key != rating_list.system else "",
    }


def _of_event(system: RatingSystem) -> str:
    """Returns by which system the event is rated where that is not the list's own."""
    if is_estimate(system):
        said = phrase("This event is rated by {system}, so it is an estimate.")
    else:
        said = phrase("This event is rated by {system}.")
    return said.format(system=system.name)
