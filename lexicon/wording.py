"""The sentences about lists and their dates."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from lexicon.words.editions import Window, edition_named
from lexicon.words.recognising import Near, Recognised

NEVER_RATED = "is a free list; no association rates games by it."
PURPOSE_WORDS = {"rated": "rated play", "school": "school events", "home": "play at home"}
LENGTHS_SAID = 6


def recognised_sentences(found: Recognised) -> list[str]:
    """Returns sentences: which edition a list is, and how it differs from one it nearly is."""
    claimed, edition = found.claimed, found.edition
    if edition is None:
        unknown = [] if found.nearest else ["This is not a list that Wallchart knows."]
        return [*unknown, *map(near_sentence, found.nearest)]
    if found.by == "words":
        other = "" if claimed is None or claimed == edition else f", not {claimed.name}"
        said = f"This is {edition.name}{other}: the same words."
    else:
        unconfirmed = _unconfirmed("words" not in edition.unconfirmed)
        said = (
            f"It has as many words as {edition.name}{unconfirmed}; it is not known whether they "
            "are the same words."
        )
    return [said, f"It {NEVER_RATED}"] if edition.is_free else [said]


def near_sentence(near: Near) -> str:
    """Returns a sentence on how a list differs from an edition that it nearly is."""
    if near.lengths is None:
        return (
            f"This is not {near.name}: it has {_more(near.more, 'words')} than the"
            f" {near.edition.words:,} of {near.name}{_unconfirmed(near.is_sure)}."
            if near.more
            else f"It has as many words as {near.name}{_unconfirmed(near.is_sure)}."
        )
    if near.lengths:
        return f"This is not {near.name}: it has {_differences(near, near.lengths)}."
    if near.name != near.edition.name:
        return (
            f"It has as many words of every length as {near.name}, a variant of"
            f" {near.edition.name}."
        )
    return f"This is not {near.name}: as many words of every length, but not the same words."


def doubt_sentence(found: Recognised, code: str = "") -> str:
    """Returns a sentence on why a list is not the edition it is called after, empty if it may be.

    `found` was recognised with what the list claims to be. Known words contradict its `code` too,
    where that is the name of an edition; a number of words contradicts only what it claims.
    """
    claimed, edition = found.claimed, found.edition
    if found.by == "words" and edition is not None:
        for claim in (claimed, edition_named(code)):
            if claim is not None and claim != edition:
                return f"It is called {claim.name}, but its words are those of {edition.name}."
        return ""
    if claimed is None or edition == claimed:
        return ""
    own = [near for near in found.nearest if near.edition == claimed]
    return near_sentence(own[0]) if own and not any(map(_may_be, own)) else ""


def unknown_sentence(edition: str) -> str:
    """Returns the remark on an edition that the program does not know; else nothing."""
    if not edition or edition_named(edition):
        return ""
    return (
        f"Wallchart does not know an edition {edition}; it is in force for nobody until you say so."
    )


def window_words(window: Window) -> str:
    """Returns from when to when an edition is in force, as "since 2024-02-29"."""
    return days_words(window.since, window.until)


def days_words(since: date | None, until: date | None) -> str:
    """Returns two days, both included, as "from 2015-09-01 to 2019-06-30"; open without an end."""
    if since is None:
        return "since an unknown day"
    return f"since {since}" if until is None else f"from {since} to {until}"


def _may_be(near: Near) -> bool:
    """Returns whether nothing counted tells the list from what it is compared with."""
    if near.lengths is None:
        return not near.more
    return not near.lengths and near.name != near.edition.name


def _differences(near: Near, lengths: Mapping[int, int]) -> str:
    added = sum(count for count in lengths.values() if count > 0)
    missing = -sum(count for count in lengths.values() if count < 0)
    both = bool(added and missing)
    totals = [_more(added, "words")] if added else []
    totals += [_more(-missing, "" if both else "words")] if missing else []
    named = [
        f"{_more(count) if both else abs(count)} of {length}"
        for length, count in sorted(lengths.items())
    ]
    rest = len(named) - LENGTHS_SAID
    listed = ", ".join(named[:LENGTHS_SAID])
    tiles = "letters" if near.edition.family.tile_set == "en" else "tiles"
    others = f" and of {rest} other length{'' if rest == 1 else 's'}" if rest > 0 else ""
    return f"{' and '.join(totals)}: {listed} {tiles}{others}"


def _more(count: int, words: str = "") -> str:
    """Returns "4 words more", "1 fewer"."""
    noun = words[:-1] if abs(count) == 1 else words
    return " ".join(filter(None, (f"{abs(count):,}", noun, "more" if count > 0 else "fewer")))


def _unconfirmed(is_sure: bool) -> str:
    return "" if is_sure else ", if its number of words is right"
