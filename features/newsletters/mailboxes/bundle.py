"""The mails of one visit as the bytes of a fetched list. Pure."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from features.newsletters.mailboxes.place import MailboxPlace, UidSpan, Unread

CONTENT_TYPE = "application/vnd.newsloom.mails+json"


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """Mails with their UIDs, as they were sent, the newest first; behind them, those that earlier
    visits had put off.

    ``unread`` is what was not read before the visit; all of it above the UID ``stop`` was looked
    at, and ``newest`` is the highest UID among these. ``put_off`` are the UIDs of those that this
    visit has left to later ones. ``arrived`` says by UID when a mail came, as the server says.
    """

    mails: Sequence[tuple[int, bytes]]
    unread: Unread
    stop: int = 0
    newest: int = 0
    put_off: Sequence[int] = ()
    arrived: Mapping[int, str] = field(default_factory=dict)

    def place(self, count: int | None = None) -> MailboxPlace:
        """Return how far the folder is read once so many of the mails are, or all."""
        if count is not None:
            left = [uid for uid, _mail in self.mails[count:]]
        else:
            left = []
        # Those that were put off before are asked for again one by one, and are in no span.
        late = [uid for uid in left if uid in self.unread.put_off]
        stop = left[0] if len(late) < len(left) else 0
        put_off = (*late, *self.put_off)
        return self.unread.after(max(stop, self.stop), self.newest, put_off)


def write_bundle(bundle: Bundle) -> bytes:
    """Return the bundle as bytes."""
    mails = [
        (uid, b64encode(mail).decode(), bundle.arrived.get(uid, "")) for uid, mail in bundle.mails
    ]
    left = bundle.unread
    return json.dumps(
        {
            "mails": mails,
            "validity": left.validity,
            "uid": left.uid,
            "spans": left.spans,
            "stop": bundle.stop,
            "newest": bundle.newest,
            "late": left.put_off,
            "put_off": bundle.put_off,
        }
    ).encode()


def read_bundle(body: bytes) -> Bundle:
    """Return the bundle of ``write_bundle``. Raises ValueError for other bytes."""
    try:
        given = json.loads(body)
        mails = tuple((int(uid), b64decode(mail, validate=True)) for uid, mail, _ in given["mails"])
        arrived = {int(uid): str(time) for uid, _, time in given["mails"] if time}
        spans = tuple(UidSpan(int(first), int(end)) for first, end in given["spans"])
        late, put_off = (tuple(map(int, given[name])) for name in ("late", "put_off"))
        left = Unread(
            validity=int(given["validity"]), uid=int(given["uid"]), spans=spans, put_off=late
        )
        stop, newest = int(given["stop"]), int(given["newest"])
        return Bundle(
            mails=mails, unread=left, stop=stop, newest=newest, put_off=put_off, arrived=arrived
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError("these bytes are no mails of a mailbox") from error
