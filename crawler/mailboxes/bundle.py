"""The mails of one visit as the bytes of a fetched list. Pure."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass

CONTENT_TYPE = "application/vnd.newsloom.mails+json"


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """Mails as they were sent, the newest first.

    ``last`` is the number of the mail from which on older ones are not read yet, 0 if there are
    none. ``first`` and ``reached`` are those of the ``storage.mailboxes.Folder`` with these.
    """

    mails: Sequence[bytes]
    last: int = 0
    first: int = 0
    reached: str = ""


def write_bundle(bundle: Bundle) -> bytes:
    """Return the bundle as bytes."""
    mails = [b64encode(mail).decode() for mail in bundle.mails]
    return json.dumps({**asdict(bundle), "mails": mails}).encode()


def read_bundle(body: bytes) -> Bundle:
    """Return the bundle of ``write_bundle``. Raises ValueError for other bytes."""
    try:
        given = json.loads(body)
        mails = tuple(b64decode(mail, validate=True) for mail in given["mails"])
        return Bundle(
            mails=mails,
            last=int(given["last"]),
            first=int(given["first"]),
            reached=str(given["reached"]),
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("these bytes are no mails of a mailbox") from error
