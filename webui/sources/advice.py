"""Advice for the operator: one sentence for each outcome that needs action."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from hooks.process import features
from storage.channels import own_channels
from storage.outcomes import Outcome

_NARROW = _("Narrow the URL patterns so that they match articles only.")
_LATER = _(
    "Newsloom tries again at the next visit. If the problem lasts, open the address in a browser."
)
_LATER_PAGES = _(
    "Newsloom tries these pages again at the next visit that finds them in the list. If the "
    "problem lasts, open one of them in a browser."
)

# Outcomes that need no action are left out.
ADVICE: Mapping[str, object] = {
    Outcome.NOT_HTML: _NARROW,
    Outcome.CHARSET: _("Set the character set that the site uses."),
    Outcome.EMPTY: _(
        "Try out the source. Its pages may need a script or a login to show their text."
    ),
    Outcome.NO_TITLE: _NARROW,
    Outcome.NO_DATE: _(
        "Try out the source. These pages name no date, and either they do not look like articles "
        "or the source requires a date."
    ),
    Outcome.TOO_SHORT: _(
        "Narrow the URL patterns. If these are articles, the site may show only part of their "
        "text without a login."
    ),
    Outcome.NO_POSTS: _("Narrow the URL patterns so that they match threads only."),
    Outcome.LISTING: _(
        "Narrow the URL patterns so that they match no list pages. You can add a list page as a "
        "source of its own."
    ),
    Outcome.DOUBTFUL: _(
        "Open some of these pages. If they are articles, add URL patterns that match them: "
        "Newsloom then refuses only what hardly looks like an article. If they are not, narrow the "
        "URL patterns."
    ),
    Outcome.CHALLENGE: _(
        "The site checks whether a person is reading. Increase the seconds between requests, or "
        "ask the site to let your crawler in."
    ),
    Outcome.CONSENT: _(
        "The site asks for consent first. Accept it in a browser, and add the cookie to the "
        "headers."
    ),
    Outcome.LOGIN: _(
        "If you have an account there, add the cookie of its session to the request headers."
    ),
    Outcome.PAYWALL: _(
        "If you have a subscription, add the cookie of its session to the request headers."
    ),
    Outcome.SOFT_404: _(
        "The site sends an error page in place of these articles. Check the addresses in the list."
    ),
    Outcome.SCRIPT_SHELL: _(
        "A script loads the text of these pages. Look for a feed that has the full text."
    ),
    Outcome.PAGE_CRASH: _("These pages crash the browser. Look for a feed that has the full text."),
    Outcome.NO_LINKS: _(
        "Try out the source: no link on the list counts as an article or matches the URL patterns. "
        "If it worked before, the site may have been redesigned."
    ),
    Outcome.ROBOTS: _(
        "The site does not allow crawlers to fetch these pages. Leave them out, or ask the site "
        "for permission."
    ),
    Outcome.PRIVATE_ADDRESS: _(
        "If this is your own server, ask an administrator to allow its network in the settings."
    ),
    Outcome.TOO_LARGE: _("Narrow the URL patterns: these addresses are downloads, not pages."),
    Outcome.REDIRECT_LOOP: _("Open the address in a browser, and enter the address where it ends."),
    Outcome.GONE: _(
        "Open the address in a browser. If the page is gone there too, find its new address."
    ),
    Outcome.ERASED: _("An administrator erased this page for good. The audit log says why."),
    Outcome.OVER_BUDGET: _("Raise the pages a day, or do not visit its articles again."),
    Outcome.BAD_PATTERN: _(
        "Correct the URL pattern or selector. The form says what is wrong with it."
    ),
    Outcome.CHANNEL_OFF: _(
        "The feature that reads this channel is switched off. Ask an administrator to switch it on "
        "in NEWSLOOM_FEATURES, or pause the source."
    ),
    Outcome.BAD_JOB: _("Ask an administrator whether all workers run the same version."),
    Outcome.DNS: _("Check the host name for typing errors. The site may have moved or closed."),
    Outcome.CONNECT: _LATER,
    Outcome.TIMEOUT: _(
        "The site is slow. Increase the seconds between requests. Newsloom tries again at the next "
        "visit."
    ),
    Outcome.TLS: _(
        "The site’s certificate is not valid. Open the address in a browser to see why."
    ),
    Outcome.TRUNCATED: _LATER,
    Outcome.HTTP_4XX: _(
        "The site refuses the requests. Check the address and the request headers, or increase "
        "the seconds between requests."
    ),
    Outcome.HTTP_5XX: _LATER,
    Outcome.THROTTLED: _(
        "The site asks Newsloom to wait. Newsloom tries again later. If this happens often, "
        "increase the seconds between requests and the interval."
    ),
    Outcome.NOT_YET: _(
        "Other requests to the host come first, or it has refused several pages in a row. Try "
        "again in some minutes. The page of hosts shows when the next request may be sent."
    ),
    Outcome.BAD_FEED: _(
        "Open the address in a browser: it is not a feed or sitemap. Choose another channel or "
        "enter another address."
    ),
    Outcome.WORKER_LOST: _(
        "Newsloom tries again after a day. If the problem lasts, tell an administrator."
    ),
    Outcome.INTERNAL: _(
        "This is an error in Newsloom. Tell an administrator. The log has the details."
    ),
}

_ON_PAGES: Mapping[str, object] = {
    Outcome.GONE: _(
        "The list works, but these pages are gone. Open one of them in a browser: if the site "
        "shows it under another address, look the site up for a newer list."
    ),
    Outcome.REDIRECT_LOOP: _(
        "The list works, but these pages lead in a circle. Open one of them in a browser: they may "
        "need a cookie in the request headers."
    ),
    Outcome.DNS: _(
        "The list works, but the host of these pages is not found. Open one of them in a browser."
    ),
    Outcome.HTTP_4XX: _(
        "The list works, but the site refuses these pages. Check the request headers, or increase "
        "the seconds between requests."
    ),
    Outcome.CONNECT: _LATER_PAGES,
    Outcome.TRUNCATED: _LATER_PAGES,
    Outcome.HTTP_5XX: _LATER_PAGES,
}
"""What differs if the list works and its pages do not."""

_NO_WEB_PAGE = _(
    "Open the address in a browser: it does not show a web page with links. Enter the address of "
    "a section, an archive or a board."
)
_BY_CHANNEL: Mapping[tuple[str, str], object] = {
    (Outcome.BAD_FEED, "feed"): _(
        "The address does not answer with a feed. Open it in a browser: if it shows a web page, "
        "look the site up to find its feed, or choose the channel “List page”."
    ),
    (Outcome.BAD_FEED, "sitemap"): _(
        "The address does not answer with a sitemap. Look for its address in robots.txt."
    ),
    (Outcome.BAD_FEED, "list"): _NO_WEB_PAGE,
    (Outcome.BAD_FEED, "board"): _NO_WEB_PAGE,
    (Outcome.BAD_FEED, "search"): _(
        "The address does not answer with a page of results. Open it in a browser."
    ),
    (Outcome.NO_LINKS, "feed"): _(
        "The feed has no entries. Open it in a browser: the site may have a new one."
    ),
    (Outcome.NO_LINKS, "sitemap"): _(
        "The sitemap has no pages. Open it in a browser: the site may have a new one."
    ),
    (Outcome.NO_LINKS, "search"): _(
        "The page of results has no links. Try out the source: the engine may have changed its "
        "pages or may ask who is there."
    ),
}
"""What to do depends on what the address was expected to be."""


def advice(outcome: str, channel: str = "", *, of_pages: bool = False) -> str:
    """Return what to do about an outcome, or "" if there is nothing to do.

    ``channel`` is that of the source. ``of_pages``: it is an outcome of pages whose list works.
    """
    if of_pages and outcome in _ON_PAGES:
        return str(_ON_PAGES[outcome])
    # The nearest word first: of the feature that brings the outcome, of the channel, of all.
    of_features = features().ask("outcome_advice", outcome=outcome)
    own = own_channels().get(channel)
    of_channel = own.texts().advice.get(outcome) if own else None
    usual = _BY_CHANNEL.get((outcome, channel)) or ADVICE.get(outcome, "")
    return str(next(iter(of_features), of_channel or usual))
