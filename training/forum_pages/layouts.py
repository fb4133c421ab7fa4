"""Lay out the posts of a talk in boxes: one function for each family of structures.

A family is what stays when all names are taken away: which tags hold a post, and how they nest.
"""

from collections.abc import Callable, Sequence
from typing import Final

from training.forum_pages.pieces import Pieces
from training.forum_pages.talk import Saying

Layout = Callable[[Pieces], str]
_LINES: Final = (
    "{f}{n}{s}{t}",
    "{n} {t}{f}",
    "{t}{n}{f}",
    "{by} {n} {t}{s}{f}",
    "{n} {w} {t}",
    "{t} {by} {n}",
    "{n} · {t} {f}",
    "{f} {n} – {t}",
    "<p>{by} {n}</p><p>{t}{s}</p>{f}",
    "<ul><li>{n}</li><li>{t}</li></ul>{f}",
)
"""Name, time, floor, score and the words between them."""


def line(
    pieces: Pieces, saying: Saying, index: int, *, with_name: bool = True, key: str = ""
) -> str:
    """Return the line that names author, time and number of a post, in one of many forms."""
    skin, labels = pieces.skin, pieces.labels
    name = pieces.name(saying.author) if with_name else ""
    time, floor, score = pieces.time(saying), pieces.floor(index), pieces.score()
    form = skin.pick(f"line {key}", _LINES)
    if not with_name:
        form = skin.pick(
            f"line alone {key}", ("{t}{f}", "{f} {t}", "<div>{f}</div>{t}", "{s}{t} {f}")
        )
    shown = form.format(n=name, t=time, f=floor, s=score, by=labels["by"], w=labels["wrote"])
    if skin.has("subject", 0.15):
        shown = f"<b>{labels['title_prefix']}{pieces.talk.title}</b> {shown}"
    return shown


def head(pieces: Pieces, saying: Saying, index: int, *, with_name: bool = True) -> str:
    """Return the line in a box of its own, with a portrait before it on some forums."""
    picture = pieces.avatar(saying.author) if with_name else ""
    shown = line(pieces, saying, index, with_name=with_name)
    return pieces.skin.wrapped(
        "head", pieces.skin.box("head", picture, shown, tags=("div", "header", "p", "h4")), 1
    )


def anchor(pieces: Pieces, saying: Saying) -> str:
    """Return the attribute that numbers a post, on most forums."""
    if not pieces.skin.has("ids", 0.7):
        return ""
    form = pieces.skin.pick(
        "id", (' id="p{}"', ' id="post-{}"', ' id="comment_{}"', ' data-post-id="{}"', ' id="{}"')
    )
    return form.format(pieces.number(saying))


def joined(pieces: Pieces, posts: Sequence[str], row: str = "{}") -> str:
    """Return the posts one after the other, with advertisements between some of them on some
    forums.
    """
    skin = pieces.skin
    parts = []
    for index, post in enumerate(posts):
        parts.append(post)
        if skin.has("ads", 0.15) and index % 4 == skin.pick("ad place", (0, 1, 3)):
            parts.append(
                row.format(skin.box("ad", pieces.labels["sponsored"], "<p>example.invalid</p>"))
            )
    return skin.pick("between", ("", "\n", "<hr>", "\n\n")).join(parts)


def _single(pieces: Pieces, saying: Saying, index: int) -> str:
    """Return a post in a column: line, words and buttons below each other."""
    skin = pieces.skin
    parts = [head(pieces, saying, index), pieces.body(saying)]
    if skin.has("line below", 0.18):
        parts.reverse()
    parts.insert(skin.pick("hidden place", (0, 1, 2)), pieces.hidden(saying, index))
    parts.append(pieces.remarks(saying))
    parts.insert(skin.pick("actions place", (1, 3, 3, 3)), pieces.actions(index))
    return skin.wrapped("single", "".join(parts), 2)


