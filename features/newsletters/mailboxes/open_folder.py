"""An open folder of a mailbox: the heads of its mails, and the mails.

One mail that a server cannot deliver must not keep the others away. It is passed over as long as
the server delivers others: one that delivers nothing, beyond a limit of the provider perhaps, may
do so later.
"""

import imaplib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from features.newsletters.mailboxes.place import UidSpan
from features.newsletters.mails.mail import sender_of

MAX_MAIL_BYTES = 1_000_000
"""Bytes of a mail that are read: texts come before attachments, and mail programs show 100 KB."""
HEADS_TOGETHER = 100
"""How many heads one command asks for."""
_MAX_OTHERS = 5
"""How many other mails are tried before a server counts as one that delivers none."""
_MAX_EMPTY = 20
"""How many answers without a head may follow each other. One is about a hundred mails that somebody
may have deleted meanwhile; a server may count mails that it does not have.
"""
_FACTS = "(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (FROM)])"
_HEAD = re.compile(rb"^(\d{1,10}) \(")
_UID = re.compile(rb"\bUID (\d{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d{1,18})\b")
_ARRIVED = re.compile(rb"\bINTERNALDATE \"([^\"]{1,40})\"")
_MAX_NUMBER = 2**32 - 1
"""The highest number of a mail (RFC 3501, 9)."""


@dataclass(frozen=True, kw_only=True)
class Head:
    """A mail before it is read: its number from the oldest, its UID, size in bytes and sender.

    If ``is_refused``, the server does not deliver the head; size and sender are not known.
    """

    number: int
    uid: int
    size: int = 0
    sender: str = ""
    is_refused: bool = False


class Delivered(NamedTuple):
    """The first bytes of a mail, b"" if it is gone by now, and when it arrived, as the server says;
    "" if it does not.
    """

    raw: bytes
    arrived: str = ""


