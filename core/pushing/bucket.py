"""Sending into a bucket that speaks S3 (minio's client)."""

from __future__ import annotations

import mimetypes
from pathlib import Path

import certifi
import urllib3
from minio import Minio
from minio.error import MinioException, S3Error

from core.phrases import phrase
from core.pushing.places import Place
from core.pushing.refused import NotSent, not_sent

_SAID = {
    "AccessDenied": phrase("the access key may not write there"),
    "InvalidAccessKeyId": phrase("it does not know the access key"),
    "SignatureDoesNotMatch": phrase("the secret key is wrong"),
    "NoSuchBucket": phrase("there is no such bucket"),
    "RequestTimeTooSkewed": phrase("the clock of this computer is wrong"),
}
_TEXT = {".css": "text/css", ".html": "text/html; charset=utf-8", ".json": "application/json"}


def opened_bucket(place: Place, secret: str, *, timeout: float) -> BucketSender:
    """Returns the way to a bucket; nothing is asked yet."""
    pool = urllib3.PoolManager(
        timeout=urllib3.Timeout(connect=timeout, read=timeout),
        retries=urllib3.Retry(total=1, backoff_factor=0.2),
        cert_reqs="CERT_REQUIRED",
        ca_certs=certifi.where(),
    )
    address = f"{place.host}:{place.port}" if place.port else place.host
    client = Minio(
        address,
        access_key=place.user,
        secret_key=secret,
        secure=not place.is_plain,
        region=place.region or None,
        http_client=pool,
    )
    return BucketSender(place, client)


class BucketSender:
    """Sends into a bucket: an object is replaced whole."""

    def __init__(self, place: Place, client: Minio) -> None:
        self._place, self._client = place, client

    def put(self, folder: Path, names: tuple[str, ...]) -> None:
        for name in names:
            kind = _TEXT.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
            try:
                self._client.fput_object(
                    self._place.bucket,
                    self._named(name),
                    str(folder / name),
                    content_type=kind or "application/octet-stream",
                )
            except (MinioException, urllib3.exceptions.HTTPError) as failure:
                raise self._not_sent(failure) from failure

    def remove(self, folder: Path, names: tuple[str, ...]) -> None:
        for name in names:
            try:
                self._client.remove_object(self._place.bucket, self._named(name))
            except (MinioException, urllib3.exceptions.HTTPError) as failure:
                raise self._not_sent(failure) from failure

    def _named(self, name: str) -> str:
        return f"{self._place.folder}/{name}" if self._place.folder else name

    def _not_sent(self, failure: Exception) -> NotSent:
        if isinstance(failure, S3Error):
            return not_sent(self._place, _SAID.get(failure.code or "", failure.code))
        if isinstance(failure, urllib3.exceptions.HTTPError):
            return not_sent(self._place, phrase("it does not answer"))
        return not_sent(self._place, type(failure).__name__)
