"""What forums write around the words of a post, and quotes that no class names."""

import pytest

from extractor.forum.cues import is_name
from extractor.forum.notes import (
    head_of_mail,
    is_action,
    is_caption,
    is_edit_note,
    is_invitation,
    is_sent_from,
    is_stub,
)
from tests.unit.extractor import samples
from tests.unit.extractor.forum.boards import all_posts, post_of, thread_of
from tests.unit.extractor.forum.engines import ENTRIES, TITLE


@pytest.mark.parametrize(
    "note",
    [
        "Dieser Beitrag wurde 2 mal editiert, zum letzten Mal von anna: 05.03.2024 10:20.",
        "التعديل الأخير تم بواسطة سالم ; 05-03-2024 الساعة 10:21 PM",
        "แก้ไขข้อความเมื่อ 5 มีนาคม 2567",
        "« Last Edit: 03/05/24 at 10:20:55 by anna »",
        "[ Voor 8% gewijzigd door anna op 05-03-2024 10:20 ]",
        "[ Bericht 8% gewijzigd door anna op 05-03-2024 10:20 ]",
        "< Bu mesaj anna tarafından değiştirildi -- 5 Mart 2024; 10:20 >",
        "Naposledy upravil anna (2024-03-05 10:20)",
        "ההודעה נערכה לאחרונה ב-05.03.24 בשעה 10:20",
        "Viimeksi muokannut anna (5.3.2024 10:20)",
    ],
)
def test_edit_notes_of_many_languages(note: str) -> None:
    assert is_edit_note(note)
    posts = all_posts()
    posts[2] = post_of("pavel", f"{ENTRIES[2].body}<p>{note}</p>", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == ENTRIES[2].body


@pytest.mark.parametrize(
    "line", ["הגב להודעה | ערוך | לראש הדף", "Odpovědět Citovat Nahlásit", "پاسخ | نقل قول"]
)
def test_links_below_posts_in_more_languages(line: str) -> None:
    assert is_action(line)


@pytest.mark.parametrize(
    "line", ["Upravil jsem dva řádky", "Gewijzigd door de wind", "My last edit broke it"]
)
def test_no_edit_note_without_a_time(line: str) -> None:
    assert not is_edit_note(line)


def test_votes_differ_in_their_numbers_only() -> None:
    posts = [
        post_of(entry.author, f"{entry.body}<p>{n} hearts</p>", f"{entry.when:%Y-%m-%d %H:%M}")
        for n, entry in enumerate(ENTRIES)
    ]
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]
    assert [is_action(line) for line in ("12评论(6)", "추천6", "6 pumps")] == [True, True, False]


