"""Proposals in words, and as the query string that fills in the form. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from storage.channels import own_channels
from storage.database.sources.validation import NAME_LENGTH
from storage.outcomes import Outcome
from webui.sources.advice import advice

if TYPE_CHECKING:
    from crawler.discovery.values import Proposal
    from webui.sources.services.watched import WatchedBy

FOUND_BY = {
    "typed": gettext_lazy("the address itself"),
    "declared": gettext_lazy("declared by the page"),
    "linked": gettext_lazy("linked on the page"),
    "usual": gettext_lazy("found at a usual address"),
    "robots": gettext_lazy("listed in robots.txt"),
    "section": gettext_lazy("a section of the site"),
}
_ADDRESS_PROBLEMS = {
    "empty": gettext_lazy("Enter an address, such as example.org or https://example.org/news/."),
    "no_web": gettext_lazy(
        "This is not a web address. It must start with http:// or https://, or with a host name."
    ),
    "password": gettext_lazy(
        "The address contains a user name. Fill in the form yourself and put the user name into "
        "a request header."
    ),
    "malformed": gettext_lazy(
        "This is not a valid address. Check the host name and the port, and remove spaces."
    ),
}
_UNREACHABLE = {
    Outcome.DNS: gettext_lazy("There is no such host. Check the host name for typing errors."),
    Outcome.CONNECT: gettext_lazy(
        "No web server answers at this address. Check it for typing errors, or try later."
    ),
    Outcome.TIMEOUT: gettext_lazy(
        "The server does not answer. It may be down, or it may not be open to your network. Open "
        "the address in a browser, and try again later."
    ),
    Outcome.GONE: gettext_lazy(
        "The site answers, but it has no such page. Enter the address of its front page."
    ),
    Outcome.HTTP_5XX: gettext_lazy("The site has an error of its own. Try again later."),
    Outcome.ROBOTS: gettext_lazy(
        "The site does not allow crawlers to read this page. Ask the site for permission."
    ),
}
_A_DAY = 1.5
_SAME = 0.9
"""Two feeds of a site have the same pages, but for some that came or went while they were read."""
_USUAL_TITLES = frozenset(
    {
        "home", "homepage", "home page", "index", "welcome", "news", "latest news", "all news",
        "posts", "all posts", "blog", "articles", "feed", "rss", "rss feed", "untitled", "archive",
        "archives", "startseite", "aktuelles", "nachrichten", "accueil", "actualités", "inicio",
        "noticias", "início", "notícias", "notizie", "главная", "новости", "首页", "新闻", "首頁",
        "新聞", "文章", "ホーム", "ニュース", "홈", "뉴스",
    }
)  # fmt: skip
"""Titles of feeds and pages that tell nothing about the site."""
_NOTHING_FOUND = gettext_lazy(
    "The page answers, but Newsloom found no feed, sitemap or list of articles on it."
)


@dataclass(frozen=True, kw_only=True)
class ProposalView:
    """A proposal as the page shows it.

    ``fields`` fill in the form, except for patterns. ``watched`` is the source that reads the
    address already; ``same_as`` one whose list has the same pages under another address.
    """

    proposal: "Proposal"
    reason: str
    fields: Mapping[str, str]
    watched: "WatchedBy | None" = None
    same_as: "WatchedBy | None" = None

    @property
    def is_new(self) -> bool:
        """Whether it brings what no source brings yet."""
        return not (self.watched or self.same_as)


def _name_of(proposal: "Proposal") -> str:
    """Return the name of a proposed source: its title, or the host, or both if the title may be
    that of any site.
    """
    host = urlsplit(proposal.address).hostname or ""
    is_usual = proposal.title.strip().casefold() in _USUAL_TITLES
    return (f"{host}: {proposal.title.strip()}" if is_usual else proposal.title or host)[
        :NAME_LENGTH
    ]


def view_proposals(
    proposals: "Sequence[Proposal]", now: datetime, watched: "Mapping[str, WatchedBy]"
) -> list[ProposalView]:
    """Return proposals as a page shows them, those that bring something new first.

    Args:
        proposals: The proposals, best first.
        now: The present.
        watched: The sources that watch some of their addresses, by address.
    """
    known = [
        (watched[each.address], _pages_of(each)) for each in proposals if each.address in watched
    ]
    offers = []
    for each in proposals:
        pages = _pages_of(each)
        same = next(
            (source for source, others in known if pages and _share(pages, others) >= _SAME), None
        )
        by = watched.get(each.address)
        offers.append(replace(view_proposal(each, now), watched=by, same_as=None if by else same))
    return sorted(offers, key=lambda offer: (offer.watched is not None, not offer.is_new))


def _pages_of(proposal: "Proposal") -> set[str]:
    return {link.url for link in proposal.preview.links}


def _share(pages: set[str], others: set[str]) -> float:
    return len(pages & others) / len(pages)


def view_proposal(proposal: "Proposal", now: datetime) -> ProposalView:
    """Return a proposal with its reason and the form's fields."""
    fields = {
        "name": _name_of(proposal),
        "channel": proposal.channel,
        "address": proposal.address,
        "interval": str(proposal.interval_seconds),
        "max_pages": str(proposal.max_pages),
        "time_zone": proposal.time_zone,
    }
    return ProposalView(proposal=proposal, reason=reason(proposal, now), fields=fields)


