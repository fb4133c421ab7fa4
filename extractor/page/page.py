"""The page that algorithms work on."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from extractor.dates.context import DateContext
from extractor.dates.date_matches import url_year
from extractor.dates.zones import country_of
from extractor.fields.metadata import Metadata
from extractor.page.blocks import Blocks, read_blocks
from extractor.page.dom import Element, Step, steps
from extractor.page.styles import hidden_classes
from extractor.results import PostLayout


@dataclass(frozen=True, kw_only=True)
class Page:
    """A decoded and parsed page, with what is known before its text is extracted.

    Attributes:
        root: The tree without what no reader sees. Algorithms do not change it.
        body: The part of ``root`` that contains the text. Algorithms do not change it.
        encoding: The codec that decoded the page.
        title: The headline, "" if none was found.
        lang: The language as the page or its script says.
        collected: The time of the fetch.
        time_zone: The name of the zone that the operator gives the site, or "".
        scripts: The ``script`` elements, which are no longer in ``root``.
        style_sheets: The ``style`` elements, which are not either.
        post_layout: Where the posts of the site's threads are, if that is known.
    """

    url: str
    encoding: str
    root: Element
    body: Element
    metadata: Metadata
    title: str
    lang: str
    collected: datetime
    scripts: tuple[Element, ...] = ()
    style_sheets: tuple[Element, ...] = ()
    time_zone: str = ""
    post_layout: PostLayout | None = None

    @cached_property
    def steps(self) -> list[Step]:
        """The walk through ``body``."""
        return steps(self.body)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of ``body`` with their containers."""
        return read_blocks(self.body)

    @cached_property
    def hidden_classes(self) -> frozenset[str]:
        """The classes that the style sheets in the page hide."""
        shown = (one for one in self.style_sheets if one.get("media") != "print")
        return hidden_classes(one.text or "" for one in shown)

    @property
    def lines(self) -> list[str]:
        """The visible text, one string for each stretch between two block tags."""
        return self.blocks.lines

    @property
    def base(self) -> str:
        """The address that relative links refer to."""
        return self.metadata.base

    @property
    def date_context(self) -> DateContext:
        """The context for dates without a zone and relative dates."""
        return DateContext(
            self.collected,
            self.lang,
            country_of(self.metadata.host),
            self.time_zone,
            url_year(self.url),
        )
