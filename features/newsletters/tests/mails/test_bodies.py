"""Bodies of mails in several parts, and text without markup."""

import textwrap
from base64 import b64encode
from datetime import UTC, datetime

import pytest

from features.newsletters.mails.mail import read_mail
from features.newsletters.mails.text import text_of_mail
from features.newsletters.tests.mails.letters import SECOND, STORY, html_of

NOW = datetime(2026, 3, 6, tzinfo=UTC)
THIRD = "The museum on the hill keeps its doors open until ten on the last Friday of each month."
ZH = (
    "港口委员会决定开通新的渡轮航线，每二十分钟一班，从旧码头出发。大桥将于三月起封闭维修两年。"
    "居民早就要求开通渡轮，因为去年夏天桥墩上发现了裂缝，而港务长说新船已经在路上了。"
)
HTML = "Content-Type: text/html; charset=utf-8"
PLAIN = "Content-Type: text/plain; charset=utf-8"
PICTURE = (
    "Content-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64",
    "iVBORw0KGgo=",
)

Part = tuple[str, str]


def parts(kind: str, *each: Part, mark: str = "m1") -> Part:
    """A part of parts: its head, and its body."""
    body = "".join(f"--{mark}\r\n{head}\r\n\r\n{text}\r\n" for head, text in each)
    return f'Content-Type: multipart/{kind}; boundary="{mark}"', f"{body}--{mark}--\r\n"


def text(part: Part) -> str:
    """What is kept of a mail that is this part."""
    head, body = part
    raw = f"From: Harbour Weekly <news@harbour.example>\r\n{head}\r\n\r\n{body}".encode()
    return text_of_mail(read_mail(raw), NOW)


def p(words: str) -> str:
    return f"<p>{words}</p>"


def test_all_parts_of_a_letter_that_pictures_divide_are_read() -> None:
    """As Apple's program sends them."""
    html = parts("mixed", (HTML, p(STORY)), PICTURE, (HTML, p(SECOND)), PICTURE, (HTML, p(THIRD)))
    assert text(html).split("\n") == [STORY, SECOND, THIRD]
    plain = parts("mixed", (PLAIN, STORY), PICTURE, (PLAIN, SECOND))
    assert text(plain).split("\n") == [STORY, SECOND]
    both = parts("mixed", (HTML, p(STORY)), PICTURE, (PLAIN, f"1 < 2 & {SECOND}"))
    assert text(both).split("\n") == [STORY, f"1 < 2 & {SECOND}"]


def test_of_alternatives_one_is_read_with_all_its_parts() -> None:
    related = parts(
        "related",
        parts("mixed", (HTML, p(STORY)), PICTURE, (HTML, p(SECOND)), mark="m3"),
        mark="m2",
    )
    either = parts("alternative", (PLAIN, "In short: a ferry."), related)
    assert text(either).split("\n") == [STORY, SECOND]
    footed = parts(
        "mixed", parts("alternative", (PLAIN, STORY), (HTML, p(STORY)), mark="m2"), (PLAIN, SECOND)
    )
    assert text(footed).split("\n") == [STORY, SECOND]


def test_a_forwarded_letter_is_read_with_the_words_above_it() -> None:
    inner = f"From: a@b.example\r\n{HTML}\r\n\r\n{p(SECOND)}"
    forwarded = parts(
        "mixed",
        (PLAIN, STORY),
        ("Content-Type: message/rfc822\r\nContent-Disposition: attachment", inner),
    )
    assert text(forwarded).split("\n") == [STORY, SECOND]
    digest = parts(
        "digest",
        ("X-Number: 1", f"Subject: one\r\n\r\n{STORY}"),
        ("X-Number: 2", f"Subject: two\r\n\r\n{SECOND}"),
    )
    assert text(digest).split("\n") == [STORY, SECOND]


@pytest.mark.parametrize(
    "how", ["Content-Disposition: attachment", "Content-Disposition: inline; filename=list.txt"]
)
def test_files_are_no_text_beside_a_letter(how: str) -> None:
    file = (f"{PLAIN}; name=list.txt\r\n{how}", "PRICE LIST")
    assert text(parts("mixed", file, (HTML, p(STORY)), file)) == STORY


def test_a_letter_that_bears_the_name_of_a_file_is_read() -> None:
    assert text(parts("mixed", (f"{HTML}; name=letter.html", p(STORY)))) == STORY


