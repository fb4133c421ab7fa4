"""Proposed sources: which sites must not be proposed, those that are, and what people decide.

All functions raise ``storage.errors.Unavailable`` and ``Refused``.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import transaction

from features.proposed_sources.forum import Forum
from features.proposed_sources.models import (
    FRONT_LENGTH,
    SITE_LENGTH,
    KnownForum,
    ProposedSource,
)
from storage.database import tombstones
from storage.database.clock import database_now
from storage.database.errors import NotFound
from storage.database.models import SourceStatus
from storage.database.people.audit import record_operation
from storage.database.sources.history import addresses_of_deleted
from storage.keys import host_of, place_key, place_of, site_of
from storage.parts import in_parts
from storage.tombstones.marks import site_mark

_BOARDS_AT_A_TIME = 200
"""Databases take few thousand values in a statement."""


@dataclass(frozen=True, kw_only=True)
class ProposedSite:
    """A site with the address of its first page, and how many documents of how many sources cite
    it, with the ids of some.
    """

    site: str
    address: str
    sources: int
    documents: int
    examples: tuple[str, ...]


def open_sites(sites: Collection[str]) -> set[str]:
    """Return those of these sites that are no source, and that nobody has deleted, erased or
    dismissed.
    """
    found = {site for site in sites if len(site) <= SITE_LENGTH}
    if found:
        return found - _watched(_hosts(found)) - _decided(found)
    return found


def keep(proposals: Sequence[ProposedSite]) -> None:
    """Let these be the proposals; dismissed ones stay dismissed."""
    with transaction.atomic():
        now = database_now()
        still = {each.site for each in proposals}
        ProposedSource.objects.filter(dismissed=None, board="").exclude(site__in=still).delete()
        for each in proposals:
            figures = {
                "address": each.address,
                "sources": each.sources,
                "documents": each.documents,
                "examples": list(each.examples),
            }
            ProposedSource.objects.update_or_create(
                site=each.site, defaults=figures, create_defaults={**figures, "found": now}
            )


def take_boards(forums: Iterable[Forum]) -> int:
    """Propose the boards of forums that no look at their front pages has shown before; return how
    many.

    The boards of the first look are only remembered. What is a source, or was deleted or erased, is
    not proposed.
    """
    return sum(_take_boards(forum) for forum in forums)


def _take_boards(forum: Forum) -> int:
    shown = {place: url for url in forum.boards or () if (place := place_of(url))}
    if not shown or len(forum.front) > FRONT_LENGTH:
        return 0
    with transaction.atomic():
        if not SourceStatus.objects.filter(source=forum.source_id).exists():
            # It was deleted since the look.
            return 0
        known, is_first = KnownForum.objects.select_for_update().get_or_create(
            front=forum.front, defaults={"boards": sorted(shown)}
        )
        if is_first:
            new = []
        else:
            new = sorted(shown.keys() - set(known.boards))
        if not new:
            return 0
        known.boards = sorted({*known.boards, *new})
        known.save(update_fields=("boards",))
        now = database_now()
        rows = [
            ProposedSource(
                site=place,
                address=shown[place],
                sources=0,
                documents=0,
                board=(forum.boards or {})[shown[place]],
                forum=site_of(shown[place]),
                found=now,
            )
            for place in _open_boards({place: shown[place] for place in new})
        ]
        ProposedSource.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def _open_boards(boards: Mapping[str, str]) -> list[str]:
    """Return the places of those of these boards that may be proposed, each given with its
    address.
    """
    sites = {site_of(url) for url in boards.values()}
    closed = _dismissed_or_erased(sites)
    deleted = set(map(place_of, addresses_of_deleted()))
    collected = _collected(boards.values())
    return [
        place
        for place, url in boards.items()
        if len(place) <= SITE_LENGTH
        and len(site_of(url)) <= SITE_LENGTH
        and site_of(url) not in closed
        and place not in deleted
        and place_key(url) not in collected
    ]


def _collected(addresses: Iterable[str]) -> set[str]:
    """Return the place keys of those of these addresses that a source has."""
    keys = list(map(place_key, addresses))
    found = SourceStatus.objects.filter(place_key__in=keys).order_by()
    return set(found.values_list("place_key", flat=True))


def proposed(count: int) -> list[ProposedSource]:
    """Return the proposals, but for what is a source by now: boards, the newest first, then sites,
    what most sources cite first; at most ``count`` of each.
    """
    return [*_proposed_boards(count), *_proposed_sites(count)]


def _proposed_boards(count: int) -> list[ProposedSource]:
    boards = ProposedSource.objects.filter(dismissed=None).exclude(board="")
    rows = list(boards.order_by("-found", "site"))
    still_open = (row for some in in_parts(rows, _BOARDS_AT_A_TIME) for row in _still_open(some))
    return list(islice(still_open, count))


def _still_open(boards: Sequence[ProposedSource]) -> list[ProposedSource]:
    """Return those of these proposed boards that are no source by now, and on whose site nobody has
    decided since.
    """
    closed = _dismissed_or_erased({row.forum for row in boards})
    collected = _collected(row.address for row in boards)
    return [
        row for row in boards if row.forum not in closed and place_key(row.address) not in collected
    ]


def _proposed_sites(count: int) -> list[ProposedSource]:
    rows = list(ProposedSource.objects.filter(dismissed=None, board="")[:count])
    # A source may be at the port at which the site is cited.
    hosts = {host_of(row.address): row.site for row in rows} | _hosts(row.site for row in rows)
    watched = _watched(hosts)
    return [row for row in rows if row.site not in watched]


def find_proposal(proposal_id: int) -> ProposedSource:
    """Return a proposal that nobody has dismissed. Raises NotFound."""
    row = ProposedSource.objects.filter(pk=proposal_id, dismissed=None).first()
    if row is None:
        raise NotFound("proposed source", proposal_id)
    return row


def dismiss(proposal_id: int, who: str) -> str:
    """Never propose a site or board again; return it. Raises NotFound."""
    with transaction.atomic():
        row = ProposedSource.objects.select_for_update().filter(pk=proposal_id).first()
        if row is None:
            raise NotFound("proposed source", proposal_id)
        if row.dismissed is None:
            row.dismissed = database_now()
            row.save(update_fields=("dismissed",))
            record_operation(who, "dismiss", "proposed source", row.site)
    return row.site


def forget(ids: Collection[str]) -> None:
    """Take documents out of the examples of all proposals."""
    for proposal in ProposedSource.objects.only("examples"):
        left = [name for name in proposal.examples if name not in ids]
        if left != proposal.examples:
            proposal.examples = left
            proposal.save(update_fields=("examples",))


def _hosts(sites: Iterable[str]) -> dict[str, str]:
    """Return the usual hosts of these sites, each with its site."""
    return {host: site for site in sites for host in (site, f"www.{site}")}


def _watched(hosts: Mapping[str, str]) -> set[str]:
    """Return the sites of those of these hosts that a source has."""
    found = SourceStatus.objects.filter(host__in=hosts).order_by()
    return {hosts[host] for host in found.values_list("host", flat=True).distinct()}


def _decided(sites: Iterable[str]) -> set[str]:
    return _dismissed_or_erased(sites) | {site_of(address) for address in addresses_of_deleted()}


def _dismissed_or_erased(sites: Iterable[str]) -> set[str]:
    marks = {site_mark(site): site for site in sites}
    dismissed = ProposedSource.objects.exclude(dismissed=None).filter(site__in=marks.values())
    found = set(dismissed.values_list("site", flat=True))
    return found | {marks[mark] for mark in tombstones.known(marks)}
