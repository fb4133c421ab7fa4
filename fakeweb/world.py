"""The state of the fake web: which articles and threads exist, since when, and what is published
next.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final

from fakeweb.agenda import Agenda, seconds_before
from fakeweb.hosts import all_sites, unlisted_sites
from fakeweb.markers import INDEX_BITS
from fakeweb.model import Site, Text, ThreadPost, ThreadTimes
from fakeweb.options import Options
from fakeweb.paths import SHAPES
from fakeweb.prose import Prose

_ARTICLE_SPACING: Final = 420
_THREAD_SPACING: Final = 10_800
_SMALL_STOCK: Final = 6
_STILL_SECONDS: Final = 5 * 86_400
_TEXTS_KEPT: Final = 30_000


class World:
    """The articles of all hosts, numbered per host from 0, oldest first. Texts are made on demand.

    ``clock`` returns seconds since 1970. Hosts that misbehave or are still have at most six
    articles at the start; what still ones published last is five days old.
    """

    def __init__(self, options: Options, clock: Callable[[], float]) -> None:
        self.options = options
        self.prose = Prose(
            options.seed, Agenda(options.seed, options.stock) if options.events else None
        )
        self._clock = clock
        self.sites = _chosen(options)
        self.started = self.now()
        self.revisions = dict.fromkeys(self.sites, 0)
        self.published_live = 0
        self._chance = random.Random(f"{options.seed}/order")
        self._texts: dict[tuple[str, int], Text] = {}
        self._edits: dict[tuple[str, int], int] = {}
        self._removed: set[tuple[str, int]] = set()
        self._articles: dict[str, list[int]] = {}
        self._threads: dict[str, list[ThreadTimes]] = {}
        for site in self.sites.values():
            self._stock(site)

    def now(self) -> int:
        """Return the time in seconds since 1970."""
        return int(self._clock())

    def find(self, host: str) -> Site | None:
        """Return the site for a Host header (without port).

        ``m.`` hosts are the mobile versions; to ``new.`` hosts sites with the fault ``moved``
        redirect.
        """
        name = host.removesuffix(".localhost")
        return self.sites.get(name) or self.sites.get(name.removeprefix("m.").removeprefix("new."))

    def count(self, site: Site) -> int:
        """Return how many articles or threads the site has."""
        return len(self._threads[site.name] if site.kind == "forum" else self._articles[site.name])

    def published(self, site: Site, index: int) -> int:
        """Return when an article, or the first post of a thread, was published."""
        return (
            self._threads[site.name][index].times[0]
            if site.kind == "forum"
            else self._articles[site.name][index]
        )

    def appeared(self, site: Site, index: int) -> int:
        """Return when a page could first be found; for threads only, this may be after its
        publication.
        """
        return (
            self._threads[site.name][index].appeared
            if site.kind == "forum"
            else self._articles[site.name][index]
        )

    def text(self, site: Site, index: int) -> Text:
        """Return the text of an article."""
        key = (site.name, index)
        if key not in self._texts:
            if len(self._texts) >= _TEXTS_KEPT:
                self._texts.pop(next(iter(self._texts)))
            self._texts[key] = _edited(self.prose.article(site, index), self._edits.get(key, 0))
        return self._texts[key]

    def edit(self, site: Site, index: int) -> None:
        """Change the text of an article, as publishers do without saying so; its address stays."""
        key = (site.name, index)
        self._edits[key] = self._edits.get(key, 0) + 1
        self._texts.pop(key, None)

    def remove(self, site: Site, index: int) -> None:
        """Take an article down; lists go on linking to it."""
        self._removed.add((site.name, index))

    def is_removed(self, site: Site, index: int) -> bool:
        """Return whether an article was taken down."""
        return (site.name, index) in self._removed

    def title(self, site: Site, index: int) -> str:
        """Return the title of an article or thread."""
        return (
            self.prose.question(site, index)
            if site.kind == "forum"
            else self.text(site, index).title
        )

    def path(self, site: Site, index: int) -> str:
        """Return the canonical path of an article; a host that forbids robots leaves half of its
        paths open.
        """
        shape = "story" if "deny" in site.features and index % 2 else site.shape
        return SHAPES[shape].path(index, self.published(site, index), site.zone)

    def index_of(self, site: Site, path: str) -> int | None:
        """Return the index of the article at a path, or None if there is none."""
        for shape in {"story", site.shape}:
            index = SHAPES[shape].index(path)
            if (
                index is not None
                and 0 <= index < self.count(site)
                and self.path(site, index) == path
            ):
                return index
        return None

    def newest(self, site: Site, count: int | None = None, skip: int = 0) -> range:
        """Return the indices of a host's articles, newest first."""
        last = self.count(site) - 1 - skip
        return range(last, -1 if count is None else max(-1, last - count), -1)

    def thread(self, site: Site, index: int) -> ThreadTimes:
        """Return the times of a thread."""
        return self._threads[site.name][index]

    def posts(
        self, site: Site, index: int, start: int = 0, stop: int | None = None
    ) -> list[ThreadPost]:
        """Return the posts of a thread from floor ``start + 1`` to floor ``stop``."""
        moments = self._threads[site.name][index].times
        return [
            self.prose.post(site, index, floor + 1, moments[floor])
            for floor in range(len(moments))[start:stop]
        ]

    def publish(self, site: Site) -> int:
        """Publish one article or thread now; return its index."""
        index, now = self.count(site), self.now()
        if site.kind == "forum":
            self._threads[site.name].append(ThreadTimes(now, [now - 40, now - 20, now]))
        else:
            self._articles[site.name].append(now)
        self.published_live += 1
        self.revisions[site.name] += 1
        return index

    def publish_next(self) -> None:
        """Publish on a host chosen by the seed; every fifth time, also add a reply to a thread."""
        self.publish(self._chance.choice(self._publishers))
        forums = [site for site in self._publishers if site.kind == "forum"]
        if forums and self.published_live % 5 == 0:
            forum = self._chance.choice(forums)
            if self.count(forum):
                self.reply(forum, self._chance.randrange(self.count(forum)))

    def reply(self, site: Site, index: int) -> None:
        """Add one post to a thread."""
        self._threads[site.name][index].times.append(self.now())
        self.revisions[site.name] += 1

    def redesign(self, site: Site) -> Site:
        """Change the host to the next layout; addresses and texts stay."""
        order = ("table2006", "nested", "semantic", "bare")
        changed = replace(site, layout=order[(order.index(site.layout) + 1) % len(order)])
        self.sites[site.name] = changed
        self.revisions[site.name] += 1
        return changed

    @property
    def finished(self) -> bool:
        """Return whether the limit of new articles is reached."""
        limit = self.options.limit
        return limit is not None and self.published_live >= limit

    def writing(self) -> Iterator[Site]:
        """Return the hosts with articles or threads that somebody may have as a source."""
        return (
            site for site in self.sites.values() if site.kind != "engine" and not site.is_unlisted
        )

    @cached_property
    def _publishers(self) -> list[Site]:
        good = [site for site in self.writing() if not site.is_still]
        return good or list(self.writing())

    def _stock(self, site: Site) -> None:
        count = 0 if site.kind == "engine" else self.options.stock
        count = min(count, _SMALL_STOCK) if site.is_still else count
        if count >= 1 << INDEX_BITS:
            raise ValueError(
                f"stock must be below {1 << INDEX_BITS} articles per host, not {count}"
            )
        spacing = _THREAD_SPACING if site.kind == "forum" else _ARTICLE_SPACING
        last = self.started - (_STILL_SECONDS if "still" in site.features else 0)
        starts = [last - (count - index) * spacing - site.number for index in range(count)]
        if self.options.events and not site.is_still and site.kind != "forum":
            starts = [start - seconds_before(index) for index, start in enumerate(starts)]
        self._articles[site.name] = [] if site.kind == "forum" else starts
        self._threads[site.name] = (
            [self._old_thread(site, *old) for old in enumerate(starts)]
            if site.kind == "forum"
            else []
        )

    def _old_thread(self, site: Site, index: int, start: int) -> ThreadTimes:
        return ThreadTimes(
            start, [start + floor * 211 for floor in range(self.prose.post_count(site, index))]
        )


def _edited(text: Text, times: int) -> Text:
    """Return a text after so many edits of its first paragraph."""
    if not times:
        return text
    first, *others = text.paragraphs
    return replace(text, paragraphs=(f"{first} ({times}. edition)", *others))


def _chosen(options: Options) -> dict[str, Site]:
    known = all_sites(options.seed)
    unknown = [name for name in options.sites if name not in known]
    if unknown:
        raise ValueError(f"no such host: {', '.join(unknown)}; known are {', '.join(known)}")
    if options.sites:
        return {name: known[name] for name in options.sites}
    return known | unlisted_sites() if options.events else known