def address_problem(problem: str, typed: str) -> object:
    """Return what is wrong with a typed address, and what to do.

    Args:
        problem: A value of ``crawler.discovery.addresses.AddressProblem``.
        typed: The address.
    """
    scheme = typed.strip().partition(":")[0].lower()
    of_channels = (own.texts().typed for own in own_channels().values() if own.scheme == scheme)
    if problem in _ADDRESS_PROBLEMS:
        return _ADDRESS_PROBLEMS[problem]
    return next(of_channels, _ADDRESS_PROBLEMS["no_web"])


def reason(proposal: "Proposal", now: datetime) -> str:
    """Return a sentence about a proposal: what it is, how much it publishes, and how fresh it
    is.
    """
    parts = [_what(proposal), pace(proposal.per_day)]
    if proposal.max_pages > 1:
        parts.append(_("%(n)d pages of it at each visit") % {"n": proposal.max_pages})
    if proposal.newest:
        fresh = now - proposal.newest < timedelta(minutes=1)
        age = timesince(proposal.newest, now, depth=1)
        parts.append(_("newest just now") if fresh else _("newest %(time)s ago") % {"time": age})
    return _("%(parts)s.") % {"parts": _(", ").join(part for part in parts if part)}


def pace(per_day: float | None) -> str:
    """Return an estimate of entries per day in words, or "" for None."""
    if per_day is None:
        return ""
    if per_day >= _A_DAY:
        return _("about %(n)d per day") % {"n": round(per_day)}
    if per_day >= _A_DAY / 7:
        return _("about %(n)d per week") % {"n": max(1, round(per_day * 7))}
    return _("less than one per week")


def look_up_advice(outcome: str) -> str:
    """Return what to do if an address could not be read, "" if there is nothing to do."""
    if outcome in _UNREACHABLE:
        return str(_UNREACHABLE[Outcome(outcome)])
    return advice(outcome)


def nothing_found_message() -> str:
    """Return the message for a page on which discovery found nothing."""
    return str(_NOTHING_FOUND)


def _what(proposal: "Proposal") -> str:
    n = proposal.entries
    match proposal.channel:
        case "feed" if proposal.about_comments:
            return ngettext(
                "Comment feed with %(n)d entry", "Comment feed with %(n)d entries", n
            ) % {"n": n}
        case "feed":
            return ngettext("Feed with %(n)d entry", "Feed with %(n)d entries", n) % {"n": n}
        case channel if own := own_channels().get(channel):
            return own.texts().proposed(n)
        case "board":
            return ngettext(
                "Forum board with %(n)d thread", "Forum board with %(n)d threads", n
            ) % {"n": n}
        case "sitemap" if proposal.is_news:
            return ngettext("News sitemap with %(n)d page", "News sitemap with %(n)d pages", n) % {
                "n": n
            }
        case "sitemap":
            return ngettext(
                "Sitemap of the whole site with %(n)d page",
                "Sitemap of the whole site with %(n)d pages",
                n,
            ) % {"n": n}
        case _:
            text = ngettext(
                "List page with a link to %(n)d article",
                "List page with links to %(n)d articles",
                n,
            )
            return text % {"n": n}
