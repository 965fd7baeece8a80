"""Contention in words: states, ranks in reach, chances, and what it takes to win."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from core.phrases import joined_by_and, numeral, phrase, phrase_count
from core.wording import half, ordinal, percent
from games.engine.tie_breaks.registry import tie_break
from tournaments.pairing.contention.outlook import Need, Outlook, OutlookState, Rival, Threat

Names = Callable[[int], str]

STATES = {
    OutlookState.CLINCHED: (phrase("clinched"), "win"),
    OutlookState.IN_CONTROL: (phrase("in control"), "win"),
    OutlookState.NEEDS_HELP: (phrase("needs help"), "note"),
    OutlookState.OUT: (phrase("out"), ""),
}
"""The name of each state, and the colour of its badge."""

LEAST = 0.1
NAMED = 3
"""At most this many rivals are named; of more, only the number is given."""


def counted_words(state: OutlookState, many: int) -> str:
    """Returns the number of players in a state, in words: "1 in control", "3 need help"."""
    match state:
        case OutlookState.CLINCHED:
            return phrase_count("{count} clinched", "{count} clinched", count=many)
        case OutlookState.IN_CONTROL:
            return phrase_count("{count} in control", "{count} in control", count=many)
        case OutlookState.NEEDS_HELP:
            return phrase_count("{count} needs help", "{count} need help", count=many)
        case OutlookState.OUT:
            return phrase_count("{count} out", "{count} out", count=many)


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
    return percent(numeral(figure).replace(" ", "\N{NO-BREAK SPACE}"))


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
        return phrase_count(
            "{count} win in {games} games is enough.",
            "{count} wins in {games} games are enough.",
            count=need.own_wins or 0,
            games=rounds_left,
        )
    if rounds_left > 1:
        return _enough(rounds_left)
    if not need.threats:
        return phrase("A win is enough.")
    if len(need.threats) > NAMED:
        return phrase_count(
            "A win is enough. After a loss, {count} other can pass by winning.",
            "A win is enough. After a loss, {count} others can pass by winning.",
            count=len(need.threats),
        )
    (only, *more) = need.threats
    if not more and only.number == need.meets:
        return _against(only, name, need)
    passing = "; ".join(str(_passing(threat, name, need)) for threat in need.threats)
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
    who = name(threat.number)
    if need.by and threat.lead is not None:
        return phrase(
            "{name} passes by winning if the {figure} turns out higher",
            name=who,
            figure=_decides(need),
        )
    if threat.lead is None or threat.lead < 0:
        return phrase("{name} passes by winning", name=who)
    return phrase(
        "{name} passes by winning if the two margins come to more than {lead}",
        name=who,
        lead=threat.lead,
    )


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
                "Beating {name} with a higher {figure}",
                name=name(opponent.number),
                figure=_decides(need),
            )
    if not others:
        return phrase("{condition} is enough.", condition=wins)
    if len(others) > NAMED:
        return phrase_count(
            "{condition} is enough only if {count} other falls behind.",
            "{condition} is enough only if {count} others fall behind.",
            condition=wins,
            count=len(others),
        )
    conditions = _listed(_condition(rival, rounds_left, name, _decides(need)) for rival in others)
    return phrase("{condition} is enough if {others}.", condition=wins, others=conditions)


def _decides(need: Need) -> str:
    """Returns the words for the figure that decides between equal wins."""
    figure = tie_break(need.by)
    return figure.words if figure else phrase("spread")


def _by_margin(need: Need) -> bool:
    figure = tie_break(need.by)
    return figure is not None and figure.by_margin


def _condition(rival: Rival, rounds_left: int, name: Names, decides: str) -> str:
    who = name(rival.number)
    if rival.half_wins >= 2 * rounds_left:
        limit = ""
    elif rounds_left == 1:
        limit = (
            phrase("{name} does not win", name=who)
            if rival.half_wins
            else phrase("{name} loses", name=who)
        )
    elif not rival.half_wins:
        limit = phrase("{name} wins none", name=who)
    else:
        limit = phrase(
            "{name} wins at most {wins} of {games}",
            name=who,
            wins=half(rival.half_wins),
            games=rounds_left,
        )
    level = _level(rival, who, decides, again=bool(limit))
    return joined_by_and(part for part in (limit, level) if part)


def _level(rival: Rival, who: str, decides: str, *, again: bool) -> str:
    """Returns a clause on the deciding figure where the two end with as many wins, else empty."""
    if rival.behind is None:
        return ""
    said = {"figure": decides, "points": abs(rival.behind), "name": who}
    if rival.behind > 0:
        return (
            phrase("a {figure} of {points} is made up", **said)
            if again
            else phrase("a {figure} of {points} is made up on {name}", **said)
        )
    if rival.behind < 0:
        return (
            phrase("a {figure} lead of {points} is kept", **said)
            if again
            else phrase("a {figure} lead of {points} over {name} is kept", **said)
        )
    return (
        phrase("the {figure} turns out higher", **said)
        if again
        else phrase("the {figure} turns out higher than that of {name}", **said)
    )


def _all_wins(rounds_left: int) -> str:
    if rounds_left == 1:
        return phrase("A win")
    if rounds_left == 2:
        return phrase("Winning both games")
    return phrase("Winning all {games}", games=rounds_left)


def _enough(rounds_left: int) -> str:
    """Returns that all wins are enough, where there are several games to play."""
    if rounds_left == 2:
        return phrase("Winning both games is enough.")
    return phrase("Winning all {games} is enough.", games=rounds_left)


def _listed(parts: Iterable[str]) -> str:
    *before, last = parts
    if not before:
        return last
    return phrase("{before}; and {last}", before="; ".join(map(str, before)), last=last)
