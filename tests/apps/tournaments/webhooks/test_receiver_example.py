"""What the documentation tells receivers to do is right, and its example is a message."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from api.addresses import ROOT as API
from tests.processes import ROOT
from tournaments.webhooks.queries import messages
from tournaments.webhooks.sending.signing import new_secret, signed_headers
from tournaments.webhooks.wording import kind_word

PAGE = (ROOT / "docs/api/webhooks.md").read_text(encoding="utf-8")
BODY = b'{"id": "msg_1"}'
SENT = 1_777_718_467


def example() -> Any:
    """Return the function of the page, as somebody has it who copied it."""
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(code, names)
    return names["is_genuine"]


def test_the_function_of_the_page_takes_what_is_sent_and_during_a_change_of_secrets() -> None:
    old, new = new_secret(), new_secret()
    headers = signed_headers("msg_1", SENT, BODY, [new, old])
    assert example()(headers, BODY, old, now=SENT + 299)
    assert example()(headers, BODY, new, now=SENT)


@pytest.mark.parametrize(
    ("header", "body", "later"),
    [
        ({}, b'{"id": "msg_2"}', 0),
        ({"webhook-id": "msg_2"}, BODY, 0),
        ({"webhook-timestamp": str(SENT + 1)}, BODY, 0),
        ({"webhook-timestamp": "soon"}, BODY, 0),
        ({"webhook-signature": "v1,AAAA"}, BODY, 0),
        ({"webhook-signature": ""}, BODY, 0),
        ({}, BODY, 301),
        ({}, BODY, -301),
    ],
)
def test_the_function_of_the_page_refuses_everything_else(
    header: dict[str, str], body: bytes, later: int
) -> None:
    secret = new_secret()
    headers = signed_headers("msg_1", SENT, BODY, [secret]) | header
    assert not example()(headers, body, secret, now=SENT + later)


def test_the_function_of_the_page_refuses_another_secret() -> None:
    headers = signed_headers("msg_1", SENT, BODY, [new_secret()])
    assert not example()(headers, BODY, new_secret(), now=SENT)


def test_the_page_names_every_type_of_message_and_no_other() -> None:
    said = {value for name, value in vars(messages).items() if re.fullmatch(r"[A-Z][A-Z_]*", name)}
    kinds = said - {API}
    rows = re.findall(r"^\| (`.*?) \|", PAGE, flags=re.MULTILINE)
    named = {kind for row in rows for kind in re.findall(r"`([a-z.]+)`", row)}
    assert named - {"type"} == kinds
    assert not [kind for kind in kinds if kind_word(kind) == kind], "the desk has words for each"


def test_the_message_of_the_page_is_json() -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)
    assert json.loads(shown)["type"] == messages.RESULT_ENTERED
