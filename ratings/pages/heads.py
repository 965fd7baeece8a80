"""Two players' games with each other, and choosing the second of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.names import initials
from core.phrases import phrase, phrase_count, versus
from core.web.frame import Context
from core.web.sharing import PICTURE, shared_as
from core.web.site import Site
from core.wording import day, signed
from people.selectors import ShownPlayer
from ratings.models import RatingList
from ratings.pages.frame import choosing_path, heads_path, page_frame, player_path, render
from ratings.pages.tiles import FigureTile, average_words, best_margin
from ratings.pages.wording import letter, score_words, scores, spread_words, ties_words
from ratings.selectors.heads import HeadToHead, MeetingOfTwo, meetings_of, scores_of, tally


def heads_page(one: ShownPlayer, two: ShownPlayer, lists: Sequence[RatingList], site: Site) -> str:
    """Returns the page of two players' games with each other, from the side of the first.

    Of its two addresses, one a side, it names as its own that of whose number is lower.
    """
    met = meetings_of(one.key, two.key, lists)
    sums = tally(meeting.game for meeting in met)
    title = versus((one.name, two.name))
    context = {
        **page_frame(site, title),
        "one": _player(one, site),
        "two": _player(two, site),
        "turned": site.href(heads_path(two.number, one.number)),
        "choosing": site.href(choosing_path(one.number)),
        "score": (sums.wins, sums.losses),
        "said": score_said(one.name, two.name, sums),
        "tiles": _tiles(one, two, met, sums),
        "games": [_game(meeting, site) for meeting in met],
        "has_replays": any(site.href(meeting.recorded) for meeting in met if meeting.recorded),
    }
    path = heads_path(*sorted((one.number, two.number)))
    context |= shared_as(
        site, path, title=title, about=context["said"], picture=f"{path}{PICTURE}" if met else ""
    )
    return render("heads", context)


def score_said(one: str, two: str, sums: HeadToHead) -> str:
    """Returns the score of two players in a sentence."""
    if not sums.games:
        return phrase("The two have not met in a game that is known here.")
    games = phrase_count("{count} game", "{count} games", count=sums.games)
    parts = {"one": one, "two": two, "score": score_words(sums), "games": games}
    if sums.ties:
        return phrase(
            "{one} against {two}: {score}, {ties} in {games}.", ties=ties_words(sums), **parts
        )
    return phrase("{one} against {two}: {score} in {games}.", **parts)


def _tiles(
    one: ShownPlayer, two: ShownPlayer, met: Sequence[MeetingOfTwo], sums: HeadToHead
) -> list[FigureTile]:
    scores = scores_of(meeting.game for meeting in met)
    turned = [(other, own) for own, other in scores]
    last = max((meeting.held_on for meeting in met if meeting.held_on), default=None)
    tiles = [
        FigureTile(phrase("Games"), str(sums.games), ties_words(sums)),
        FigureTile(phrase("Spread"), spread_words(sums), one.name),
        FigureTile(phrase("Average"), average_words(sums.average), one.name),
        FigureTile(phrase("Average"), average_words(sums.average_against), two.name),
    ]
    for player, theirs in ((one, scores), (two, turned)):
        if theirs:
            high = str(max(own for own, _ in theirs))
            tiles.append(FigureTile(phrase("Highest game"), high, player.name))
            tiles.append(FigureTile(phrase("Biggest win"), best_margin(theirs), player.name))
    return [*tiles, FigureTile(phrase("Last met"), day(last))] if last else tiles


def choosing_page(
    player: ShownPlayer,
    words: str,
    players: Sequence[ShownPlayer],
    site: Site,
    *,
    themselves: bool = False,
) -> str:
    """Returns the page where somebody is chosen to compare a player with.

    `themselves` says that somebody asked for the games of a player with themselves.
    """
    context = {
        **page_frame(site, phrase("Compare {name}", name=player.name)),
        "one": _player(player, site),
        "choosing": site.href(choosing_path(player.number)),
        "words": words,
        "themselves": themselves,
        "found": [
            (other.name, other.club_name, site.href(heads_path(player.number, other.number)))
            for other in players
        ],
    }
    return render("choosing", context)


def _player(player: ShownPlayer, site: Site) -> Context:
    return {
        "name": player.name,
        "disc": initials(player.name),
        "href": site.href(player_path(player.number)),
    }


def _game(meeting: MeetingOfTwo, site: Site) -> Context:
    game = meeting.game
    word, kind = letter(game)
    shown = scores(game)
    return {
        "on": day(meeting.held_on) if meeting.held_on else "",
        "event": meeting.event,
        "href": site.href(meeting.path) if meeting.path else None,
        "replay": site.href(meeting.recorded) if meeting.recorded else None,
        "round": meeting.round,
        "letter": word,
        "kind": kind,
        "scores": shown,
        "spread": signed((game.own_score or 0) - (game.other_score or 0)) if shown else "",
    }
