"""The names and recorded fields of the rows of lexica and of judge stations."""

from core.journal.ledger import RowKind
from lexicon import models

LEXICON = RowKind(
    name="lexicon",
    model=models.Lexicon,
    key=("code",),
    fields=(
        "code",
        "name",
        "family",
        "edition",
        "tile_set",
        "sha256",
        "words",
        "by_length",
        "about",
        "file_name",
        "file_sha256",
        "is_put_away",
    ),
)
IN_FORCE = RowKind(
    name="in_force",
    model=models.InForce,
    key=("association", "edition", "purpose"),
    fields=("association", "edition", "purpose", "since", "until"),
)
STATION = RowKind(
    name="judge_station",
    model=models.JudgeStation,
    key=("key",),
    fields=(
        "key",
        "name",
        "place",
        "lexicon",
        "lexicon_hash",
        "second_lexicon",
        "second_hash",
        "pin",
        "rack",
        "clears_after_s",
        "is_open",
    ),
    scope="key",
)
KINDS = (LEXICON, IN_FORCE, STATION)
