"""A line of a division file: one player with opponents, scores and named fields.

The grammar is that of tsh's reference, section 1. `00` is undefined, `0` is a real zero; the
player's number is the place of the line among those that are neither blank nor comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.phrases import phrase
from tournaments.formats.tsh.errors import FileLine, Remark
from tournaments.formats.tsh.limits import MAX_POINTS, MAX_RATING, MAX_ROUNDS
from tournaments.formats.tsh.text import words

VACANT = "Vacant"
_TRAILING_NUMBER = re.compile(r"(?<!\\);[ \t]*#[ \t]*[0-9]+$")
_RATING = re.compile(r"[0-9]{1,6}(?:[.+][0-9]{1,6})*")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_NUMBER = "[A-Za-z]{0,4}[0-9]{1,12}"
_ASSOCIATION = re.compile(rf"(.*[^ :]):({_NUMBER})")
_ESCAPED = re.compile(r"\\([;\\])")


@dataclass(frozen=True, slots=True)
class TshPlayerLine:
    """The content of a line, not yet compared with the other lines.

    `rating_text` is the rating as written; `opponents` and `scores` hold None where undefined and
    end with the last that is defined; `fields` holds the words of each key.
    """

    place: FileLine
    name: str
    association_number: str
    rating: int
    rating_text: str
    opponents: list[int | None]
    scores: list[int | None]
    fields: dict[str, list[str]]


def read_player(line: str, place: FileLine, remarks: list[Remark]) -> TshPlayerLine:
    """Returns the player of a line; what is odd but readable is added to `remarks`.

    Raises TshError `player.*` or `name.*` naming the field and what belongs there.
    """
    segments = _segments(_TRAILING_NUMBER.sub("", line))
    name, rating, opponents = _who(segments[0], place)
    association = _ASSOCIATION.fullmatch(name)
    scores = [
        whole(w, place, "scores", MAX_POINTS) for w in (words(segments[1]) if segments[1:] else [])
    ]
    return TshPlayerLine(
        place=place,
        name=association[1] if association else name,
        association_number=association[2] if association else "",
        rating=_rating_points(rating, place),
        rating_text=rating,
        opponents=_trimmed(
            [whole(w, place, "opponents", MAX_POINTS) for w in opponents], "opponents", place
        ),
        scores=_trimmed(scores, "scores", place),
        fields=_fields(segments[2:], place, remarks),
    )


def is_association_number(text: str) -> bool:
    """Returns whether a text can follow a name and its colon."""
    return re.fullmatch(_NUMBER, text) is not None


def _who(text: str, place: FileLine) -> tuple[str, str, list[str]]:
    """Returns name, rating and opponents: the rating begins the run of numbers that ends `text`."""
    found = words(text)
    start = len(found)
    while start and found[start - 1].isascii() and found[start - 1].isdigit():
        start -= 1
    if start and _RATING.fullmatch(found[start - 1]):
        start -= 1
    if start == len(found):
        raise place.error(
            "player.rating",
            phrase("the line has no rating"),
            field="rating",
            expected=phrase("a name, then a rating, then opponents"),
        )
    name = found[:start]
    if not name:
        raise place.error(
            "player.name", phrase("the line has no name"), field="name", expected=phrase("a name")
        )
    for word in name:
        if word.isdecimal():
            raise place.error(
                "name.number",
                phrase(
                    "the name “{name}” contains the number {word}", name=" ".join(name), word=word
                ),
                field="name",
                expected=phrase("a name without a word that is a number"),
            )
    return " ".join(name), found[start], found[start + 1 :]


def _rating_points(text: str, place: FileLine) -> int:
    points = int(re.split(r"[.+]", text)[0]) if _RATING.fullmatch(text) else MAX_RATING + 1
    if points > MAX_RATING:
        raise place.error(
            "player.rating",
            phrase("the rating {rating} is too high", rating=text),
            field="rating",
            expected=phrase("at most {most}", most=MAX_RATING),
        )
    return points


def whole(word: str, place: FileLine, field: str, limit: int) -> int | None:
    """Returns the whole number of a word, None for `00`.

    Raises TshError `player.number` when it is none, or beyond `limit` either way.
    """
    if word == "00":
        return None
    value = int(word) if _WHOLE.fullmatch(word) else limit + 1
    if abs(value) > limit:
        raise place.error(
            "player.number",
            phrase("“{word}” in {field} cannot be read", word=word, field=field),
            field=field,
            expected=phrase("a whole number of at most {most}, or 00", most=limit),
        )
    return value


def _trimmed(values: list[int | None], field: str, place: FileLine) -> list[int | None]:
    while values and values[-1] is None:
        values.pop()
    if len(values) > MAX_ROUNDS:
        raise place.error(
            "player.too_many_rounds",
            phrase("there are {count} {field}", count=len(values), field=field),
            field=field,
            expected=phrase("at most {most} rounds", most=MAX_ROUNDS),
        )
    return values


def _fields(segments: list[str], place: FileLine, remarks: list[Remark]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for segment in segments:
        found = words(segment)
        if not found or found[0] == "#":
            continue
        if "\\" in segment:
            found = [_ESCAPED.sub(r"\1", word) for word in found]
        key, *rest = found
        if key in fields:
            message = phrase("“{key}” is given twice; the last one counts", key=key)
            remarks.append(place.remark("player.field_twice", message))
        fields[key] = rest
    return fields


def _segments(line: str) -> list[str]:
    """Returns the parts between semicolons, leaving escaped ones in place."""
    if "\\" not in line:
        return line.split(";")
    parts: list[list[str]] = [[]]
    letters = iter(line)
    for letter in letters:
        if letter == "\\":
            parts[-1].append(letter + next(letters, ""))
        elif letter == ";":
            parts.append([])
        else:
            parts[-1].append(letter)
    return ["".join(part) for part in parts]