def test_the_head_of_a_mail_is_not_part_of_a_post() -> None:
    head = "发信人: pavel (阿坡), 信区: Boiler<br>标&nbsp; 题: Re: 锅炉<br>"
    posts = all_posts()
    posts[2] = post_of("pavel", head + ENTRIES[2].body, "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == ENTRIES[2].body
    assert head_of_mail(["From: my window", "I hear it"]) == 0


def test_a_blockquote_of_all_posts_is_their_text_and_may_hold_quotes() -> None:
    posts = [
        post.replace('<div class="text">', '<blockquote class="restore">') for post in all_posts()
    ]
    posts = [post.replace("</div></div>", "</blockquote></div>") for post in posts]
    posts[3] = posts[3].replace(
        '"restore">', '"restore"><div class="quote">It hums every night.</div>'
    )
    thread = thread_of(posts)
    assert [post.body for post in thread.posts] == [entry.body for entry in ENTRIES]
    assert thread.posts[3].quoted == "It hums every night."


def test_an_advertisement_in_the_place_of_an_author_is_not_a_post() -> None:
    posts = all_posts()
    posts.insert(2, post_of("Publicité", "", "2024-03-03 07:00"))
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


def test_names_with_their_host_and_names_after_a_label() -> None:
    posts = [post.replace("</a>", "<small></small>@pump.example</a>") for post in all_posts()]
    assert [post.author for post in thread_of(posts).posts] == [
        f"{entry.author}@pump.example" for entry in ENTRIES
    ]
    labelled = [
        f'<div class="post"><i>Untitled</i> <span>Name</span> <b>{entry.author}</b> <i>{entry.when:%Y-%m-%d %H:%M}</i>'
        f'<div class="text">{entry.body}</div></div>'
        for entry in ENTRIES
    ]
    assert [post.author for post in thread_of(labelled).posts] == [
        entry.author for entry in ENTRIES
    ]


def test_a_badge_and_a_file_are_not_authors() -> None:
    posts = [
        post.replace("<a class", "<b>Best answer</b> <b>pump.jpg</b> <a class", 1)
        for post in all_posts()
    ]
    assert [post.author for post in thread_of(posts).posts] == [entry.author for entry in ENTRIES]


@pytest.mark.parametrize("links", ["ReplyQuoteReport", "Responder Citar Denunciar"])
def test_links_in_one_line_below_a_post_are_not_words(links: str) -> None:
    posts = all_posts()
    posts[2] = post_of("pavel", f"{ENTRIES[2].body}<p>{links}</p>", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == ENTRIES[2].body


@pytest.mark.parametrize(
    "line",
    [
        "Code:",
        "Code: Select all",
        "Kod: Zaznacz cały",
        "复制代码",
        "+ 点击展开 ...",
        "Click to expand...",
        "Spoiler: show",
    ],
)
def test_captions_of_code_and_boxes(line: str) -> None:
    assert is_caption(line)
    posts = all_posts()
    posts[2] = post_of(
        "pavel", f"Set the valve:<p>{line}</p><pre>open = 2</pre>", "2024-03-05 10:10"
    )
    assert thread_of(posts).posts[2].body == "Set the valve:\nopen = 2"


@pytest.mark.parametrize(
    "line", ["Code", "Code: 17", "Code: ask the plumber", "Spoiler alert", "I click to expand it"]
)
def test_words_like_captions(line: str) -> None:
    assert not is_caption(line)


@pytest.mark.parametrize(
    "line",
    [
        "提示: 作者被禁止或删除 内容自动屏蔽",
        "该帖已被管理员删除",
        "This post has been removed by a moderator.",
        "Dieser Beitrag wurde gelöscht.",
        "Ce message a été supprimé par son auteur",
        "Сообщение удалено",
        "Сообщение скрыто модератором",
        "Este post foi deletado!",
        "deleted by creator",
        "삭제된 댓글입니다.",
        "この投稿は削除されました",
    ],
)
def test_a_removed_post_is_none(line: str) -> None:
    assert is_stub(line)
    posts = all_posts()
    posts.insert(2, post_of("pavel", line, "2024-03-05 10:10"))
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


def test_a_removed_post_without_author_and_time_is_none() -> None:
    posts = [
        *all_posts()[:2],
        '<div class="text"><p>Сообщение скрыто модератором</p></div>',
        *all_posts()[2:],
    ]
    assert [post.body for post in thread_of(posts).posts] == [entry.body for entry in ENTRIES]


@pytest.mark.parametrize(
    "line",
    [
        "马上注册，结交更多好友。您需要 登录 才可以下载或查看，没有帐号？立即注册",
        "游客，如果您要查看本帖隐藏内容请回复",
        "You must be registered and logged in to view attachments.",
        "Please log in or register to see this image.",
        "Guests cannot see links in messages, please log in.",
        "Du musst angemeldet sein, um Bilder zu sehen.",
        "Vous devez être connecté pour voir ce lien",
        "Для просмотра ссылки войдите или зарегистрируйтесь",
        "Bạn phải đăng nhập để xem liên kết",
    ],
)
def test_a_call_to_log_in_is_not_part_of_a_post(line: str) -> None:
    assert is_invitation(line)
    posts = all_posts()
    posts[2] = post_of("pavel", f"Set the valve.<p>{line}</p>Then wait.", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == "Set the valve.\nThen wait."


@pytest.mark.parametrize(
    "line",
    [
        "Please look at the valve and register the pump.",
        "You must log what you see.",
        "登录不了，怎么办？",
    ],
)
def test_words_about_logging_in(line: str) -> None:
    assert not is_invitation(line)


@pytest.mark.parametrize(
    "caption",
    [
        '<div class="bbCodeBlock-title">Lua:</div>',
        '<div class="ipsSpoiler_header"><span>Показать содержимое</span></div>',
        '<div class="attach_nopermission">Only members see 2 pictures</div>',
        '<div class="sp-head">the answer</div>',
    ],
)
def test_captions_that_a_class_names(caption: str) -> None:
    posts = all_posts()
    posts[2] = post_of("pavel", f"Set the valve:{caption}<pre>open = 2</pre>", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == "Set the valve:\nopen = 2"


@pytest.mark.parametrize(
    "line", ["Deleted it, thanks.", "My post has been deleted, why?", "该帖已被我收藏"]
)
def test_words_about_removed_posts(line: str) -> None:
    assert not is_stub(line)


def test_a_box_that_opens_has_a_label_of_its_own() -> None:
    posts = all_posts()
    posts[2] = post_of(
        "pavel",
        "<p>It hums.</p><details><summary>More</summary><p>Only at night.</p></details>",
        "2024-03-05 10:10",
    )
    assert thread_of(posts).posts[2].body == "It hums.\nOnly at night."


@pytest.mark.parametrize("button", ["Ara", "Search", "Suchen", "Cytuj", "返信", "اقتباس"])
def test_a_button_that_leads_to_a_member_is_not_an_author(button: str) -> None:
    link = f'<a href="search.php?action=finduser&uid=7">{button}</a></div>'
    posts = [post.replace("</div></div>", f"</div>{link}") for post in all_posts()]
    assert [post.author for post in thread_of(posts).posts] == [entry.author for entry in ENTRIES]


def test_the_name_in_an_attribute_of_the_post() -> None:
    posts = [
        f'<div class="post" author="{entry.author}"><a href="/t/pumps">t/pumps</a> <i>{entry.when:%Y-%m-%d %H:%M}</i> '
        f'<a href="/x/{entry.author}">{entry.author}</a><div class="text">{entry.body}</div></div>'
        for entry in ENTRIES
    ]
    assert [post.author for post in thread_of(posts).posts] == [entry.author for entry in ENTRIES]


def test_the_time_of_a_post_in_a_box_for_the_last_change_too() -> None:
    box = '<div class="post-date last-edited"><span>\u200e{:%m-%d-%Y}</span> <span>{:%I:%M %p}</span></div>'
    posts = [
        f'<div class="post"><a class="username" href="/member/{entry.author}">{entry.author}</a>'
        f'{box.format(entry.when, entry.when)}<div class="text">{entry.body}</div></div>'
        for entry in ENTRIES
    ]
    found = [post.published for post in thread_of(posts).posts]
    assert [moment and moment.replace(tzinfo=None) for moment in found] == [
        entry.when.replace(tzinfo=None, second=0, microsecond=0) for entry in ENTRIES
    ]


@pytest.mark.parametrize("label", ["TÓPICO: ", "Thema: ", "主题："])
def test_the_label_of_a_title_is_not_part_of_it(label: str) -> None:
    page = f"<html><head><title>{TITLE}</title></head><body><h2>{label}{TITLE}</h2>{''.join(all_posts())}</body></html>"
    assert samples.read_thread(page, "http://forum.example.org/t/17", kind="thread").title == TITLE


@pytest.mark.parametrize(
    "ending",
    [
        "<div>你对这个回答的评价是？ <a>评论</a> <a>收起</a></div>",
        "<div>7评论(2)分享举报</div>",
        "<label>Show</label>",
    ],
)
def test_buttons_of_questions_and_labels_of_boxes_are_not_words(ending: str) -> None:
    posts = all_posts()
    posts[2] = post_of("pavel", f"Set the valve.{ending}", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == "Set the valve."


@pytest.mark.parametrize(
    ("name", "is_body"),
    [
        ("lia-message-body lia-component-body-signature-highlight", True),
        ("signature", False),
        ("changes", False),
    ],
)
def test_a_body_whose_class_mentions_signatures_is_a_body(name: str, is_body: bool) -> None:
    more = [entry.body.upper() for entry in ENTRIES]
    posts = [
        post_of(
            entry.author,
            f'<div><p>{entry.body}</p><div class="{name}">{end}</div></div>',
            "2024-03-05",
        )
        for entry, end in zip(ENTRIES, more, strict=True)
    ]
    expected = [
        f"{entry.body}\n{end}" if is_body else entry.body
        for entry, end in zip(ENTRIES, more, strict=True)
    ]
    assert [post.body for post in thread_of(posts).posts] == expected


def test_a_note_of_the_forum_does_not_take_the_place_of_a_short_reply() -> None:
    note = "<br>Written with the Pond Reader"
    said = [
        "up",
        "up",
        "Which valve do you use?",
        "up",
        "Mine leaks.",
        "up",
        "up",
        "Thanks, bought.",
    ]
    posts = [
        post_of(f"member{'abcdefgh'[index]}", f"{words}{note}", f"2024-03-0{1 + index} 10:10")
        for index, words in enumerate(said)
    ]
    assert [post.body for post in thread_of(posts).posts] == said


@pytest.mark.parametrize(
    "note",
    [
        "来自 豆瓣App", "发自我的iPhone", "本帖来自：Android客户端", "Sent from my iPhone using Tapatalk", "via Tapatalk",
        "Gesendet von meinem SM-G900F mit Tapatalk", "Envoyé de mon iPhone en utilisant Tapatalk",
        "Enviado desde mi móvil", "Inviato dal mio telefono", "Отправлено с моего телефона", "iPhoneから送信",
        "나의 iPhone에서 보냄",
    ],
)  # fmt: skip
def test_what_a_program_writes_below_a_reply_is_not_the_reply(note: str) -> None:
    posts = all_posts()
    posts[2] = post_of("pavel", f"up<br>{note}", "2024-03-05 10:10")
    posts[3] = post_of("quill", note, "2024-03-05 11:10")
    assert [post.body for post in thread_of(posts).posts][2:4] == ["up", note]


@pytest.mark.parametrize("words", ["来自北京", "Sent my phone back.", "I sent it from my office."])
def test_words_about_sending_are_the_authors(words: str) -> None:
    posts = all_posts()
    posts[2] = post_of("pavel", f"up<br>{words}", "2024-03-05 10:10")
    assert thread_of(posts).posts[2].body == f"up\n{words}"


@pytest.mark.parametrize(
    "label",
    [
        "Share this post",
        "Click to expand…",
        "Post History",
        "Community wiki",
        "查看详细资料",
        "只看楼主",
    ],
)
def test_labels_of_boards_are_no_authors(label: str) -> None:
    assert not is_name(label)
    posts = [
        f'<div class="q"><a href="#">{label}</a> <u>{entry.when:%Y-%m-%d %H:%M}</u><p>{entry.body}</p></div>'
        for entry in ENTRIES
    ]
    assert {post.author for post in thread_of(posts).posts} == {""}


@pytest.mark.parametrize(
    "line",
    [
        "posted by wap, platform: Opal 9",
        "发自手机炉友 m.luyou.example",
        "发自手机炉友 m.luyou.com",
        "来自 炉友App",
        "Sent from my Kite using Stove",
    ],
)
def test_known_lines_of_programs_in_a_short_thread(line: str) -> None:
    assert is_sent_from(line) == ("example" not in line)
