"""Make article pages as heavy as real ones: cards of other stories, menus and scripts around the
text.

The proportions are the medians of 233 labelled news articles: in each 1,000 bytes seven elements,
one link, 190 characters of text and 120 of script; the rest is attributes.
"""

from itertools import count

from fakeweb.layouts.page import safe

_STATE = (
    "<script>window.__cards=(window.__cards|"
    '|[]).concat({{"id":{number},"slot":"rail-{slot}","kind":"story"}});'
    "</script>"
)
_CARD = (
    '<div class="o-card o-card--rail o-card--{slot} u-margin-bottom-small js-track-visibility" '
    'data-card="{number}" '
    'data-analytics="module:rail;position:{number};variant:compact;surface:article;'
    'experiment:none" '
    'style="--card-accent:#a33b2f;--card-gap:.75rem" tabindex="-1">'
    '<a class="o-card__link u-link-faux-block js-prefetch" href="{address}?from=rail-{slot}" '
    'data-link="card-{number}">'
    '<span class="o-card__kicker c-kicker c-kicker--small u-uppercase">{kicker}</span>'
    '<span class="o-card__headline c-headline c-headline--xsmall u-balance">{title}</span></a>'
    '<div class="o-card__meta c-meta u-color-muted u-font-sans"><span class="c-meta__item '
    'c-meta__item--first">{teaser}'
    '</span><i class="c-icon c-icon--bookmark" aria-hidden="true"></i></div></div>'
)
_END = "</body>"


def weighed(html: str, size: int, stories: list[tuple[str, str]]) -> str:
    """Return a page of at least ``size`` characters.

    Args:
        html: The page.
        size: Its least length; 0 leaves it as it is.
        stories: Titles and addresses of other stories, of which the cards take turns.
    """
    missing = size - len(html)
    if missing <= 0 or not stories:
        return html
    parts: list[str] = []
    for number in count():
        title, address = stories[number % len(stories)]
        fields = {
            "number": number,
            "slot": number % 9,
            "address": safe(address),
            "title": safe(title),
        }
        card = _CARD.format(**fields, kicker=safe(title[:12]), teaser=safe(title)) + _STATE.format(
            **fields
        )
        parts.append(card)
        missing -= len(card)
        if missing <= 0:
            break
    end = html.lower().rfind(_END)
    end = end if end >= 0 else len(html)
    return f'{html[:end]}<div class="l-rail">{"".join(parts)}</div>{html[end:]}'
