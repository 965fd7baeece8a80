"""The reason why there is no pairing as asked, in words: what would do, and who is in the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.phrases import joined_by_and, phrase, phrase_count

Params = Mapping[str, object]


def infeasible(params: Params) -> str:
    """Returns that there is no pairing as asked, and with how many repeats there is one."""
    return f"{_nothing(params.get('repeats'))}; {_what_suffices(params)}."


def told_besides(code: str, params: Params) -> list[str]:
    """Returns the sentences that follow the one of a fault or warning, mostly none."""
    return list(filter(None, (tell(params) for tell in _BESIDES.get(code, ()))))


def _nothing(repeats: object) -> str:
    if not isinstance(repeats, int) or repeats == 0:
        return phrase("There is no pairing without repeats")
    return phrase_count(
        "There is no pairing in which nobody has met more than once before",
        "There is no pairing in which nobody has met more than {count} times before",
        count=repeats,
    )


def _what_suffices(params: Params) -> str:
    repeats, smallest, boards = (params.get(name) for name in ("repeats", "smallest", "boards"))
    if not isinstance(boards, int):
        return phrase("with a limit of {limit} there is", limit=smallest)
    if repeats == 0 and smallest == 1:
        return phrase_count("one repeat suffices", "{count} repeats suffice", count=boards)
    return phrase_count(
        "with a limit of {limit} there is, and one board beyond {repeats} will do",
        "with a limit of {limit} there is, and {count} boards beyond {repeats} will do",
        count=boards,
        limit=smallest,
        repeats=repeats,
    )


def _release(params: Params) -> str:
    pairs = params.get("release")
    if not isinstance(pairs, tuple) or not pairs:
        return ""
    named = ", ".join(phrase("{one} and {two}", one=one, two=two) for one, two in pairs)
    return phrase("It would be enough to let these meet: {pairs}.", pairs=named)


def _fewer(params: Params) -> str:
    fewest, boards = params.get("fewest"), params.get("boards")
    if not isinstance(fewest, int) or fewest == boards:
        return ""
    return phrase("As few as {fewest} would do, of players who have met more often.", fewest=fewest)


def _blocked(params: Params) -> str:
    groups, partners = params.get("groups"), params.get("partners")
    if not isinstance(groups, tuple) or not isinstance(partners, tuple) or not groups:
        return ""
    if all(len(group) == 1 for group in groups):
        return _alone([group[0] for group in groups], partners)
    parts = "; ".join(_named(group) for group in groups)
    if len(groups) == 1:
        return phrase(
            "As asked, {players} can meet nobody but each other, and are an odd number.",
            players=parts,
        )
    if partners:
        return phrase(
            "As asked, each of these groups can meet nobody outside it but {others}: {groups}.",
            others=_named(partners),
            groups=parts,
        )
    return phrase(
        "As asked, each of these groups can meet nobody outside it: {groups}.", groups=parts
    )


def _alone(players: Sequence[int], partners: Sequence[int]) -> str:
    if partners:
        return phrase(
            "As asked, {players} can meet nobody but {others}.",
            players=_named(players),
            others=_named(partners),
        )
    return phrase("As asked, {players} can meet nobody.", players=_named(players))


def _named(numbers: Sequence[int]) -> str:
    """Returns the numbers in words, the odd bye (0) last."""
    in_order = sorted(numbers, key=lambda number: (number == 0, number))
    *most, last = [str(number) if number else phrase("the bye") for number in in_order]
    return joined_by_and([", ".join(most), last]) if most else last


_BESIDES: Mapping[str, tuple[Callable[[Params], str], ...]] = {
    "pairing.infeasible": (_blocked,),
    "pairing.kept_apart": (_blocked, _release),
    "repeats.needed": (_fewer, _blocked),
}
