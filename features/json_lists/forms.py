"""The answers of well-known interfaces whose entries say no address, or say it in another way."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class KnownForm:
    """An interface, told by the members of its entries, and the selectors of its answers.

    Attributes:
        name: What it is called.
        entries: Where its answers have their entries.
        members: What each entry has there, as expressions that ``columns`` finds.
        selectors: How an entry is read. A text may be a list of its parts, a paragraph each.
        links: Where an entry names addresses that its text leads to.
        attached: Where it describes its pictures, its film and the page that it leads to: the text
            of a post without words.
    """

    name: str
    entries: Collection[str]
    members: frozenset[str]
    selectors: Mapping[str, str]
    links: str = ""
    attached: str = ""


# A post may quote another, alone or beside its pictures.
_BLUESKY_TEXT = (
    "[record.text, embed.[record, record.record][?value.text]"
    ".[author.displayName || author.handle, value.text]][][]"
)
_BLUESKY_LINKS = "[record.facets[].features[].uri, [embed, embed.media][].external.uri][]"
_BLUESKY_ATTACHED = "[embed, embed.media][].[images[].alt, alt, external.[title, description]][][]"
# Without its own name, "handle.invalid" stands for every account.
_BLUESKY_ACCOUNT = "author | [[handle][?@ != 'handle.invalid'], did][] | [0]"

FORMS = (
    KnownForm(
        name="Mastodon",
        entries=("@", "statuses", "descendants"),
        members=frozenset(("uri", "content", "account.acct", "created_at")),
        # A boost has the words of another post, and none of its own. Pleroma's quotes are posts.
        selectors={
            "link": "url || reblog.url || uri",
            "text": "not_null(reblog, @) | [spoiler_text, content, poll.options[].title, "
            "not_null(quote.quoted_status, quote, pleroma.quote)"
            ".[account.display_name || account.acct, spoiler_text, content]][]",
            "time": "created_at",
            "author": "not_null(reblog, @).account | display_name || acct",
        },
        attached="not_null(reblog, @)"
        ".[media_attachments[].description, card.[title, description]][]",
    ),
    KnownForm(
        name="Bluesky, feeds",
        entries=("feed",),
        members=frozenset(("post.uri", "post.author.handle", "post.record.text")),
        selectors={
            "link": f"https://bsky.app/profile/{{post.{_BLUESKY_ACCOUNT}}}/post/{{post.uri/}}",
            "text": f"post.{_BLUESKY_TEXT}",
            "time": "post.record.createdAt",
            "author": "post.author.displayName || post.author.handle",
            "next": "&cursor={cursor}",
        },
        links=f"post.{_BLUESKY_LINKS}",
        attached=f"post.{_BLUESKY_ATTACHED}",
    ),
    KnownForm(
        name="Bluesky, search",
        entries=("posts",),
        members=frozenset(("uri", "author.handle", "record.text")),
        selectors={
            "link": f"https://bsky.app/profile/{{{_BLUESKY_ACCOUNT}}}/post/{{uri/}}",
            "text": _BLUESKY_TEXT,
            "time": "record.createdAt",
            "author": "author.displayName || author.handle",
            "next": "&cursor={cursor}",
        },
        links=_BLUESKY_LINKS,
        attached=_BLUESKY_ATTACHED,
    ),
    KnownForm(
        name="Weibo",
        entries=("data.cards", "data.cards[].card_group[]"),
        members=frozenset(("mblog.text", "mblog.id", "mblog.user.screen_name")),
        # Long texts are cut off in "text"; some answers have all of them beside it.
        selectors={
            "link": "https://m.weibo.cn/status/{mblog.bid || mblog.id}",
            "text": "mblog.[longText.longTextContent || text, retweeted_status."
            "[user.screen_name, longText.longTextContent || text]][]",
            "time": "mblog.created_at",
            "author": "mblog.user.screen_name",
            "next": "&since_id={data.cardlistInfo.since_id}",
        },
    ),
    KnownForm(
        name="Weibo, on desktops",
        entries=("data.list",),
        members=frozenset(("text_raw", "mblogid", "user.screen_name")),
        selectors={
            "link": "https://weibo.com/{user.idstr || user.id}/{mblogid}",
            "text": "[longText.longTextContent || text_raw, retweeted_status."
            "[user.screen_name, longText.longTextContent || text_raw]][]",
            "time": "created_at",
            "author": "user.screen_name",
            "next": "&since_id={data.since_id}",
        },
        links="[url_struct, retweeted_status.url_struct][][].long_url",
    ),
    KnownForm(
        name="Lemmy",
        entries=("posts",),
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
        name="Lemmy, comments",
        entries=("comments",),
        members=frozenset(("comment.ap_id", "comment.content", "creator.name")),
        selectors={
            "link": "comment.ap_id",
            "text": "comment.content",
            "time": "comment.published",
            "author": "creator.display_name || creator.name",
        },
    ),
    KnownForm(
        name="Discourse",
        entries=("topic_list.topics",),
        members=frozenset(("id", "slug", "title", "posts_count")),
        selectors={
            "link": "/t/{slug}/{id}",
            "title": "title",
            "text": "excerpt",
            "time": "created_at",
            # An answer says who wrote last, and that is who began only if nobody answered.
            "author": "posts_count == `1` && last_poster_username || `null`",
        },
    ),
    KnownForm(
        name="Discourse, posts",
        entries=("latest_posts", "post_stream.posts"),
        members=frozenset(("topic_id", "topic_slug", "post_number", "cooked", "username")),
        selectors={
            "link": "/t/{topic_slug}/{topic_id}/{post_number}",
            "text": "cooked",
            "time": "created_at",
            "author": "name || username",
        },
    ),
    KnownForm(
        name="Flarum",
        entries=("data",),
        members=frozenset(("id", "attributes.title", "attributes.slug", "attributes.commentCount")),
        selectors={
            "link": "/d/{id}",
            "title": "attributes.title",
            "time": "attributes.createdAt",
        },
    ),
    KnownForm(
        name="Misskey",
        entries=("@",),
        members=frozenset(("id", "createdAt", "text", "user.username")),
        # A renote has the words of another note, and perhaps its own.
        selectors={
            "link": "/notes/{id}",
            "text": "[cw, text, renote.[user.name || user.username, cw, text]][]",
            "time": "createdAt",
            "author": "user.name || user.username",
        },
        attached="files[].comment",
    ),
    KnownForm(
        name="ActivityPub",
        entries=("orderedItems",),
        members=frozenset(("type", "actor", "object.id", "object.content")),
        # What an account repeats is only named, by its address.
        selectors={
            "link": "[object.url, object.id, object][]",
            "text": "object.[name, summary, content][]",
            "time": "published",
        },
        attached="object.attachment[].name",
    ),
    KnownForm(
        name="WordPress",
        entries=("@",),
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
        (form for form in FORMS if entries in form.entries and form.members <= set(members)), None
    )