def test_boundaries_may_be_coded_or_begin_alike() -> None:
    coded = (
        "Content-Type: multipart/mixed; boundary*0=m; boundary*1=1",
        parts("mixed", (HTML, p(STORY)))[1],
    )
    assert text(coded) == STORY
    alike = parts("mixed", parts("mixed", (HTML, p(STORY)), mark="m12"), (HTML, p(SECOND)))
    assert text(alike).split("\n") == [STORY, SECOND]


def wrapped(words: str, width: int = 70, end: str = "\r\n") -> str:
    return end.join(textwrap.wrap(words, width))


def test_flowed_text_is_whole_again() -> None:
    kind = f"{PLAIN}; format=flowed"
    first, second = wrapped(STORY, end=" \r\n"), wrapped(SECOND, 60, end=" \r\n")
    assert text((kind, f"{first}\r\n\r\n{second}\r\n")).split("\n") == [STORY, SECOND]
    quote = wrapped(STORY, end=" \r\n> ")
    quoted = f"> {quote}\r\n{second}\r\n-- \r\nAnn"
    assert text((kind, quoted)).split("\n") == [f"> {STORY}", SECOND, "--", "Ann"]
    stuffed = f" {STORY}\r\n >{SECOND}"
    assert text((kind, stuffed)).split("\n") == [STORY, f">{SECOND}"]


@pytest.mark.parametrize(
    "kind", ["format=flowed; delsp=yes", "FORMAT=Flowed; DelSp=YES", "format=flowed"]
)
def test_flowed_chinese_has_no_blanks_where_lines_were_broken(kind: str) -> None:
    flowed = " \r\n".join(ZH[start : start + 30] for start in range(0, len(ZH), 30))
    assert text((f"{PLAIN}; {kind}", flowed)) == ZH


@pytest.mark.parametrize("width", [60, 65, 72, 78, 95])
def test_text_that_was_wrapped_by_hand_is_whole_again(width: int) -> None:
    lines = "\r\n\r\n".join(wrapped(each, width) for each in (STORY, SECOND, THIRD))
    assert text((PLAIN, lines)).split("\n") == [STORY, SECOND, THIRD]


@pytest.mark.parametrize("width", [30, 34, 38])
def test_chinese_that_was_wrapped_by_hand_is_whole_again(width: int) -> None:
    lines = "\r\n".join(ZH[start : start + width] for start in range(0, len(ZH), width))
    assert text((PLAIN, f"{lines}\r\n\r\n港务长的信\r\n")).split("\n") == [ZH, "港务长的信"]


def test_lines_that_nobody_wrapped_stay() -> None:
    lists = "The ferries of the week:\r\n- to the north quay\r\n- to the old pier\r\nAnn Moor\r\nHarbour"
    assert text((PLAIN, lists)).split("\n") == lists.split("\r\n")
    items = f"{wrapped(STORY)}\r\n1. the pier\r\n2. the quay\r\n* the bridge, of which nobody says when it opens\r\n"
    assert text((PLAIN, items)).split("\n") == [
        STORY, "1. the pier", "2. the quay", "* the bridge, of which nobody says when it opens"
    ]  # fmt: skip
    whole = f"{STORY}\r\n{SECOND}"
    assert text((PLAIN, whole)).split("\n") == [STORY, SECOND]


@pytest.mark.parametrize(
    "line",
    [
        "The ministry wants an unsubscribe button on every contract page by spring.",
        "Readers who want to unsubscribe from flood alerts must call the council, it said.",
        "US regulators fined the shop because its customers could not opt out of the advertisements.",
        "部长表示，各网站今后必须在首页提供退订按钮，否则将面临最高一百万元的罚款，新规自三月起施行。",
        "The bank will let you manage your email alerts from May, it said on Friday, after many complaints of its customers.",
        "Our readers unsubscribe from the printed letter in great numbers, and the paper may close its office in June.",
        "If you want to unsubscribe from the union, you must write to it before June, the court said on Friday.",
        "Wenn Sie einen Vertrag abbestellen, muss die Bank das künftig noch am gleichen Tag bestätigen, so das Gericht.",
        "法院周五表示，如果您要取消订阅有线电视，运营商必须在三天之内退还剩余的费用，新规自六月起施行。",
        "Wer einen Vertrag abbestellen will, muss künftig nur noch einen Knopf drücken, so das Ministerium.",
    ],
)
def test_news_about_subscriptions_stay_wherever_they_are(line: str) -> None:
    assert line in text((HTML, html_of(line, STORY))).split("\n")
    assert line in text((HTML, html_of(STORY, line))).split("\n")
    assert line in text((PLAIN, f"{line}\r\n\r\n{STORY}")).split("\n")


