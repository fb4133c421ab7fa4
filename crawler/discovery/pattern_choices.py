"""Choose the URL patterns to propose for a list page.

Pure: the rules of robots.txt are an argument.
"""

from collections.abc import Callable
from dataclasses import replace

from crawler.discovery.recognition import opened
from crawler.discovery.values import PatternChoice, Proposal
from extractor.lists.url_patterns import PatternProposal, propose_patterns

_MAX_SHOWN = 6
_MIN_TAKEN = 0.9
"""Least share of the articles that the chosen patterns together select."""

Allowed = Callable[[str], bool]
"""Returns whether robots.txt allows Newsloom to fetch a URL."""


def with_patterns(proposal: Proposal, allowed: Allowed) -> Proposal:
    """Return a list page's proposal with the URL patterns that select its articles.

    They are chosen if together they select nearly all articles; else the list is read best without
    patterns. A pattern is not chosen if robots.txt denies most of the links that it selects.
    """
    page = proposal.preview.fetched
    if page is not None and proposal.channel == "list":
        tree = opened(page)
    else:
        tree = None
    if tree is None:
        return replace(proposal, patterns=())
    found = propose_patterns(tree)
    articles = {link.url for link in proposal.preview.links}
    taken = {link.url for each in found for link in each.links}
    is_enough = len(articles & taken) >= _MIN_TAKEN * len(articles)
    choices = tuple(_choice(proposal, each, allowed, is_enough=is_enough) for each in found)
    return replace(proposal, patterns=choices)


def _choice(
    proposal: Proposal, found: PatternProposal, allowed: Allowed, *, is_enough: bool
) -> PatternChoice:
    taken = {link.url for link in found.links}
    denied = sum(not allowed(url) for url in taken)
    each_once = {link.url: link for link in proposal.preview.links}
    left = [link for url, link in each_once.items() if url not in taken]
    return PatternChoice(
        pattern=found.pattern,
        links=found.links[:_MAX_SHOWN],
        taken=len(found.links),
        left_links=tuple(left[:_MAX_SHOWN]),
        left=len(left),
        denied=denied,
        chosen=is_enough and 2 * denied < len(taken),
    )
