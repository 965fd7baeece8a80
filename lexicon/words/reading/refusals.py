"""The one way in which a file of words is refused: a sentence that names the place."""

from __future__ import annotations

from core.errors import UserError
from core.phrases import phrase

SHOWN_CHARACTERS = 40


class ListRefused(UserError):
    """A file that cannot be read as a word list, or a choice that does not fit it.

    `field` is the choice to change, a field of `bringing.Asked`, or "file".
    """

    def __init__(
        self,
        code: str,
        what: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str = "file",
    ) -> None:
        place = shown(file) if file else ""
        if line is not None and place:
            place = phrase("{file}, line {line}", file=place, line=line)
        elif line is not None:
            place = phrase("Line {line}", line=line)
        sentence = f"{place}: {what}." if place else f"{what}."
        super().__init__(sentence, code=code, file=file, line=line, field=field)


def shown(text: str) -> str:
    """Returns text of a file fit for a sentence: without control characters, and cut."""
    safe = "".join(character if character.isprintable() else "�" for character in text[:41])
    return safe if len(safe) <= SHOWN_CHARACTERS else f"{safe[:SHOWN_CHARACTERS]}…"


KWG_FAULTS = {
    "kwg.size": phrase("it is not made of whole nodes"),
    "kwg.child": phrase("node {node} points out of the file"),
    "kwg.siblings": phrase("the siblings of node {node} do not end"),
    "kwg.tile": phrase("node {node} has tile {tile}, which is not one of {tiles}"),
    "kwg.circle": phrase("its words do not end at node {node}"),
    "kwg.deep": phrase("it has words of more than {most} tiles"),
    "kwg.many": phrase("it has more than {most:,} words; send such a long list as text"),
}
"""The faults of a file, by the code of the WordError that `kwg_words` raises."""
