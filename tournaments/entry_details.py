"""The details of an entry besides its names: each defined once, with its words and limits.

A detail is a field of `EntryDetails` and of `EntryChanges`, and a column of the model with its
migration. Commands, forms, rosters, tsh files, the log and copies of an entry read it here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from core.phrases import phrase

Value = int | str | None


@dataclass(frozen=True, slots=True)
class Detail:
    """A detail as forms, files and the log know it.

    `default` is an empty text, or what a number is where nothing is said of it; `most` is the
    largest number, or the most characters of a text. `tsh` names the field of a tsh line, where it
    is a field like others, `column` the column of a roster and `headings` its possible headings.
    A `folded` one is rarely needed when somebody is entered. One that is `left_out` where nothing
    is said of it keeps the files and digests of events that never had it as they were.
    """

    name: str
    default: Value
    most: int
    label: str
    hint: str = ""
    words: str = ""
    tsh: str = ""
    column: str = ""
    headings: tuple[str, ...] = ()
    whole_words: str = ""
    folded: bool = True
    left_out: bool = True

    @property
    def is_number(self) -> bool:
        """Whether it is a whole number from 0; the others are texts."""
        return not isinstance(self.default, str)

    def as_text(self, value: Value) -> str:
        """Returns the value for a file, empty where nothing is said."""
        return "" if value == self.default else str(value)


def _detail(default: Value, most: int, label: str, **more: Any) -> Any:
    return field(default=default, metadata={"most": most, "label": label, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """The details of an entry; `rating` 0 is unrated, `life_games` None unknown."""

    rating: int = _detail(
        0,
        9999,
        phrase("Rating"),
        hint=phrase("0 or empty: none."),
        words=phrase("rating"),
        column="rating",
        headings=("rating", "rtg", "old rating", "current rating", "elo"),
        whole_words=phrase("A rating is a whole number from 0 to {most}, not {cell!r}."),
        folded=False,
        left_out=False,
    )
    life_games: int | None = _detail(
        None,
        99_999,
        phrase("Rated games so far"),
        words=phrase("rated games so far"),
        tsh="lifeg",
        column="life games",
        headings=(
            "games",
            "life games",
            "lifetime games",
            "career games",
            "rated games",
        ),
        whole_words=phrase("Life games are a whole number from 0 to {most}, not {cell!r}."),
        folded=False,
        left_out=False,
    )
    association_number: str = _detail(
        "",
        20,
        phrase("Association number"),
        words=phrase("association number"),
        column="number",
        headings=(
            *(
                "number",
                "association number",
                "member number",
                "membership",
                "membership number",
            ),
            *(
                "member",
                "member id",
                "id",
                "naspa",
                "naspa id",
                "naspa number",
                "wespa id",
            ),
            *("coco id", "absp id", "player id"),
        ),
        folded=False,
        left_out=False,
    )
    prize_class: str = _detail(
        "",
        20,
        phrase("Prize class"),
        words=phrase("prize class"),
        tsh="class",
        column="class",
        headings=("class", "prize class", "category"),
        left_out=False,
    )
    team: str = _detail(
        "",
        60,
        phrase("Team"),
        words=phrase("team"),
        tsh="team",
        column="team",
        headings=("team", "school"),
        left_out=False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChanges:
    """The details that a change of an entry sets; None stays as it is."""

    rating: int | None = None
    life_games: int | None = None
    association_number: str | None = None
    prize_class: str | None = None
    team: str | None = None


NOTHING_SAID = EntryDetails()
DETAILS: tuple[Detail, ...] = tuple(
    Detail(name=f.name, default=getattr(NOTHING_SAID, f.name), **f.metadata)
    for f in fields(EntryDetails)
)
"""Every detail, in the order of journals and forms."""

NAMES = tuple(detail.name for detail in DETAILS)


def details_of(holder: object) -> dict[str, Any]:
    """Returns the details of whatever has them all, by name."""
    return {name: getattr(holder, name) for name in NAMES}
