"""The rows of clubs: what commands write, and what workers derive."""

from clubs.models.club import ClubHome
from clubs.models.night import ThreeHandedGame

__all__ = [
    "ClubHome",
    "ThreeHandedGame",
]
