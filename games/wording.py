"""The findings of a record's check, in sentences; the page or command adds the line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.phrases import phrase
from core.wording import signed
from games.engine.record import RecordedPlayer
from games.engine.report import Deviation, Notice

LONGEST_SHOWN = 80
"""Characters of a record that a sentence quotes at most."""

_FILE = {
    "encoding.unknown": phrase("The encoding {name} is not one that records use."),
    "encoding.wrong": phrase("The text is not written in {name}, as its first line says."),
    "header.no_events": phrase("The record has no turns."),
    "header.few_players": phrase("A game needs two players; the record names {players}."),
    "header.player_twice": phrase("Player {number} is named twice."),
    "header.nick_twice": phrase(
        "Two players have the nick {nick}, so their turns cannot be told apart."
    ),
    "header.nick_missing": phrase("Player {number} has no nick."),
    "header.number": phrase("There is no player {number}; players are numbered from 1 to 4."),
    "header.twice": phrase("{pragma} is given twice; the first line counts."),
    "header.game_type": phrase("There is no game type {name}."),
    "header.tile": phrase("#tile does not say which tile."),
    "order.encoding": phrase("#character-encoding is not on the first line, so it has no effect."),
    "order.header": phrase("{pragma} is after the first turn; it belongs before it."),
    "order.note": phrase("A #note is before the first turn, so it belongs to no turn."),
    "player.unknown": phrase("No player has the nick {nick}."),
    "player.taken_for": phrase("No player has the nick {nick}; the turn is read as {taken_for}'s."),
    "syntax.colon": phrase("There is no colon after the nick {nick}."),
    "syntax.move": phrase("This is not a play, pass, exchange or other turn: {text}"),
    "syntax.numbers": phrase("Score and total are missing or cannot be read."),
    "syntax.line": phrase(
        "This line is neither a turn nor a pragma, and does not continue a note: {text}"
    ),
    "syntax.too_large": phrase("The record is longer than {limit} bytes and was not read."),
    "syntax.too_many": phrase("Too much cannot be read; reading stopped here."),
}

_PLAYS = {
    "play.unreadable": phrase("{play} has letters that are not on any tile of the set."),
    "play.coordinate": phrase("{play} begins off the board."),
    "play.off_board": phrase("{play} runs off the board."),
    "play.no_tile": phrase("{play} goes through a tile on {square}, but there is none."),
    "play.conflict": phrase("{play} has {tile} on {square}, but {there} is there."),
    "play.nothing_new": phrase("{play} places no tile."),
    "play.centre": phrase("{play} opens the game but does not cover the centre square."),
    "play.apart": phrase("{play} touches no tile on the board."),
    "word.bracket": phrase("{play} has brackets around letters that are not a tile of the set."),
    "exchange.unreadable": phrase("The tiles exchanged are not on any tile of the set: {tiles}"),
    "turn.off": phrase("{player} moves, but it is {expected}'s turn."),
    "turn.after_end": phrase("There is a turn after the end of the game."),
    "turn.rack_pragma": phrase("{pragma} is before the last turn; it belongs at the end."),
    "withdraw.no_play": phrase("A play is withdrawn, but this player has no play to withdraw."),
    "withdraw.rack": phrase("The play withdrawn was made from {held}, not from {rack}."),
    "bonus.no_play": phrase("A bonus for a challenge does not follow a play."),
    "bonus.other_player": phrase(
        "A bonus for a challenge goes to the player who did not make the play."
    ),
    "bonus.not_positive": phrase("A bonus for a challenge is {stated}; it must be more than 0."),
}

_POINTS = {
    "score.play": phrase("{play} scores {right}, not {stated}."),
    "score.withdrawn": phrase("{play} is withdrawn for {right}, not {stated}."),
    "score.no_play": phrase("A turn without a play scores {right}, not {stated}."),
    "total": phrase("The total of {player} is {right}, not {stated}."),
    "total.by_addition": (
        phrase(
            "The scores in the record add up to {by_addition} for {player}, not "
            "{stated}; counted again, the total is {right}."
        )
    ),
    "end.points": phrase("The tiles {rack} earn {right}, not {stated}."),
    "end.penalty": phrase("The tiles {rack} cost {right}, not {stated}."),
    "end.twice": phrase("A rack is counted twice at the end of the game."),
    "end.not_out": phrase(
        "A rack goes to a player who did not make the last play, and so did not go out."
    ),
    "end.tiles_to_come": (
        phrase("The game ends although there are more unseen tiles than the rack holds: {tiles}.")
    ),
    "end.too_early": phrase(
        "A rack is lost after {turns} scoreless turns; the game ends after {limit}."
    ),
    "time.not_negative": phrase("Overtime is {stated}; it must be less than 0."),
    "time.early": phrase("Overtime is before the end of the game; it belongs after the last rack."),
    "time.before_rack": phrase("The last rack is after overtime; overtime belongs at the end."),
    "time.twice": phrase("Overtime of this player is charged twice."),
}

_TILES = {
    "rack.unreadable": phrase("The rack {rack} has letters that are not on any tile of the set."),
    "rack.too_many": phrase("A rack holds {size} tiles; this one has {tiles}."),
    "rack.not_played_from": phrase("{tiles} was played, but the rack is {rack}."),
    "rack.not_exchanged_from": phrase("{tiles} was exchanged, but the rack is {rack}."),
    "rack.not_lost": phrase("The rack is {rack}, but {tiles} is charged."),
    "bag.rack": phrase("The rack {rack} needs more of these tiles than are left: {tiles}."),
    "bag.whole": phrase("Board and racks have more tiles than the set: {tiles}."),
    "bag.exchange": phrase("Tiles were exchanged with {in_bag} in the bag; {needed} are needed."),
    "bag.unaccounted": phrase(
        "At the end some tiles are neither on the board nor on a rack: {tiles}."
    ),
}

_NOTICES = {
    "encoding.undeclared": phrase("The text is UTF-8 and does not say so."),
    "pragma.unknown": phrase("A line is not understood and is kept as it is: {text}"),
    "nick.alias": phrase("{nick} is read as {player}."),
    "score.unsigned": phrase("The score has no sign."),
    "score.missing": phrase("No score is stated."),
    "total.missing": phrase("No total is stated."),
    "rows.lettered": phrase("This record uses letters for rows and numbers for columns."),
    "board.alternative": phrase("Every score is right for another board: {board}."),
    "board.unknown": phrase(
        "The board layout {name} is not known; the board was chosen by the tiles."
    ),
    "tiles.inferred": (
        phrase(
            "The tiles are not named; the letters show that the game was played with {tiles} tiles."
        )
    ),
    "tiles.unknown": phrase(
        "The tile distribution {name} is not known; the tiles were chosen by lexicon and letters."
    ),
}

SENTENCES = _FILE | _PLAYS | _POINTS | _TILES | _NOTICES
"""The sentence of every finding, by its `what`; two have another one for a special case."""


_PLAYERS = ("player", "expected", "taken_for")
"""The params of findings that are players, by nick; `nick` is the one in the record."""

_BY_NICK: Mapping[str, str] = MappingProxyType({})


def in_words(finding: Deviation | Notice, called: Mapping[str, str] = _BY_NICK) -> str:
    """Returns a finding as one sentence; what it quotes of a record is cut to LONGEST_SHOWN.

    `called` has by nick what players are called on the page of the sentence (`names_called`); the
    others have their nicks.
    """
    what = finding.what
    if what == "player.unknown" and finding.params.get("taken_for"):
        what = "player.taken_for"
    params = finding.params
    named = {name: called.get(params[name], params[name]) for name in _PLAYERS if name in params}
    said = {name: _shown(value) for name, value in (params | named).items()}
    if isinstance(finding, Deviation):
        say = str if finding.code == "CUM" else signed
        points = {"stated": finding.stated, "right": finding.right}
        said |= {name: say(value) for name, value in points.items() if value is not None}
        if what == "total" and said["by_addition"] != said["right"]:
            what = "total.by_addition"
    return SENTENCES[what].format(**said)


def names_called(people: Sequence[RecordedPlayer], names: Sequence[str]) -> dict[str, str]:
    """Returns by nick what a page calls the players of a record, both in its order.

    Of two with one nick the first is named, to whom the reader gives the turns.
    """
    together = list(zip(people, names, strict=False))
    return {person.nick: name for person, name in reversed(together)}


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
