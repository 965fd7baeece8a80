"""The accounts of this installation: who signs in, and as what.

An account belongs to no event, so its changes are not commands; each is a line of the program's own
log, with who made it. A password is kept in its hash alone: it is returned once, to be handed on.
"""

from __future__ import annotations

import secrets
from enum import StrEnum

from axes.utils import reset
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Lower

from core.errors import UserError
from core.log import Log
from core.models import Machine
from core.phrases import phrase
from core.signing_out import sign_out_everywhere

log = Log(__name__)

# No letters or digits that a person reading from a screen takes for one another.
_SYLLABLES = [first + vowel for first in "bdfghjkmnprstvz" for vowel in "aeiou"]


class AccountKind(StrEnum):
    """What an account is in this installation; the value is the word that people see."""

    OPERATOR = "operator"
    DIRECTOR = "director"
    MEMBER = "member"


def kind_of(user: User) -> AccountKind:
    """Returns what an account is, whether or not it can sign in just now."""
    if user.is_superuser:
        return AccountKind.OPERATOR
    return AccountKind.DIRECTOR if user.is_staff else AccountKind.MEMBER


def all_accounts() -> list[User]:
    """Returns every account by name, those that were shut out last."""
    return list(User.objects.order_by("-is_active", Lower("username")))


def where_changed() -> str:
    """Returns the sentence that says where accounts are changed, empty where that is here.

    What is changed on a machine that follows another one would be lost.
    """
    machine = Machine.objects.filter(role=Machine.Role.FOLLOWS).first()
    if machine is None:
        return ""
    return phrase("This machine follows {peer}: change accounts there.", peer=machine.peer)


def refuse_on_a_spare() -> None:
    """Raises UserError on a machine that follows another."""
    said = where_changed()
    if said:
        raise UserError(said, code="account.spare")


def readable_password() -> str:
    """Returns a password to read aloud and type: four groups of letters, 49 bits of chance."""
    return readable_words(4)


def readable_words(count: int, number: int | None = None) -> str:
    """Returns so many groups of two syllables, each of 12 bits: by chance, or of a large number."""
    left = secrets.randbits(256) if number is None else number
    words = []
    for _ in range(count):
        left, first = divmod(left, len(_SYLLABLES))
        left, second = divmod(left, len(_SYLLABLES))
        words.append(_SYLLABLES[first] + _SYLLABLES[second])
    return "-".join(words)


def add_account(name: str, kind: AccountKind, *, by: str) -> tuple[User, str]:
    """Adds an account and returns it with its password, which is kept nowhere.

    Raises UserError (field `name`) where a name is taken, in whatever case, or on a spare.
    """
    password = readable_password()
    return add_account_with(name, kind, password, by=by), password


def add_account_with(name: str, kind: AccountKind, password: str, *, by: str) -> User:
    """Adds an account with a password that somebody chose, and returns it.

    Raises UserError (field `name`) where a name is taken, in whatever case, or on a spare.
    """
    refuse_on_a_spare()
    if same_name := User.objects.filter(username__iexact=name).first():
        raise UserError(
            phrase("An account {username} already exists.", username=same_name.username),
            code="account.taken",
            field="name",
        )
    account = User(username=name)
    _take_kind(account, kind)
    account.set_password(password)
    account.save()
    log.info("accounts.added", account=name, kind=str(kind), by=by)
    return account


def give_kind(account: User, kind: AccountKind, *, by: str) -> None:
    """Has an account be this from now on.

    Raises UserError for the last operator, and on a spare.
    """
    refuse_on_a_spare()
    with transaction.atomic():
        _keep_an_operator(account, goes=kind != AccountKind.OPERATOR)
        _take_kind(account, kind)
        account.save(update_fields=("is_staff", "is_superuser"))
    log.info("accounts.kind_given", account=account.username, kind=str(kind), by=by)


def shut_out(account: User, *, by: str) -> None:
    """Keeps an account from signing in, and signs it out.

    Nothing is removed: what it did stays in the logs under its name. Raises UserError for the last
    operator, and on a spare.
    """
    refuse_on_a_spare()
    with transaction.atomic():
        _keep_an_operator(account, goes=True)
        account.is_active = False
        account.save(update_fields=("is_active",))
    log.info("accounts.shut_out", account=account.username, by=by)
    sign_out_everywhere(account, by=by)


def let_in(account: User, *, by: str) -> None:
    """Lets an account sign in again. Raises UserError on a spare."""
    refuse_on_a_spare()
    account.is_active = True
    account.save(update_fields=("is_active",))
    log.info("accounts.let_in", account=account.username, by=by)


def new_password(account: User, *, by: str) -> str:
    """Gives an account a new password and returns it; whoever is signed in with the old one is out.

    An account that was locked after wrong passwords can sign in again at once. Raises UserError on
    a spare.
    """
    refuse_on_a_spare()
    password = readable_password()
    account.set_password(password)
    account.save(update_fields=("password",))
    reset(username=account.username)
    log.info("accounts.password_made", account=account.username, by=by)
    sign_out_everywhere(account, by=by)
    return password


def _take_kind(account: User, kind: AccountKind) -> None:
    account.is_superuser = kind == AccountKind.OPERATOR
    account.is_staff = kind != AccountKind.MEMBER


def _keep_an_operator(account: User, *, goes: bool) -> None:
    """Raises UserError where nobody would be left who runs this installation."""
    operators = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
    left = [one.pk for one in operators if one.pk != account.pk]
    if goes and account.is_superuser and not left:
        raise UserError(
            phrase(
                "{username} is the only operator; make another account an operator first.",
                username=account.username,
            ),
            code="account.last_operator",
        )
