"""Times on a page that are not those of its posts: registrations, changes, thanks."""

from collections.abc import Callable

import pytest

from extractor.forum.cues import is_note_class, tells_other_moment
from tests.unit.extractor.forum.boards import post_of, thread_of
from tests.unit.extractor.forum.engines import ENTRIES


@pytest.mark.parametrize(
    "label",
    [
        "З нами з:", "Зареєстрований:", "Registrován:", "Zaregistrovaný:", "Rejestracja:", "Pridružen:", "Tilmeldt:",
        "Medlem siden:", "Medlem sedan:", "Ble medlem:", "Liittynyt:", "Rekisteröitynyt:", "Csatlakozott:",
        "Membru din:", "Εγγραφή:", "הצטרף:", "تاريخ التسجيل:", "تاریخ عضویت:", "Ngày tham gia:", "เข้าร่วม:",
        "Bergabung:", "Kayıt tarihi:", "Lid geworden:", "Membro desde:", "Užsiregistravo:", "Регистриран на:",
        "가입일:",
        "Востаннє редагувалось", "Naposledy upravil", "Senast redigerad", "Muokattu", "Utoljára módosította",
        "Düzenlendi:", "Τελευταία επεξεργασία", "נערך לאחרונה", "آخر تعديل", "آخرین ویرایش", "Sửa lần cuối",
    ],
)  # fmt: skip
def test_labels_of_registrations_and_changes(label: str) -> None:
    assert tells_other_moment(label)


@pytest.mark.parametrize(
    ("name", "is_note"),
    [
        ("notice", True),
        ("post-lastedit", True),
        ("signature", True),
        ("sign", False),
        ("msg", False),
    ],
)
def test_classes_of_boxes_without_the_time_of_a_post(name: str, *, is_note: bool) -> None:
    assert is_note_class(name) is is_note


def test_times_in_a_note_below_a_lone_post_are_not_the_posts() -> None:
    card = '<div class="card"><a href="/member/oksana">oksana</a><p>З нами з: <b>Пон бер 05, 2018 19:31</b></p></div>'
    note = '<div class="notice">Подякували: <a href="/member/vasyl">vasyl</a> (Чет трав 14, 2020 09:01), '
    note += '<a href="/member/anna">anna</a> (Чет трав 14, 2020 10:01)</div>'
    body = f'<div class="content">{ENTRIES[0].body} {ENTRIES[1].body}</div>'
    head = '<div class="head"><span>Сер трав 13, 2020 14:07</span></div>'
    page = f'<div class="post">{head}<div class="inner">{card}<div class="words">{body}{note}</div></div></div>'
    (post,) = thread_of([page], "uk").posts
    assert (post.author, f"{post.published:%Y-%m-%d %H:%M}") == ("oksana", "2020-05-13 14:07")


def test_the_time_before_a_post_with_a_join_date_is_read() -> None:
    join = "<p>Tilmeldt: 2001-02-03 04:05</p>"
    posts = [
        post_of(entry.author, join + entry.body, f"{entry.when:%d %b %y, %H:%M}")
        for entry in ENTRIES
    ]
    assert [post.published.date() for post in thread_of(posts).posts if post.published] == [
        entry.when.date() for entry in ENTRIES
    ]


def test_the_number_of_a_post_beside_a_full_date_is_no_time() -> None:
    posts = [
        f'<div class="post" data-cid="11902770{index:02}">{post}</div>'
        for index, post in enumerate(
            post_of(entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M}") for entry in ENTRIES
        )
    ]
    found = thread_of(posts).posts
    assert [post.published and f"{post.published:%Y-%m-%d %H:%M}" for post in found] == [
        f"{entry.when:%Y-%m-%d %H:%M}" for entry in ENTRIES
    ]


def test_seconds_that_the_page_shows_as_a_date_stay() -> None:
    shown = [entry.when.replace(second=7) for entry in ENTRIES]
    posts = [
        f'<div class="post" data-made="{int(when.timestamp())}">'
        f"{post_of(entry.author, entry.body, f'{when:%Y-%m-%d %H:%M}')}</div>"
        for entry, when in zip(ENTRIES, shown, strict=True)
    ]
    assert all(post.published and post.published.second == 7 for post in thread_of(posts).posts)


def _plain(author: str, body: str, when: str) -> str:
    return f"<div><b>{author}</b> <i>{when}</i><p>{body}</p></div>"


def _row(author: str, body: str, when: str) -> str:
    return f"<table><tr><td><b>{author}</b></td><td><small>{when}</small><p>{body}</p></td></tr></table>"


@pytest.mark.parametrize("form", [post_of, _plain, _row])
@pytest.mark.parametrize("place", [0, 2, len(ENTRIES) - 1])
@pytest.mark.parametrize(
    "time",
    ["last Wednesday", "a while ago", "½ hour ago", "半小时前", "上周三", "вчера вечером", ""],
)
def test_a_post_whose_time_cannot_be_read_is_kept(
    form: Callable[[str, str, str], str], place: int, time: str
) -> None:
    times = [f"{entry.when:%Y-%m-%d %H:%M}" for entry in ENTRIES]
    times[place] = time
    posts = [
        form(entry.author, entry.body, when) for entry, when in zip(ENTRIES, times, strict=True)
    ]
    found = thread_of(posts).posts
    assert [(post.author, post.body) for post in found] == [
        (entry.author, entry.body) for entry in ENTRIES
    ]
    assert all(found[index].published for index in range(len(ENTRIES)) if index != place)


@pytest.mark.parametrize("time", ["半小时前", "发表于 两天前", "昨天", "yesterday", "½ hour ago"])
def test_a_relative_time_without_a_number_is_read(time: str) -> None:
    times = [f"{entry.when:%Y-%m-%d %H:%M}" for entry in ENTRIES[:-1]] + [time]
    posts = [
        _plain(entry.author, entry.body, when) for entry, when in zip(ENTRIES, times, strict=True)
    ]
    assert all(post.published for post in thread_of(posts).posts)


def test_an_advertisement_in_the_form_of_posts_has_no_name_and_no_time() -> None:
    posts = [_plain(entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M}") for entry in ENTRIES]
    posts.insert(2, "<div><p>Buy a new boiler today, and save more than you would think.</p></div>")
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


def _framed(author: str, body: str, when: str) -> str:
    return (
        f'<div class="post"><div class="author">{author}</div><div class="date">{when}</div>'
        f'<div class="body">{body}</div></div>'
    )


@pytest.mark.parametrize(
    ("author", "time"),
    [
        ("", "Sponsored"),
        ("", "广告"),
        ("Boilers Ltd", "广告"),
        ('<a href="/x">Advertisement</a>', ""),
        ("Anzeige", "Werbung"),
        ("Hirdetés", "&nbsp;"),
        ("", "-"),
    ],
)
def test_an_advertisement_in_the_frame_of_a_post_is_none(author: str, time: str) -> None:
    posts = [_framed(entry.author, entry.body, f"{entry.when:%Y-%m-%d %H:%M}") for entry in ENTRIES]
    words = "Buy a new boiler today, and save more than you would think."
    posts.insert(2, _framed(author, words, time))
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


def test_members_named_as_columns_keep_their_names() -> None:
    names = ["Date", "Subject", *(entry.author for entry in ENTRIES[2:])]
    posts = [
        _framed(
            f'<a href="/members/{index}">{name}</a>', entry.body, f"{entry.when:%Y-%m-%d %H:%M}"
        )
        for index, (name, entry) in enumerate(zip(names, ENTRIES, strict=True))
    ]
    assert [post.author for post in thread_of(posts).posts] == names