def _beside(
    pieces: Pieces, saying: Saying, index: int, tags: tuple[str, str] = ("div", "div")
) -> str:
    """Return a post with a column about its author to the left or right."""
    skin = pieces.skin
    user = skin.box(
        "user", pieces.card(saying.author), pieces.hidden(saying, index), tags=(tags[0],)
    )
    main = skin.box(
        "page",
        skin.box(
            "head",
            line(pieces, saying, index, with_name=skin.has("name twice", 0.2)),
            tags=("div", "p", "header"),
        ),
        pieces.body(
            saying,
            ("div", "div", "section", "blockquote", "p" if skin.has("loose", 0.1) else "div"),
        ),
        pieces.actions(index),
        pieces.remarks(saying),
        tags=(tags[1],),
    )
    return main + user if skin.has("user right", 0.15) else user + main


def _any(pieces: Pieces, saying: Saying, index: int) -> str:
    return (_beside if pieces.skin.has("beside", 0.4) else _single)(pieces, saying, index)


def boxes(pieces: Pieces) -> str:
    """Make each post a box among its siblings."""
    skin = pieces.skin
    posts = [
        skin.box(
            "post",
            _any(pieces, saying, index),
            tags=("div", "div", "section"),
            attributes=anchor(pieces, saying),
        )
        for index, saying in enumerate(pieces.talk.sayings)
    ]
    posts = (
        [skin.wrapped("own box", post) for post in posts]
        if skin.has("each wrapped", 0.25)
        else posts
    )
    return skin.box("list", joined(pieces, posts))


def articles(pieces: Pieces) -> str:
    """Make each post an ``article``, as newer forums do."""
    skin = pieces.skin
    posts = [
        skin.box(
            "post",
            _any(pieces, saying, index),
            tags=("article",),
            attributes=anchor(pieces, saying),
        )
        for index, saying in enumerate(pieces.talk.sayings)
    ]
    return skin.wrapped("thread", joined(pieces, posts))


def items(pieces: Pieces) -> str:
    """Make each post an item of a list."""
    skin = pieces.skin
    posts = [
        skin.box(
            "post", _any(pieces, saying, index), tags=("li",), attributes=anchor(pieces, saying)
        )
        for index, saying in enumerate(pieces.talk.sayings)
    ]
    return skin.box("list", joined(pieces, posts, "<li>{}</li>"), tags=("ol", "ul"))


def rows(pieces: Pieces) -> str:
    """Make the posts rows of one table: one row each, or a row for the line and one for author and
    words.
    """
    skin = pieces.skin
    split = skin.has("split rows", 0.6)
    posts = []
    for place, saying in enumerate(pieces.talk.sayings):
        own = anchor(pieces, saying)
        if not split:
            posts.append(
                skin.box(
                    "post",
                    _beside(pieces, saying, place, ("td", "td")),
                    tags=("tr",),
                    attributes=own,
                )
            )
            continue
        above = skin.box(
            "head",
            f'<td colspan="2">{line(pieces, saying, place, with_name=False)}</td>',
            tags=("tr",),
        )
        cells = f'<td valign="top">{pieces.card(saying.author)}</td><td>{pieces.body(saying)}</td>'
        below = (
            f"<tr><td></td><td>{pieces.actions(place)}</td></tr>"
            if skin.has("foot row", 0.5)
            else ""
        )
        posts.append(above + skin.box("post", cells, tags=("tr",), attributes=own) + below)
    return skin.box(
        "list",
        "<tbody>",
        joined(pieces, posts, '<tr><td colspan="2">{}</td></tr>'),
        "</tbody>",
        tags=("table",),
    )


