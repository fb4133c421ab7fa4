"""A proposed repair as it is kept until somebody decides, apart from tables. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from features.repair_all.doubts import Doubt, doubts
from storage.database.sources.source_config import SourceConfig
from storage.database.sources.versions import Difference, draft_differences
from storage.keys import site_of, url_key

if TYPE_CHECKING:
    from features.discovery.public import Repair

_SHOWN = 8


@dataclass(frozen=True, kw_only=True)
class SampleLink:
    """A page that the source has stored, or that it would take. ``known``: it was handled."""

    url: str
    title: str
    known: bool = False


@dataclass(frozen=True, kw_only=True)
class KeptProposal:
    """What a repair would change, and what shows that it is right.

    ``channel``, ``address`` and ``patterns`` are those of the repaired source; ``changes`` are all
    its fields that would change, secrets hidden. ``links`` are some of the ``taken`` ones that it
    would take, ``stored`` some of its ``documents`` latest documents, of which it would have taken
    ``covered``. ``before`` is how many links it takes now, None if its list cannot be read. All
    addresses are canonical.
    """

    channel: str
    address: str
    patterns: tuple[str, ...]
    title: str
    changes: tuple[Difference, ...]
    taken: int
    new: int
    before: int | None
    documents: int
    covered: int
    links: tuple[SampleLink, ...]
    stored: tuple[SampleLink, ...]
    doubts: tuple[Doubt, ...]

    @property
    def is_sure(self) -> bool:
        """Return whether it may be accepted without a look at it."""
        return not self.doubts

    @classmethod
    def of(cls, before: SourceConfig, repair: "Repair", *, is_watched: bool) -> Self:
        """Return what is kept of a repair."""
        shadow, config = repair.shadow, repair.config
        return cls(
            channel=config.channel,
            address=config.address,
            patterns=config.patterns,
            title=repair.proposal.title,
            changes=tuple(repair.differences),
            taken=len(shadow.links),
            new=shadow.new,
            before=shadow.before,
            documents=shadow.stored,
            covered=shadow.covered,
            links=tuple(
                SampleLink(url=link.url, title=link.title, known=link.known)
                for link in shadow.links[:_SHOWN]
            ),
            stored=tuple(
                SampleLink(url=link.url, title=link.title, known=True)
                for link in shadow.examples[:_SHOWN]
            ),
            doubts=tuple(
                doubts(
                    links=len(shadow.links),
                    before=shadow.before,
                    stored=shadow.stored,
                    covered=shadow.covered,
                    is_same_site=site_of(before.address) == site_of(config.address),
                    is_watched=is_watched,
                )
            ),
        )

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """Return a proposal from what ``values`` made of it."""
        changes = tuple(_difference(each) for each in kept["changes"])
        samples = {
            name: tuple(SampleLink(**each) for each in kept[name]) for name in ("links", "stored")
        }
        found = tuple(Doubt(each) for each in kept["doubts"])
        patterns = tuple(kept["patterns"])
        read = {"patterns": patterns, "changes": changes, "doubts": found, **samples}
        return cls(**(dict(kept) | read))

    def values(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    def is_what_changes(self, before: SourceConfig, after: SourceConfig) -> bool:
        """Return whether what was shown is all that changes a source from one into the other."""
        return tuple(draft_differences(before, after)) == self.changes

    def without(self, ids: Collection[str]) -> Self:
        """Return it without pages that are erased, by the ids of their documents."""
        return replace(
            self,
            links=_without(self.links, ids),
            stored=_without(self.stored, ids),
        )


def _without(links: Sequence[SampleLink], ids: Collection[str]) -> tuple[SampleLink, ...]:
    return tuple(link for link in links if url_key(link.url) not in ids)


def _difference(kept: Mapping[str, Any]) -> Difference:
    lines = {name: tuple(kept[name]) for name in ("added", "removed")}
    return Difference(**(dict(kept) | lines))
