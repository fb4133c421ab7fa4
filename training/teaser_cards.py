"""Put the headlines and teasers of other stories behind the text of a page, as news sites do.

Few labelled pages have a text that is shorter than the teasers around it. A model that learns from
them alone takes such teasers for the text of news in brief.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from evaluation.datasets import LabelledPage
from extractor.page.dom import Element, body_of, parse
from extractor.page.text import CJK

# Stories on a page, at least and at most.
MIN_CARDS = 2
MAX_CARDS = 9
# Characters of a headline that is made from a text, and of a teaser at least and at most.
_HEADLINE = 40
_SHORT = 50
_LONG = 260
_MIN_PARAGRAPH = 40
_LEVELS = (1, 1, 2, 3)
"""How many containers around that of the last paragraph hold the cards."""
_WRAPPERS = ("div", "div", "section", "ul", "aside")
_WRAPPER_CLASSES = (
    "", "", "related", "recommend", "more-news", "list", "feed", "box", "read-next", "hot-news",
    "stream",
)  # fmt: skip
_CARDS = ("div", "div", "div", "article", "section")
_CARD_CLASSES = ("", "item", "card", "story", "post-item", "news-item", "media", "entry", "l-item")
_HEADLINES, _TEASERS = ("h2", "h3", "h3", "h4", "div", "", ""), ("p", "p", "div", "", "")
_LABELS = {
    False: ("More stories", "Related", "Latest", "You may also like", "Recommended"),
    True: ("相关阅读", "更多新闻", "推荐阅读", "热门文章"),
}
_DATES = ("2024-05-20", "May 3, 2023", "3 hours ago", "2小时前", "05-20 10:32")
_ENDS = ("...", "…", "")
# Shares of pages with a label above the cards, with dates, and with linked teasers. Headlines are
# always links.
_LABELLED = 0.5
_DATED = 0.4
_LINKED = 0.25


@dataclass(frozen=True)
class Story:
    """Another article, as a card tells of it."""

    id: str
    headline: str
    text: str


Deck = dict[bool, list[Story]]
"""Stories in scripts without blanks between words (true), and others."""


def deck_of(pages: Iterable[LabelledPage]) -> Deck:
    """Return the stories that labelled pages tell."""
    deck: Deck = {False: [], True: []}
    for page in pages:
        text = page.gold.text or ""
        first = next((line for line in text.split("\n") if len(line) >= _MIN_PARAGRAPH), "")
        if first:
            deck[is_cjk(text)].append(Story(page.id, page.gold.title or first[:_HEADLINE], first))
    return deck


def is_cjk(text: str) -> bool:
    """Return whether a text is Chinese, Japanese or Korean."""
    return len(CJK.findall(text)) > len(text) / 4


def drawn_stories(deck: Deck, page: LabelledPage, rng: random.Random) -> list[Story]:
    """Return stories in the script of a page, but not its own; none if the deck has no other."""
    others = [story for story in deck[is_cjk(page.gold.text or "")] if story.id != page.id]
    return rng.choices(others, k=rng.randint(MIN_CARDS, MAX_CARDS)) if others else []


def height(rng: random.Random) -> int:
    """Return how many containers above the last paragraph's the cards belong to."""
    return rng.choice(_LEVELS)


def add_cards(holder: Element, stories: Sequence[Story], rng: random.Random) -> None:
    """Append cards of stories to an element, in a form drawn at random."""
    holder.extend(body_of(parse(f"<html><body>{_box(stories, rng)}</body></html>")))


def _box(stories: Sequence[Story], rng: random.Random) -> str:
    wrapper = rng.choice(_WRAPPERS)
    label = ""
    if rng.random() < _LABELLED:
        tag = rng.choice(("h2", "h3", "div"))
        label = f"<{tag}>{rng.choice(_LABELS[is_cjk(stories[0].text)])}</{tag}>"
    form = _Form.drawn(rng, wrapper)
    cards = "".join(form.card(story, rng) for story in stories)
    return f"<{wrapper}{_class(rng.choice(_WRAPPER_CLASSES))}>{label}{cards}</{wrapper}>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


@dataclass(frozen=True)
class _Form:
    """The form of all cards of a page."""

    card_tag: str
    card_class: str
    headline: str
    teaser: str
    is_linked: bool
    date_tag: str

    @classmethod
    def drawn(cls, rng: random.Random, wrapper: str) -> "_Form":
        return cls(
            card_tag="li" if wrapper == "ul" else rng.choice(_CARDS),
            card_class=rng.choice(_CARD_CLASSES),
            headline=rng.choice(_HEADLINES),
            teaser=rng.choice(_TEASERS),
            is_linked=rng.random() < _LINKED,
            date_tag=rng.choice(("div", "p")) if rng.random() < _DATED else "",
        )

    def card(self, story: Story, rng: random.Random) -> str:
        """Return a card: the headline, perhaps a date, and the beginning of the text."""
        parts = [_part(self.headline, story.headline, is_linked=True)]
        if self.date_tag:
            parts.append(_part(self.date_tag, rng.choice(_DATES), is_linked=False))
        told = story.text[: rng.randint(_SHORT, _LONG)] + rng.choice(_ENDS)
        parts.append(_part(self.teaser, told, is_linked=self.is_linked))
        return f"<{self.card_tag}{_class(self.card_class)}>{''.join(parts)}</{self.card_tag}>"


def _part(tag: str, text: str, *, is_linked: bool) -> str:
    """Return a block of text; without a tag, it ends with a line break."""
    inner = f'<a href="/story">{escape(text)}</a>' if is_linked else escape(text)
    return f"<{tag}>{inner}</{tag}>" if tag else f"{inner}<br>"
