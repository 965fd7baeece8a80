"""A game at one position after another: all that its pages and its script show of each."""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby
from typing import Any, NamedTuple

from core.phrases import phrase, phrase_count, versus
from core.web.site import WEB, Site
from games.engine.boards import board
from games.engine.frames import Unseen, frames
from games.engine.tiling import tiling
from games.pages.addresses import player_games_path
from games.pages.board import DOUBTFUL, NEW, DrawnBoard, Look, draw, signs_of
from games.pages.moves import moves_of
from games.selectors.judged import judged_by
from games.selectors.public_record import PublicGame
from games.wording import in_words, names_called


class NoSuchTurn(LookupError):
    """A turn that the game does not have."""


class ShownRack(NamedTuple):
    """A rack: its tiles, their letters as text, and in words what is not known of it."""

    name: str
    tiles: tuple[Look, ...]
    text: str
    rest: str


class UnseenTiles(NamedTuple):
    """The tiles that a player does not see: by letter, and how many there are in words."""

    seat: int
    name: str
    tiles: str
    words: str


class Score(NamedTuple):
    """A player's points at a position, what the last turn gave, and whether they are to move.

    `href` leads to the player's recorded games, and is empty outside the register.
    """

    name: str
    href: str
    points: int
    gain: str
    is_to_move: bool


class ShownReplay:
    """A game ready to be shown. Raises NoSuchTurn where nothing of it can be."""

    def __init__(self, shown: PublicGame, site: Site = WEB) -> None:
        report = shown.report
        self.shown = shown
        self.positions = frames(report, rack_size=shown.game.rules.rack_size)
        if not self.positions:
            raise NoSuchTurn
        self.board = board(report.board or shown.game.board)
        self.tiles = tiling(report.tiles)
        self.signs = signs_of(self.board, self.tiles)
        wrong: dict[int, tuple[str, ...]] = defaultdict(tuple)
        self.called = names_called(report.record.players if report.record else (), shown.names)
        for finding in report.deviations:
            wrong[finding.line] += (in_words(finding, self.called),)
        self.hrefs = [
            (site.href(player_games_path(one)) or "") if one else "" for one in shown.numbers
        ]
        self.judged = judged_by(shown.game, report)
        self.moves = moves_of(report, self.positions, shown.names, self.tiles, wrong, self.judged)

    @property
    def title(self) -> str:
        """The players of the game, against each other."""
        return versus(self.shown.names)

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.positions) - 1

    def board_at(self, number: int) -> DrawnBoard:
        """Returns the board after a turn."""
        return draw(self.board, self.signs, self.positions, number, bad=self.is_bad(number))

    def is_bad(self, number: int) -> bool:
        """Returns whether a turn's play is a phoney or comes off."""
        return number > 0 and self.moves[number - 1].is_bad

    def says(self, number: int) -> str:
        """Returns the words about a position."""
        return self.moves[number - 1].says if number else phrase("Before the first turn")

    def scores_at(self, number: int) -> list[Score]:
        """Returns the players' points after a turn."""
        frame = self.positions[number]
        move = self.moves[number - 1] if number else None
        return [
            Score(
                name,
                self.hrefs[seat],
                points,
                move.score if move and move.seat == seat else "",
                seat == frame.to_move,
            )
            for seat, (name, points) in enumerate(zip(self.shown.names, frame.scores, strict=True))
        ]

    def racks_at(self, number: int) -> list[ShownRack]:
        """Returns the racks after a turn, as far as they are known."""
        frame, racks = self.positions[number], list[ShownRack]()
        for name, rack, unseen in zip(self.shown.names, frame.racks, frame.unseen, strict=True):
            codes = rack.tiles if rack else ""
            rest = _not_known(codes, unseen.own)
            looks = tuple(self.signs.tiles[code] for code in codes)
            racks.append(ShownRack(name, looks, self.tiles.text(codes), rest))
        return racks

    def pools_at(self, number: int) -> list[UnseenTiles]:
        """Returns the tiles that each player does not see after a turn."""
        unseen = self.positions[number].unseen
        return [
            UnseenTiles(seat, name, self._by_letter(one.tiles), _counted(one, len(unseen)))
            for seat, (name, one) in enumerate(zip(self.shown.names, unseen, strict=True))
        ]

    def viewer(self, number: int, wanted: int | None) -> int:
        """Returns from whose view the unseen tiles are shown: whoever is to move, or was asked."""
        if wanted is not None and 0 <= wanted < len(self.shown.names):
            return wanted
        return max(0, self.positions[number].to_move)

    def _by_letter(self, codes: str) -> str:
        return " ".join(self.tiles.text("".join(same)) for _, same in groupby(codes))

    def data(self) -> dict[str, Any]:
        """Returns all positions in JSON values, for the script that shows them without a reload."""
        return {
            **self.signs.as_data(),
            "size": self.board.size,
            "frames": [self._frame(number) for number in range(len(self.positions))],
        }

    def _frame(self, number: int) -> dict[str, Any]:
        frame, move = self.positions[number], self.moves[number - 1] if number else None
        racks = self.racks_at(number)
        known = [rack.tiles if rack else "" for rack in frame.racks]
        return {
            "laid": frame.laid,
            "line": frame.line,
            "lifted": frame.lifted,
            "kind": DOUBTFUL if self.is_bad(number) else NEW,
            "says": self.says(number),
            "notes": move.notes if move else (),
            "wrong": move.wrong if move else (),
            "scores": frame.scores,
            "gains": [score.gain for score in self.scores_at(number)],
            "racks": [[codes, r.text, r.rest] for codes, r in zip(known, racks, strict=True)],
            "pools": [[pool.tiles, pool.words] for pool in self.pools_at(number)],
            "mover": frame.to_move,
        }


