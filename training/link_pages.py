"""Draw lists whose links are known to be articles or not.

The labelled lists are mostly of large sites. Those that an operator adds are often plainer: a blog
with one word as a title, a school's news with nothing but "Read more" in each card, an old page of
line breaks. The words are random syllables, because no fact about a link depends on words.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

_LATIN = (
    "ba be bi bo ca co da de di do fa fe ga go ha he ka ki la le li lo ma me mi mo na ne no "
    "pa pe ra re ri ro sa te"
)
_SYLLABLES = tuple(_LATIN.split())
_HAN = "天地人山水火土木金石田心手目口日月年城市路河海新老大小高低东西南北中学校书报车船桥树花草"
_HOST = "http://www.drawn.example"
_ARTICLE_PATHS = (
    "/{slug}/", "/{word}.html", "/{slug}.html", "/2024/03/{slug}", "/2024/03/05/{slug}/",
    "/?p={number}", "/news/{number}.html", "/news/{word}/{slug}", "/article.php?id={number}",
    "/a/{code}", "/{word}/{number}", "/news/{slug}-{number}", "/story/{word}-{number}.htm",
    "/{word}/2024-03-05/doc-{code}.shtml", "/{code}", "/index.php/{number}-{slug}",
)  # fmt: skip
_SECTION_PATHS = (
    "/{word}/", "/{word}", "/{word}.html", "/{slug}/", "/{word}/{word}/", "/list/{number}.html",
    "/?cat={digit}", "/index.php?page={word}", "/{word}.php", "/{word}-{word}/", "/{word}/{slug}",
)  # fmt: skip
_SERVICE_PATHS = (
    "/{word}-{word}/", "/{slug}/", "/{slug}", "/{word}/{slug}/", "/info/{number}/{slug}.html",
)  # fmt: skip
_OTHER_PATHS = (
    "/?author={digit}", "/people/{slug}", "/u/{code}", "/?m=2024{digit}", "/page/{digit}",
    "/{word}/page/{digit}", "/{word}?page={digit}", "/privacy-policy", "/terms-of-{slug}",
    "/subscribe?from={word}", "/login?next={word}", "/{word}/{slug}#comments", "/share?u={code}",
)  # fmt: skip


@dataclass(frozen=True)
class DrawnList:
    """A list with its address and, for each address that it links to, whether it is an
    article's.
    """

    html: bytes
    url: str
    articles: dict[str, bool]


def drawn_lists(count: int, seed: int) -> Iterator[DrawnList]:
    """Yield ``count`` lists. The same seed draws the same lists."""
    for number in range(count):
        yield _Writer(random.Random(seed * 100_003 + number)).page()


class _Writer:
    """Draws one list: its script, the forms of its addresses, its entries and what is around."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._is_han = rng.random() < 0.3
        self._article_path = rng.choice(_ARTICLE_PATHS)
        self._section_paths = rng.choices(_SECTION_PATHS, k=2)
        self._title_words = rng.choice(((1, 2), (1, 6), (2, 8), (4, 12), (6, 16)))
        self._titles = rng.choices(("words", "dates", "numbers"), (0.86, 0.06, 0.08))[0]
        self._series = self.words(1, 2)
        self._labels = rng.choice(((1, 1), (1, 2), (1, 4), (2, 5)))
        self._has_classes = rng.random() < 0.7
        self._heading = rng.choice(("h1", "h2", "h2", "h3", "h3", "h4"))
        self._articles: dict[str, bool] = {}
        self.read_more = self.words(1, 3)

    def page(self) -> DrawnList:
        """Draw the list."""
        rng = self.rng
        main = rng.choice(_ENTRIES)
        blocks = [self._block(main, rng.choice((3, 4, 5, 6, 8, 10, 12, 15, 20, 30)))]
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4))):
            blocks.append(self._block(rng.choice(_ENTRIES), rng.choice((3, 5, 8))))
        pager = "".join(self.other(str(number)) for number in range(2, rng.choice((2, 4, 8))))
        body = (
            self._menu("nav", rng.choice((0, 4, 8, 15, 40)))
            + self._in(rng.choice(("main", "div", "section")), "".join(blocks) + pager)
            + self._side()
            + self._menu("footer", rng.choice((0, 3, 8, 20)))
        )
        url = _HOST + rng.choice(("/", f"/{self._word()}/", "/blog", f"/list/{self._number()}"))
        html = f"<html><head><meta charset=utf-8><title>x</title></head><body>{body}</body></html>"
        return DrawnList(html.encode(), url, self._articles)

    def article(self) -> str:
        """Return the address of an article."""
        return self._address(self._article_path, is_article=True)

    def title(self) -> str:
        """Return a title: words or, on all entries of some lists, a date or a word and a number."""
        if self._titles == "dates":
            return f"2024-{self.rng.randint(1, 12):02}-{self.rng.randint(10, 28)}"
        if self._titles == "numbers":
            return f"{self._series} {self.rng.randint(2, 99)}"
        return self.words(*self._title_words)

    def other(self, text: str) -> str:
        """Return a link to anything that is neither an article nor a section."""
        address = self._address(self.rng.choice(_OTHER_PATHS), is_article=False)
        return f"<a href='{address}'>{text}</a> "

    def section(self) -> str:
        """Return a link to a section."""
        address = self._address(self.rng.choice(self._section_paths), is_article=False)
        return f"<a href='{address}'>{self.words(*self._labels)}</a>"

    def date(self) -> str:
        """Return a date, or nothing if the page shows none."""
        day, month = self.rng.randint(1, 28), self.rng.randint(1, 12)
        forms = (f"2024-{month:02}-{day:02}", f"{day}.{month}.2024", f"{month}/{day}", "5 min", "")
        return self.rng.choice(forms)

    def teaser(self) -> str:
        """Return the beginning of a text."""
        return f"<p>{self.words(8, 40)}</p>"

    def headline(self, address: str) -> str:
        """Return a title as a link, in a heading."""
        return f"<{self._heading}><a href='{address}'>{self.title()}</a></{self._heading}>"

    def bare_heading(self) -> str:
        """Return a title that is no link."""
        return f"<{self._heading}>{self.title()}</{self._heading}>"

    def marked(self, tag: str, name: str, inner: str) -> str:
        """Return an element, with a class if this page writes classes."""
        mark = f" class='{name}'" if self._has_classes else ""
        return f"<{tag}{mark}>{inner}</{tag}>"

    def words(self, least: int, most: int) -> str:
        """Return random words."""
        count = self.rng.randint(least, most)
        if self._is_han:
            return "".join(self.rng.choices(_HAN, k=2 * count))
        return escape(" ".join(self._word() for _ in range(count)).capitalize())

    def _block(self, entry: "_Entry", count: int) -> str:
        head = f"<h2>{self.section()}</h2>" if self.rng.random() < 0.3 else ""
        inner = "".join(entry(self) for _ in range(count))
        return head + self._in(self.rng.choice(("div", "ul", "section")), inner)

    def _menu(self, tag: str, count: int) -> str:
        """Return a menu or footer, in a list, a table or a row of links."""
        links = [self._menu_link() for _ in range(count)]
        form = self.rng.choice(("<li>{}</li>", "<td>{}</td>", "{} | ", "<div>{}</div>"))
        inner = "".join(map(form.format, links))
        if form.startswith("<li"):
            inner = self.marked("ul", "menu", inner)
        return self._in(self.rng.choice((tag, tag, "div")), inner) if count else ""

    def _menu_link(self) -> str:
        drawn = self.rng.random()
        if drawn < 0.6:
            return self.section()
        if drawn < 0.75:
            return self.other(self.words(1, 5))
        service = self._address(self.rng.choice(_SERVICE_PATHS), is_article=False)
        return f"<a href='{service}'>{self.words(1, self.rng.choice((2, 3, 8)))}</a>"

    def _side(self) -> str:
        tags = "".join(self.section() for _ in range(self.rng.choice((0, 0, 5, 20))))
        months = "".join(
            f"<li>{self.other(f'2024-{n:02}')}</li>" for n in range(self.rng.choice((0, 12)))
        )
        return self._in(self.rng.choice(("aside", "div")), tags + months)

    def _in(self, tag: str, inner: str) -> str:
        return self.marked(tag, self._word(), inner)

    def _address(self, path: str, *, is_article: bool) -> str:
        url = _HOST + path.format(
            slug="-".join(self._word() for _ in range(self.rng.randint(2, 7))),
            word=self._word(),
            number=self._number(),
            digit=self.rng.randint(1, 99),
            code=f"{self.rng.getrandbits(48):x}",
        )
        self._articles.setdefault(url.partition("#")[0], is_article)
        return url

    def _number(self) -> int:
        return self.rng.choice((self.rng.randint(10, 999), self.rng.randint(10_000, 9_999_999)))

    def _word(self) -> str:
        return "".join(self.rng.choices(_SYLLABLES, k=self.rng.randint(1, 4)))


