"""Seal the secrets of a source (the values of its headers, its proxy, the passwords that its
channel needs), so that jobs in the queue do not reveal them.

A worker needs no database, so a job carries the headers. The values are encrypted and authenticated
with AES-256-GCM (NIST SP 800-38D), under a key that is derived from the secret key (HKDF, RFC
5869). Each value is bound to the host of its source and to its name: whoever can write jobs cannot
have a worker send it to another host.
"""

import base64
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from storage.errors import Refused

PROXY = "proxy address"
"""The name under which a source's proxy is sealed; no header can have it."""
OF_CHANNEL = "field of its channel: {}"
"""The same of a password that its channel needs, with the name of its field."""
_MARK = "sealed:"
_NONCE_BYTES = 12


class HeaderSeal:
    """Seals and opens header values.

    ``secret`` returns the secret key, and ``former`` those that were used before it and still open
    what they sealed; neither is called before the first value.
    """

    def __init__(
        self, secret: Callable[[], str], former: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._secret = secret
        self._former = former

    def seal(self, headers: Mapping[str, str], host: str) -> dict[str, str]:
        """Return the headers of the source on ``host`` with sealed values."""
        return {name: self._seal(value, _bound_to(name, host)) for name, value in headers.items()}

    def open(self, headers: Mapping[str, str], host: str) -> dict[str, str]:
        """Return the headers with their values.

        Values that are not sealed, as in a trial, stay as they are.

        Raises Refused for a value that was sealed with another key, for another host or under
        another name.
        """
        return {name: self._open(name, value, host) for name, value in headers.items()}

    def seal_one(self, name: str, value: str, host: str) -> str:
        """Return a value of the source on ``host`` sealed under a name; "" stays."""
        if value:
            return self._seal(value, _bound_to(name, host))
        return ""

    def open_one(self, name: str, value: str, host: str) -> str:
        """Return the value of ``seal_one``. Raises Refused as ``open``."""
        if value:
            return self._open(name, value, host)
        return ""

    def _seal(self, value: str, bound_to: bytes) -> str:
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._ciphers[0].encrypt(nonce, value.encode(), bound_to)
        return _MARK + base64.urlsafe_b64encode(nonce + sealed).decode()

    def _open(self, name: str, value: str, host: str) -> str:
        if not value.startswith(_MARK):
            return value
        # No bytes: sealed with none of the keys.
        with suppress(ValueError):
            sealed = base64.urlsafe_b64decode(value.removeprefix(_MARK))
            nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
            for cipher in self._ciphers:
                with suppress(InvalidTag):
                    return cipher.decrypt(nonce, text, _bound_to(name, host)).decode()
        raise Refused(
            "the job",
            f"its header {name} cannot be decrypted; give schedulers and workers the same "
            "NEWSLOOM_SECRET_KEY",
        )

    @cached_property
    def _ciphers(self) -> list[AESGCM]:
        """The ciphers of all keys, that which seals first."""
        return [_cipher(key) for key in (self._secret(), *self._former())]


def _cipher(secret: str) -> AESGCM:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"newsloom.headers")
    return AESGCM(derived.derive(secret.encode()))


def _bound_to(name: str, host: str) -> bytes:
    return f"{host}\n{name}".encode()
