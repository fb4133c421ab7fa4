"""Choose the URL patterns to propose for a list page.

Pure: the rules of robots.txt are an argument.
"""

from collections.abc import Callable
from dataclasses import replace

from crawler.discovery.recognition import opened
from crawler.discovery.values import PatternChoice, Proposal
from extractor.lists.url_patterns import PatternProposal, propose_patterns

_MAX_SHOWN = 6

Allowed = Callable[[str], bool]
"""Says whether robots.txt allows Newsloom to fetch a URL."""


def with_patterns(proposal: Proposal, allowed: Allowed) -> Proposal:
    """Return a list page's proposal with the URL patterns that select its articles.

    Choose the best pattern, and nearly equal ones that select mostly other links. A pattern is not
    chosen if robots.txt denies most of the links that it selects.
    """
    page = proposal.preview.fetched
    tree = opened(page) if page is not None and proposal.channel == "list" else None
    if tree is None:
        return replace(proposal, patterns=())
    choices: list[PatternChoice] = []
    covered: set[str] = set()
    best_worth = 0.0
    for found in propose_patterns(tree):
        taken = {link.url for link in found.links}
        denied = sum(not allowed(url) for url in taken)
        is_near = 4 * found.worth >= best_worth and 2 * len(taken & covered) < len(taken)
        is_chosen = 2 * denied < len(taken) and is_near
        best_worth = best_worth or (found.worth if is_chosen else 0.0)
        covered |= taken if is_chosen else set()
        choices.append(_choice(proposal, found, taken, denied=denied, is_chosen=is_chosen))
    return replace(proposal, patterns=tuple(choices))


def _choice(
    proposal: Proposal, found: PatternProposal, taken: set[str], *, denied: int, is_chosen: bool
) -> PatternChoice:
    left = [
        link
        for link in {each.url: each for each in proposal.preview.links}.values()
        if link.url not in taken
    ]
    return PatternChoice(
        pattern=found.pattern,
        links=found.links[:_MAX_SHOWN],
        taken=len(found.links),
        left_links=tuple(left[:_MAX_SHOWN]),
        left=len(left),
        denied=denied,
        chosen=is_chosen,
    )
