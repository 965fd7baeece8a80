"""The names and recorded fields of rows of the register."""

from core.journal.ledger import RowKind
from people.models import Club, Player, PlayersApart

CLUB = RowKind(name="club", model=Club, key=("slug",), fields=("slug", "name", "town"))
PLAYER = RowKind(
    name="player",
    model=Player,
    key=("key",),
    fields=(
        "key",
        "given_name",
        "family_name",
        "public_name_style",
        "alias",
        "association_number",
        *("is_listed", "photos", "birth_date", "guardian", "guardian_contact"),
        *("wants_reports", "email", "guardian_email", "portrait", "country"),
    ),
    links={"club": "club", "merged_into": "player"},
)
APART = RowKind(
    name="players_apart", model=PlayersApart, key=("one", "other"), fields=("one", "other")
)