def _plain(writer: _Writer) -> str:
    return f"<li><a href='{writer.article()}'>{writer.title()}</a></li>"


def _break(writer: _Writer) -> str:
    return f"<a href='{writer.article()}'>{writer.title()}</a> {writer.date()}<br>"


def _dated(writer: _Writer) -> str:
    date = writer.marked("span", "date", writer.date())
    return writer.marked("li", "item", f"{date} <a href='{writer.article()}'>{writer.title()}</a>")


def _row(writer: _Writer) -> str:
    link = f"<a href='{writer.article()}'>{writer.title()}</a>"
    by = writer.other(writer.words(1, 2))
    return f"<tr><td>{link}</td><td>{by}</td><td>{writer.date()}</td></tr>"


def _post(writer: _Writer) -> str:
    """Draw a post of a blog: a title as heading, its text or teaser, and links below."""
    address = writer.article()
    below = (
        f"{writer.date()} {writer.other(writer.words(1, 2))} {writer.section()} "
        f"<a href='{address}#comments'>3</a>"
    )
    more = f"<a href='{address}'>{writer.read_more}</a>" if writer.rng.random() < 0.5 else ""
    text = writer.teaser() * writer.rng.choice((0, 1, 3))
    return writer.marked("article", "post", writer.headline(address) + text + more + below)