@pytest.mark.parametrize(
    "line",
    [
        "Unsubscribe",
        "Unsubscribe | Manage preferences | Privacy policy | View in browser",
        "You are receiving this email because you signed up on the website of the harbour office.",
        "If you no longer want to get these letters, click here to unsubscribe from the list.",
        "Stop receiving these emails",
        "查看网页版",
        "如果您不想再收到我们的邮件，请点击这里退订，我们会在两天之内把您的地址从名单中删除。",
        "Sie möchten diesen Newsletter nicht mehr erhalten? Dann können Sie ihn hier abbestellen.",
        "Vous recevez cette lettre parce que vous êtes inscrit. Se désabonner",
        "Você pode cancelar sua inscrição a qualquer momento.",
    ],
)
def test_what_a_letter_says_of_its_subscription_is_left_out(line: str) -> None:
    found = text((HTML, html_of(STORY, SECOND, line))).split("\n")
    assert line not in found
    assert STORY in found


def test_a_mail_of_very_many_parts_is_read_as_far_as_it_may_have_parts() -> None:
    many = parts("mixed", *[(PLAIN, f"Part {number}.") for number in range(500)])
    assert text(many).startswith("Part 0.\nPart 1.\n")
    assert 150 < text(many).count("Part") <= 200
    nested: Part = (HTML, p(STORY))
    for depth in range(60):
        nested = parts("mixed", (PLAIN, SECOND), nested, mark=f"n{depth}x")
    assert STORY not in text(nested)
    assert SECOND in text(nested)


@pytest.mark.parametrize(
    "hidden",
    [
        "style='display: none !important'",
        "style='visibility:hidden'",
        "style='opacity:0'",
        "style='max-height:0px;overflow:hidden'",
        "style='font-size:1px;color:#fff'",
        "style='position:absolute;left:-9999px'",
        "hidden",
        "class=preheader",
    ],
)
def test_what_no_reader_sees_is_no_text_of_a_short_letter(hidden: str) -> None:
    sheet = "<style>.preheader { display: none }</style>"
    assert text((HTML, f"{sheet}<div {hidden}>{SECOND}</div>{p('A short one.')}")) == "A short one."


@pytest.mark.parametrize("style", ["margin-left:-300px", "padding-top:-100px", "opacity:0.9"])
def test_a_box_that_is_only_moved_is_seen(style: str) -> None:
    assert text((HTML, f"<div style='position:absolute;left:50%;{style}'>{STORY}</div>")) == STORY


@pytest.mark.parametrize("size", ["font-size:13px", "FONT-SIZE: 13px", "font: 13px/1.5 Arial"])
def test_a_box_without_a_size_shows_what_has_one(size: str) -> None:
    box = f"<td style='font-size:0px'><p style='{size}'>{STORY}</p></td>"
    assert text((HTML, f"<table><tr>{box}</tr></table>")) == STORY


def test_signs_that_only_take_room_are_no_text() -> None:
    filler = "&#847;&zwnj;&nbsp;" * 9
    family = "A family 👩\u200d👧 reads می\u200cخواهم."
    assert text((HTML, f"<div>{STORY} {filler}</div>{p(family)}")).split("\n") == [STORY, family]


@pytest.mark.parametrize("name", ["BASE64 ", '"base64"', "base64 (of MIME)"])
def test_the_name_of_an_encoding_in_any_form(name: str) -> None:
    coded = b64encode(p(STORY).encode()).decode()
    assert text((f"{HTML}\r\nContent-Transfer-Encoding: {name}", coded)) == STORY


@pytest.mark.parametrize("kind", ["application/xhtml+xml", "text/markdown"])
def test_other_types_of_text(kind: str) -> None:
    written = p(STORY) if "html" in kind else STORY
    assert text((f"Content-Type: {kind}; charset=utf-8", written)) == STORY
