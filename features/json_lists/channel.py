"""The channel json: its traits, and what may be wrong with the selectors of its sources."""

from collections.abc import Iterator
from enum import StrEnum

from hooks.answers import ChannelTexts, SourceChannel
from storage.channels import ChannelTraits
from storage.database.field_errors import FieldError
from storage.database.sources.source_config import SourceConfig

_SELECTORS = ("entries", "link", "title", "text", "time", "author", "next")


class SelectorProblem(StrEnum):
    """What may be wrong with a selector, as codes."""

    SELECTOR = "selector"


def _check_selectors(source: SourceConfig) -> Iterator[FieldError]:
    from features.json_lists.selectors import problem_of

    for name, selector in source.selectors.items():
        if name in _SELECTORS and selector.strip() and (why := problem_of(selector)):
            yield FieldError("selectors", name, SelectorProblem.SELECTOR, {"why": why})


def _reading() -> object:
    from features.json_lists.reading import JsonReading

    return JsonReading()


def _texts() -> ChannelTexts:
    from features.json_lists.labels import CHANNEL

    return CHANNEL


JSON = SourceChannel(
    name="json",
    traits=ChannelTraits(is_data=True, keeps_all_links=True, shows_newest=True),
    selectors=_SELECTORS,
    reads_results=True,
    rules={"selectors": _check_selectors},
    about={
        "result_parser": "or json",
        "selectors": f"or JMESPath expressions of a list in JSON: {', '.join(_SELECTORS)}",
    },
    reading=_reading,
    texts=_texts,
)
