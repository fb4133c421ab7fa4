"""Draw pages whose kind is known: lists of links in many forms, and articles with as many links
around them.

The labelled lists are of shops and portals. Those that an operator adds are often plainer: a few
links in a list, a table or between line breaks, with or without dates and teasers. The words are
random syllables, because no fact about a page's kind depends on words.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from extractor.results import Kind

_SYLLABLES = (
    "ba be bi bo ca co da de di do fa fe ga go ha he ka ki la le li lo ma me mi mo na ne no "
    "pa pe ra re ri ro sa te"
)
_LATIN = tuple(_SYLLABLES.split())
_HAN = tuple(
    "天地人山水火土木金石田心手目口日月年城市路河海新老大小高低东西南北中学校书报车船桥树花草风雨雪云"
)
_PORTALS = 0.4
"""Share of the articles that are on portals."""
_STATED = (
    '<meta property="og:type" content="article">',
    '<meta property="article:published_time" content="2024-03-05">',
    '<meta name="author" content="x">',
)  # fmt: skip
_STATING = 0.4
"""What articles state about themselves, and the probability of each statement."""
_LIST_PATHS = (
    "/",
    "/news/",
    "/category/{}",
    "/{}/",
    "/blog",
    "/index.html",
    "/list_{}.html",
    "/news?page=2",
    "/tag/{}",
)
_ARTICLE_PATHS = (
    "/news/{}-{}.html",
    "/2024/03/05/{}-{}",
    "/{}/{}",
    "/blog/{}-{}",
    "/a/17{}{}.html",
    "/?p=4711{}{}",
)


@dataclass(frozen=True)
class DrawnPage:
    """A page with its address and kind."""

    html: bytes
    url: str
    kind: Kind


def drawn_pages(count: int, seed: int) -> Iterator[DrawnPage]:
    """Yield ``count`` pages, lists and articles in turn. The same seed draws the same pages."""
    for number in range(count):
        writer = _Writer(random.Random(seed * 100_003 + number))
        yield writer.article() if number % 2 else writer.listing()


class _Writer:
    """Draws one page: its script, the form of its links, and what is around them."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._is_han = rng.random() < 0.3
        self._base = rng.choice(("", "", "/news", "/a", "http://www.x.example"))

    def listing(self) -> DrawnPage:
        rng = self._rng
        form = rng.choice(_FORMS)
        count = rng.choice((3, 4, 5, 6, 7, 8, 10, 12, 14, 18, 25, 40))
        links = form(self, count)
        intro = self._paragraph(1, 2) if rng.random() < 0.15 else ""
        heading = f"<h1>{self._words(1, 3)}</h1>" if rng.random() < 0.6 else ""
        pager = (
            "<p><a href='/2'>2</a> <a href='/3'>3</a> <a href='/4'>4</a></p>"
            if rng.random() < 0.3
            else ""
        )
        kind = rng.choice(("", "", '<meta property="og:type" content="website">'))
        return self._page(
            self._words(1, 4),
            kind,
            heading + intro + links + pager,
            rng.choice(_LIST_PATHS),
            Kind.LISTING,
        )

    def article(self) -> DrawnPage:
        rng = self._rng
        title = self._words(3, 12)
        quotes = rng.choice((0, 0, 0.5))
        text = "".join(self._said(quotes) for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 8, 14))))
        if rng.random() < 0.3:
            text += f"<h2>{self._words(2, 5)}</h2>" + self._paragraph(2, 5)
        date = rng.choice(
            (
                "<p>5 March 2024</p>",
                "<time datetime='2024-03-05'>x</time>",
                "<div>2024-03-05 10:20</div>",
                "",
            )
        )
        related = ""
        if rng.random() < 0.7:
            form = rng.choice((_plain, _paragraphs, _dated, _cards))
            related = f"<h3>{self._words(1, 2)}</h3>" + form(self, rng.choice((2, 3, 5, 8, 12, 20)))
        comments = _comments(self, rng.choice((0, 0, 2, 5, 15, 40)))
        related += self._portal() if rng.random() < _PORTALS else ""
        stated = "".join(each for each in _STATED if rng.random() < _STATING)
        tag = rng.choice(("div", "article"))
        body = f"<{tag}><h1>{title}</h1>{date}<div>{text}</div></{tag}>"
        body += rng.choice((related + comments, comments + related))
        return self._page(title, stated, body, rng.choice(_ARTICLE_PATHS), Kind.ARTICLE)

    def _said(self, quotes: float) -> str:
        """Return a paragraph, which is a quotation with this probability."""
        paragraph = self._paragraph(1, 6)
        return f"<blockquote>{paragraph}</blockquote>" if self._rng.random() < quotes else paragraph

    def _portal(self) -> str:
        """Return what portals put beside every article: several boxes of headlines."""
        boxes = (
            f"<div><h4>{self.label()}</h4>{form(self, self._rng.randint(5, 30))}</div>"
            for form in self._rng.choices((_plain, _breaks, _dated), k=self._rng.randint(2, 5))
        )
        return "".join(boxes)

    def _page(self, title: str, head: str, body: str, path: str, kind: Kind) -> DrawnPage:
        rng = self._rng
        menu = _labels(self, rng.choice((0, 3, 6, 12, 30)))
        side = rng.choice(
            ("", "", _plain(self, 5), _labels(self, 10), f"<form><input>{self._words(1, 2)}</form>")
        )
        foot = f"<footer>© {self._words(1, 3)} {_labels(self, rng.choice((0, 3, 8)))}</footer>"
        before, behind = (side, "") if rng.random() < 0.5 else ("", side)
        html = (
            f"<!DOCTYPE html><html><head><meta charset=utf-8><title>{title} - "
            f"{self._words(1, 2)}</title>{head}</head>"
            f"<body>{menu}{before}<div>{body}</div>{behind}{foot}</body></html>"
        )
        words = [self._slug() for _ in range(path.count("{}"))]
        return DrawnPage(
            html.encode(), f"http://www.{self._slug()}.example{path.format(*words)}", kind
        )

    def link(self) -> str:
        """Return a link with a headline."""
        return f"<a href='{self.address()}'>{self.headline()}</a>"

    def headline(self) -> str:
        return self._words(4, 12)

    def address(self) -> str:
        return f"{self._base}/{self._slug()}-{self._slug()}{self._rng.choice(('', '.html', '/'))}"

    def date(self) -> str:
        day, month = self._rng.randint(1, 28), self._rng.randint(1, 12)
        return self._rng.choice(
            (
                f"2024-{month:02}-{day:02}",
                f"{day:02}.{month:02}.2024",
                f"{month}/{day}",
                f"{day} March 2024",
            )
        )

    def label(self) -> str:
        return self._words(1, 2)

    def teaser(self) -> str:
        """Return the beginning of a text, which may end in the middle of a sentence."""
        return self._sentence(8, 40) + self._rng.choice(("", "...", "…"))

    def whole(self) -> str:
        """Return a few paragraphs, as on the front pages of blogs."""
        return "".join(self._paragraph(1, 4) for _ in range(self._rng.randint(1, 3)))

    def _paragraph(self, least: int, most: int) -> str:
        sentences = (self._sentence(6, 22) for _ in range(self._rng.randint(least, most)))
        return f"<p>{' '.join(sentences)}</p>"

    def _sentence(self, least: int, most: int) -> str:
        middle = "，" if self._is_han else ", "
        halves = self._words(least // 2, most // 2), self._words(least // 2, most // 2)
        return middle.join(halves) + ("。" if self._is_han else ".")

    def _words(self, least: int, most: int) -> str:
        count = self._rng.randint(least, most)
        if self._is_han:
            return escape("".join(self._rng.choices(_HAN, k=2 * count)))
        return escape(" ".join(self._slug() for _ in range(count)).capitalize())

    def _slug(self) -> str:
        return "".join(self._rng.choices(_LATIN, k=self._rng.randint(1, 4)))


def _labels(writer: _Writer, count: int) -> str:
    links = (f"<a href={writer.address()}>{writer.label()}</a>" for _ in range(count))
    return f"<ul>{''.join(f'<li>{link}</li>' for link in links)}</ul>"


def _plain(writer: _Writer, count: int) -> str:
    return f"<ul>{''.join(f'<li>{writer.link()}</li>' for _ in range(count))}</ul>"


def _paragraphs(writer: _Writer, count: int) -> str:
    return "".join(f"<p>{writer.link()}</p>" for _ in range(count))


def _breaks(writer: _Writer, count: int) -> str:
    return f"<div>{'<br>'.join(writer.link() for _ in range(count))}</div>"


def _dated(writer: _Writer, count: int) -> str:
    items = (f"<span>{writer.date()}</span> {writer.link()}" for _ in range(count))
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _rows(writer: _Writer, count: int) -> str:
    rows = (
        f"<tr><td>{writer.link()}</td><td>{writer.label()}</td><td>{writer.date()}</td></tr>"
        for _ in range(count)
    )
    return f"<table>{''.join(rows)}</table>"


def _headings(writer: _Writer, count: int) -> str:
    return "".join(f"<h3>{writer.link()}</h3><p>{writer.teaser()}</p>" for _ in range(count))


def _cards(writer: _Writer, count: int) -> str:
    return "".join(_card(writer, writer.address()) for _ in range(count))


def _card(writer: _Writer, address: str) -> str:
    image = f"<a href='{address}'><img src='/x.jpg'></a>"
    heading = f"<h2><a href='{address}'>{writer.headline()}</a></h2>"
    return (
        f"<article>{image}{heading}<p>{writer.teaser()}</p><time>{writer.date()}</time></article>"
    )


def _comments(writer: _Writer, count: int) -> str:
    comments = (
        f"<li><a href={writer.address()}>{writer.label()}</a> {writer.date()} {writer.whole()}</li>"
        for _ in range(count)
    )
    return f"<ol>{''.join(comments)}</ol>"


def _posts(writer: _Writer, count: int) -> str:
    posts = (
        f"<div><h2>{writer.link()}</h2><p>{writer.date()}</p>{writer.whole()}<a "
        f"href='/c'>{writer.label()}</a></div>"
        for _ in range(min(count, 8))
    )
    return "".join(posts)


_FORMS: tuple[Callable[[_Writer, int], str], ...] = (
    _plain, _paragraphs, _breaks, _dated, _rows, _headings, _cards, _posts,
)  # fmt: skip
