"""The tables of lexica and of the judge; the words themselves are in files."""

from lexicon.models.judge import JudgeStation
from lexicon.models.lexica import InForce, Lexicon

__all__ = ["InForce", "JudgeStation", "Lexicon"]
