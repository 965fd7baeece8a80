"""The check of a recorded game: what every line is worth, and what is wrong about it.

`check_gcg(data, terms)` for a file, `check_record(record, terms)` for what was read; `Terms` say
what the record does not.
"""

from games.engine.checking.checking import check_gcg, check_record
from games.engine.checking.equipment import GameTerms

__all__ = ["GameTerms", "check_gcg", "check_record"]
