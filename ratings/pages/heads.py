"""Two players' rated games with each other, and choosing the second of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import numeral, phrase, versus
from core.web.frame import Context
from core.web.site import Site
from core.wording import DASH, day, signed
from people.selectors import ShownPlayer
from ratings.models import RatingList
from ratings.pages.frame import choosing_path, heads_path, page_frame, player_path, render
from ratings.pages.wording import letter, scores, spread_words, tally_words
from ratings.selectors.heads import RatedMeeting, meetings_of, tally


def heads_page(one: ShownPlayer, two: ShownPlayer, lists: Sequence[RatingList], site: Site) -> str:
    """Returns the page of two players' games with each other, from the side of the first."""
    met = meetings_of(one.key, two.key, lists)
    sums = tally(meeting.game for meeting in met)
    context = {
        **page_frame(site, versus((one.name, two.name))),
        "one": _player(one, site),
        "two": _player(two, site),
        "turned": site.href(heads_path(two.number, one.number)),
        "choosing": site.href(choosing_path(one.number)),
        "facts": [
            (phrase("Games"), str(sums.games)),
            (phrase("Won–lost–tied"), tally_words(sums)),
            (phrase("Spread"), spread_words(sums)),
            (phrase("Average"), _average(sums.average)),
            (phrase("Average against"), _average(sums.average_against)),
        ],
        "games": [_game(meeting, site) for meeting in met],
    }
    return render("heads", context)


def choosing_page(
    player: ShownPlayer, words: str, players: Sequence[ShownPlayer], site: Site
) -> str:
    """Returns the page where somebody is chosen to compare a player with."""
    context = {
        **page_frame(site, phrase("Compare {name}", name=player.name)),
        "one": _player(player, site),
        "choosing": site.href(choosing_path(player.number)),
        "words": words,
        "found": [
            (other.name, other.club_name, site.href(heads_path(player.number, other.number)))
            for other in players
        ],
    }
    return render("choosing", context)


def _player(player: ShownPlayer, site: Site) -> Context:
    return {"name": player.name, "href": site.href(player_path(player.number))}


def _average(points: float | None) -> str:
    return DASH if points is None else numeral(points, ".1f")


def _game(meeting: RatedMeeting, site: Site) -> Context:
    game = meeting.game
    word, kind = letter(game)
    shown = scores(game)
    return {
        "on": day(meeting.held_on),
        "event": meeting.event,
        "href": site.href(meeting.path) if meeting.path.startswith("/") else None,
        "round": game.round,
        "letter": word,
        "kind": kind,
        "scores": shown,
        "spread": signed((game.own_score or 0) - (game.other_score or 0)) if shown else "",
    }
