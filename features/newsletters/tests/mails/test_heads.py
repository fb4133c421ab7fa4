"""Heads of mails as careless programs write them, and as hostile ones do."""

import sys
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from types import FrameType

import pytest

from features.newsletters.mails.mail import read_mail, sender_of
from features.newsletters.mails.text import text_of_mail
from features.newsletters.tests.mails.letters import STORY

SENT = datetime(2026, 3, 5, 9, tzinfo=UTC)
HEADLINE = "渡轮停航：杨喆与镕城港口的新时刻表"
"""With letters that GBK has and GB2312 lacks."""


def q(text: str, charset: str = "utf-8") -> str:
    """An encoded word in which every byte is coded."""
    return f"=?{charset}?Q?{''.join(f'={byte:02X}' for byte in text.encode(charset))}?="


def b(text: str, codec: str, label: str) -> str:
    return f"=?{label}?B?{b64encode(text.encode(codec)).decode()}?="


def head(**headers: str | bytes) -> bytes:
    """A mail with these headers and a text."""
    lines = [
        name.replace("_", "-").encode()
        + b": "
        + (each if isinstance(each, bytes) else each.encode())
        for name, each in headers.items()
    ]
    return b"\r\n".join([*lines, b"", STORY.encode()])


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        (f"{q('Marsh, Ellen')} <e@x.example>", "Marsh, Ellen"),
        (f"{q('desk@harbour')} <e@x.example>", "desk@harbour"),
        (f"{q('Ostvik (daily) <news>')} <e@x.example>", "Ostvik (daily) <news>"),
        ("=?utf-8?Q?Marsh, Ellen?= <e@x.example>", "Marsh, Ellen"),
        (f'"{q("港口周报")}" <e@x.example>', "港口周报"),
        ("Käthe Möller <e@x.example>", "Käthe Möller"),
        ("Marsh, Ellen <e@x.example>", "Marsh, Ellen"),
        (f"{q('Fähre')} {q('aktuell')} <e@x.example>", "Fähreaktuell"),
        ("e@x.example", "e@x.example"),
        ("Jan Smith [Harbour] <e@x.example>", "Jan Smith [Harbour]"),
        ("[Harbour] Jan Smith <e@x.example>", "[Harbour] Jan Smith"),
        ("The Harbour @ Noon <e@x.example>", "The Harbour @ Noon"),
        ("desk@harbour <e@x.example>", "desk@harbour"),
        ("Ostvik (daily) <E@x.example>", "Ostvik (daily)"),
        ("e@x.example, Bo Lind <bo@y.example>", "e@x.example, Bo Lind"),
        ("Ann Moor <E@x.example>, Bo Lind <bo@y.example>", "Ann Moor, Bo Lind"),
    ],
)
def test_addresses_are_parsed_before_words_are_decoded(sender: str, name: str) -> None:
    mail = read_mail(head(From=sender))
    assert (mail.sender, mail.address, mail.site) == (name, "e@x.example", "x.example")
    assert sender_of(head(From=sender)) == "e@x.example"


@pytest.mark.parametrize(
    ("subject", "read"),
    [
        (b(HEADLINE, "gbk", "gb2312"), HEADLINE),
        (b(HEADLINE, "gbk", "GB2312"), HEADLINE),
        (b(HEADLINE, "gbk", "x-gbk"), HEADLINE),
        (b("船の時刻表", "cp932", "x-sjis"), "船の時刻表"),
        ("=?utf-8*en?Q?Caf=C3=A9_hours?=", "Café hours"),
        ("=?utf-8*?Q?Caf=C3=A9_hours?=", "Café hours"),
        ("=?us-ascii?Q?Caf=C3=A9_hours?=", "Café hours"),
        ("=?iso-8859-1?Q?Caf=C3=A9_hours?=", "Café hours"),
        ("=?iso-8859-1?Q?Caf=E9_hours?=", "Café hours"),
        ("=?utf-8?Q?Caf=C3?= =?utf-8?Q?=A9_hours?=", "Café hours"),
        ("Fähre fällt aus", "Fähre fällt aus"),
        (f"Re: {q('Fähre')} (2): {q('neue Zeiten')}", "Re: Fähre (2): neue Zeiten"),
        ("=?none?Q?abc?= x", "abc x"),
        ("=?unknown-8bit?Q?Caf=C3=A9_hours?=", "Café hours"),
    ],
)
def test_subjects_are_read_whatever_their_labels_say(subject: str, read: str) -> None:
    assert read_mail(head(Subject=subject)).subject == read


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        (q("Ellen Marsh <e@x.example>"), "Ellen Marsh"),
        ("'Ellen Marsh' <e@x.example>", "Ellen Marsh"),
        ("Ellen Marsh e@x.example", "Ellen Marsh"),
        ("Ellen Marsh <<e@x.example>>", "Ellen Marsh"),
        ("Ellen O'Shea' <e@x.example>", "Ellen O'Shea'"),
    ],
)
def test_senders_as_careless_programs_write_them(sender: str, name: str) -> None:
    mail = read_mail(head(From=sender))
    assert (mail.sender, mail.address) == (name, "e@x.example")


