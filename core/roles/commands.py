"""Roles as commands of the journal in which they count: given, taken back, offered, taken up.

Nobody gives a role that may more than they may themselves. A restore leaves roles as they are:
whoever sets the results back to noon lets nobody in again who was sent away since.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from django.contrib.auth.models import User

from core.actors import CONSOLE, Actor
from core.journal.command import Row, Work, register
from core.journal.errors import NotAllowed, Refused
from core.journal.undo import StreamCommand
from core.models import Invitation, JournalEntry, RoleHeld
from core.phrases import phrase
from core.roles.access import account_may, roles_anywhere, roles_offered
from core.roles.table import ALLOWED, Permission, Role
from core.roles.wording import ROLE_NAMES

NOTE_LIMIT, NAME_LIMIT = 100, 150
LONGEST = timedelta(days=30)
"""An invitation can be used no longer than this."""
GIVEN, TAKEN_BACK, INVITED = "role.given", "role.taken_back", "role.invited"
WITHDRAWN, TAKEN_UP = "invitation.withdrawn", "invitation.taken_up"
OWNER_IS_ONE = phrase("There is one owner. Hand it over instead.")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LIMIT)]


def needed_to_give(role: Role) -> Permission:
    """Returns the permission to give a role, or to take it back: directors are the owner's."""
    return Permission.OWN if role in (Role.OWNER, Role.DIRECTOR) else Permission.DIRECT


@dataclass(frozen=True, kw_only=True)
class AccessCommand(StreamCommand):
    """Base of the commands about who has which role where."""

    permission = Permission.DIRECT
    stays_when_restored = True


@dataclass(frozen=True, kw_only=True)
class RoleCommand(AccessCommand):
    """Base of those that name a role."""

    role: Role

    def needs(self) -> Permission:
        return needed_to_give(self.role)

    def hands_on(self) -> frozenset[Permission]:
        return ALLOWED[self.role]

    def must_be_given_here(self) -> None:
        """Raises Refused for the owner's role, which is handed over, and one of other scopes."""
        if self.role is Role.OWNER:
            raise Refused(OWNER_IS_ONE, code="role.owner", field="role")
        if self.role not in roles_offered(self.journal):
            said = phrase("There is no such role here: {role}.", role=ROLE_NAMES[self.role])
            raise Refused(said, code="role.not_here", field="role")


@register
@dataclass(frozen=True, kw_only=True)
class GiveRole(RoleCommand):
    """Gives an account a role."""

    code = GIVEN
    account: Name

    def apply(self, work: Work) -> Row:
        self.must_be_given_here()
        must_be_an_account(work, self.account)
        _give(work, self.journal, self.account, self.role)
        return {"account": self.account, "role": str(self.role)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{account} given a role: {role}", account=self.account, role=ROLE_NAMES[self.role]
        )


@register
@dataclass(frozen=True, kw_only=True)
class TakeRoleBack(RoleCommand):
    """Takes a role back from an account, which counts from its next request on."""

    code = TAKEN_BACK
    account: Name

    def apply(self, work: Work) -> Row:
        row = RoleHeld.objects.filter(
            scope=self.journal, account=self.account, role=self.role
        ).first()
        if row is None:
            raise Refused(
                phrase(
                    "{account} does not have this role: {role}.",
                    account=self.account,
                    role=ROLE_NAMES[self.role],
                ),
                code="role.not_held",
                field="account",
            )
        work.ledger.delete(row)
        return {"account": self.account, "role": str(self.role)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "Role taken back from {account}: {role}",
            account=self.account,
            role=ROLE_NAMES[self.role],
        )


@register
@dataclass(frozen=True, kw_only=True)
class Invite(RoleCommand):
    """Offers a role to whoever brings a link or a code, of which the journal has the hashes."""

    code = INVITED
    key: Annotated[str, msgspec.Meta(pattern="^[a-z0-9]{4,12}$")]
    link_hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    code_hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    made_by: Name
    until: Annotated[datetime, msgspec.Meta(tz=True)]
    note: Annotated[str, msgspec.Meta(max_length=NOTE_LIMIT)] = ""

    def authorise(self, actor: Actor) -> None:
        super().authorise(actor)
        if not (actor.trusted or self.made_by == actor.name):
            raise NotAllowed(phrase("You can invite only under your own name."), code="not_allowed")

    def apply(self, work: Work) -> Row:
        self.must_be_given_here()
        if not (work.facts.are_recorded or work.at < self.until <= work.at + LONGEST):
            raise Refused(
                phrase(
                    "An invitation ends in the future, and within {days} days.", days=LONGEST.days
                ),
                code="invitation.until",
                field="until",
            )
        row = Invitation(
            scope=self.journal,
            key=self.key,
            role=self.role,
            note=self.note.strip(),
            link_hash=self.link_hash,
            code_hash=self.code_hash,
            made_by=self.made_by,
            until=self.until,
        )
        work.ledger.create(row)
        return {"key": self.key}

    def sentence(self, answer: Row) -> str:
        if self.note.strip():
            said = phrase("Invitation {key} made for {note}: {role}")
        else:
            said = phrase("Invitation {key} made: {role}")
        return said.format(key=self.key, note=self.note.strip(), role=ROLE_NAMES[self.role])


