"""Two machines in one: the test's own is the one that is followed, asked without a network."""

from __future__ import annotations

from typing import Any

from core.following import serving, spares
from core.following.asking import Main, NotTaken
from core.following.machine import this_machine
from core.following.sealing import NotSealed, read_secret
from core.models import Machine


class Here(Main):
    """The machine of the test itself, asked without a network."""

    def _sent(self, body: bytes, timeout: float) -> bytes:
        assert timeout
        try:
            return serving.answer_to(self.ident, body)
        except NotSealed as refused:
            raise NotTaken("unknown", code="follow.unknown") from refused


def a_main() -> Here:
    _, secret = spares.add_spare("laptop", by="boss")
    read = read_secret(secret)
    assert read is not None
    return Here("http://main/", *read)


def follows(**more: Any) -> Machine:
    machine = this_machine()
    Machine.objects.update(role="follows", peer="main", **more)
    machine.refresh_from_db()
    return machine
