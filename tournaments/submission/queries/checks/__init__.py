"""The checks for what an authority would refuse or ask about, before anything is sent."""

from tournaments.submission.queries.checks.finding import LOOK, REFUSED, Finding
from tournaments.submission.queries.checks.registry import CHECKS, Checked, check_submission

__all__ = ["CHECKS", "LOOK", "REFUSED", "Checked", "Finding", "check_submission"]
