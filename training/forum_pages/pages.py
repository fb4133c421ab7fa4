"""Make whole forum pages with gold.

A page is a function of its number: equal numbers give equal pages on every machine.
"""

import json
import random
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from evaluation.datasets import COLLECTED, Gold, GoldPost, LabelledPage
from training.forum_pages.layouts import BOXED, Layout
from training.forum_pages.moments import clock
from training.forum_pages.pieces import Pieces
from training.forum_pages.plainer import PLAIN
from training.forum_pages.skin import Skin, escape_text
from training.forum_pages.talk import LANGS, Saying, Speaker, Talk, talk

FAMILIES: Final[dict[str, Layout]] = BOXED | PLAIN
"""How posts are laid out, by name."""
SET: Final = "forum-pages"
_ADDRESSES = (
    "/forum/viewtopic.php?t={n}",
    "/threads/{n}/",
    "/t/{n}",
    "/topic/{n}",
    "/bbs/read.php?tid={n}",
    "/questions/{n}/x",
    "/discussion/{n}",
    "/archive/{n}.html",
    "/item?id={n}",
    "/{n}.html",
    "/list/msg{n}.html",
    "/p/{n}",
    "/show/{n}",
)
_BOARDS = ("/forum/{n}", "/forums/b{n}/", "/viewforum.php?f={n}", "/c/{n}", "/b/{n}/", "/{n}")
_NAMELESS = {"images": 0.8, "marked_terms": 0.6, "lines": 0.1}
"""How often nobody has a name on the boards of a family."""


@dataclass(frozen=True, kw_only=True)
class MadePage(LabelledPage):
    """A made-up page; ``text`` is its HTML."""

    text: str

    def read(self) -> bytes:
        """Return the page as UTF-8."""
        return self.text.encode()


def forum_page(number: int, family: str = "") -> MadePage:
    """Return the thread of a number, in a family at random if none is named."""
    rng = random.Random(f"forum page {number}")
    family = family or rng.choice(tuple(FAMILIES))
    lang = rng.choice(LANGS)
    said = talk(rng, lang)
    if rng.random() < _NAMELESS.get(family, 0.0):
        said = _nameless(said)
    skin, shown = Skin(rng), clock(rng, lang)
    pieces = Pieces(skin, said, shown)
    address = rng.choice(_ADDRESSES).format(n=1_000 + number)
    posts = FAMILIES[family](pieces)
    html = _whole(pieces, posts)
    return _made(
        family, number, f"http://f{number}.invalid{address}", lang, html, _gold(pieces, posts)
    )


def _nameless(said: Talk) -> Talk:
    name = said.labels["anonymous"]
    return replace(
        said,
        sayings=tuple(replace(one, author=name) for one in said.sayings),
        people=(name,),
        signatures={},
    )


def _made(
    family: str, number: int, url: str, lang: str, html: str, posts: tuple[GoldPost, ...]
) -> MadePage:
    return MadePage(
        set=f"{SET}:{family}",
        id=f"{family}-{number}",
        url=url,
        kind="forum",
        lang=lang,
        country="",
        site=family,
        collected=COLLECTED,
        gold=Gold(posts=posts),
        html=Path(),
        text=html,
    )


def _gold(pieces: Pieces, html: str) -> tuple[GoldPost, ...]:
    """Return the posts, and of the comments those that the layout prints."""
    posts = []
    for index, saying in enumerate(pieces.talk.sayings):
        posts.append(
            GoldPost(
                body=saying.body,
                kind="reply" if index else "op",
                author=saying.author,
                time_text=pieces.clock.text(saying.at),
                time_iso=pieces.clock.gold(saying.at),
            )
        )
        shown = (remark for remark in saying.remarks if escape_text(remark.text) in html)
        posts += [
            GoldPost(body=remark.text, kind="comment", author=remark.author) for remark in shown
        ]
    return tuple(posts)


