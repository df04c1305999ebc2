"""Objects in S3, or in a store that speaks its language. Keys, region and endpoint are the usual variables (`AWS_...`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, NotFoundError
from obstore.store import S3Store

from service.operation.backup.objects import BackupAway, ObjectExists, ObjectMissing
from service.system.settings import BadSetting

TIMEOUT, CONNECT_TIMEOUT = "20s", "3s"
RETRIES = 1
"""The library's own; those of `create_once` come on top."""


class S3Objects:
    """See `Objects`. `create` relies on `If-None-Match: *`, which the store has to honour."""

    def __init__(self, bucket_and_prefix: str) -> None:
        self.place = f"s3://{bucket_and_prefix}"
        bucket, _, prefix = bucket_and_prefix.strip("/").partition("/")
        try:
            self._store = S3Store(
                bucket,
                prefix=prefix or None,
                client_options={"timeout": TIMEOUT, "connect_timeout": CONNECT_TIMEOUT, "allow_http": True},
                retry_config={"max_retries": RETRIES, "retry_timeout": timedelta(seconds=30)},
            )
        except (BaseError, ValueError) as error:
            raise BadSetting(f"KRONIKA_BACKUP cannot be used: {_first_line(error)}") from error

    def create(self, name: str, data: bytes) -> None:
        with self._explaining(name):
            obstore.put(self._store, name, data, mode="create", use_multipart=False)

    def replace(self, name: str, data: bytes) -> None:
        with self._explaining(name):
            obstore.put(self._store, name, data, use_multipart=False)

    def get(self, name: str) -> bytes:
        with self._explaining(name):
            return bytes(obstore.get(self._store, name).bytes())

    def names(self, prefix: str = "") -> list[str]:
        """S3 lists folders; the rest of the prefix is compared here."""
        folder = prefix.rpartition("/")[0] or None
        with self._explaining(prefix):
            found = [one["path"] for page in obstore.list(self._store, folder) for one in page]
        return sorted(name for name in found if name.startswith(prefix))

    def delete(self, name: str) -> None:
        with self._explaining(name):
            obstore.delete(self._store, name)

    @contextmanager
    def _explaining(self, name: str) -> Iterator[None]:
        try:
            yield
        except AlreadyExistsError:
            raise ObjectExists(f"{self.place} has an object {name} already.") from None
        except (NotFoundError, FileNotFoundError):
            raise ObjectMissing(name) from None
        except (BaseError, OSError) as error:
            raise BackupAway(f"The back-up {self.place} cannot be used: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    """The libraries' messages go on for pages."""
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
