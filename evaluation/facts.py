"""Facts of a labelled page for any method: whether the page contains its gold, and what the gold
contains.
"""

import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

import lxml.html
from lxml import etree

from evaluation.datasets import LabelledPage
from evaluation.markup import everything, page_lines
from evaluation.measures.fields import fold
from evaluation.measures.text import bag_of
from extractor.errors import ExtractionError
from extractor.page import dom
from extractor.page.decode import decode
from extractor.page.text import words

REACHABLE = 0.5
"""Share of the gold's words in the page below which no extractor can find them."""
_BEGINNING = 300
"""Characters of the gold that are searched for a headline."""
_LEAD_WORDS = 6
"""Words of a page's description that identify it in the gold."""


@dataclass(frozen=True)
class PageFacts:
    """The facts of a page; None if they do not apply.

    Attributes:
        visible, anywhere: The share of the gold's words in what a reader sees, and in the page with
            its scripts.
        headline, lead: Whether the gold's text contains them.
        parse_ms: CPU time of ``lxml.html`` alone.
    """

    parse_ms: float | None = None
    visible: float | None = None
    anywhere: float | None = None
    headline: bool | None = None
    lead: bool | None = None

    @property
    def is_reachable(self) -> bool:
        """Return whether half of the gold's words are anywhere in the page."""
        return self.anywhere is None or self.anywhere >= REACHABLE


def find_facts(page: LabelledPage, html: bytes) -> PageFacts:
    """Return the facts of a page and its gold."""
    ms = _parse_ms(html)
    gold = page.gold.text or "\n".join(post.body for post in page.gold.posts or ())
    if not gold:
        return PageFacts(ms)
    wanted = Counter(words(gold))
    visible = _share(" ".join(page_lines(html)), wanted)
    anywhere = max(visible, _share(everything(html), wanted))
    if page.gold.text is None:
        return PageFacts(ms, visible, anywhere)
    headline, lead = _headline_and_lead(page, html)
    folded = fold(page.gold.text)
    return PageFacts(
        ms,
        visible,
        anywhere,
        headline=headline in folded[: len(headline) + _BEGINNING] if headline else None,
        lead=lead in " ".join(words(folded)) if lead else None,
    )


def _share(text: str, wanted: Counter[str]) -> float:
    counts = bag_of(Counter(words(text)), wanted)
    return counts.score.recall


def _headline_and_lead(page: LabelledPage, html: bytes) -> tuple[str, str]:
    """Return the headline (the gold's, else the page's first ``h1``) and the first words of the
    page's description.
    """
    try:
        root = dom.parse(decode(html, {}, "").text)
    except ExtractionError:
        return fold(page.gold.title or ""), ""
    top = next(root.iter("h1"), None)
    heading = "" if top is None else dom.visible_text(top)
    lead = ""
    for meta in root.iter("meta"):
        name = (meta.get("property") or meta.get("name") or "").lower()
        if name in ("og:description", "description"):
            lead = meta.get("content") or ""
            break
    start = words(fold(lead))[:_LEAD_WORDS]
    return fold(page.gold.title or heading), " ".join(start) if len(start) == _LEAD_WORDS else ""


def _parse_ms(html: bytes) -> float:
    started = time.process_time()
    with suppress(etree.LxmlError, ValueError):  # An empty or broken page takes the time it takes.
        lxml.html.document_fromstring(html)
    return 1000 * (time.process_time() - started)
