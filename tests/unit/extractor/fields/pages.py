"""Small pages of our own around one field."""

import json

from tests.unit.extractor import samples


def json_ld(*entities: object) -> str:
    return "".join(
        f'<script type="application/ld+json">{json.dumps(entity)}</script>' for entity in entities
    )


def page(
    *,
    head: str = "",
    before: str = "",
    beside: str = "",
    after: str = "",
    title: str = "Town library opens again",
) -> str:
    """Return an article with additions to its head, before and beside its headline, and after its
    text.
    """
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.ENGLISH)
    return (
        f"<html><head><title>{title} - Example Courier</title>{head}</head><body>{before}<h1>{title}</h1>{beside}"
        f"<div>{text}</div>{after}</body></html>"
    )
