"""The canonical form of a URL, and the keys made from it."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from w3lib.url import canonicalize_url

# Query parameters that name a reader's origin or session, never the page.
_TRACKING = re.compile(
    r"(utm_\w+|spm|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(enc|mi)|mkt_tok|ref_src|"
    r"twclid|ttclid|li_fat_id|srsltid|wbraid|gbraid|gclsrc|_gl|_ga|xtor|wt_z?mc|(mtm|hsa|vero)_\w+|"
    r"ns_(campaign|mchannel|source|linkname|fee)|share_token|wt\.\w+|cmpid|ncid|at_\w+|"
    r"jsessionid|phpsessid|aspsessionid\w*|sessionid"
    r"|session_id|sessid|cfid|cftoken|zenid|oscsid)",
    re.IGNORECASE,
)
# Names that some sites use for sessions and others for stories: drop them only if the value looks
# like a session.
_SESSION_NAME = re.compile(r"(s|sid|s_id)", re.IGNORECASE)
_SESSION_VALUE = re.compile(r"(?=.*\d)(?=.*[a-z])[0-9a-z]{16,}", re.IGNORECASE)
_TIME = (
    r"(?:(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    r"|1[0-9]{12}(?:[0-9]{3})?(?![0-9]))"
)
"""A day at the start of a number, or all of one that is milli- or microseconds since 1970."""
_SESSION_NUMBER = re.compile(
    rf"(?<=[?&])(?:s|sid|s_id)=(?!{_TIME})[0-9]{{12,}}(?:&|$)", re.IGNORECASE
)
"""A session of digits only. Numbers of stories are shorter, have a time in them, or name the page
alone.
"""
_NUMBERED = re.compile(
    r"[?&](?:id|t|tid|f|fid|\w*(?:topic|thread|forum|board)(?:_?id)?)=[0-9]"
    r"|(?:/\w*(?:topic|thread|forum|board)s?[-_./]?[0-9]+|[-_/][0-9]{3,})(?:\.[a-z]{2,5})?/?\?",
    re.IGNORECASE,
)
"""A number that names a page, as a parameter or at the end of the path, so that a session beside it
does not.
"""
_SESSION_PATH = re.compile(
    r";(jsessionid|phpsessid|sid)=[^/?#]*|/\(S\([a-z0-9]{24}\)\)(?=/)", re.IGNORECASE
)
"""Also in brackets, as ASP.NET writes it for readers without cookies."""
# RFC 1123, with the underscores of real sites.
_HOST_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
MAX_URL_LENGTH = 2_000
"""Most characters of an address, of a source as of what it links to. It fits into a job and a trace
whole.
"""
_MAX_HOST = 253
_CANONICAL = re.compile(
    r"https?://[a-z0-9-]++(?:\.[a-z0-9-]++)*+/(?:[\w~-][\w.~-]*+/)*+(?:[\w~-][\w.~-]*+)?+", re.ASCII
)
"""The canonical form of most addresses: nothing in them to drop, to sort or to resolve. To take an
address apart costs ten times as much.
"""
_FEED_SCHEME = re.compile(r"^(?:feed|rss|itpc|pcast):", re.IGNORECASE)
_LABEL = re.compile("[^.。．｡:]+")
_DEVIATION = re.compile("[ßς]")
"""Letters that are letters of their own in names of hosts (IDNA 2008), as all browsers have it; the
libraries follow IDNA 2003, which replaces them.
"""
DEFAULT_PORTS = {"http": 80, "https": 443}
OTHER_SCHEMES: Mapping[str, int | None] = {"imaps": 993, "mid": None}
"""The schemes of addresses that are not on the web, with their ports; those without a port have no
host either. Lists and documents of channels have them, also of features that are off: what is
stored stays, and can be erased.
"""


def canonical_url(url: str) -> str:
    """Return the canonical form of ``url``, the one that Newsloom compares and stores.

    Lower-case scheme and host; drop default port, user information, fragment, tracking and session
    parameters; sort the query; resolve dot segments (RFC 3986, 6.2). Idempotent. Raises ValueError
    for anything that is not an absolute http(s) URL with a host.
    """
    if _CANONICAL.fullmatch(url):
        return url
    parts = urlsplit(url.strip())
    if parts.scheme.lower() not in DEFAULT_PORTS or not parts.hostname:
        raise ValueError(f"not an http or https address: {url!r}")
    scheme = parts.scheme.lower()
    host = _with_own_letters(parts.hostname.lower().rstrip("."))
    netloc = f"[{host}]" if ":" in host else host
    if parts.port not in (None, DEFAULT_PORTS[scheme]):
        netloc += f":{parts.port}"
    query = "&".join(part for part in parts.query.split("&") if not _is_dispensable(part))
    path = _SESSION_PATH.sub("", parts.path)
    return _without_session_number(canonicalize_url(urlunsplit((scheme, netloc, path, query, ""))))


def canonical_address(url: str) -> str:
    """Return the canonical form of what a job or document may be at: a URL, or an address with one
    of ``OTHER_SCHEMES``. Idempotent.

    Not for what a page links to: no page may lead a worker to a mailbox. Raises ValueError.
    """
    if is_on_web(url):
        return canonical_url(url)
    parts = urlsplit(url.strip())
    # A mail has no host: its address is its Message-ID.
    has_host = OTHER_SCHEMES[parts.scheme] is not None
    if has_host:
        is_whole = bool(parts.hostname)
    else:
        is_whole = bool(parts.path and not parts.netloc)
    if not is_whole:
        raise ValueError(f"not a whole address: {url!r}")
    return urlunsplit(parts._replace(netloc=host_of(url), fragment=""))


def is_on_web(url: str) -> bool:
    """Return whether an address has none of ``OTHER_SCHEMES``."""
    return url.partition(":")[0].strip().lower() not in OTHER_SCHEMES


def without_feed_scheme(address: str) -> str:
    """Return the web address in one that is written for a feed reader: ``feed://host/``,
    ``feed:https://host/``. Any other stays.
    """
    rest = _FEED_SCHEME.sub("", address)
    if rest == address or rest.partition(":")[0].lower() in DEFAULT_PORTS:
        return rest
    return f"http://{rest.lstrip('/')}"


def is_web_url(url: str) -> bool:
    """Return whether an address has a canonical form and can be fetched from the web."""
    try:
        return bool(canonical_url(url))
    except ValueError:
        return False


def _is_dispensable(parameter: str) -> bool:
    """Return whether to drop a query parameter.

    Its value is not decoded, because its encoding is unknown.
    """
    name, _, value = parameter.partition("=")
    if _SESSION_NAME.fullmatch(name):
        return bool(_SESSION_VALUE.fullmatch(value))
    return not parameter or bool(_TRACKING.fullmatch(name))


def _without_session_number(url: str) -> str:
    if not _SESSION_NUMBER.search(url) or not _NUMBERED.search(url):
        return url
    return _SESSION_NUMBER.sub("", url).rstrip("?&")


def place_of(url: str) -> str:
    """Return what the forms of an address share: without scheme, ``www.`` and last slash.

    "" for no web address.
    """
    if not is_web_url(url):
        return ""
    parts = urlsplit(canonical_url(url))
    return (
        parts.netloc.removeprefix("www.")
        + parts.path.rstrip("/")
        + (f"?{parts.query}" if parts.query else "")
    )


def place_key(url: str) -> str:
    """Return a key of the place: 64 hexadecimal digits, or "" for no web address."""
    place = place_of(url)
    if place:
        return hashlib.sha256(place.encode(errors="surrogatepass")).hexdigest()
    return ""


def fetchable_url(url: str) -> str:
    """Return the URL to request: without user information and fragment."""
    parts = urlsplit(url.strip())
    netloc = _with_own_letters(parts.netloc.rpartition("@")[2])
    return urlunsplit(parts._replace(netloc=netloc, fragment=""))


def _with_own_letters(host: str) -> str:
    """Return a host, which may have a port, with its labels that have such letters in Punycode."""
    return _LABEL.sub(_with_own_letters_of, host)


def _with_own_letters_of(label: re.Match[str]) -> str:
    small = label[0].lower()
    if _DEVIATION.search(small):
        return f"xn--{small.encode('punycode').decode()}"
    return label[0]


def urls_before(url: str, hosts: Sequence[str]) -> Iterator[str]:
    """Yield the canonical URLs that a page with this canonical URL may have had under its former
    hosts.
    """
    parts = urlsplit(url)
    for host in hosts:
        if host != parts.netloc:
            for scheme in DEFAULT_PORTS:
                yield canonical_url(urlunsplit(parts._replace(scheme=scheme, netloc=host)))


def url_key(url: str, version: str = "") -> str:
    """Return the key of a canonical URL: 32 hexadecimal digits.

    ``version`` distinguishes states of one thread.
    """
    text = f"{url}\n{version}" if version else url
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def host_of(url: str) -> str:
    """Return host and port, the unit of politeness."""
    return urlsplit(url).netloc.rpartition("@")[2].lower()


def host_name(text: str) -> str:
    """Return host and port as jobs name them, from such a name or from any address on the host.

    Raises ValueError if it is none.
    """
    host = host_of(canonical_url(text if "://" in text else f"http://{text}"))
    name = urlsplit(f"//{host}").hostname or ""
    # No name ends with digits alone (RFC 3696), so this is an address or a mistake.
    if ":" in name or name.rpartition(".")[2].isdigit():
        ip_address(name)
    elif len(name) > _MAX_HOST or not all(map(_HOST_LABEL.fullmatch, name.split("."))):
        raise ValueError(f"not a host name: {text!r}")
    return host


def leaves_https(url: str, next_url: str) -> bool:
    """Return whether a step from one URL to another goes from an encrypted connection to an open
    one.
    """
    return urlsplit(url).scheme == "https" != urlsplit(next_url).scheme


def site_of(url: str) -> str:
    """Return the host name without port and leading ``www.``, as documents and facets name a
    site.
    """
    return (urlsplit(url).hostname or "").removeprefix("www.")
