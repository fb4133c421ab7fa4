"""Where the posts of a site are, as its long threads have shown it. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from extractor.forum.layout import merged
from extractor.results import Extraction, PostLayout, Thread
from storage.keys import host_of
from storage.learned.store import Fact

_FRESH_SECONDS = 7 * 86_400.0
_MIN_CONFIDENCE = 0.55
"""Least confidence of a thread that shows a layout.

Of 206 labelled threads 204 have as much, five of them with a tenth of their posts wrong or more; a
layout counts when two pages show it.
"""
_MIN_PAGES = 2
_ENOUGH_PAGES = 8
_MAX_LAYOUTS = 2
_MAX_OPENINGS = 2


@dataclass(frozen=True, kw_only=True)
class SeenLayout:
    """A layout, and how often it was seen.

    Attributes:
        layout: What all its pages have in common; its ``opening`` is not used.
        pages: How many pages had it, up to the number that is enough, less those that had another
            one; at least 1.
        openings: The paths of opening posts elsewhere, each with the number of pages that had it.
    """

    layout: PostLayout
    pages: int
    openings: tuple[tuple[str, int], ...] = ()

    def with_page(self, layout: PostLayout) -> "SeenLayout | None":
        """Return it after another page; None if that has another layout."""
        common = merged(self.layout, layout)
        if common is None:
            return None
        openings = dict(self.openings)
        if layout.opening:
            openings[layout.opening] = min(openings.get(layout.opening, 0) + 1, _ENOUGH_PAGES)
        kept = sorted(openings.items(), key=lambda each: -each[1])[:_MAX_OPENINGS]
        return SeenLayout(
            layout=common, pages=min(self.pages + 1, _ENOUGH_PAGES), openings=tuple(kept)
        )

    def known(self) -> PostLayout:
        """Return the layout with the opening that several pages have."""
        opening, pages = self.openings[0] if self.openings else ("", 0)
        return replace(self.layout, opening=opening if pages >= _MIN_PAGES else "")


@dataclass(frozen=True, kw_only=True)
class SiteLayouts:
    """The layouts of the threads of a source on one host, those of most pages first; ``at``: when
    they were told.
    """

    seen: tuple[SeenLayout, ...] = ()
    at: float = 0.0

    @classmethod
    def from_fact(cls, fact: Any) -> Self:
        """Read what ``to_fact`` returned."""
        seen = []
        for each in fact["seen"]:
            # JSON has made lists of the pairs.
            openings = tuple(map(tuple, each["openings"]))
            layout = PostLayout(**each["layout"])
            seen.append(SeenLayout(layout=layout, pages=each["pages"], openings=openings))
        return cls(seen=tuple(seen), at=fact["at"])

    def to_fact(self) -> Fact:
        """Return it as JSON values."""
        return asdict(self)

    def best(self) -> PostLayout | None:
        """Return the layout that a page of the site probably has, None if too few pages have shown
        one.
        """
        best = self.seen[0] if self.seen else None
        if best and best.pages >= _MIN_PAGES:
            return best.known()
        return None

    def with_page(
        self, layout: PostLayout, now: float, *, overrules: bool = False
    ) -> "SiteLayouts":
        """Return what is known after a page with this layout; itself if that is nothing new.

        A page that ``overrules`` what was known shows that the others are not those of posts.
        """
        found, others = None, []
        for each in self.seen:
            joined = None if found else each.with_page(layout)
            if joined:
                found = joined
            elif not overrules:
                # Each page speaks against the layouts that it has not, so that one a site has given
                # up fades.
                others.append(replace(each, pages=max(1, each.pages - 1)))
        opening = ((layout.opening, 1),) if layout.opening else ()
        found = found or SeenLayout(layout=replace(layout, opening=""), pages=1, openings=opening)
        seen = tuple(sorted([found, *others], key=lambda each: -each.pages)[:_MAX_LAYOUTS])
        if seen == self.seen and now - self.at < _FRESH_SECONDS:
            return self
        return SiteLayouts(seen=seen, at=now)


def common_layout(results: Iterable[Extraction | None]) -> PostLayout | None:
    """Return the layout that pages of one site show together."""
    site = SiteLayouts()
    for result in results:
        thread = sure_thread(result)
        if thread and thread.layout:
            site = site.with_page(thread.layout, 0.0)
    return site.best()


def sure_thread(result: Extraction | None) -> Thread | None:
    """Return a thread that was read with confidence."""
    if isinstance(result, Thread) and (result.confidence or 0.0) >= _MIN_CONFIDENCE:
        return result
    return None


def layout_for(known: Mapping[str, SiteLayouts], source_id: int, url: str) -> PostLayout | None:
    """Return the layout that a page of a source probably has."""
    site = known.get(site_name(source_id, url))
    return site.best() if site else None


def site_name(source_id: int, url: str) -> str:
    """Return the name of the fact about a source's threads on the host of a URL."""
    return f"{source_id} {host_of(url)}"
