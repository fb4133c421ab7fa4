"""Short posts in the answers of servers: all that a reader sees, whose it is, where it leads."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from extractor.errors import NotFeed
from extractor.results import Link
from features.json_lists.entries import read_json_list

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)


def read(answer: object, url: str = "https://api.example/list") -> list[Link]:
    return list(read_json_list(json.dumps(answer).encode(), url, {}, NOW, {}).links)


def toot(content: str, **more: object) -> dict[str, Any]:
    return {
        "id": "1",
        "created_at": "2026-11-20T10:00:00.000Z",
        "spoiler_text": "",
        "uri": "https://social.example/users/ann/statuses/1",
        "url": "https://social.example/@ann/1",
        "content": content,
        "reblog": None,
        "poll": None,
        "media_attachments": [],
        "account": {"acct": "ann", "display_name": "Ann Moor"},
    } | more


def test_a_post_has_its_warning_and_the_answers_of_its_poll() -> None:
    poll = {"options": [{"title": "Fog & rain"}, {"title": "Sun"}]}
    [link] = read([toot("<p>What now?</p>", spoiler_text="Weather < news", poll=poll)])
    assert link.content == "Weather < news\nWhat now?\nFog & rain\nSun"


def test_a_boost_is_of_whom_wrote_it_with_all_that_it_says() -> None:
    boosted = toot(
        "<p>Ice on the sound.</p>",
        account={"acct": "bo@far.example", "display_name": ""},
        spoiler_text="Winter",
    )
    [link] = read([toot("", reblog=boosted)])
    assert (link.author, link.content) == ("bo@far.example", "Winter\nIce on the sound.")


def test_a_quoted_post_is_there_with_its_author() -> None:
    quoted = {"quoted_status": toot("<p>Ice on the sound.</p>", account={"acct": "bo"})}
    [link] = read([toot("<p>Look.</p>", quote=quoted)])
    assert link.content == "Look.\nbo\nIce on the sound."


def test_a_shortened_address_is_whole_and_leads_where_it_says() -> None:
    address = "https://paper.example/news/2026/of-the-mill"
    shown = (
        '<span class="invisible">https://</span><span class="ellipsis">paper.example/news</span>'
        '<span class="invisible">/2026/of-the-mill</span>'
    )
    mention = '<span class="h-card"><a href="https://far.example/@bo">@<span>bo</span></a></span>'
    tag = '<a href="https://social.example/tags/mill">#<span>mill</span></a>'
    [link] = read([toot(f'<p>{mention} see <a href="{address}">{shown}</a> {tag}</p>')])
    assert link.content == f"@bo see {address} #mill"
    assert link.links == (Link(url=address, title=address),)


def test_a_post_of_pictures_says_what_describes_them() -> None:
    pictures = [{"description": "A mill in snow"}, {"description": None}]
    first, second = read(
        [
            toot("<p></p>", media_attachments=pictures),
            toot("<p>Snow.</p>", media_attachments=pictures, url="https://social.example/@ann/2"),
        ]
    )
    assert (first.is_post, first.content, second.content) == (True, "A mill in snow", "Snow.")


def test_found_posts_are_read_as_those_of_a_timeline() -> None:
    [link] = read({"accounts": [], "statuses": [toot("<p>Ice.</p>")], "hashtags": []})
    assert (link.url, link.content) == ("https://social.example/@ann/1", "Ice.")


def bluesky(embed: object = None, **record: object) -> dict[str, Any]:
    return {
        "uri": "at://did:plc:a/app.bsky.feed.post/3k1",
        "author": {"handle": "ann.example", "displayName": "Ann"},
        "record": {"createdAt": "2026-11-20T10:00:00Z", "text": "See paper.example/n..."} | record,
        "embed": embed,
    }


QUOTED = {"author": {"handle": "bo.example"}, "value": {"text": "Ice on the sound."}}
FACETS = [
    {"features": [{"$type": "app.bsky.richtext.facet#link", "uri": "https://paper.example/news"}]},
    {"features": [{"$type": "app.bsky.richtext.facet#tag", "tag": "mill"}]},
]


@pytest.mark.parametrize("is_feed", [True, False])
def test_links_and_quotes_of_bluesky(is_feed: bool) -> None:
    def first(post: dict[str, Any]) -> Link:
        answer = {"feed": [{"post": post}]} if is_feed else {"posts": [post]}
        [link] = read(answer)
        return link

    assert [each.url for each in first(bluesky(facets=FACETS)).links] == [
        "https://paper.example/news"
    ]
    card = {"external": {"uri": "https://mill.example/a", "title": "The mill"}}
    assert [each.url for each in first(bluesky(card)).links] == ["https://mill.example/a"]
    for embed in ({"record": QUOTED}, {"record": {"record": QUOTED}, "media": {"images": []}}):
        assert first(bluesky(embed)).content == (
            "See paper.example/n...\nbo.example\nIce on the sound."
        )
    assert first(bluesky({"images": [{"alt": "A mill"}]}, text="")).content == "A mill"


def weibo(number: int, text: str, **more: object) -> dict[str, Any]:
    return {
        "card_type": 9,
        "scheme": f"https://m.weibo.cn/status/Q{number}?mblogid=Q{number}&luicode=1",
        "mblog": {
            "id": f"{number}",
            "bid": f"Q{number}",
            "created_at": "Fri Nov 20 18:00:00 +0800 2026",
            "text": text,
            "user": {"screen_name": "磨坊新闻", "profile_url": "https://m.weibo.cn/u/7"},
        }
        | more,
    }


POSTS = [
    weibo(1, '磨坊<a href="/n/渡口">@渡口</a>，周五开放。<br />见面'),
    weibo(2, "转发微博", retweeted_status={"text": "渡轮停航", "user": {"screen_name": "渡口"}}),
    weibo(
        3,
        '地基没有问题，<a href="/status/3">全文</a>',
        longText={"longTextContent": "地基没有问题，费用由市里承担。"},
    ),
    weibo(4, "转发", retweeted_status={"text": "已删除", "user": None}),
]


@pytest.mark.parametrize("is_grouped", [True, False])
def test_posts_of_weibo_are_whole_with_what_they_forward(is_grouped: bool) -> None:
    cards: list[Any] = [{"card_type": 58, "desc": "全部微博"}, *POSTS]
    if is_grouped:
        cards = [{"card_type": 11, "card_group": cards}]
    links = read({"ok": 1, "data": {"cardlistInfo": {"since_id": 51}, "cards": cards}})
    assert [link.content for link in links] == [
        "磨坊@渡口，周五开放。\n见面",
        "转发微博\n渡口\n渡轮停航",
        "地基没有问题，费用由市里承担。",
        "转发\n已删除",
    ]
    assert {(link.author, link.is_post) for link in links} == {("磨坊新闻", True)}
    assert links[0].url == "https://m.weibo.cn/status/Q1"
    assert links[0].published == datetime(2026, 11, 20, 10, tzinfo=UTC)


def test_posts_of_weibo_for_desktops() -> None:
    post = {
        "mblogid": "Q1",
        "created_at": "Fri Nov 20 18:00:00 +0800 2026",
        "text": "磨坊",
        "text_raw": "磨坊开放 http://t.example/A",
        "user": {"idstr": "7", "screen_name": "磨坊新闻"},
        "url_struct": [{"short_url": "http://t.example/A", "long_url": "https://mill.example/a"}],
        "retweeted_status": {"text_raw": "渡轮停航", "user": {"screen_name": "渡口"}},
    }
    [link] = read({"data": {"list": [post], "since_id": "5"}})
    assert (link.url, link.author) == ("https://weibo.com/7/Q1", "磨坊新闻")
    assert link.content == "磨坊开放 http://t.example/A\n渡口\n渡轮停航"
    assert [each.url for each in link.links] == ["https://mill.example/a"]


def test_a_text_in_paragraphs_is_whole() -> None:
    row = {"url": "/1", "title": "The mill", "parts": [{"text": "One. " * 30}, {"text": "Two."}]}
    body = json.dumps([row]).encode()
    selectors = {"text": "parts[].text"}
    [link] = read_json_list(body, "https://a.example/", {}, NOW, selectors).links
    assert link.content.split("\n") == [("One. " * 30).strip(), "Two."]


CARD = {"title": "The mill", "description": "A ruin", "url": "https://paper.example/mill"}
USER = {"username": "ann", "name": "Ann Moor"}
QUOTE = toot("<p>Ice.</p>", account={"acct": "bo"})
OF_SERVERS: dict[str, tuple[object, tuple[str, str, str]]] = {
    "a post that is a link": (
        [toot("", card=CARD)],
        ("https://social.example/@ann/1", "Ann Moor", "The mill\nA ruin"),
    ),
    "a quote of Pleroma": (
        [toot("<p>Look.</p>", pleroma={"quote": QUOTE})],
        ("https://social.example/@ann/1", "Ann Moor", "Look.\nbo\nIce."),
    ),
    "what is said below a post": (
        {"ancestors": [], "descendants": [toot("<p>Yes.</p>")]},
        ("https://social.example/@ann/1", "Ann Moor", "Yes."),
    ),
    "a link of Bluesky": (
        {"feed": [{"post": bluesky({"external": CARD | {"uri": CARD["url"]}}, text="")}]},
        ("https://bsky.app/profile/ann.example/post/3k1", "Ann", "The mill\nA ruin"),
    ),
    "a film of Bluesky": (
        {"posts": [bluesky({"media": {"alt": "A mill turns"}}, text="")]},
        ("https://bsky.app/profile/ann.example/post/3k1", "Ann", "A mill turns"),
    ),
    "an account without a name": (
        {"posts": [bluesky() | {"author": {"handle": "handle.invalid", "did": "did:plc:a"}}]},
        (
            "https://bsky.app/profile/did%3Aplc%3Aa/post/3k1",
            "handle.invalid",
            "See paper.example/n...",
        ),
    ),
    "a note of Misskey that repeats one": (
        [
            {
                "id": "9x",
                "createdAt": "2026-11-20T10:00:00.000Z",
                "text": None,
                "user": USER,
                "uri": None,
                "renote": {
                    "text": "Ice.",
                    "user": {"username": "bo"},
                    "uri": "https://b.example/1",
                },
            },
            {"id": "9y", "createdAt": "2026-11-20T10:00:00.000Z", "text": "Fog.", "user": USER},
        ],
        ("https://api.example/notes/9x", "Ann Moor", "bo\nIce."),
    ),
    "a comment of Lemmy": (
        {
            "comments": [
                {
                    "comment": {"ap_id": "https://l.example/comment/1", "content": "Ice."},
                    "creator": {"name": "ann", "actor_id": "https://l.example/u/ann"},
                    "post": {"name": "The mill", "ap_id": "https://l.example/post/1"},
                }
            ]
        },
        ("https://l.example/comment/1", "ann", "Ice."),
    ),
    "a post of Discourse": (
        {
            "latest_posts": [
                {"topic_id": 7, "topic_slug": "mill", "post_number": 2, "cooked": "<p>Ice.</p>"}
                | USER
            ]
        },
        ("https://api.example/t/mill/7/2", "Ann Moor", "Ice."),
    ),
    "an outbox": (
        {
            "orderedItems": [
                {
                    "id": "https://s.example/1/activity",
                    "type": "Create",
                    "actor": "https://s.example/users/ann",
                    "published": "2026-11-20T10:00:00Z",
                    "object": {
                        "id": "https://s.example/users/ann/1",
                        "url": "https://s.example/@ann/1",
                        "content": "<p>Ice.</p>",
                    },
                },
                {"type": "Announce", "object": "https://far.example/9"},
            ]
        },
        ("https://s.example/@ann/1", "", "Ice."),
    ),
}


def test_posts_of_other_servers() -> None:
    found = {name: read(answer)[0] for name, (answer, _expected) in OF_SERVERS.items()}
    seen = {name: (link.url, link.author, link.content) for name, link in found.items()}
    assert seen == {name: expected for name, (_answer, expected) in OF_SERVERS.items()}


def test_the_author_of_a_topic_is_not_who_answered_last() -> None:
    def topic(number: int, posts: int) -> dict[str, Any]:
        said = {"id": number, "slug": "mill", "title": "The mill turns again"}
        return said | {"posts_count": posts, "last_poster_username": "bo"}

    links = read({"topic_list": {"topics": [topic(1, 1), topic(2, 5)]}})
    assert [link.author for link in links] == ["bo", ""]


def test_a_discussion_of_flarum_has_its_page() -> None:
    named = {"title": "The mill turns again", "slug": "mill", "commentCount": 2}
    [link] = read({"data": [{"type": "discussions", "id": "4", "attributes": named}]})
    assert (link.url, link.title) == ("https://api.example/d/4", "The mill turns again")


def test_the_error_repeats_why_a_server_refuses() -> None:
    for answer in ({"error": "Log in first"}, {"code": -1, "data": {}, "msg": "Log in first"}):
        with pytest.raises(NotFeed, match="it says 'Log in first'"):
            read(answer)


def test_events_of_a_stream_are_entries() -> None:
    posts = [json.dumps(toot("<p>Ice.</p>", url=f"https://s.example/{n}")) for n in range(3)]
    stream = "".join(f"event: update\nid: 1\ndata: {post}\n\n" for post in posts)
    links = read_json_list(stream.encode(), "https://s.example/", {}, NOW, {}).links
    assert [link.url for link in links] == [f"https://s.example/{n}" for n in range(3)]
