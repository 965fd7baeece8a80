"""Writing the files that rating authorities take: NASPA, AUPAIR's TOU, and CoCo's results list."""

from tournaments.formats.submission.authorities import AUTHORITIES, Authority, Form
from tournaments.formats.submission.names import PersonName, read_name
from tournaments.formats.submission.shape import (
    Submission,
    SubmittedDivision,
    SubmittedGame,
    SubmittedIdle,
    SubmittedPlayer,
    as_filed,
)
from tournaments.formats.submission.written import WrittenFile, form_of, write_submission

__all__ = [
    "AUTHORITIES",
    "Authority",
    "Form",
    "PersonName",
    "Submission",
    "SubmittedDivision",
    "SubmittedGame",
    "SubmittedIdle",
    "SubmittedPlayer",
    "WrittenFile",
    "as_filed",
    "form_of",
    "read_name",
    "write_submission",
]
