"""What an operator can do about an outcome, in a sentence."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from storage.outcomes import Outcome

_NARROW = _("Narrow the URL patterns so that they take articles only.")
_LATER = _("Newsloom tries again by itself. If it lasts, open the address in a browser.")

# Outcomes that nobody has to act on are not in it.
ADVICE: Mapping[str, object] = {
    Outcome.NOT_HTML: _NARROW,
    Outcome.CHARSET: _("Set the character set that the site really uses."),
    Outcome.EMPTY: _("Test the source: the pages may need a script or a login to show their text."),
    Outcome.NO_TITLE: _NARROW,
    Outcome.NO_DATE: _("Test the source: if the pages are articles but show no date, they cannot be kept."),
    Outcome.TOO_SHORT: _("Narrow the URL patterns; the pages may also show only a part of their text without a login."),
    Outcome.NO_POSTS: _("Narrow the URL patterns so that they take threads only."),
    Outcome.LISTING: _("Narrow the URL patterns so that they take no lists; a list can be a source of its own."),
    Outcome.NO_LINKS: _("Test the patterns: no link fits them any more. The site may have been redesigned."),
    Outcome.ROBOTS: _("The site does not want these pages fetched: leave them, or ask the site."),
    Outcome.PRIVATE_ADDRESS: _("If the address is yours, let the administrator allow its network in the settings."),
    Outcome.TOO_LARGE: _("Narrow the URL patterns: these are downloads, not pages."),
    Outcome.REDIRECT_LOOP: _("Open the address in a browser and enter the one where it ends."),
    Outcome.GONE: _("Open the address in a browser; if it is gone there too, look for the new one."),
    Outcome.BAD_PATTERN: _("Correct the URL pattern or selector; the form says what is wrong with it."),
    Outcome.BAD_JOB: _("Ask the administrator whether all workers run the same version."),
    Outcome.DNS: _("Check the host name for a typing mistake; the site may have moved or closed."),
    Outcome.CONNECT: _LATER,
    Outcome.TIMEOUT: _("The site is slow: raise the seconds between requests. Newsloom tries again by itself."),
    Outcome.TLS: _("The certificate of the site is not valid. Open the address in a browser to see why."),
    Outcome.TRUNCATED: _LATER,
    Outcome.HTTP_4XX: _("The site refuses us: raise the seconds between requests, or check address and headers."),
    Outcome.HTTP_5XX: _LATER,
    Outcome.THROTTLED: _("The site asks for fewer visits: raise the seconds between requests and the interval."),
    Outcome.BAD_FEED: _("Open the address in a browser: it is no feed or sitemap. Choose another channel or address."),
    Outcome.WORKER_LOST: _LATER,
    Outcome.INTERNAL: _("This is a mistake in Newsloom: tell the administrator, the log names it."),
}


def advice(outcome: str) -> str:
    """Return what to do about an outcome; "" when there is nothing to do."""
    return str(ADVICE.get(outcome, ""))
