"""Tokens and second steps in a backup: back with the times that they had, and as good as before."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from api.models import Token
from core.backup import tables
from core.second_step import begin, begun, confirm, is_right
from tests.contract_calls import answer

pytestmark = pytest.mark.django_db


def rows() -> dict[str, list[Any]]:
    models = tables.kept_models()
    return {model._meta.label_lower: list(tables.rows_of(model)) for model in models}


def test_tokens_and_second_steps_come_back_as_they_were(tmp_path: Path) -> None:
    user = get_user_model().objects.create_user("ann", password="correct horse")
    Token.objects.create(digest="d" * 128, user=user, name="tablet", permissions=["enter"])
    begin(user)
    app = begun(user)
    assert app is not None
    (code, *_) = confirm(user, f"{TOTP(app.bin_key).token():06}")
    long_ago = timezone.now() - timedelta(days=3)
    Token.objects.update(created=long_ago)
    TOTPDevice.objects.update(created_at=long_ago)
    before, file = rows(), tmp_path / "kept.backup"
    answer("backup", file)
    answer("restore", file, "--force")
    assert rows() == before
    assert is_right(user, code)
