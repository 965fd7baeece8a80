"""The names of teams that mean the same team."""

from __future__ import annotations


def team_key(team: str) -> str:
    """Returns the key of a team: its name in lower case with single spaces."""
    return " ".join(team.casefold().split())


def are_team_mates(one: str, two: str) -> bool:
    """Returns whether two names are of one team; no team has no mates."""
    return bool(team_key(one)) and team_key(one) == team_key(two)
