"""Folders outside of the program: which can hold copies."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from core.errors import UserError
from core.outside_folders import check_folder


def test_a_folder_beside_the_program_is_refused_where_the_event_would_cover_it(
    settings: Any,
) -> None:
    program = Path(settings.BASE_DIR).resolve()
    with pytest.raises(UserError, match="belongs to Wallchart itself"):
        check_folder(program.parent, program.name)


def test_a_folder_that_can_only_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = Mock(side_effect=PermissionError(errno.EACCES, "denied"))
    monkeypatch.setattr("tempfile.TemporaryFile", closed)
    with pytest.raises(UserError, match="writing there is not permitted") as refused:
        check_folder(tmp_path, "spring")
    assert refused.value.field == "folder"