def tables(pieces: Pieces) -> str:
    """Make each post a table of its own, with columns for author and words."""
    skin = pieces.skin
    posts = []
    for place, saying in enumerate(pieces.talk.sayings):
        name_inside = skin.has("name inside", 0.7)
        above = line(pieces, saying, place, with_name=not name_inside)
        top = f'<tr><td colspan="2">{above}</td></tr>' if skin.has("line row", 0.6) else ""
        user = f'<td width="160">{pieces.card(saying.author, with_name=name_inside)}</td>'
        inner = ("" if top else skin.box("head", above)) + pieces.body(saying)
        foot = f"<tr><td>{pieces.hidden(saying, place)}</td><td>{pieces.actions(place)}</td></tr>"
        cells = f"<tr>{user}<td>{inner}</td></tr>"
        posts.append(
            skin.box("post", top, cells, foot, tags=("table",), attributes=anchor(pieces, saying))
        )
    posts = [f"<div>{post}</div>" for post in posts] if skin.has("each wrapped", 0.4) else posts
    return joined(pieces, posts)


def pairs(pieces: Pieces) -> str:
    """Make the posts pairs of ``dt`` and ``dd``, with nothing around a pair."""
    skin = pieces.skin
    posts = [
        skin.box(
            "head", line(pieces, saying, index), tags=("dt",), attributes=anchor(pieces, saying)
        )
        + skin.box(
            "body", pieces.quote(saying), pieces.words(saying), pieces.edited(saying), tags=("dd",)
        )
        for index, saying in enumerate(pieces.talk.sayings)
    ]
    return skin.box("list", *posts, tags=("dl",))


def sibling_posts(pieces: Pieces) -> str:
    """Make lines and words of all posts siblings."""
    skin = pieces.skin
    posts = []
    for index, saying in enumerate(pieces.talk.sayings):
        above = skin.box(
            "head",
            line(pieces, saying, index),
            tags=("div", "h4", "p", "h3"),
            attributes=anchor(pieces, saying),
        )
        words = skin.box(
            "body", pieces.quote(saying), pieces.words(saying), tags=("div", "div", "blockquote")
        )
        posts.append(above + words + pieces.actions(index))
    return skin.box("list", joined(pieces, posts), tags=("div", "td", "section"))


def tree(pieces: Pieces) -> str:
    """Put a reply inside the post that it answers."""
    return _branch(pieces, _order(pieces.talk.sayings), 0, 0)[0]


def _branch(pieces: Pieces, order: Sequence[int], start: int, level: int) -> tuple[str, int]:
    """Return the posts from ``start`` that are at a level or deeper, and where the next one above
    begins.
    """
    skin, sayings = pieces.skin, pieces.talk.sayings
    parts, at = [], start
    while at < len(order) and sayings[order[at]].level >= level:
        place = order[at]
        post = _single(pieces, sayings[place], place)
        inner, at = _branch(pieces, order, at + 1, sayings[place].level + 1)
        if skin.has("own box", 0.5):
            post = skin.box("page", post)
        tags = skin.pick("tree tags", (("div",), ("li",), ("article",), ("details",)))
        own = anchor(pieces, sayings[place])
        parts.append(skin.box("post", post, inner, tags=tags, attributes=own))
    if not parts:
        return "", at
    around = ("ul", "ol") if tags == ("li",) else ("div",)
    return skin.box("replies" if level else "list", *parts, tags=around), at


def _order(sayings: Sequence[Saying]) -> list[int]:
    """Return the posts in the order of a tree."""
    below: dict[int | None, list[int]] = {}
    for index, saying in enumerate(sayings):
        below.setdefault(saying.answers if saying.level else None, []).append(index)

    def walk(index: int) -> list[int]:
        return [index, *(inner for child in below.get(index, ()) for inner in walk(child))]

    return [inner for top in below.get(None, ()) for inner in walk(top)]


