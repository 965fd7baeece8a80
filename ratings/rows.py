"""The names and recorded fields of the rows of a rating list."""

from core.journal.ledger import RowKind
from ratings import models

LIST = RowKind(
    name="rating_list",
    model=models.RatingList,
    key=("key",),
    fields=(
        "key",
        "name",
        "system",
        "lexicon_family",
        "counts",
        "rulesets",
        "counts_from",
        "provisional_games",
        "expires_after_days",
        "is_public",
    ),
)
CHOICE = RowKind(
    name="event_choice",
    model=models.EventChoice,
    key=("event",),
    fields=("event", "counts"),
    links={"rating_list": "rating_list"},
    scope="rating_list__key",
)
IMPORT = RowKind(
    name="list_import",
    model=models.ListImport,
    key=("number",),
    fields=("number", "effective_on", "format", "file_name"),
    links={"rating_list": "rating_list"},
    scope="rating_list__key",
)
IMPORTED = RowKind(
    name="imported_rating",
    model=models.ImportedRating,
    key=("list_import.number", "line"),
    fields=(
        "line",
        "name",
        "player",
        "association_number",
        "rating",
        "deviation",
        "games",
        "expires_on",
    ),
    links={"list_import": "list_import"},
    scope="list_import__rating_list__key",
)
MATCH = RowKind(
    name="name_match",
    model=models.NameMatch,
    key=("name",),
    fields=("name", "player"),
    links={"rating_list": "rating_list"},
    scope="rating_list__key",
)

KINDS = (LIST, CHOICE, IMPORT, IMPORTED, MATCH)
