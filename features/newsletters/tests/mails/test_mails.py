"""Mails as values: what is read of honest ones, and that hostile ones break nothing."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractor.lists.patterns import Patterns
from extractor.results import Article, Hints, Kind, Rejection, RejectionReason
from extractor.short_posts import carried_article
from features.newsletters.mails.links import links_of_mail
from features.newsletters.mails.mail import read_mail, sender_of
from features.newsletters.mails.text import text_of_mail
from features.newsletters.tests.mails.letters import RECIPIENT, SECOND, STORY, html_of, letter

NOW = datetime(2026, 3, 6, tzinfo=UTC)


def text(raw: bytes) -> str:
    return text_of_mail(read_mail(raw), NOW)


def links(raw: bytes, *patterns: str) -> list[tuple[str, str]]:
    found = links_of_mail(read_mail(raw), Patterns(patterns))
    return [(each.url, each.title) for each in found.links]


def test_the_head_names_sender_subject_time_and_address() -> None:
    mail = read_mail(letter(html_of(STORY)))
    assert mail.url == "mid:issue-41@mail.harbour.example"
    assert (mail.subject, mail.sender) == ("A new ferry for Harbourtown", "Harbour Weekly")
    assert (mail.address, mail.site) == ("news@harbour.example", "harbour.example")
    assert mail.sent == datetime(2026, 3, 5, 9, tzinfo=UTC)
    assert mail.recipients == (RECIPIENT,)


def test_encoded_words_are_read_whatever_their_label() -> None:
    raw = (
        b"Subject: =?utf-8?B?5riv5Y+j5Lyg6Zey?=\r\n"
        b"From: =?gb2312?Q?=D0=C2=CE=C5?= <a@b.example>\r\n\r\nx"
    )
    assert (read_mail(raw).subject, read_mail(raw).sender) == ("港口传闲", "新闻")
    odd = read_mail(b"Subject: =?x-none?Q?abc?=\r\n\r\nx")
    assert odd.subject == "abc"


@pytest.mark.parametrize(
    "message_id",
    [
        "",
        "no-at-sign",
        "<with space@x.example>",
        f"<bounce+{RECIPIENT.replace('@', '=')}@x.example>",
    ],
)
def test_a_mail_without_a_usable_id_gets_one_of_its_own(message_id: str) -> None:
    raw = letter(html_of(STORY), message_id="") if not message_id else None
    raw = raw or letter(html_of(STORY), message_id="").replace(
        b"Subject:", f"Message-ID: {message_id}\nSubject:".encode(), 1
    )
    url = read_mail(raw).url
    assert url.endswith("@mail.invalid")
    assert "reader" not in url
    assert read_mail(raw).url == url
    assert read_mail(raw + b"more").url != url


def test_the_text_is_what_the_letter_says_without_the_subscription() -> None:
    found = text(letter(html_of(STORY, SECOND)))
    assert STORY in found
    assert SECOND in found
    for gone in ("Unsubscribe", "browser", RECIPIENT, "preferences", "color"):
        assert gone not in found


def test_a_letter_of_many_short_items_is_kept_whole() -> None:
    items = [f"Item {number}: the port counts {number * 7} boats today." for number in range(60)]
    found = text(letter(html_of(*items)))
    assert all(item in found for item in items)


def test_a_notice_in_the_middle_of_a_letter_stays() -> None:
    lines = [f"{STORY} ({number})" for number in range(40)]
    lines[15] = "You can unsubscribe from the ferry’s alerts at the pier."
    assert lines[15] in text(letter(html_of(*lines)))


def test_the_plain_text_stands_in_for_missing_html() -> None:
    plain = f"{STORY}\n\n{SECOND}\n\nTo unsubscribe, write to us.\n{RECIPIENT}\n"
    assert text(letter(plain=plain)) == f"{STORY}\n{SECOND}"
    assert text(letter("<html><body></body></html>", plain)) == f"{STORY}\n{SECOND}"


def test_addresses_that_show_who_reads_are_left_out() -> None:
    plain = (
        f"{STORY}\nRead on: https://click.example.com/c/1?r=XYZ\n<https://click.example.com/XYZ>\n"
        f"全文见 https://click.example.com/c/2?r=XYZ。\nWrite to anna.reader%40example.net\n"
        "Not you, me@box.example?"
    )
    mail = read_mail(letter(plain=plain, subject=f"Ferry news for {RECIPIENT}"), "Me@box.example")
    assert text_of_mail(mail, NOW) == f"{STORY}\nRead on:\n全文见 。"
    assert mail.subject == "Ferry news for"
    linked = f'<a href="https://click.example.com/XYZ">https://click.example.com/XYZ</a> {SECOND}'
    assert "XYZ" not in text(letter(html_of(STORY, linked)))
    assert SECOND in text(letter(html_of(STORY, linked)))


@pytest.mark.parametrize("sign", ["@", "=", "=40"])
def test_no_address_of_a_mail_names_the_user_of_the_mailbox(sign: str) -> None:
    raw = letter(html_of(STORY), message_id=f"<b+me{sign}box.example@x.example>")
    assert "box.example" not in read_mail(raw, "me@box.example").url


def test_chinese_notices_are_left_out() -> None:
    story = (
        "港口委员会决定开通新的渡轮航线，每二十分钟一班，从旧码头出发。大桥将于三月起封闭维修两年。"
    )
    found = text(letter(html_of(story, "如果不想再收到，请点击退订", "在浏览器中查看此邮件")))
    assert story in found
    assert "退订" not in found
    assert "浏览器" not in found


@pytest.mark.parametrize("charset", ["x-unknown", "us-ascii", "utf-16", "iso-2022-jp", "hex"])
def test_a_wrong_charset_costs_no_text(charset: str) -> None:
    raw = letter(html_of(STORY)).replace(b'charset="utf-8"', f'charset="{charset}"'.encode())
    assert charset.encode() in raw
    assert STORY in text(raw)


def test_an_attachment_is_no_text() -> None:
    raw = (
        b"Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n"
        b"Content-Type: text/html\r\nContent-Disposition: attachment; filename=a.html\r\n\r\n"
        b"<p>attached</p>\r\n--B\r\nContent-Type: text/plain\r\n\r\nThe letter.\r\n--B--\r\n"
    )
    assert text(raw) == "The letter."


def test_a_mail_that_was_cut_keeps_what_came_before() -> None:
    raw = letter(html_of(STORY), STORY)
    assert STORY in text(raw[: raw.index(b"text/html")])


def test_a_document_is_an_article_under_the_subject() -> None:
    hints = Hints(collected=NOW, title="A new ferry", author="Harbour Weekly", content="Soon.")
    found = carried_article("mid:a@b.example", hints)
    assert isinstance(found, Article)
    assert (found.kind, found.title, found.content) == (Kind.ARTICLE, "A new ferry", "Soon.")
    untitled = carried_article("mid:a@b.example", Hints(collected=NOW, content="Soon."))
    assert isinstance(untitled, Article)
    assert untitled.title == "Soon."
    empty = carried_article("mid:a@b.example", Hints(collected=NOW))
    assert isinstance(empty, Rejection)
    assert empty.reason is RejectionReason.EMPTY


LINKED = html_of(
    '<a href="https://click.example.com/c/1?r=XYZ">A new ferry for Harbourtown</a>',
    '<a href="https://click.example.com/c/2?r=XYZ">Read more</a>',
    '<a href="https://harbour.example/2026/bridge-closes">The bridge closes in March</a>',
    '<a href="https://harbour.example/2026/bridge-closes">Continue reading</a>',
    '<a href="mailto:tips@harbour.example">Write to the editors of the letter</a>',
    '<a href="https://social.example/sharer.php?u=x">Tell your friends of this letter</a>',
    '<a href="https://harbour.example/">Harbour Weekly on the web</a>',
    '<a href="https://harbour.example/tag/ferry/x">All there is about the ferry</a>',
    '<a href="/relative/path/of-an-article">A link that leads nowhere</a>',
)


def test_links_to_articles_are_found_by_their_words() -> None:
    assert links(letter(LINKED)) == [
        ("https://click.example.com/c/1?r=XYZ", "A new ferry for Harbourtown"),
        ("https://click.example.com/c/2?r=XYZ", ""),
        ("https://harbour.example/2026/bridge-closes", "The bridge closes in March"),
    ]


def test_patterns_choose_the_links_but_never_those_of_the_subscription() -> None:
    assert links(letter(LINKED), "click.example.com") == [
        ("https://click.example.com/c/1?r=XYZ", "A new ferry for Harbourtown"),
        ("https://click.example.com/c/2?r=XYZ", ""),
    ]


def test_links_have_the_time_of_the_mail_as_a_hint() -> None:
    [first, *_] = links_of_mail(read_mail(letter(LINKED)), Patterns(())).links
    assert first.published == datetime(2026, 3, 5, 9, tzinfo=UTC)


HOSTILE = {
    "nothing": b"",
    "no head": b"\r\n\r\n\r\n",
    "no colon": b"this is no header\r\n\r\ntext",
    "nested": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
        for n in range(5000)
    ),
    "nested mails": b"Content-Type: message/rfc822\r\n\r\n" * 5000,
    "many lines in nested parts": b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(150)
    )
    + b"\n" * 500_000,
    "long header": b"From: " + b"a@b.example, " * 100_000 + b"\r\n\r\ntext",
    "nested comments": b"".join(
        name + b": " + b"(" * 1999 + b"\r\n" for name in (b"From", b"To", b"Cc")
    )
    + b"\r\nThe letter.",
    "long subject": b"Subject: " + b"=?utf-8?q?x?= " * 100_000 + b"\r\n\r\ntext",
    "base64 rubbish": b"Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    + b"@@@==A=!" * 50_000,
    "uuencode rubbish": b"Content-Type: text/plain\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\n"
    b"begin 644 x\r\n!!!!!!!\r\n",
    "odd date": b"Date: Thu, 99 Foo 99999 25:61:61 +9999\r\n\r\ntext",
    "odd charset": b"Content-Type: text/html; charset*0*=%%%; charset*1=\xff\r\n\r\n<p>x",
    "nulls": b"Subject: a\x00b\r\nContent-Type: text/html\r\n\r\n<p>\x00\x00text",
    "deep markup": b"Content-Type: text/html\r\n\r\n" + b"<div><table><tr><td>" * 60_000,
    "many links": b"Content-Type: text/html\r\n\r\n"
    + b'<a href="https://x.example/a">one two three four' * 8_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mails_break_nothing(name: str) -> None:
    mail = read_mail(HOSTILE[name])
    assert mail.url.startswith("mid:")
    assert "\0" not in mail.subject + text_of_mail(mail, NOW)
    assert len(links_of_mail(mail, Patterns(())).links) <= 200
    assert isinstance(sender_of(HOSTILE[name]), str)


def test_a_head_that_cannot_be_read_costs_no_text() -> None:
    assert text(HOSTILE["nested comments"]) == "The letter."


def test_a_mail_of_too_many_parts_has_no_text() -> None:
    assert text(HOSTILE["nested"]) == ""


@settings(max_examples=150, deadline=None)
@given(
    start=st.integers(0, 3000),
    cut=st.integers(0, 400),
    inserted=st.binary(max_size=60),
)
def test_damaged_mails_raise_no_error(start: int, cut: int, inserted: bytes) -> None:
    raw = letter(html_of(STORY), STORY)
    damaged = raw[:start] + inserted + raw[start + cut :]
    mail = read_mail(damaged)
    text_of_mail(mail, NOW)
    links_of_mail(mail, Patterns(()))


@settings(max_examples=150, deadline=None)
@given(raw=st.binary(max_size=400), name=st.sampled_from(["From", "Date", "Subject", "Message-ID"]))
def test_any_header_raises_no_error(raw: bytes, name: str) -> None:
    mail = read_mail(name.encode() + b": " + raw + b"\r\n\r\ntext")
    assert mail.sent is None or mail.sent.tzinfo
    assert mail.url.isascii()