@pytest.mark.parametrize("charset", ["gbk", "big5", "utf-8"])
def test_bytes_without_a_label_are_in_the_encoding_of_the_text(charset: str) -> None:
    title = "港口委員會公布新的時刻表"
    raw = head(
        From="港口週報".encode(charset) + b" <e@x.example>",
        Subject=title.encode(charset),
        Content_Type=f"text/plain; charset={charset}",
    )
    mail = read_mail(raw)
    assert (mail.subject, mail.sender) == (title, "港口週報")


@pytest.mark.parametrize(
    "date",
    [
        "Thu, 05 Mar 2026 10:00:00 CET",
        "Thu, 05 Mar 2026 10:00:00 MEZ",
        "Thu, 05 Mar 2026 11:00:00 EET (later)",
        "Thu, 05 Mar 2026 18:00:00 JST",
        "Thu, 05 Mar 2026 17:00:00 GMT+0800",
        "Thu, 05 Mar 2026 17:00:00 +0800 (CST)",
        "Thu, 05 Mar 2026 04:00:00 EST",
        "5 Mar 26 09:00",
        "Thu, 05 Mar 126 09:00:00 +0000",
        "2026-03-05T10:00:00+01:00",
    ],
)
def test_zones_may_be_names(date: str) -> None:
    assert read_mail(head(Date=date)).sent == SENT


def test_a_mail_without_a_usable_date_has_that_of_its_arrival() -> None:
    received = "from mx.example by imap.example with ESMTP id 7; Thu, 05 Mar 2026 10:00:00 +0100"
    assert read_mail(head(Received=received)).sent == SENT
    assert read_mail(head(Date="yesterday", Received=received)).sent == SENT
    assert read_mail(head(), "", "05-Mar-2026 10:00:00 +0100").sent == SENT
    assert read_mail(head(Received="odd"), "", " 5-Mar-2026 10:00:00 +0100").sent == SENT
    assert read_mail(head(), "", "odd").sent is None


@pytest.mark.parametrize("wrong", ["Thu, 01 Jan 1970 00:00:00 +0000", "7 Mar 2026 9:00 +0000"])
def test_a_mail_is_not_sent_before_there_were_any_nor_after_it_arrived(wrong: str) -> None:
    assert read_mail(head(Date=wrong), "", "05-Mar-2026 10:00:00 +0100").sent == SENT


def test_a_server_may_say_the_last_day_of_all_for_an_arrival() -> None:
    date = "Thu, 05 Mar 2026 10:00:00 +0100"
    assert read_mail(head(Date=date), "", "31-Dec-9999 20:00:00 +0000").sent == SENT


def test_issues_with_one_message_id_are_told_apart() -> None:
    same = {"Message_ID": "<newsletter@x.example>", "Date": "Thu, 05 Mar 2026 10:00:00 +0100"}
    first = read_mail(head(Subject="Issue 41", **same))
    second = read_mail(head(Subject="Issue 42", **same))
    again = read_mail(head(Received="by another; way", Subject="Issue 41", **same))
    assert first.url == second.url == "mid:newsletter@x.example"
    assert first.issue != second.issue
    assert first.issue == again.issue
    assert read_mail(head(Subject="Issue 41")).issue == ""


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "quoted semicolons": lambda n: b'Content-Type: text/plain; a="' + b";" * n + b'"\r\n\r\ntext',
    "escaped quotes": lambda n: b'Content-Type: text/plain; a="' + b'\\";' * n + b'"\r\n\r\ntext',
    "semicolons in a disposition": lambda n: (
        b'Content-Type: text/plain\r\nContent-Disposition: inline; a="'
        + b";" * n
        + b'"\r\n\r\ntext'
    ),
    "folded semicolons": lambda n: (
        b'Content-Type: text/plain; a="' + b"\r\n ;" * n + b'"\r\n\r\ntext'
    ),
    "many parameters": lambda n: b"Content-Type: text/plain" + b";a=b" * n + b"\r\n\r\ntext",
    "coded parameters": lambda n: (
        b"Content-Type: text/plain"
        + b"".join(b"; a*%d*=%%41" % i for i in range(n))
        + b"\r\n\r\ntext"
    ),
    "recipients": lambda n: b"To: " + b"a@b.c, " * n + b"\r\n\r\ntext",
    "brackets": lambda n: b"From: " + b"(" * n + b"\r\n\r\ntext",
    "words": lambda n: b"Subject: " + b"=?utf-8?q?x?= " * n + b"\r\n\r\ntext",
    "words without an end": lambda n: b"Subject: " + b"=?utf-8?q?x" * n + b"\r\n\r\ntext",
    "references": lambda n: b"References: " + b"<a@b> " * n + b"\r\n\r\ntext",
    "headers": lambda n: b"To: a@b.c\r\n" * n + b"\r\ntext",
    "bytes": lambda n: b"Subject: " + b"\xe4 " * n + b"\r\n\r\ntext",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_head_has_too_much_of_is_cut_before_it_is_read(name: str) -> None:
    """Each semicolon cost the standard library a look at all that were before it."""
    less, more = (_calls(HOSTILE[name](count)) for count in (50_000, 100_000))
    assert more - less <= 20_000
    assert text_of_mail(read_mail(HOSTILE[name](10_000)), SENT).endswith("text")


def _calls(raw: bytes) -> int:
    """Return how many functions are called while a mail is read."""
    count = 0

    def note(_frame: FrameType, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        read_mail(raw)
        sender_of(raw)
    finally:
        sys.setprofile(None)
    return count
