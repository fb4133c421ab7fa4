"""How far a folder of a mailbox is read, by the UIDs of its mails (RFC 3501, 2.3.1.1). Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

_MAX_GAPS = 8
"""More would make addresses of lists long. Of more, the oldest become one, and some mails are read
twice.
"""
MAX_PUT_OFF = 16
"""More would make addresses of lists long, and each costs a log-in at every visit."""
_NEVER = 2**32
"""No UID is as high: they have 32 bits."""
_NUMBER = r"\d{1,15}"
_PLACE = re.compile(
    rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER}-{_NUMBER}(?:,{_NUMBER}-{_NUMBER})*))?"
    rf"(?:!({_NUMBER}(?:,{_NUMBER})*))?",
    re.ASCII,
)


class UidSpan(NamedTuple):
    """UIDs from ``first`` up to ``end``, which is not among them."""

    first: int
    end: int


@dataclass(frozen=True, kw_only=True)
class MailboxPlace:
    """Mails with a UID below ``uid`` are read, but for those in ``gaps`` (ascending) and those
    ``put_off``, while ``validity`` is the same. A ``validity`` of 0 holds for one run alone: the
    server names none.

    ``put_off`` are the UIDs of mails at which the server hung up, in the order in which they are
    asked for again, after all others.
    """

    validity: int
    uid: int
    gaps: tuple[UidSpan, ...] = ()
    put_off: tuple[int, ...] = ()

    def __str__(self) -> str:
        gaps = ",".join(f"{each.first}-{each.end}" for each in self.gaps)
        put_off = ",".join(map(str, self.put_off))
        return (
            f"{self.validity}:{self.uid}"
            + (f":{gaps}" if gaps else "")
            + (f"!{put_off}" if put_off else "")
        )


def read_place(text: str) -> MailboxPlace | None:
    """Return the place of its text, None for what is none."""
    found = _PLACE.fullmatch(text)
    if not found:
        return None
    spans = (each.split("-") for each in (found[3] or "").split(",") if each)
    gaps = tuple(UidSpan(int(first), int(end)) for first, end in spans)
    put_off = tuple(int(each) for each in (found[4] or "").split(",") if each)
    return MailboxPlace(validity=int(found[1]), uid=int(found[2]), gaps=gaps, put_off=put_off)


@dataclass(frozen=True, kw_only=True)
class Unread:
    """The mails that are not read yet: ``spans``, the newest first, and those that are ``put_off``
    as in a place. ``uid`` is the least that no mail has yet, 0 if the server does not say.
    """

    validity: int
    uid: int
    spans: tuple[UidSpan, ...]
    put_off: tuple[int, ...] = ()

    def below(self, stop: int) -> list[UidSpan]:
        """Return what is left of the spans once all mails above the UID ``stop`` are read."""
        return [UidSpan(first, min(end, stop + 1)) for first, end in self.spans if first <= stop]

    def after(self, stop: int, newest: int = 0, put_off: Sequence[int] = ()) -> MailboxPlace:
        """Return how far the folder is read once all mails above the UID ``stop`` are, but for
        those that are ``put_off`` now; ``newest`` is the highest that was seen.
        """
        # Without the number of the server, mails are read from the highest that is known on.
        uid = self.uid or max(newest + 1, *(each.first for each in self.spans))
        gaps = _bounded(sorted(self.below(stop)))
        return MailboxPlace(validity=self.validity, uid=uid, gaps=gaps, put_off=tuple(put_off))


def unread(known: MailboxPlace | None, validity: int, uid: int) -> Unread:
    """Return what is not read of a folder with this UIDVALIDITY and UIDNEXT, 0 if not told."""
    # With another UIDVALIDITY the server has numbered its mails anew (RFC 3501).
    is_known = known is not None and known.validity == validity
    place = known if known and is_known else MailboxPlace(validity=validity, uid=1)
    spans = [UidSpan(place.uid, uid or _NEVER), *reversed(place.gaps)]
    return Unread(
        validity=validity,
        uid=uid,
        spans=tuple(each for each in spans if each.first < each.end),
        put_off=place.put_off,
    )


def _bounded(gaps: Sequence[UidSpan]) -> tuple[UidSpan, ...]:
    """Return ascending gaps, those that touch and the oldest of too many joined."""
    joined: list[UidSpan] = []
    for each in gaps:
        if joined and each.first <= joined[-1].end:
            joined[-1] = UidSpan(joined[-1].first, max(joined[-1].end, each.end))
        else:
            joined.append(each)
    # What lies between gaps that are joined is read again, which costs time and loses nothing.
    oldest = joined[: max(len(joined) - _MAX_GAPS + 1, 1)]
    if joined:
        return (UidSpan(oldest[0].first, oldest[-1].end), *joined[len(oldest) :])
    return ()