def indented(pieces: Pieces) -> str:
    """Make the posts of a tree rows of one table, moved to the right by an empty cell."""
    skin, sayings = pieces.skin, pieces.talk.sayings
    parts = []
    for place in _order(sayings):
        saying = sayings[place]
        gap = f'<td><img src="s.gif" width="{40 * saying.level}" height="1"></td>'
        cell = f"<td>{head(pieces, saying, place)}{pieces.body(saying)}{pieces.actions(place)}</td>"
        inner = f"<tr>{gap}{cell}</tr>"
        if skin.has("inner table", 0.6):
            inner = (
                f"<tr{anchor(pieces, saying)}><td><table><tbody>{inner}</tbody></table></td></tr>"
            )
        parts.append(inner)
    return skin.box("list", "<tbody>", *parts, "</tbody>", tags=("table",))


def answers(pieces: Pieces) -> str:
    """Make a question in a box of its own, and answers below it, with votes."""
    skin, sayings = pieces.skin, pieces.talk.sayings
    question = _voted(pieces, sayings[0], 0, "opening")
    shown = [_voted(pieces, saying, index, "post") for index, saying in enumerate(sayings) if index]
    title = f"<h2>{pieces.labels['answers'].format(n=len(shown))}</h2>" if shown else ""
    return skin.wrapped("question", question) + skin.box("list", title, joined(pieces, shown))


def _voted(pieces: Pieces, saying: Saying, index: int, role: str) -> str:
    skin = pieces.skin
    votes = skin.box(
        "score", "<button>▲</button>", f"<span>{index * 7 % 40}</span>", "<button>▼</button>"
    )
    below = skin.box(
        "head",
        line(pieces, saying, index, key=role if skin.has("own line", 0.4) else ""),
        pieces.avatar(saying.author),
    )
    parts = [pieces.body(saying), pieces.actions(index), below, pieces.remarks(saying)]
    if skin.has("line above", 0.4):
        parts.insert(0, parts.pop(2))
    inner = votes + skin.box("page", *parts) if skin.has("votes", 0.6) else "".join(parts)
    return skin.box(role, inner, tags=("div", "article"), attributes=anchor(pieces, saying))


def blog(pieces: Pieces) -> str:
    """Make an opening post like an entry of a blog, and comments below it."""
    skin, sayings = pieces.skin, pieces.talk.sayings
    above = skin.box(
        "head", line(pieces, sayings[0], 0, key="opening"), tags=("p", "div", "header")
    )
    opening = skin.box(
        "opening",
        above,
        skin.box("body", pieces.words(sayings[0])),
        pieces.actions(0),
        tags=("article", "div"),
    )
    tags = skin.pick("comment tags", (("li",), ("div",), ("article",)))
    rest = [
        skin.box(
            "remark", _single(pieces, saying, index), tags=tags, attributes=anchor(pieces, saying)
        )
        for index, saying in enumerate(sayings)
        if index
    ]
    title = f"<h3>{pieces.labels['comments']} ({len(rest)})</h3>" if rest else ""
    return (
        opening
        + title
        + skin.box(
            "remarks", joined(pieces, rest), tags=("ol", "ul") if tags == ("li",) else ("div",)
        )
    )


def apart(pieces: Pieces) -> str:
    """Make the opening post in one structure, the replies in another."""
    skin, sayings = pieces.skin, pieces.talk.sayings
    first = skin.box("opening", _beside(pieces, sayings[0], 0), tags=("section", "div", "article"))
    rest = [
        skin.box(
            "post",
            _single(pieces, saying, index),
            tags=("div", "li"),
            attributes=anchor(pieces, saying),
        )
        for index, saying in enumerate(sayings)
        if index
    ]
    between = (
        f"<h3>{len(rest)} {pieces.labels['replies']}</h3>"
        if skin.has("count of replies", 0.5)
        else ""
    )
    return (
        skin.wrapped("first", first)
        + between
        + skin.box("list", joined(pieces, rest), tags=("div", "ul"))
    )


BOXED: Final[dict[str, Layout]] = {
    layout.__name__: layout
    for layout in (
        boxes,
        articles,
        items,
        rows,
        tables,
        pairs,
        sibling_posts,
        tree,
        indented,
        answers,
        blog,
        apart,
    )
}
"""The families with a box for each part, by name."""
