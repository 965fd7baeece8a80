"""Records as somebody writes them: short ones, and the record club game of gcg.md whole."""

from __future__ import annotations

from games.engine.checking import GameTerms, check_gcg
from games.engine.report import GameReport

PLAYERS = "#player1 Ann Ann Alder\n#player2 Bob Bob Birch\n"
_NO_TERMS = GameTerms()
FIRST_LINE = 3
"""The line of the first event after PLAYERS."""

# Ann is the loser and Bob the winner of a game played in Lexington on 12 October 2006.
CLUB_GAME = (
    "A H4 JOUSTED 96; A 9A LADYLIK. 73; B A8 F.ATFISH 239; A D8 E.EING 22; A B9 .WA 29;"
    " B 10G A.O 10; A 7H .CAMsTER 65; A 5B UNDERD.G 72; B O1 QUIXOT.Y 365; A N4 AN 13;"
    " B 6A OP 20; A M2 COR 20; B D1 BATE. 22; A 1D .LEEP 27; B 11I MITE 16; A 3A BUN. 12;"
    " B 6J ZA 66; A 12L HAIR 26; B O11 V.OWs 30; A 13F NONLESS 65; B 14L VRO. 20; A 5K NO 14;"
    " B A1 GI.E 24; A 11F ES 9; B 15A .EIR 8; A J6 ..S 12; B M12 .I. 6"
)
WITHDRAWN = "NONLESS"


def club_game() -> list[str]:
    """Returns the events of the club game, passes put in where turns are not handed down."""
    nicks, totals, last = {"A": "Ann", "B": "Bob"}, {"A": 0, "B": 0}, "B"
    events = []
    for text in CLUB_GAME.split("; "):
        player, at, word, score = text.split()
        if player == last:
            other = "AB".replace(player, "")
            events.append(f"{nicks[other]}: - +0 {totals[other]}")
        totals[player] += int(score)
        events.append(f"{nicks[player]}: {at} {word} +{score} {totals[player]}")
        if word == WITHDRAWN:
            totals[player] -= int(score)
            events.append(f"{nicks[player]}: -- -{score} {totals[player]}")
        last = player
    return [*events, "Bob: (LN) +4 830"]


def written(*events: str, header: str = "", players: str = PLAYERS) -> bytes:
    """Returns a record with these lines; those that are no pragma are events."""
    lines = [event if event.startswith("#") else f">{event}" for event in events]
    return "\n".join([players + header + lines[0], *lines[1:], ""]).encode()


def checked(
    *events: str, header: str = "", players: str = PLAYERS, terms: GameTerms | None = None
) -> GameReport:
    """Returns the check of a record with these lines."""
    data = written(*events, header=header, players=players)
    return check_gcg(data) if terms is None else check_gcg(data, terms)


def found(report: GameReport) -> list[tuple[int, str, str]]:
    """Returns the deviations: the number of the line from the first event on, code and name."""
    first = FIRST_LINE - 1
    return [(max(0, d.line - first), d.code, d.what) for d in report.deviations]
