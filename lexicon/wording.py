"""The sentences about lists and their dates."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from core.phrases import phrase, phrase_count
from lexicon.words.editions import Window, edition_named
from lexicon.words.recognising import Near, Recognised

NEVER_RATED = phrase("{lexicon} is a free list; no association rates games by it.")
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
    if recognised.by == "words" and claimed in (None, edition):
        said = phrase("This is {name}: the same words.")
    elif recognised.by == "words":
        said = phrase("This is {name}, not {claimed}: the same words.")
    elif "words" not in edition.unconfirmed:
        said = phrase(
            "It has as many words as {name}; it is not known whether they are the same words."
        )
    else:
        said = phrase(
            "It has as many words as {name}, if its number of words is right; it is not known "
            "whether they are the same words."
        )
    free = [phrase("It is a free list; no association rates games by it.")]
    sentence = said.format(name=edition.name, claimed=claimed.name if claimed else "")
    return [sentence, *(free if edition.is_free else [])]


def near_sentence(near: Near) -> str:
    """Returns a sentence on how a list differs from an edition that it nearly is."""
    if near.lengths is None:
        return _near_by_number(near)
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


def _near_by_number(near: Near) -> str:
    """Returns a sentence on a list and an edition of which only the number of words is known."""
    if near.more > 0:
        return _with_more_words(near)
    if near.more:
        return _with_fewer_words(near)
    if near.is_sure:
        return phrase("It has as many words as {name}.", name=near.name)
    return phrase(
        "It has as many words as {name}, if its number of words is right.", name=near.name
    )


def _with_more_words(near: Near) -> str:
    if near.is_sure:
        return phrase_count(
            "This is not {name}: it has {count:,} word more than the {words:,} of {name}.",
            "This is not {name}: it has {count:,} words more than the {words:,} of {name}.",
            count=near.more,
            name=near.name,
            words=near.edition.words,
        )
    return phrase_count(
        "This is not {name}: it has {count:,} word more than the {words:,} of {name}, if its "
        "number of words is right.",
        "This is not {name}: it has {count:,} words more than the {words:,} of {name}, if its "
        "number of words is right.",
        count=near.more,
        name=near.name,
        words=near.edition.words,
    )


def _with_fewer_words(near: Near) -> str:
    if near.is_sure:
        return phrase_count(
            "This is not {name}: it has {count:,} word fewer than the {words:,} of {name}.",
            "This is not {name}: it has {count:,} words fewer than the {words:,} of {name}.",
            count=-near.more,
            name=near.name,
            words=near.edition.words,
        )
    return phrase_count(
        "This is not {name}: it has {count:,} word fewer than the {words:,} of {name}, if its "
        "number of words is right.",
        "This is not {name}: it has {count:,} words fewer than the {words:,} of {name}, if its "
        "number of words is right.",
        count=-near.more,
        name=near.name,
        words=near.edition.words,
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
    """Returns how many words are more and fewer, and of which lengths: "4 words more: 4 of 5"."""
    added = sum(count for count in lengths.values() if count > 0)
    missing = -sum(count for count in lengths.values() if count < 0)
    both = bool(added and missing)
    told = [
        _signed(count, length)
        if both
        else phrase("{count} of {length}", count=abs(count), length=length)
        for length, count in sorted(lengths.items())
    ]
    rest = len(told) - LENGTHS_SAID
    said = {
        "totals": _totals(added, missing),
        "lengths": ", ".join(map(str, told[:LENGTHS_SAID])),
    }
    if near.edition.family.tile_set == "en":
        if rest <= 0:
            return phrase("{totals}: {lengths} letters", **said)
        return phrase_count(
            "{totals}: {lengths} letters and of {count} other length",
            "{totals}: {lengths} letters and of {count} other lengths",
            count=rest,
            **said,
        )
    if rest <= 0:
        return phrase("{totals}: {lengths} tiles", **said)
    return phrase_count(
        "{totals}: {lengths} tiles and of {count} other length",
        "{totals}: {lengths} tiles and of {count} other lengths",
        count=rest,
        **said,
    )


def _totals(added: int, missing: int) -> str:
    """Returns "4 words more", "1 word fewer", "4 words more and 1 fewer"."""
    if added and missing:
        more = phrase_count("{count:,} word more", "{count:,} words more", count=added)
        return phrase("{more} and {missing:,} fewer", more=more, missing=missing)
    if added:
        return phrase_count("{count:,} word more", "{count:,} words more", count=added)
    return phrase_count("{count:,} word fewer", "{count:,} words fewer", count=missing)


def _signed(count: int, length: int) -> str:
    """Returns how many words of a length are more or fewer: "4 more of 5"."""
    if count > 0:
        return phrase("{count:,} more of {length}", count=count, length=length)
    return phrase("{count:,} fewer of {length}", count=-count, length=length)
