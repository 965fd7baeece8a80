"""What an authority would refuse, or ask about, found before anything is sent."""

from tournaments.rules.submission_checks.finding import LOOK, REFUSED, Finding
from tournaments.rules.submission_checks.registry import CHECKS, Checked, check_submission

__all__ = ["CHECKS", "LOOK", "REFUSED", "Checked", "Finding", "check_submission"]
