"""Score one page and one method: its answer measured against the gold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.datasets import Gold, LabelledPage
from evaluation.measures.fields import (
    author_right,
    day_right,
    has_all,
    has_none,
    image_right,
    title_right,
)
from evaluation.measures.names import accepted_names, is_profile, profile_names
from evaluation.measures.posts import PostCounts, count, match
from evaluation.measures.text import OverlapCounts, bag, subsequence
from evaluation.methods import Answer
from extractor.errors import ExtractionError
from extractor.page import dom
from extractor.page.decode import decode
from extractor.results import Post


@dataclass(frozen=True, kw_only=True)
class PageScore:
    """The score of a method on a page. None if gold or method is silent.

    ``failure`` names what went wrong. Then the answer is empty, text and posts count as nothing
    found, and the other fields are left out.
    """

    method: str
    answer: Answer
    bag: OverlapCounts | None = None
    lcs: OverlapCounts | None = None
    bag_with_summary: OverlapCounts | None = None
    posts: PostCounts | None = None
    title: bool | None = None
    author: bool | None = None
    day: bool | None = None
    image: bool | None = None
    must: bool | None = None
    must_not: bool | None = None
    failure: str = ""

    @property
    def f1(self) -> float | None:
        """The one number of a page: of its posts, if they are labelled and were looked for, else of
        its words.
        """
        if self.posts is not None:
            return self.posts.found.score.f1
        return None if self.bag is None else self.bag.score.f1


def measure(method: str, answer: Answer, page: LabelledPage, html: bytes) -> PageScore:
    """Return the score of an answer."""
    gold = page.gold
    score = PageScore(method=method, answer=answer, bag_with_summary=_with_summary(answer, gold))
    if gold.text is not None:
        score = replace(
            score,
            bag=bag(answer.text, gold.text),
            lcs=subsequence(answer.text, gold.text),
        )
    score = replace(
        score,
        must=has_all(answer.text, gold.must),
        must_not=has_none(answer.text, gold.must_not),
    )
    if gold.posts is not None and answer.posts is not None:
        score = replace(score, posts=measure_posts(answer.posts, page, html))
    # Methods that read no such field have None for it, and no score.
    if answer.title is not None:
        score = replace(score, title=title_right(answer.title, gold.title))
    if answer.author is not None:
        score = replace(score, author=author_right(answer.author, gold.author))
    if answer.dated:
        score = replace(score, day=day_right(answer.published, gold.date))
    if answer.image is not None:
        score = replace(score, image=image_right(answer.image, gold.image))
    return score


def failed(method: str, page: LabelledPage, failure: str) -> PageScore:
    """Return the score of a method that raised or took too long."""
    gold, answer = page.gold, Answer()
    return PageScore(
        method=method,
        answer=answer,
        bag=None if gold.text is None else bag("", gold.text),
        lcs=None if gold.text is None else subsequence("", gold.text),
        bag_with_summary=_with_summary(answer, gold),
        posts=None if gold.posts is None else count([], (), gold.posts),
        must=has_all("", gold.must),
        failure=failure,
    )


def _with_summary(answer: Answer, gold: Gold) -> OverlapCounts | None:
    if gold.text is None or gold.summary is None:
        return None
    return bag(answer.text, f"{gold.summary}\n{gold.text}")


def measure_posts(posts: Sequence[Post], page: LabelledPage, html: bytes) -> PostCounts:
    """Measure the posts found against the labelled ones."""
    gold = page.gold.posts or ()
    names = [post.author for post in gold]
    profiles: dict[str, set[str]] = _profiles(page, html) if any(map(is_profile, names)) else {}
    accepted = [accepted_names(name, profiles, page.url) for name in names]
    return count(match(posts, gold, accepted), posts, gold)


def _profiles(page: LabelledPage, html: bytes) -> dict[str, set[str]]:
    try:
        return profile_names(dom.parse(decode(html, {}, "").text), page.url)
    except ExtractionError:
        return {}
