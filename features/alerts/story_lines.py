"""The stories of a digest: what of the new matches is about one event. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from hooks.answers import SaidLine
from storage.documents.port import Document

MAX_STORIES = 20
_MAX_STORIES_SAID = 5
"""So many stories of a digest have such lines, those on most sites: each is read and compared."""

_MAX_OF_EACH = 2
"""The most conflicts of a story in a digest, and the most lines that several sites tell: people
read digests on a phone.
"""


@dataclass(frozen=True, kw_only=True)
class StoryLine:
    """A story in a digest: the number of matches about it, and of their sites.

    ``document`` is the newest.

    ``story`` is "" for a match that is alone. ``said`` is what its reports say, of the first
    stories of a digest.
    """

    story: str
    title: str
    documents: int
    sites: int
    document: str
    said: tuple[SaidLine, ...] = ()


def story_lines(documents: Sequence[Document], stories: Mapping[str, str]) -> list[StoryLine]:
    """Return the stories of the documents, those on most sites first; a document without others is
    its own story.

    ``stories`` has the story of each ``member``.
    """
    groups: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        groups[stories.get(member(document), document.id)].append(document)
    lines = [_line(story, group) for story, group in groups.items()]
    return sorted(lines, key=lambda line: (-line.sites, -line.documents, line.title))


def packed(lines: Iterable[StoryLine]) -> list[dict[str, Any]]:
    """Return lines as JSON can hold them."""
    return [asdict(line) for line in lines]


def unpacked(values: Iterable[dict[str, Any]]) -> tuple[StoryLine, ...]:
    """Return what ``packed`` made."""
    return tuple(
        StoryLine(**{**value, "said": _unpacked_said(value.get("said", ()))}) for value in values
    )


def with_said(
    lines: Sequence[StoryLine], said_of: Callable[[str], Sequence[SaidLine]]
) -> list[StoryLine]:
    """Return the lines, the first ones with what the reports of their stories say."""
    first = [
        replace(line, said=_first_said(said_of(line.story))) if line.story else line
        for line in lines[:_MAX_STORIES_SAID]
    ]
    return [*first, *lines[_MAX_STORIES_SAID:]]


def member(document: Document) -> str:
    """Return the id under which a document is in a story: a thread is in it once."""
    return document.thread or document.id


def _line(story: str, group: Sequence[Document]) -> StoryLine:
    newest = max(
        group, key=lambda document: (document.published or document.collected, document.id)
    )
    return StoryLine(
        story=story if len(group) > 1 else "",
        title=" ".join(newest.title.split()),
        documents=len(group),
        sites=len({document.site for document in group}),
        document=newest.id,
    )


def _unpacked_said(values: Iterable[dict[str, Any]]) -> tuple[SaidLine, ...]:
    """Return lines from JSON."""
    return tuple(
        SaidLine(kind=each.pop("kind"), **{name: tuple(some) for name, some in each.items()})
        for each in map(dict, values)
    )


def _first_said(lines: Iterable[SaidLine]) -> tuple[SaidLine, ...]:
    """Return the lines of a story that a digest tells."""
    told = list(lines)
    conflicts = [each for each in told if each.kind != "agreement"]
    agreements = [each for each in told if each.kind == "agreement"]
    return (*conflicts[:_MAX_OF_EACH], *agreements[:_MAX_OF_EACH])