@register
@dataclass(frozen=True, kw_only=True)
class WithdrawInvitation(AccessCommand):
    """Takes an invitation away that nobody has taken up."""

    code = WITHDRAWN
    key: str

    def apply(self, work: Work) -> Row:
        row = find_invitation(self.journal, self.key)
        role = row.role
        work.ledger.delete(row)
        return {"role": role}

    def sentence(self, answer: Row) -> str:
        return phrase("Invitation {key} withdrawn", key=self.key)


@register
@dataclass(frozen=True, kw_only=True)
class TakeUpInvitation(AccessCommand):
    """Gives an account the role that an invitation offers, once; asked for by who brought it."""

    code = TAKEN_UP
    permission = Permission.PUBLIC
    key: str
    account: Name

    def authorise(self, actor: Actor) -> None:
        brought = actor.link == brought_by(self.journal, self.key) and actor.name == self.account
        if not (actor.trusted or brought):
            raise Refused(GONE, code="invitation.gone")

    def apply(self, work: Work) -> Row:
        row = find_invitation(self.journal, self.key)
        role = Role(row.role)
        if not work.facts.are_recorded:
            _must_still_stand(row, role, work.at)
        work.ledger.update(row, taken_by=self.account)
        _give(work, self.journal, self.account, role)
        return {"account": self.account, "role": str(role)}

    def sentence(self, answer: Row) -> str:
        return phrase(
            "{account} took up invitation {key}: {role}",
            account=self.account,
            key=self.key,
            role=ROLE_NAMES[Role(answer["role"])],
        )

    def check_undo(self, entry: JournalEntry) -> None:
        raise Refused(
            phrase("An invitation is taken up once. Take the role back instead."),
            code="invitation.used",
        )


GONE = phrase("This invitation has been used, withdrawn, or is too old. Ask for another.")


def brought_by(scope: str, key: str) -> str:
    """Returns the link of an actor who brought what proves this invitation."""
    return f"invitation:{scope}:{key}"


def find_invitation(scope: str, key: str) -> Invitation:
    """Returns an invitation that nobody has taken up; Refused where there is none."""
    row = Invitation.objects.filter(scope=scope, key=key, taken_by="").first()
    if row is None:
        raise Refused(GONE, code="invitation.gone")
    return row


def must_be_an_account(work: Work, name: str) -> None:
    """Raises Refused where no account has this name that can sign in; a replay asks nobody."""
    if work.facts.are_recorded or User.objects.filter(username=name, is_active=True).exists():
        return
    raise Refused(
        phrase("There is no account {name} that can sign in.", name=name),
        code="account.unknown",
        field="account",
    )


def must_be_a_new_name(name: str) -> None:
    """Raises Refused for a name that has rights here, or stands in a log, without an account.

    Events come from other machines with the names of their people: whoever was invited to one
    must not become the owner of another by choosing a name. An operator adds such an account.
    """
    if User.objects.filter(username__iexact=name).exists():
        return  # Adding the account refuses it.
    if (
        name.casefold() == CONSOLE.name
        or RoleHeld.objects.filter(account__iexact=name).exists()
        or roles_anywhere(User(username=name))
        or JournalEntry.objects.filter(actor__iexact=name).exists()
    ):
        raise Refused(
            phrase("The name {name} belongs to somebody here. Choose another one.", name=name),
            code="account.known",
            field="name",
        )


def _must_still_stand(row: Invitation, role: Role, at: datetime) -> None:
    """Raises Refused for an invitation that is too old, or whose maker may not give it any more."""
    maker = User.objects.filter(username=row.made_by).first()
    wanted = {needed_to_give(role), *ALLOWED[role]}
    if at > row.until or not all(account_may(maker, one, row.scope) for one in wanted):
        raise Refused(GONE, code="invitation.gone")


def _give(work: Work, scope: str, account: str, role: Role) -> None:
    if RoleHeld.objects.filter(scope=scope, account=account, role=role).exists():
        raise Refused(
            phrase(
                "{account} already has this role: {role}.", account=account, role=ROLE_NAMES[role]
            ),
            code="nothing_changed",
            field="account",
        )
    work.ledger.create(RoleHeld(scope=scope, account=account, role=role))
