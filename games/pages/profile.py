"""A player's recorded games: what they come to, the best of them, and all of them."""

from __future__ import annotations

from typing import NamedTuple

from core.phrases import numeral, phrase, phrase_count
from core.web.page_strip import page_strip
from core.web.site import Site
from games.models import PlayerFigures
from games.pages.addresses import player_games_path, query, turn_href
from games.pages.frame import GamePlace, games_frame, render, where_of
from games.pages.lists import PAGE, paged, rows_of
from games.selectors.career import RecordedCareer, best_games_of, best_plays_of, career_of, games_of
from games.selectors.games import names_of_games
from people.selectors import ShownPlayer

BEST = 5


class Best(NamedTuple):
    """One of a player's best: the figure, what it was, and the game."""

    value: int
    what: str
    href: str
    where: GamePlace


def player_page(player: ShownPlayer, page: int, site: Site) -> str:
    """Returns the page of a player's recorded games; a page beyond the last is the last."""
    games = games_of(player.key)
    total = games.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    first = (page - 1) * PAGE
    here = player_games_path(player.number)
    rows = rows_of(games[first : first + PAGE], site)
    context = games_frame(site, phrase("Recorded games of {name}", name=player.name), "")
    context |= {
        "player": player,
        "facts": _facts(career_of(player.key)),
        "best": [] if page > 1 else _best(player, site),
        "total": total,
        "rows": rows,
        "has_lexica": any(row.where.lexicon for row in rows),
        "pages": page_strip(page, pages, lambda number: site.href(here + query(paged(number)))),
    }
    return render("player", context)


def _facts(career: RecordedCareer) -> list[tuple[str, str]]:
    """Returns the facts of a player's games, as (what it is, figure)."""
    facts = [(phrase("Games"), str(career.games))]
    if career.finished:
        won = f"{career.wins}–{career.losses}" + (f"–{career.ties}" if career.ties else "")
        facts += [
            (phrase("Won and lost"), won),
            (phrase("Average score"), _mean(career.points, career.finished, 0)),
        ]
    if career.turns:
        facts.append((phrase("Average turn"), _mean(career.all_points, career.turns, 1)))
    if career.games:
        facts += [
            (phrase("Bingos"), _a_game(career.bingos, career.games)),
            (phrase("Blanks"), _a_game(career.blanks, career.games)),
            (phrase("Exchanges"), str(career.exchanges)),
            (phrase("Challenges"), _challenges(career)),
        ]
    if career.judged:
        facts.append((phrase("Phoneys"), _phoneys(career)))
    return facts


def _a_game(total: int, games: int) -> str:
    return phrase("{total}, {mean} a game", total=total, mean=_mean(total, games, 2))


def _challenges(career: RecordedCareer) -> str:
    won, lost = career.challenges_won, career.challenges_lost
    return phrase("{won} won, {lost} lost", won=won, lost=lost)


def _phoneys(career: RecordedCareer) -> str:
    return phrase(
        "{phoneys} played, {caught} caught, {judged_games}",
        phoneys=career.phoneys,
        caught=career.caught,
        judged_games=phrase_count(
            "{count} judged game", "{count} judged games", count=career.judged
        ),
    )


def _mean(total: int, count: int, places: int) -> str:
    return numeral(total / count, f".{places}f")


def _best(player: ShownPlayer, site: Site) -> list[tuple[str, list[Best]]]:
    """Returns the highest games and plays of a player."""
    games = best_games_of(player.key, at_most=BEST)
    plays = best_plays_of(player.key, at_most=BEST)
    names = names_of_games({one.game for one in (*games, *plays)})

    def best(one: PlayerFigures, value: int, what: str, turn: int | None) -> Best:
        href = turn_href(site, one.game.key, turn)
        return Best(value, what, href, where_of(one.game))

    def against(one: PlayerFigures) -> str:
        others = [name for seat, name in enumerate(names[one.game_id]) if seat != one.position]
        return phrase("against {others}", others=", ".join(others))

    return [
        (phrase("Highest games"), [best(one, one.score, against(one), None) for one in games]),
        (
            phrase("Highest plays"),
            [
                best(
                    one,
                    one.best_play_score,
                    f"{one.best_play} {against(one)}",
                    one.best_play_turn,
                )
                for one in plays
            ],
        ),
    ]