def _card(writer: _Writer) -> str:
    """Draw a card with picture, label and title."""
    address = writer.article()
    picture = f"<a href='{address}'><img src='/x.jpg' alt='{writer.words(1, 6)}'></a>"
    label = writer.section() if writer.rng.random() < 0.5 else ""
    return writer.marked("div", "card", picture + label + writer.headline(address) + writer.date())


def _whole_card(writer: _Writer) -> str:
    """Draw a card that is a link as a whole."""
    inner = f"<img src='/x.jpg'>{writer.bare_heading()}{writer.teaser()}{writer.date()}"
    return f"<li><a href='{writer.article()}'>{inner}</a></li>"


def _read_more(writer: _Writer) -> str:
    """Draw a card whose title is no link: only "Read more" is."""
    more = f"<a href='{writer.article()}'>{writer.read_more}</a>"
    inner = writer.bare_heading() + writer.date() + writer.teaser() + more
    return writer.marked("article", "news", inner)


def _picture(writer: _Writer) -> str:
    """Draw a picture whose text is the title."""
    return f"<li><a href='{writer.article()}'><img src='/x.jpg' alt='{writer.title()}'></a></li>"


_Entry = Callable[[_Writer], str]
_ENTRIES: tuple[_Entry, ...] = (
    _plain, _break, _dated, _row, _post, _post, _card, _card, _whole_card, _read_more, _picture,
)  # fmt: skip
