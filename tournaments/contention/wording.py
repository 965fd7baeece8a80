"""Contention in words: states, ranks in reach, chances, and what it takes to win."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.phrases import phrase
from core.wording import half, ordinal
from games.engine.tie_breaks.registry import tie_break
from tournaments.pairing.contention.outlook import Need, Outlook, OutlookState, Rival, Threat

Names = Callable[[int], str]

STATES = {
    OutlookState.CLINCHED: (phrase("clinched"), phrase("win")),
    OutlookState.IN_CONTROL: (phrase("in control"), phrase("win")),
    OutlookState.NEEDS_HELP: (phrase("needs help"), phrase("note")),
    OutlookState.OUT: (phrase("out"), ""),
}
"""The name of each state, and the colour of its badge."""

LEAST = 0.1
NAMED = 3
"""At most this many rivals are named; of more, only the number is given."""


def counted_words(state: OutlookState, many: int) -> str:
    """Returns the number of players in a state, in words: "1 in control", "3 need help"."""
    word, _ = STATES[state]
    return f"{many} {word.replace('needs', 'need') if many != 1 else word}"


def reach_words(outlook: Outlook) -> str:
    """Returns the ranks that can still be reached: "1st", or "2nd to 5th"."""
    if outlook.best == outlook.worst:
        return ordinal(outlook.best)
    return phrase("{best} to {worst}", best=ordinal(outlook.best), worst=ordinal(outlook.worst))


def chance_words(count: int, simulations: int, *, possible: bool, certain: bool) -> str:
    """Returns a share in per cent; only what is certain is 100, and what is impossible 0."""
    if not simulations:
        return ""
    if certain or not possible:
        return _percent("100" if certain else "0")
    share = 100 * count / simulations
    if share < LEAST or share > 100 - LEAST:
        return _percent(f"< {LEAST}" if share < LEAST else f"> {100 - LEAST}")
    return _percent(f"{share:.1f}" if share < 10 or share > 99 else f"{share:.0f}")


def _percent(figure: str) -> str:
    return f"{figure} %".replace(" ", "\N{NO-BREAK SPACE}")


def need_words(outlook: Outlook, rounds_left: int, name: Names) -> str:
    """Returns in a sentence or two what it takes to come first; only what is certain is said.

    `name` gives what the entry with a number is called.
    """
    need = outlook.need
    if not rounds_left:
        return ""
    if outlook.state == OutlookState.CLINCHED:
        return phrase("First whatever happens.")
    if outlook.state == OutlookState.OUT:
        return ""
    if need.own_wins is not None:
        return _own_words(need, rounds_left, name)
    return _help_words(need, rounds_left, name)


def _own_words(need: Need, rounds_left: int, name: Names) -> str:
    if rounds_left > 1 and need.own_wins != rounds_left:
        games = "win" if need.own_wins == 1 else "wins"
        verb = phrase("is") if need.own_wins == 1 else phrase("are")
        return phrase(
            "{own_wins} {games} in {rounds_left} games {verb} enough.",
            own_wins=need.own_wins,
            games=games,
            rounds_left=rounds_left,
            verb=verb,
        )
    if rounds_left > 1:
        return phrase("{all_wins} is enough.", all_wins=_all_wins(rounds_left))
    if not need.threats:
        return phrase("A win is enough.")
    if len(need.threats) > NAMED:
        return phrase(
            "A win is enough. After a loss, {count} others can pass by winning.",
            count=len(need.threats),
        )
    (only, *more) = need.threats
    if not more and only.number == need.meets:
        return _against(only, name, need)
    passing = "; ".join(_passing(threat, name, need) for threat in need.threats)
    return phrase("A win is enough. After a loss: {passing}.", passing=passing)


def _against(threat: Threat, name: Names, need: Need) -> str:
    """Returns the sentence for a leader who meets the only one that can pass.

    A margin moves the spreads of both, and their totals apart by itself; of equal totals the spread
    decides, so that one point of the lead is kept. Of a tie-break that margins do not move as much
    nothing is said.
    """
    if threat.lead is None or threat.lead < 0:
        return phrase("Beating {name} is enough.", name=name(threat.number))
    most = threat.lead - 1 if need.by else threat.lead // 2
    if need.by and not _by_margin(need):
        most = 0
    if most <= 0:
        return phrase("Beating {name} or a tie is enough.", name=name(threat.number))
    return phrase(
        "Beating {name} is enough, or a tie, or losing by at most {most}.",
        name=name(threat.number),
        most=most,
    )


def _passing(threat: Threat, name: Names, need: Need) -> str:
    who = phrase("{name} passes by winning", name=name(threat.number))
    if need.by and threat.lead is not None:
        return phrase("{who} if the {decides} turns out higher", who=who, decides=_decides(need))
    if threat.lead is None or threat.lead < 0:
        return who
    return phrase("{who} if the two margins come to more than {lead}", who=who, lead=threat.lead)


def _help_words(need: Need, rounds_left: int, name: Names) -> str:
    opponent = next((rival for rival in need.rivals if rival.number == need.meets), None)
    others = [rival for rival in need.rivals if rival is not opponent]
    wins = _all_wins(rounds_left)
    if opponent is not None:
        behind = opponent.behind or 0
        least = behind + 1 if need.by else behind // 2 + 1
        wins = phrase(
            "Beating {name} by at least {least}", name=name(opponent.number), least=max(least, 1)
        )
        if opponent.behind is not None and need.by and not _by_margin(need):
            wins = phrase(
                "Beating {name} with a higher {decides}",
                name=name(opponent.number),
                decides=_decides(need),
            )
    if not others:
        return phrase("{wins} is enough.", wins=wins)
    if len(others) > NAMED:
        return phrase(
            "{wins} is enough only if {count} others fall behind.", wins=wins, count=len(others)
        )
    conditions = _listed(_condition(rival, rounds_left, name, _decides(need)) for rival in others)
    return phrase("{wins} is enough if {conditions}.", wins=wins, conditions=conditions)


def _decides(need: Need) -> str:
    """Returns the words for the figure that decides between equal wins."""
    figure = tie_break(need.by)
    return figure.words if figure else "spread"


def _by_margin(need: Need) -> bool:
    figure = tie_break(need.by)
    return figure is not None and figure.by_margin


def _condition(rival: Rival, rounds_left: int, name: Names, decides: str) -> str:
    who = name(rival.number)
    if rival.half_wins >= 2 * rounds_left:
        limit = ""
    elif rounds_left == 1:
        limit = (
            phrase("{who} does not win", who=who)
            if rival.half_wins
            else phrase("{who} loses", who=who)
        )
    elif not rival.half_wins:
        limit = phrase("{who} wins none", who=who)
    else:
        limit = phrase(
            "{who} wins at most {half_wins} of {rounds_left}",
            who=who,
            half_wins=half(rival.half_wins),
            rounds_left=rounds_left,
        )
    level = _level(rival, who, decides, again=bool(limit))
    return " and ".join(part for part in (limit, level) if part)


def _level(rival: Rival, who: str, decides: str, *, again: bool) -> str:
    """Returns a clause on the deciding figure where the two end with as many wins, else empty."""
    if rival.behind is None:
        return ""
    whom = "" if again else phrase(" on {who}", who=who)
    if rival.behind > 0:
        return phrase(
            "a {decides} of {behind} is made up{whom}",
            decides=decides,
            behind=rival.behind,
            whom=whom,
        )
    if rival.behind < 0:
        return phrase(
            "a {decides} lead of {value}{replace} is kept",
            decides=decides,
            value=-rival.behind,
            replace=whom.replace(" on", " over"),
        )
    return phrase(
        "the {decides} turns out higher{replace}",
        decides=decides,
        replace=whom.replace(" on", " than that of"),
    )


def _all_wins(rounds_left: int) -> str:
    return {1: "A win", 2: "Winning both games"}.get(
        rounds_left, phrase("Winning all {rounds_left}", rounds_left=rounds_left)
    )


def _listed(parts: Iterable[str]) -> str:
    *before, last = parts
    return phrase("{before}; and {last}", before="; ".join(before), last=last) if before else last
