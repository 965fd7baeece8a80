"""The names and recorded fields of the core's own rows: roles that were given, and offered."""

from core.journal.ledger import RowKind
from core.models import Invitation, RoleHeld

ROLE_HELD = RowKind(
    name="role",
    model=RoleHeld,
    key=("scope", "account", "role"),
    fields=("scope", "account", "role"),
)
INVITATION = RowKind(
    name="invitation",
    model=Invitation,
    key=("scope", "key"),
    fields=(
        *("scope", "key", "role", "note", "link_hash", "code_hash"),
        *("made_by", "until", "taken_by"),
    ),
)
KINDS = (ROLE_HELD, INVITATION)
