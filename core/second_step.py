"""The second step of signing in: a code of an app, or one of the codes for when it is lost.

It is each account's own choice. The arithmetic and the tables are django-otp's, which also takes
no code twice and makes whoever guesses wait.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django_otp import match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from core.accounts import readable_words, refuse_on_a_spare
from core.log import Log

log = Log(__name__)
NAME = "app"
RECOVERY_CODES = 8


def has_second_step(user: User) -> bool:
    """Returns whether an account is asked for a code when it signs in."""
    return bool(TOTPDevice.objects.filter(user=user, confirmed=True).exists())


def second_steps() -> dict[str, tuple[str, list[str]]]:
    """Returns the secret of the app and the codes for when it is lost, by name of account."""
    apps = TOTPDevice.objects.filter(confirmed=True).order_by("pk")
    codes = StaticToken.objects.order_by("token").values_list("device__user__username", "token")
    found: dict[str, tuple[str, list[str]]] = {
        name: (key, []) for name, key in apps.values_list("user__username", "key")
    }
    for name, code in codes:
        if name in found:
            found[name][1].append(code)
    return found


def take_over_second_step(user: User, app: str, codes: list[str]) -> None:
    """Makes the second step of an account what it is on the machine that this one follows."""
    with transaction.atomic():
        known = TOTPDevice.objects.filter(user=user, confirmed=True, key=app)
        if not app or not known.exists():
            TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
        if not app:
            return
        TOTPDevice.objects.get_or_create(user=user, name=NAME, key=app, confirmed=True)
        _keep_codes(user, codes)


def begun(user: User) -> TOTPDevice | None:
    """Returns the app that an account is setting up and has not proved yet, None for none."""
    found: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=False).first()
    return found


def begin(user: User) -> None:
    """Makes the secret that an app is given; it counts once a code of the app was typed.

    Raises UserError on a spare.
    """
    refuse_on_a_spare()
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).delete()
        TOTPDevice.objects.create(user=user, name=NAME, confirmed=False)


def confirm(user: User, code: str) -> list[str]:
    """Has the second step asked for from now on, if the code is right.

    Returns the codes for when the app is lost, to be shown this once; none where it is wrong.
    Raises UserError on a spare.
    """
    refuse_on_a_spare()
    with transaction.atomic():
        waiting = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False)
        app = waiting.first()
        if app is None or not app.verify_token(_typed(code)):
            return []
        app.confirmed = True
        app.save()
        StaticDevice.objects.filter(user=user).delete()
        codes = [readable_words(3) for _ in range(RECOVERY_CODES)]
        _keep_codes(user, [_typed(one) for one in codes])
    log.info("accounts.second_step_on", account=user.get_username())
    return codes


def is_right(user: User, code: str) -> bool:
    """Returns whether this is a code of the account's app now, or one for when it is lost.

    A code is right once.
    """
    return match_token(user, _typed(code)) is not None


def take_off(user: User, *, by: str) -> None:
    """Has the account asked for its password only, and forgets the app and the codes.

    Raises UserError on a spare.
    """
    refuse_on_a_spare()
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
    log.info("accounts.second_step_off", account=user.get_username(), by=by)


def _keep_codes(user: User, codes: list[str]) -> None:
    box = StaticDevice.objects.create(user=user, name="recovery", confirmed=True)
    for one in codes:
        box.token_set.create(token=one)


def _typed(code: str) -> str:
    """Returns a code without what people put between its parts; 16 characters are kept of one."""
    return code.replace(" ", "").replace("-", "").lower()[:16]
