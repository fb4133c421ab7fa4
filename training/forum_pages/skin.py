"""The look of one made-up forum: every choice of tag, class and arrangement is drawn once and then
kept.
"""

import hashlib
import random
import string
from collections.abc import Sequence
from html import escape
from typing import Final, TypeVar, cast

_T = TypeVar("_T")

NAMES: Final[dict[str, Sequence[str]]] = {
    "list": (
        "posts",
        "thread",
        "topic-posts",
        "messages",
        "comments",
        "replies",
        "conversation",
        "t-list",
    ),
    "post": (
        "post",
        "message",
        "comment",
        "reply",
        "entry",
        "item",
        "msg",
        "topic-reply",
        "card",
        "node",
        "box",
    ),
    "opening": (
        "topic",
        "question",
        "first-post",
        "op",
        "lead",
        "thread-starter",
        "story",
        "post main",
    ),
    "head": ("post-header", "head", "meta", "info", "postinfo", "topbar", "byline", "header"),
    "user": (
        "user",
        "profile",
        "postprofile",
        "author-info",
        "member",
        "user-panel",
        "left",
        "aside",
    ),
    "name": ("username", "author", "poster", "name", "nick", "user-link", "bigusername", "by"),
    "time": ("date", "time", "posted", "postdate", "timestamp", "when", "ago", "published"),
    "body": (
        "content",
        "post-body",
        "message-text",
        "text",
        "postbody",
        "body",
        "entry-content",
        "message",
        "md",
    ),
    "quote": (
        "quote",
        "quoted",
        "bbQuote",
        "quote-box",
        "quotetop",
        "bbcode_quote",
        "blockquote",
        "cite-box",
    ),
    "signature": ("signature", "sig", "user-sig", "postsig", "message-signature"),
    "edited": ("edited", "lastedit", "edit-note", "notice", "modified"),
    "foot": ("post-footer", "actions", "toolbar", "buttons", "controls", "post-actions", "foot"),
    "rank": ("rank", "usertitle", "user-title", "group", "badge", "role", "flair"),
    "stats": ("stats", "user-stats", "details", "userinfo", "extra", "points"),
    "floor": ("number", "post-number", "floor", "permalink", "no", "anchor"),
    "likes": ("likes", "reactions", "liked-by", "thanks", "votes"),
    "score": ("score", "vote", "points", "vote-count", "karma"),
    "hidden": ("popup", "tip", "menu", "dropdown", "hovercard", "overlay"),
    "remark": ("comment", "sub-comment", "remark", "small-comment", "note", "comment-item"),
    "remarks": ("comments", "comment-list", "remarks", "sub-comments"),
    "replies": ("children", "replies", "nested", "thread-replies"),
    "side": ("sidebar", "widget", "related", "secondary", "right-col"),
    "form": ("reply-form", "editor", "quick-reply", "comment-form"),
    "ad": ("ad", "sponsor", "promo", "banner", "post ad"),
    "page": ("wrapper", "container", "page", "main", "content", "site"),
    "paragraph": ("",),
}
"""What forums call their parts: telling classes by role."""
_NAMING: Final = {"telling": 0.5, "hashed": 0.16, "none": 0.14, "misleading": 0.1, "utility": 0.1}
_UTILITY: Final = [
    "flex",
    "grid",
    "items-center",
    "px-2",
    "py-4",
    "mt-1",
    "text-sm",
    "text-gray-500",
    "w-full",
    "gap-3",
    "rounded",
    "relative",
    "block",
]


class Skin:
    """The random choices of one page.

    A choice is drawn when first needed and stays the same for its key.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._naming = rng.choices([*_NAMING], [*_NAMING.values()])[0]
        self._gap = rng.choice(("", "", "\n", "\n  ", "\n\n\t"))
        self._prefix = rng.choice(("", "", "c-", "forum_", "ipb"))
        self._salt = rng.randrange(10**6)
        self._drawn: dict[str, object] = {}

    def pick(self, key: str, options: Sequence[_T]) -> _T:
        """Return the option of this page for a key, drawn once: later calls return the same."""
        if key not in self._drawn:
            self._drawn[key] = self.rng.choice(options)
        return cast(_T, self._drawn[key])

    def has(self, key: str, probability: float) -> bool:
        """Return whether this page has what a key stands for."""
        if key not in self._drawn:
            self._drawn[key] = self.rng.random() < probability
        return bool(self._drawn[key])

    def sometimes(self, key: str, pages: float, posts: float) -> bool:
        """Return whether this post has it: on a share of the pages, in a share of the posts."""
        return self.has(key, pages) and self.rng.random() < posts

    def classes(self, role: str) -> str:
        """Return the class attribute's value for a role, "" for none."""
        match self._naming:
            case "none":
                return ""
            case "utility":
                return self.pick(
                    f"class {role}",
                    [" ".join(self.rng.sample(_UTILITY, self.rng.randint(2, 6)))],
                )
            case "hashed":
                digest = hashlib.blake2b(f"{self._salt} {role}".encode(), digest_size=6).digest()
                return "".join(string.ascii_letters[byte % 52] for byte in digest)
            case "misleading":
                other = self.pick(f"role {role}", tuple(NAMES))
                return str(self.pick(f"class {role}", NAMES[other]))
        name = self.pick(f"class {role}", NAMES[role])
        return self._prefix + name if name else ""

    def box(
        self, role: str, *content: str, tags: Sequence[str] = ("div",), attributes: str = ""
    ) -> str:
        """Return an element for a role with this page's tag and class for it."""
        tag = self.pick(f"tag {role} {tags}", tags)
        name = self.classes(role)
        named = f' class="{name}"' if name else ""
        gap = self._gap if tag not in ("span", "a", "b", "strong", "em", "time", "i") else ""
        return f"<{tag}{named}{attributes}>{gap}{gap.join(content)}{gap}</{tag}>"

    def wrapped(self, key: str, content: str, most: int = 3) -> str:
        """Return the content in some nameless boxes, as many on every call with this key."""
        depth = self.pick(f"depth {key}", [min(self.rng.choice((0, 0, 0, 1, 1, 2, 3)), most)])
        return "<div>" * depth + content + "</div>" * depth

    def link(self, text: str, href: str, role: str = "") -> str:
        """Return a link, with the class of a role."""
        name = self.classes(role) if role else ""
        return f'<a href="{escape(href)}"' + (f' class="{name}"' if name else "") + f">{text}</a>"


def escape_text(text: str) -> str:
    """Return a text as HTML."""
    return escape(text, quote=False)