def _not_known(codes: str, more: int) -> str:
    """Returns in words what is not known of a rack of which these tiles are."""
    if codes:
        return phrase("and {more} more", more=more) if more else ""
    return phrase("not written down") if more else phrase("empty")


def _counted(unseen: Unseen, players: int) -> str:
    """Returns how many tiles are not seen, of which kinds, and where they are."""
    if not unseen.tiles:
        return phrase("none: all tiles are on the board or on this rack")
    kinds = (
        phrase_count("{count} vowel", "{count} vowels", count=unseen.vowels),
        phrase_count("{count} consonant", "{count} consonants", count=unseen.consonants),
        phrase_count("{count} blank", "{count} blanks", count=unseen.blanks),
    )
    on_racks = (
        phrase("{count} on the other rack")
        if players == 2
        else phrase("{count} on the other racks")
    )
    places = [
        phrase("{count} in the bag", count=unseen.in_bag),
        on_racks.format(count=unseen.elsewhere),
    ]
    if unseen.own:
        places.append(phrase("{count} on this rack, not written down", count=unseen.own))
    tiles = phrase_count("{count} tile", "{count} tiles", count=len(unseen.tiles))
    return phrase(
        "{tiles}: {kinds}; {places}",
        tiles=tiles,
        kinds=", ".join(map(str, kinds)),
        places=", ".join(map(str, places)),
    )


def position_context(replay: ShownReplay, number: int, *, of: int | None) -> dict[str, Any]:
    """Returns the context of a position, and the data by which a script shows the others."""
    if not 0 <= number <= replay.last:
        raise NoSuchTurn
    viewer = replay.viewer(number, of)
    return {
        "title": replay.title,
        "heading": replay.title,
        "key": replay.shown.game.key,
        "number": number,
        "last": replay.last,
        "steps": steps_at(number, replay.last),
        "board": replay.board_at(number),
        "scores": replay.scores_at(number),
        "racks": replay.racks_at(number),
        "pools": replay.pools_at(number),
        "viewer": viewer,
        "says": replay.says(number),
        "move": replay.moves[number - 1] if number else None,
        "data": replay.data(),
    }


def steps_at(number: int, last: int) -> list[tuple[str, str, str, int | None]]:
    """Returns the ways to other positions: key, sign, words, and the turn or None where it is."""
    back, on = number > 0, number < last
    return [
        ("first", "«", phrase("First turn"), 0 if back else None),
        ("previous", "‹", phrase("Previous turn"), number - 1 if back else None),
        ("next", "›", phrase("Next turn"), number + 1 if on else None),
        ("last", "»", phrase("Last turn"), last if on else None),
    ]
