"""What the words of a post link to."""

from collections.abc import Container, Iterable, Iterator

from extractor.forum.outline import PageOutline
from extractor.forum.records import Record
from extractor.page.dom import join
from extractor.results import Link


def links_in(
    outline: PageOutline, base: str, spans: Iterable[Record], skipped: Container[int]
) -> Iterator[Link]:
    """Yield the links with words in stretches of an outline, but for those in ``skipped`` nodes.

    ``base`` is the address that relative links refer to.
    """
    for node, end in spans:
        while node < end:
            if node in skipped:
                node = outline.ends[node]
                continue
            if outline.tags[node] == "a" and (link := _link(outline, base, node)):
                yield link
            node += 1


def _link(outline: PageOutline, base: str, node: int) -> Link | None:
    url = join(base, outline.attributes[node].get("href", ""))
    words = outline.text(node, outline.ends[node])
    if not words or not url.startswith(("http://", "https://")):
        return None
    return Link(url=url, title=words)
