"""All games that everybody may see, whole or as somebody searched them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import NamedTuple

from django.db.models import QuerySet

from core.csv_file import Cell, write_csv
from core.phrases import phrase, versus
from core.web.frame import Context
from core.web.page_strip import page_strip
from core.web.query_values import page_number, search_text
from core.web.sharing import shared_as
from core.web.site import GAMES, WEB, Site
from core.wording import DASH
from games.models import Game, PlayerFigures
from games.pages.addresses import GAMES_TABLE, game_path, player_games_path, query
from games.pages.frame import ALL, GamePlace, games_frame, record_words, render, where_of
from games.selectors.games import names_of_games
from games.selectors.search import GameSearch, found_games, lexica_played, players_named

PAGE = 50
AT_MOST_NAMED = 12
MOST_IN_FILE = 2_000
"""How many games a table for spreadsheets has."""
_LONGEST_NUMBER = 5


class ListedGame(NamedTuple):
    """A line of the table in words; `best` is who made the highest play, the play, its points."""

    href: str | None
    names: str
    score: str
    bingos: str
    best: tuple[str, str, int] | None
    where: GamePlace
    record: tuple[str, str]
    unfinished: bool


def read_choice(given: Mapping[str, str]) -> tuple[GameSearch, int]:
    """Returns the choice and the number of the page that an address asks for.

    What it cannot mean is taken as not said.
    """
    choice = GameSearch(
        player=search_text(given.get("player", "")),
        word=search_text(given.get("word", "")),
        rack=search_text(given.get("rack", "")),
        least=_points(given.get("least", "")),
        most=_points(given.get("most", "")),
        event=search_text(given.get("event", "")),
        lexicon=search_text(given.get("lexicon", "")),
    )
    return choice, page_number(given.get("page", ""))


def games_page(choice: GameSearch, page: int, site: Site) -> str:
    """Returns a page of the games; one beyond the last is the last."""
    games = found_games(choice)
    total = games.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    first = (page - 1) * PAGE
    rows = rows_of(games[first : first + PAGE], site)
    search = _query_values(choice)
    title = phrase("Recorded games")
    context = games_frame(site, title, ALL)
    about = phrase("Games move by move, with every point counted again")
    context |= shared_as(site, GAMES, title=title, about=about)
    context |= {
        "choice": choice,
        "players": _players(choice, site),
        "lexica": [(code, code == choice.lexicon) for code in lexica_played()],
        "total": total,
        "first": first + 1,
        "last": first + len(rows),
        "rows": rows,
        "has_lexica": any(row.where.lexicon for row in rows),
        "whole": site.href(GAMES) if search else None,
        "csv": site.href(GAMES_TABLE),
        "csv_query": query(search),
        "pages": page_strip(
            page, pages, lambda number: site.href(GAMES + query(search | paged(number)))
        ),
    }
    return render("list", context)


def pages_of(games: QuerySet[Game]) -> int:
    """Returns how many pages these games fill."""
    return max(1, -(-games.count() // PAGE))


def games_csv(choice: GameSearch) -> bytes:
    """Returns the newest of the chosen games as a table, at most so many that it opens anywhere."""
    heading = ("day", "where", "lexicon", "players", "scores", "bingos", "best_by", "best_play",
               "best_points", "record", "address")  # fmt: skip
    return write_csv(heading, map(_cells, rows_of(found_games(choice)[:MOST_IN_FILE], WEB)))


def _cells(row: ListedGame) -> list[Cell]:
    best = row.best or (None, None, None)
    where = (row.where.on, row.where.label, row.where.lexicon)
    return [*where, row.names, row.score, row.bingos, *best, row.record[0], row.href]


def _players(choice: GameSearch, site: Site) -> list[tuple[str, str | None]]:
    """Returns the pages of those who are meant by the words for a player."""
    players = players_named(choice.player, at_most=AT_MOST_NAMED) if choice.player else []
    return [(one.name, site.href(player_games_path(one.number))) for one in players]


def rows_of(games: QuerySet[Game], site: Site) -> list[ListedGame]:
    """Returns the lines of these games in their order, in six queries."""
    read = list(games.select_related("figures").prefetch_related("player_figures"))
    names = names_of_games(read)
    return [_row(game, names[game.pk], site) for game in read]


def _row(game: Game, names: list[str], site: Site) -> ListedGame:
    figures = getattr(game, "figures", None)
    lines = sorted(game.player_figures.all(), key=lambda line: line.position)
    return ListedGame(
        href=site.href(game_path(game.key)),
        names=versus(names),
        score=DASH.join(str(line.score) for line in lines),
        bingos=DASH.join(str(line.bingos) for line in lines),
        best=_best(lines, names),
        where=where_of(game),
        record=record_words(figures.verdict) if figures else (phrase("being read"), ""),
        unfinished=figures is not None and not figures.complete,
    )


def _best(lines: list[PlayerFigures], names: list[str]) -> tuple[str, str, int] | None:
    best = max(lines, key=lambda line: line.best_play_score, default=None)
    if best is None or not best.best_play:
        return None
    return names[best.position], best.best_play, best.best_play_score


def _points(text: str) -> int | None:
    sign = -1 if text.startswith("-") else 1
    digits = text.removeprefix("-")
    fits = digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER
    return sign * int(digits) if fits else None


def _query_values(choice: GameSearch) -> dict[str, str]:
    """Returns the part of a search that stands in an address, by name."""
    told: Context = asdict(choice)
    return {name: str(value) for name, value in told.items() if value not in ("", None)}


def paged(number: int) -> dict[str, str]:
    """Returns the part of an address that says which page of several it is."""
    return {} if number == 1 else {"page": str(number)}