class OpenFolder:
    """A folder that was opened on a connection. The methods raise ``imaplib.IMAP4.error`` and
    OSError if the server or the line is at fault.
    """

    def __init__(self, client: imaplib.IMAP4, count: int) -> None:
        """``count`` is how many mails the folder has."""
        self._client = client
        self._count = count
        self._refused: set[int] = set()

    def unread_heads(self, spans: Sequence[UidSpan]) -> Iterator[Sequence[Head]]:
        """Yield the heads of the mails in spans, the newest first, those together that one answer
        brings.
        """
        newest, empty = self._count, 0
        for span in spans:
            newest = self._number_below(span.end, newest)
            for last in range(newest, 0, -HEADS_TOGETHER):
                first = max(last - HEADS_TOGETHER + 1, 1)
                heads = self._heads(first, last)
                empty = 0 if heads else empty + 1
                if empty > _MAX_EMPTY:
                    raise imaplib.IMAP4.error("the server counts mails that it does not have")
                yield [each for each in heads if span.first <= each.uid < span.end]
                newest = next((each.number for each in heads if each.uid < span.first), first - 1)
                if newest >= first:
                    break

    def head_of(self, uid: int) -> Head | None:
        """Return the head of a mail, None if it is gone by now."""
        number = self._number_below(uid + 1, self._count)
        heads = self._heads(number, number) if number else []
        return next((each for each in heads if each.uid == uid), None)

    def delivers_others(self, uids: Iterable[int], delivered: Iterable[int], skip: int) -> bool:
        """Return whether the server delivers a mail that is none of these: one that it has
        delivered before, or else the newest, the oldest, and so on, but for so many that are
        skipped.
        """
        numbers = {self._number_below(uid + 1, self._count) for uid in uids}
        known = (self._number_below(uid + 1, self._count) for uid in delivered)
        ends = chain.from_iterable((self._count - n, n + 1) for n in range(self._count // 2 + 1))
        others = (each for each in chain(known, ends) if each and each not in numbers)
        return self._delivers_one(islice(others, skip, None))

    def mail(self, head: Head) -> Delivered | None:
        """Return a mail, None if it is refused."""
        if head.number in self._refused:
            return None
        what = f"(INTERNALDATE BODY.PEEK[]<0.{MAX_MAIL_BYTES}>)"
        try:
            answer = self._client.uid("FETCH", str(head.uid), what)
            return next((_delivered(*each) for each in _answers(answer)), Delivered(b""))
        except self._client.abort:
            raise
        except self._client.error as refusal:
            # What came before a refusal would else count as the answer to the next question.
            self._client.response("FETCH")
            self._pass_over([head.number], refusal)
            return None

    def _heads(self, first: int, last: int) -> list[Head]:
        """Return the heads of the mails from one number to another, the newest first."""
        try:
            return _read_heads(self._client.fetch(f"{first}:{last}", _FACTS))
        except self._client.abort:
            raise
        except self._client.error as refusal:
            came = _read_heads(("OK", self._client.response("FETCH")[1]))
            return self._heads_but_refused(first, last, came, refusal)

    def _heads_but_refused(
        self, first: int, last: int, came: list[Head], refusal: imaplib.IMAP4.error
    ) -> list[Head]:
        """Return the heads from one number to another of which a server refuses some; ``came`` are
        those that it has sent.

        Some servers leave out what they refuse, some stop there, and some send nothing. None is
        asked twice for a mail that it has refused: Dovecot then hangs up.
        """
        if not came and first < last:
            middle = (first + last) // 2
            return [*self._heads(middle + 1, last), *self._heads(first, middle)]
        numbers = {each.number for each in came}
        missing = [number for number in range(first, last + 1) if number not in numbers]
        has_stopped = not came or (bool(missing) and missing[0] > came[0].number)
        refused = missing[:1] if has_stopped else missing
        rest = missing[len(refused) :]
        self._pass_over(refused, refusal)
        heads = [Head(number=each, uid=self._uid_of(each), is_refused=True) for each in refused]
        if rest:
            newer = self._heads(rest[0], rest[-1])
        else:
            newer = []
        return sorted([*newer, *heads, *came], key=lambda each: -each.number)

    def _pass_over(self, numbers: Sequence[int], refusal: imaplib.IMAP4.error) -> None:
        """Take note that mails are refused. Raise the refusal if the server delivers no other."""
        self._refused.update(numbers)
        others = (each for each in range(self._count, 0, -1) if each not in self._refused)
        if not self._delivers_one(others):
            raise refusal

    def _delivers_one(self, numbers: Iterable[int]) -> bool:
        return any(map(self._delivers, islice(numbers, _MAX_OTHERS)))

    def _delivers(self, number: int) -> bool:
        try:
            status, _ = self._client.fetch(str(number), "(BODY.PEEK[]<0.1>)")
        except self._client.abort:
            raise
        except self._client.error:
            status = "BAD"
        self._client.response("FETCH")
        if status != "OK":
            self._refused.add(number)
        return status == "OK"

    def _number_below(self, uid: int, count: int) -> int:
        """Return the number of the newest of ``count`` mails with a UID below one, 0 if none
        has.
        """
        if not count or self._uid_of(count) < uid:
            return count
        least, most = 0, count - 1
        while least < most:
            # Numbers ascend with UIDs (RFC 3501), so a few questions find the place in a large
            # folder.
            middle = (least + most + 1) // 2
            if self._uid_of(middle) < uid:
                least = middle
            else:
                most = middle - 1
        return least

    def _uid_of(self, number: int) -> int:
        status, parts = self._client.fetch(str(number), "(UID)")
        said = parts[0] if status == "OK" and parts else b""
        found = _UID.search(said) if isinstance(said, bytes) else None
        if found is None:
            raise imaplib.IMAP4.error("the server does not tell the UID of a mail")
        return int(found[1])


def _read_heads(answer: tuple[str, Sequence[Any]]) -> list[Head]:
    """Return the heads in an answer, the newest first."""
    heads = (_head(facts, head) for facts, head in _answers(answer))
    return sorted(filter(None, heads), key=lambda each: -each.number)


def _head(facts: bytes, head: bytes) -> Head | None:
    number, uid, size = _HEAD.match(facts), _UID.search(facts), _SIZE.search(facts)
    if not (number and uid):
        return None
    return Head(
        number=int(number[1]),
        uid=int(uid[1]),
        size=int(size[1]) if size else MAX_MAIL_BYTES,
        sender=sender_of(head),
    )


def _delivered(facts: bytes, raw: bytes) -> Delivered:
    arrived = _ARRIVED.search(facts)
    # A server may send more than it was asked for.
    return Delivered(raw[:MAX_MAIL_BYTES], arrived[1].decode("ascii", "ignore") if arrived else "")


def _answers(answer: tuple[str, Sequence[Any]]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the facts and the bytes of each mail in an answer to FETCH.

    Facts may stand before and after the bytes. A server may also send answers without bytes, about
    other mails; these are left out.
    """
    status, parts = answer
    if status != "OK":
        raise imaplib.IMAP4.error(whole(parts[0] if parts else b""))
    for place, part in enumerate(parts):
        if isinstance(part, tuple):
            if place + 1 < len(parts):
                after = parts[place + 1]
            else:
                after = b""
            yield part[0] + (after if isinstance(after, bytes) else b""), part[1]


def number_of(answer: object) -> int:
    """Return a number that a server tells, 0 for none. Raises ``imaplib.IMAP4.error`` for what is
    no number of IMAP.
    """
    said = whole(answer if answer is not None else b"0")
    # Longer ones are not even read: a server may send a megabyte of digits.
    if re.fullmatch(r"\d{1,10}", said, re.ASCII):
        number = int(said)
    else:
        number = _MAX_NUMBER + 1
    if number > _MAX_NUMBER:
        raise imaplib.IMAP4.error(f"the server tells {said[:20]!r} for a number")
    return number


def whole(answer: object) -> str:
    """Return what a server says, as text."""
    if isinstance(answer, BaseException):
        answer = answer.args[0] if answer.args else ""
    if isinstance(answer, bytes):
        return answer.decode("utf-8", "replace")
    return str(answer)
