"""Turn threads into training data for their parts: which stretch is the opening post, and which box
holds the words.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.datasets import GoldPost
from evaluation.measures.text import bag_of
from extractor.forum.alignment import align
from extractor.forum.authors import find_authors
from extractor.forum.bodies import offers_of
from extractor.forum.lines import lines_in
from extractor.forum.marked import MarkedPage
from extractor.forum.offers import key_of, offer_facts
from extractor.forum.openings import opening_options
from extractor.forum.posts import fact_nodes
from extractor.forum.quotes import find_quotes
from extractor.forum.records import Record
from extractor.forum.stamps import find_stamps
from extractor.forum.weights import Facts
from extractor.page.text import words

_COVERED = 0.7
"""Share of a labelled post's words in its record."""


@dataclass(frozen=True)
class Options:
    """The options of one decision with the value of each, from 0 to 1."""

    facts: Sequence[Facts]
    values: Sequence[float]


def openings(
    marked: MarkedPage, records: Sequence[Record], score: Callable[[Sequence[Record]], float]
) -> list[tuple[Facts, bool]]:
    """Return the stretches before the records with facts, and whether the records score better with
    each.
    """
    alone = score(records)
    return [
        (facts, score([span, *records]) > alone)
        for span, facts in opening_options(
            marked.outline, marked.marks, records, marked.page.date_context
        )
    ]


def bodies(
    marked: MarkedPage, records: Sequence[Record], gold: Sequence[GoldPost]
) -> Options | None:
    """Return the positions that may be the bodies, with the mean F1 of their words; None if nothing
    matches.
    """
    outline, marks = marked.outline, marked.marks
    alignment = align(outline, records)
    quoted = [find_quotes(outline, record) for record in records]
    stamps = find_stamps(alignment, marks, marked.page.date_context, quoted)
    names = find_authors(
        alignment, marks, quoted, [stamp.node if stamp else None for stamp in stamps]
    )
    known = [fact_nodes(outline, *pair) for pair in zip(names, stamps, strict=True)]
    offers = offers_of(alignment, known)
    facts = offer_facts(alignment, marks, offers, known)
    wanted = _matched(marked, records, gold)
    if not facts or not any(wanted):
        return None
    totals = dict.fromkeys(facts, 0.0)
    for index, (record, offered, bag) in enumerate(zip(records, offers, wanted, strict=True)):
        for offer in offered:
            spans = [(node, min(outline.ends[node], record[1])) for node in offer]
            text = "\n".join(lines_in(outline, spans, known[index] | quoted[index]))
            score = bag_of(Counter(words(text)), bag).score.f1 if bag else 0.0
            totals[key_of(alignment, alignment.fine, offer)] += score
    count = sum(map(bool, wanted))
    return Options(list(facts.values()), [totals[key] / count for key in facts])


def _matched(
    marked: MarkedPage, records: Sequence[Record], gold: Sequence[GoldPost]
) -> list[Counter[str]]:
    """Return the words of the labelled post in each record, no words if there is none."""
    bags = [Counter(words(post.body)) for post in gold if post.body and not post.is_optional]
    found = []
    for record in records:
        own = Counter(words(marked.outline.text(*record)))
        inside = [bag for bag in bags if _holds(own, bag)]
        found.append(max(inside, key=Counter.total, default=Counter()))
    return found


def _holds(bag: Counter[str], wanted: Counter[str]) -> bool:
    return (bag & wanted).total() >= _COVERED * wanted.total()
