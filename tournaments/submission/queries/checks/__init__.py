"""The checks for what an authority would refuse or ask about, before anything is sent."""

from tournaments.submission.queries.checks.finding import LOOK, REFUSED, SubmissionFinding
from tournaments.submission.queries.checks.registry import (
    CHECKS,
    CheckedSubmission,
    check_submission,
)

__all__ = [
    "CHECKS",
    "LOOK",
    "REFUSED",
    "CheckedSubmission",
    "SubmissionFinding",
    "check_submission",
]
