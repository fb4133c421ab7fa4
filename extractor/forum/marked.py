"""The input of post algorithms: a page with its outline and marks, each computed once, when first
used.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from extractor.dates.context import DateContext
from extractor.forum.candidates import candidates
from extractor.forum.glance import glance
from extractor.forum.judge import Rated, RecordJudge, judge
from extractor.forum.marks import Marks, find_marks
from extractor.forum.outline import PageOutline, outline_of
from extractor.forum.record_facts import RecordFacts, matrix, record_facts
from extractor.forum.records import Record
from extractor.forum.weights import Facts, Weights, logistic, weights
from extractor.forum.zones import stated_zone
from extractor.page.page import Page


@dataclass(frozen=True)
class MarkedPage:
    """A page with the positions of its parts; see ``PageOutline`` and ``Marks``.

    ``judge`` and ``weights`` decide what they are. ``is_told``: something else says that the page
    is a thread, so that its posts need neither times nor names.
    """

    page: Page
    weights: Weights = field(default_factory=weights)
    judge: RecordJudge = field(default_factory=judge)
    is_told: bool = True

    @cached_property
    def glance(self) -> Facts:
        """The facts that tell before the posts are found whether there are any."""
        return glance(self.page)

    @property
    def promise(self) -> float:
        """The probability that the page is a thread, from the glance alone."""
        return logistic(self.weights.glance, self.glance)

    @cached_property
    def outline(self) -> PageOutline:
        """The page as arrays."""
        return outline_of(self.page.body)

    @cached_property
    def date_context(self) -> DateContext:
        """How times are read: in the zone that the board names for all of them, if it names one."""
        context, zone = self.page.date_context, stated_zone(self.outline.texts)
        return replace(context, zone_name=zone) if zone else context

    @cached_property
    def marks(self) -> Marks:
        """Times, names and numbers of posts."""
        return find_marks(self.outline)

    @cached_property
    def record_facts(self) -> RecordFacts:
        """What describes sets of records."""
        return record_facts(self.outline, self.marks)

    @cached_property
    def rated(self) -> Rated:
        """All sets of records that may be the posts, as the judge rates them, best first."""
        found = candidates(self.outline, self.marks, are_unmarked=self.is_told)
        if not found:
            return ()
        facts = self.record_facts.columns(found)
        # Where all else is equal, the name or time before a post belongs to it, and so does the
        # element around it, whose attributes may tell more.
        nodes = np.array([sum(end - start for start, end in records) for records in found])
        order = np.lexsort((-nodes, -facts["words"]))
        return self.judge.rated([found[index] for index in order], matrix(facts)[order])


PostAlgorithm = Callable[[MarkedPage], Sequence[Record]]
"""Finds the records of a page's posts, in document order and without overlap. Returns none if there
are no posts.
"""