def _whole(pieces: Pieces, posts: str) -> str:
    """Return the page around the posts."""
    skin, said, labels = pieces.skin, pieces.talk, pieces.labels
    title = escape_text(said.title)
    above = [_menu(pieces)]
    if skin.has("headline", 0.85):
        tag = skin.pick("headline tag", ("h1", "h1", "h1", "h2", "h3", "b"))
        above.append(f"<{tag}>{title}</{tag}>")
    if skin.has("facts of thread", 0.3):
        above.append(
            f"<p>{labels['views']}: {300 + len(title)} | {labels['replies']}: "
            f"{len(said.sayings) - 1}</p>"
        )
    if skin.has("poll", 0.06):
        above.append(_poll(pieces))
    pages = skin.has("pages", 0.3)
    pager = (
        "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, 5))
        + labels["page"].format(n=1, m=4)
        if pages
        else ""
    )
    main = f"{pager}{posts}{pager}"
    below = [_form(pieces)] if skin.has("form", 0.5) else []
    side = _side(pieces) if skin.has("side", 0.45) else ""
    main = skin.wrapped("main", "".join(above[1:]) + main + "".join(below))
    order = (above[0], side + main) if skin.has("side first", 0.3) else (above[0], main + side)
    if skin.has("old frame", 0.12):
        body = f"{order[0]}<table width='100%'><tr><td>{order[1]}</td></tr></table>"
    else:
        body = order[0] + skin.box("page", order[1], tags=("div", "main", "div"))
    site = skin.pick("site", ("Ferry Forum", "Board 7", "答疑堂", "Kontor"))
    return (
        f'<!DOCTYPE html><html lang="{said.lang}"><head><meta charset="utf-8"><title>{title} - '
        f"{site}</title>{_declared(pieces)}</head><body>{body}<footer>© {site} "
        f"{labels['similar']}</footer></body></html>"
    )


def _menu(pieces: Pieces) -> str:
    words = Speaker(pieces.rng, pieces.talk.lang).locale.labels
    keys = ("home", "news", "contact", "about", "login", "register", "search")
    menu = "<nav>" + " ".join(f'<a href="/{key}">{words[key]}</a>' for key in keys) + "</nav>"
    return menu + (_path(pieces) if pieces.skin.has("path", 0.6) else "")


def _path(pieces: Pieces) -> str:
    """Return the way to the board of the thread, by addresses that say that it is one, or do
    not.
    """
    skin, speaker = pieces.skin, Speaker(pieces.rng, pieces.talk.lang)
    form = skin.pick("board address", _BOARDS)
    boards = (
        skin.link(escape_text(speaker.title()), form.format(n=n))
        for n in range(3, 3 + skin.pick("boards", (2, 3, 8)))
    )
    return skin.box(
        "page",
        skin.pick("path gap", (" » ", " › ", " / ", "")).join(boards),
        tags=("div", "ul", "p"),
    )


def _poll(pieces: Pieces) -> str:
    speaker = Speaker(pieces.rng, pieces.talk.lang)
    options = "".join(
        f"<li>{escape_text(speaker.sentences(1))} <b>{n * 9}</b></li>" for n in range(1, 4)
    )
    return pieces.skin.box("form", f"<b>{pieces.labels['poll']}</b><ul>{options}</ul>")


def _form(pieces: Pieces) -> str:
    labels = pieces.labels
    button = f"<input type=submit value='{labels['send']}'>"
    inner = f"<p>{labels['answer']}</p><textarea></textarea><div>{labels['upload']}</div>{button}"
    return pieces.skin.box("form", inner, tags=("form", "div"))


def _side(pieces: Pieces) -> str:
    """Return a column of other threads with their authors and times, and of members."""
    rng, labels = pieces.rng, pieces.labels
    speaker = Speaker(rng, pieces.talk.lang)
    people = tuple(speaker.handle() for _ in range(6))
    rows = []
    for place in range(rng.randint(3, 12)):
        other = Saying(people[place % 6], pieces.talk.sayings[0].at, ())
        row = f'<a href="/t/{place}">{escape_text(speaker.title())}</a>'
        if pieces.skin.has("side times", 0.6):
            row += (
                f" {pieces.name(other.author, 'remark')} <span>{pieces.clock.text(other.at)}</span>"
            )
        rows.append(f"<li>{row}</li>" if pieces.skin.has("side list", 0.6) else f"<div>{row}</div>")
    members = ", ".join(pieces.name(name, "likes") for name in people)
    return pieces.skin.box(
        "side",
        f"<h4>{labels['similar']}</h4>",
        *rows,
        f"<h4>{labels['members']}</h4><p>{members}</p>",
        tags=("aside", "div"),
    )


def _declared(pieces: Pieces) -> str:
    """Return JSON-LD about the thread, which some pages have and some have wrong."""
    if not pieces.skin.has("json-ld", 0.2):
        return ""
    said, rng = pieces.talk, pieces.rng
    first = said.sayings[0]
    kind = rng.choice(
        ("DiscussionForumPosting", "DiscussionForumPosting", "QAPage", "Article", "WebPage")
    )
    facts = {
        "@context": "https://schema.org", "@type": kind, "headline": said.title,
        "datePublished": first.at.isoformat(),
        "author": {"@type": "Person", "name": rng.choice(said.people)},
    }  # fmt: skip
    return f'<script type="application/ld+json">{json.dumps(facts, ensure_ascii=False)}</script>'
