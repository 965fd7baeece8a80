"""The reason why there is no pairing as asked, in phrases: what would do, and who is in the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.phrases import phrase

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
        return phrase("without repeats")
    return phrase("in which nobody has met more than {times} before", times=_times(repeats))


def _suffices(params: Params) -> str:
    repeats, smallest, boards = (params.get(name) for name in ("repeats", "smallest", "boards"))
    if boards is None:
        return phrase("with a limit of {smallest} there is", smallest=smallest)
    if repeats == 0 and smallest == 1:
        return (
            phrase("one repeat suffices")
            if boards == 1
            else phrase("{boards} repeats suffice", boards=boards)
        )
    on = phrase("one board") if boards == 1 else phrase("{boards} boards", boards=boards)
    return phrase(
        "with a limit of {smallest} there is, and {on} beyond {repeats} will do",
        smallest=smallest,
        on=on,
        repeats=repeats,
    )


def _release(pairs: object) -> str:
    if not isinstance(pairs, tuple) or not pairs:
        return ""
    named = ", ".join(phrase("{one} and {two}", one=one, two=two) for one, two in pairs)
    return phrase(" It would be enough to let these meet: {named}.", named=named)


def _fewer(params: Params) -> str:
    fewest, boards = params.get("fewest"), params.get("boards")
    if not isinstance(fewest, int) or fewest == boards:
        return ""
    return phrase(
        " As few as {fewest} would do, of players who have met more often.", fewest=fewest
    )


def _blocked(params: Params) -> str:
    groups, partners = params.get("groups"), params.get("partners")
    if not isinstance(groups, tuple) or not isinstance(partners, tuple) or not groups:
        return ""
    but = phrase(" but {named}", named=_named(partners)) if partners else ""
    if all(len(group) == 1 for group in groups):
        return phrase(
            " As asked, {named} can meet nobody{but}.",
            named=_named([group[0] for group in groups]),
            but=but,
        )
    parts = "; ".join(_named(group) for group in groups)
    if len(groups) == 1:
        return phrase(
            " As asked, {parts} can meet nobody but each other, and are an odd number.", parts=parts
        )
    each = phrase("each of these groups can meet nobody outside it")
    return phrase(" As asked, {each}{but}: {parts}.", each=each, but=but, parts=parts)


def _times(count: object) -> str:
    return "once" if count == 1 else phrase("{count} times", count=count)


def _named(numbers: Sequence[int]) -> str:
    """Returns the numbers in words, the odd bye (0) last."""
    in_order = sorted(numbers, key=lambda number: (number == 0, number))
    *most, last = [str(number) if number else phrase("the bye") for number in in_order]
    return phrase("{most} and {last}", most=", ".join(most), last=last) if most else last
