"""The names and recorded fields of the core's own rows: roles that were given."""

from core.journal.ledger import RowKind
from core.models import RoleHeld

ROLE_HELD = RowKind(
    name="role",
    model=RoleHeld,
    key=("scope", "account", "role"),
    fields=("scope", "account", "role"),
)
KINDS = (ROLE_HELD,)
