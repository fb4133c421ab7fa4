"""What an algorithm of ``extractor.registry`` is given to work on."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from extractor.dates.context import DateContext
from extractor.dates.zones import country_of
from extractor.fields.metadata import Metadata
from extractor.page.blocks import Blocks, read_blocks
from extractor.page.dom import Element, Step, base_url, steps


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page, decoded and parsed, with what is known before its text is.

    ``root`` is pruned of what no reader sees, ``body`` is the part below it that holds the text; algorithms leave both
    unchanged. ``encoding`` is the codec it was decoded with. ``title`` is the headline, "" if none was found, ``lang``
    the language as the page or its script says. ``collected`` is the time of the fetch.
    """

    url: str
    encoding: str
    root: Element
    body: Element
    metadata: Metadata
    title: str
    lang: str
    collected: datetime

    @cached_property
    def steps(self) -> list[Step]:
        """The walk through ``body``."""
        return steps(self.body)

    @cached_property
    def blocks(self) -> Blocks:
        """The blocks of ``body`` with their containers."""
        return read_blocks(self.body)

    @property
    def lines(self) -> list[str]:
        """The visible text, a string for what stands between two block tags."""
        return self.blocks.lines

    @cached_property
    def base(self) -> str:
        """What relative links are relative to."""
        return base_url(self.root, self.url)

    @property
    def date_context(self) -> DateContext:
        """For moments without a zone and relative ones."""
        return DateContext(self.collected, self.lang, country_of(self.metadata.host))
