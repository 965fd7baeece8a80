"""The errors of reading a tsh folder: a refusal, or a remark on something that was repaired."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import UserError
from core.phrases import phrase
from tournaments.formats.tsh.limits import MAX_SENTENCE


class TshError(UserError):
    """A folder that cannot be read or written; it names the place and what belongs there."""

    def __init__(
        self,
        code: str,
        what: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
        expected: str | None = None,
    ) -> None:
        place = file or ""
        if line is not None:
            place = phrase("{file}, line {line}", file=place, line=line)
        sentence = f"{place}: {what}" if place else what
        if len(sentence) > MAX_SENTENCE:
            sentence = f"{sentence[:MAX_SENTENCE]}…"
        if expected:
            sentence = phrase("{fault}; expected {expected}", fault=sentence, expected=expected)
        super().__init__(f"{sentence}.", code=code, file=file, line=line, field=field)
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was read although it is odd, and how; `line` is None for a whole file."""

    file: str
    line: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of a file, which makes the errors and remarks about itself."""

    file: str
    line: int | None = None

    def error(
        self, code: str, what: str, *, field: str | None = None, expected: str | None = None
    ) -> TshError:
        """Returns the error to raise for something wrong here."""
        return TshError(code, what, file=self.file, line=self.line, field=field, expected=expected)

    def remark(self, code: str, message: str) -> Remark:
        """Returns the remark on something odd here."""
        return Remark(file=self.file, line=self.line, code=code, message=message)
