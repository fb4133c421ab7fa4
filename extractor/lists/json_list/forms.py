"""The answers of well-known interfaces whose entries say no address, or say it in another way."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class KnownForm:
    """An interface, told by the members of its entries, and the selectors of its answers."""

    name: str
    entries: str
    members: frozenset[str]
    selectors: Mapping[str, str]


FORMS = (
    KnownForm(
        name="Mastodon",
        entries="@",
        members=frozenset(("uri", "content", "account.acct", "created_at")),
        selectors={
            "link": "url || reblog.url || uri",
            "text": "reblog.content || content",
            "time": "created_at",
            "author": "reblog.account.display_name || account.display_name || account.acct",
        },
    ),
    KnownForm(
        name="Bluesky, feeds",
        entries="feed",
        members=frozenset(("post.uri", "post.author.handle", "post.record.text")),
        selectors={
            "link": "https://bsky.app/profile/{post.author.handle}/post/{post.uri/}",
            "text": "post.record.text",
            "time": "post.record.createdAt",
            "author": "post.author.displayName || post.author.handle",
            "next": "&cursor={cursor}",
        },
    ),
    KnownForm(
        name="Bluesky, search",
        entries="posts",
        members=frozenset(("uri", "author.handle", "record.text")),
        selectors={
            "link": "https://bsky.app/profile/{author.handle}/post/{uri/}",
            "text": "record.text",
            "time": "record.createdAt",
            "author": "author.displayName || author.handle",
            "next": "&cursor={cursor}",
        },
    ),
    KnownForm(
        name="Lemmy",
        entries="posts",
        members=frozenset(("post.ap_id", "post.name", "creator.name")),
        selectors={
            "link": "post.ap_id",
            "title": "post.name",
            "text": "post.body",
            "time": "post.published",
            "author": "creator.display_name || creator.name",
            "next": "&page_cursor={next_page}",
        },
    ),
    KnownForm(
        name="Discourse",
        entries="topic_list.topics",
        members=frozenset(("id", "slug", "title", "posts_count")),
        selectors={
            "link": "/t/{slug}/{id}",
            "title": "title",
            "text": "excerpt",
            "time": "created_at",
            "author": "last_poster_username",
        },
    ),
    KnownForm(
        name="WordPress",
        entries="@",
        members=frozenset(("link", "title.rendered", "date_gmt")),
        selectors={
            "link": "link",
            "title": "title.rendered",
            "text": "content.rendered",
            # The interface gives the time in UTC and leaves out the zone.
            "time": "{date_gmt}Z",
        },
    ),
)
"""Members of the entries are expressions as ``columns`` finds them."""


def known_form(entries: str, members: Collection[str]) -> KnownForm | None:
    """Return the form of the answers whose list is at ``entries`` and holds these members."""
    return next(
        (form for form in FORMS if form.entries == entries and form.members <= set(members)), None
    )
