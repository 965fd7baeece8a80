"""The reason why there is no pairing as asked, in phrases: what would do, and who is in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Params = Mapping[str, object]


def phrases(params: Params) -> dict[str, str]:
    """Returns the phrases that the parameters of a fault or warning give, empty where they do not.

    `within` and `suffices` belong to `pairing.infeasible`, `release` to `pairing.kept_apart`,
    `fewer` to `repeats.needed`, and `blocked` to all three.
    """
    return {
        "within": _within(params.get("repeats")),
        "suffices": _suffices(params),
        "release": _release(params.get("release")),
        "fewer": _fewer(params),
        "blocked": _blocked(params),
    }


def _within(repeats: object) -> str:
    if repeats == 0:
        return "without repeats"
    return f"in which nobody has met more than {_times(repeats)} before"


def _suffices(params: Params) -> str:
    repeats, smallest, boards = (params.get(name) for name in ("repeats", "smallest", "boards"))
    if boards is None:
        return f"with a limit of {smallest} there is"
    if repeats == 0 and smallest == 1:
        return "one repeat suffices" if boards == 1 else f"{boards} repeats suffice"
    on = "one board" if boards == 1 else f"{boards} boards"
    return f"with a limit of {smallest} there is, and {on} beyond {repeats} will do"


def _release(pairs: object) -> str:
    if not isinstance(pairs, tuple) or not pairs:
        return ""
    named = ", ".join(f"{one} and {two}" for one, two in pairs)
    return f" It would be enough to let these meet: {named}."


def _fewer(params: Params) -> str:
    fewest, boards = params.get("fewest"), params.get("boards")
    if not isinstance(fewest, int) or fewest == boards:
        return ""
    return f" As few as {fewest} would do, of players who have met more often."


def _blocked(params: Params) -> str:
    groups, partners = params.get("groups"), params.get("partners")
    if not isinstance(groups, tuple) or not isinstance(partners, tuple) or not groups:
        return ""
    but = f" but {_named(partners)}" if partners else ""
    if all(len(group) == 1 for group in groups):
        return f" As asked, {_named([group[0] for group in groups])} can meet nobody{but}."
    parts = "; ".join(_named(group) for group in groups)
    if len(groups) == 1:
        return f" As asked, {parts} can meet nobody but each other, and are an odd number."
    each = "each of these groups can meet nobody outside it"
    return f" As asked, {each}{but}: {parts}."


def _times(count: object) -> str:
    return "once" if count == 1 else f"{count} times"


def _named(numbers: Sequence[int]) -> str:
    """Returns the numbers in words, the odd bye (0) last."""
    in_order = sorted(numbers, key=lambda number: (number == 0, number))
    *most, last = [str(number) if number else "the bye" for number in in_order]
    return f"{', '.join(most)} and {last}" if most else last
