"""Shapes of article addresses: from an article's index to its path, and back."""

import re
from dataclasses import dataclass
from typing import Final

from fakeweb import times

SECTIONS: Final = ("world", "local", "culture", "sport")


@dataclass(frozen=True)
class Shape:
    """One shape of address.

    ``template`` may use ``n`` (index + 1), ``section``, ``year``, ``month`` and ``day``;
    ``pattern`` is what a source gives to the crawler; ``number`` finds ``n`` in a path with its
    query.
    """

    template: str
    pattern: str
    number: str

    def path(self, index: int, published: int, zone: str) -> str:
        """Return the path of the article ``index``, published at ``published`` (Unix time), dated
        in ``zone``.
        """
        at = times.local(published, zone)
        parts = {"year": at.year, "month": f"{at.month:02}", "day": f"{at.day:02}"}
        return self.template.format(n=index + 1, section=SECTIONS[index % len(SECTIONS)], **parts)

    def index(self, path: str) -> int | None:
        """Return the index in a path, or None; the caller must still compare the whole path."""
        found = re.search(self.number, path)
        return int(found[1]) - 1 if found else None


SHAPES: Final[dict[str, Shape]] = {
    "story": Shape("/news/{section}/story{n}-1", r"/news/\w+/story\d+-\d+", r"/story(\d+)-1$"),
    "cnr": Shape(
        "/yuanchuang/shizheng/{year}{month}{day}/t{year}{month}_{n}.shtml",
        r"http://\w+.cnr.localhost:{port}/\w+/\w+/\d{8}/\w+.shtml",
        r"_(\d+)\.shtml$",
    ),
    "dated": Shape(
        "/{year}/{month}/{day}/n{n}.html", r"/\d{4}/\d\d/\d\d/n\d+\.html", r"/n(\d+)\.html$"
    ),
    "query": Shape("/article.php?id={n}", r"article\.php\?id=\d+", r"^/article\.php\?id=(\d+)$"),
    "slug": Shape("/posts/{section}-notes-{n}/", r"/posts/[\w-]+-\d+/", r"-(\d+)/$"),
    "flat": Shape("/a/{year}{month}{day}/{n}.htm", r"/a/\d{8}/\d+\.htm", r"/(\d+)\.htm$"),
    "blog": Shape("/s/blog_{n}.html", r"/s/blog_\d+\.html", r"/blog_(\d+)\.html$"),
    "private": Shape("/private/{section}/{n}.html", r"/private/\w+/\d+\.html", r"/(\d+)\.html$"),
}
