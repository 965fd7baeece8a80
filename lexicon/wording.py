"""The sentences about lists and their dates."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from core.phrases import phrase, phrase_count
from lexicon.words.editions import Window, edition_named
from lexicon.words.recognising import Near, Recognised

NEVER_RATED = phrase("is a free list; no association rates games by it.")
PURPOSE_WORDS = {
    "rated": phrase("rated play"),
    "school": phrase("school events"),
    "home": phrase("play at home"),
}
LENGTHS_SAID = 6


def recognised_sentences(recognised: Recognised) -> list[str]:
    """Returns sentences: which edition a list is, and how it differs from one it nearly is."""
    claimed, edition = recognised.claimed, recognised.edition
    if edition is None:
        unknown = [] if recognised.nearest else [phrase("This is not a list that Wallchart knows.")]
        return [*unknown, *map(near_sentence, recognised.nearest)]
    if recognised.by == "words":
        other = (
            ""
            if claimed is None or claimed == edition
            else phrase(", not {name}", name=claimed.name)
        )
        said = phrase("This is {name}{other}: the same words.", name=edition.name, other=other)
    else:
        unconfirmed = _unconfirmed("words" not in edition.unconfirmed)
        said = phrase(
            "It has as many words as {name}{unconfirmed}; it is not known whether they "
            "are the same words.",
            name=edition.name,
            unconfirmed=unconfirmed,
        )
    return (
        [said, phrase("It {never_rated}", never_rated=NEVER_RATED)] if edition.is_free else [said]
    )


def near_sentence(near: Near) -> str:
    """Returns a sentence on how a list differs from an edition that it nearly is."""
    if near.lengths is None:
        return (
            phrase(
                "This is not {name}: it has {more} than the {words:,} of {name}{unconfirmed}.",
                name=near.name,
                more=_more(near.more, "words"),
                words=near.edition.words,
                unconfirmed=_unconfirmed(near.is_sure),
            )
            if near.more
            else phrase(
                "It has as many words as {name}{unconfirmed}.",
                name=near.name,
                unconfirmed=_unconfirmed(near.is_sure),
            )
        )
    if near.lengths:
        return phrase(
            "This is not {name}: it has {differences}.",
            name=near.name,
            differences=_differences(near, near.lengths),
        )
    if near.name != near.edition.name:
        return phrase(
            "It has as many words of every length as {name}, a variant of {edition_name}.",
            name=near.name,
            edition_name=near.edition.name,
        )
    return phrase(
        "This is not {name}: as many words of every length, but not the same words.", name=near.name
    )


def doubt_sentence(recognised: Recognised, code: str = "") -> str:
    """Returns a sentence on why a list is not the edition it is called after, empty if it may be.

    `recognised` is with what the list claims to be. Known words contradict its `code` too, where
    that is the name of an edition; a number of words contradicts only what it claims.
    """
    claimed, edition = recognised.claimed, recognised.edition
    if recognised.by == "words" and edition is not None:
        for claim in (claimed, edition_named(code)):
            if claim is not None and claim != edition:
                return phrase(
                    "It is called {name}, but its words are those of {edition_name}.",
                    name=claim.name,
                    edition_name=edition.name,
                )
        return ""
    if claimed is None or edition == claimed:
        return ""
    own = [near for near in recognised.nearest if near.edition == claimed]
    return near_sentence(own[0]) if own and not any(map(_may_be, own)) else ""


def unknown_sentence(edition: str) -> str:
    """Returns the remark on an edition that the program does not know; else nothing."""
    if not edition or edition_named(edition):
        return ""
    return phrase(
        "Wallchart does not know an edition {edition}; it is in force for nobody until you say so.",
        edition=edition,
    )


def window_words(window: Window) -> str:
    """Returns from when to when an edition is in force, as "since 2024-02-29"."""
    return days_words(window.since, window.until)


def days_words(since: date | None, until: date | None) -> str:
    """Returns two days, both included, as "from 2015-09-01 to 2019-06-30"; open without an end."""
    if since is None:
        return phrase("since an unknown day")
    return (
        phrase("since {since}", since=since)
        if until is None
        else phrase("from {since} to {until}", since=since, until=until)
    )


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
        phrase("{more} of {length}", more=_more(count) if both else abs(count), length=length)
        for length, count in sorted(lengths.items())
    ]
    rest = len(named) - LENGTHS_SAID
    listed = ", ".join(named[:LENGTHS_SAID])
    tiles = "letters" if near.edition.family.tile_set == "en" else "tiles"
    others = (
        phrase_count(" and of {count} other length", " and of {count} other lengths", count=rest)
        if rest > 0
        else ""
    )
    return f"{' and '.join(totals)}: {listed} {tiles}{others}"


def _more(count: int, words: str = "") -> str:
    """Returns "4 words more", "1 fewer"."""
    noun = words[:-1] if abs(count) == 1 else words
    return " ".join(filter(None, (f"{abs(count):,}", noun, "more" if count > 0 else "fewer")))


def _unconfirmed(is_sure: bool) -> str:
    return "" if is_sure else phrase(", if its number of words is right")
