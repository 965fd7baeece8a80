"""Messages are signed as the Standard Webhooks specification has it."""

from __future__ import annotations

import base64
import hashlib
import hmac

from tournaments.webhooks.sending.signing import new_secret, signed_headers


def test_the_example_of_the_specification_has_its_signature() -> None:
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    headers = signed_headers("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body, [secret])
    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_two_secrets_give_two_signatures_each_right_by_itself() -> None:
    secrets = [new_secret(), new_secret()]
    signature = signed_headers("msg_1", 5, b"{}", secrets)["webhook-signature"]
    for secret, signed in zip(secrets, signature.split(), strict=True):
        key = base64.b64decode(secret[len("whsec_") :])
        digest = hmac.new(key, b"msg_1.5.{}", hashlib.sha256).digest()
        assert signed == "v1," + base64.b64encode(digest).decode()


def test_a_secret_has_256_bits_and_no_two_are_alike() -> None:
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert {len(base64.b64decode(secret.removeprefix("whsec_"))) for secret in secrets} == {32}
