"""Addresses of forum threads: which thread of which engine an address means, and which page of
it.
"""

import re
from itertools import chain
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

_ENGINES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"viewthread\b.*?[?&]tid=(\d+)",  # Discuz!
        r"[?&]mod=viewthread&tid=(\d+)",  # Discuz! X
        r"/thread-(\d+)-(?P<page>\d+)-\d+\.html",  # Discuz! X, static addresses
        r"/thread-(\d+)(?:-page-(?P<page>\d+))?\.html",  # MyBB
        r"/viewtopic\.php\?(?:.*&)?t=(\d+)",  # phpBB
        r"/viewtopic\.php\?(?:.*&)?p=(\d+)",  # phpBB, lists that link to the latest posts alone
        r"/viewtopic\.php\?(?:.*&)?id=(\d+)",  # FluxBB
        r"-t(\d+)(?:-(?P<page>\d+))?\.html",  # phpBB with readable addresses
        r"/t(\d+)(?:p(?P<page>\d+))?-[^/?]+$",  # Forumotion
        r"/showthread\.php\?(?:.*&)?t(?:id|hreadid)?=(\d+)",  # vBulletin 2 and 3, MyBB
        r"/showthread\.php[?/](\d+)",  # vBulletin 4
        r"[/?]threads/(?:[^/?&]*\.)?(\d+)(?=[/?&-]|$)",  # XenForo, with index.php? or without
        r"/forum/(?:[^/?]+/)+(\d+)-[^/?.]+(?=[/?]|$)",  # vBulletin 5
        r"/f\d+/(?:[^/?]*-)?(\d+)(?:-(?P<page>\d+))?(?:\.html|/|$)",  # vBSEO
        r"/read\.php\?(?:.*&)?tid[=-](\d+)",  # phpwind
        r"/read-htm-tid-(\d+)(?:-page-(?P<page>\d+))?",  # phpwind, static addresses
        r"[?&;]topic=(\d+)\.(?P<page>\d+)",  # SMF: the page is counted in posts
        r"[?&]showtopic=(\d+)",  # Invision 3
        r"/topic/(\d+)(?=[/?-]|$)",  # Invision 4, NodeBB, Douban
        r"/forums?/topic/([^/?]+)(?=[/?]|$)",  # bbPress
        r"/d/(\d+)(?=[/?-]|$)",  # Flarum
        r"^(?:[\w-]+\.)*tieba[\w.:-]*/p/(\d{1,11})(?=[?/]|$)",  # Tieba; others have /p/ too
        r"/t/(\d+)(?=[?/]|$)",  # V2EX
        r"/t/[^/?]+/(\d+)(?=[?/]|$)",  # Discourse
        r"/post-\w+-(\d+)-(?P<page>\d+)\.shtml",  # Tianya
        r"/discussion/(\d+)(?=[/?]|$)",  # Vanilla
        r"/questions?/(\d+)(?=[/?]|$)",  # Stack Exchange, Askbot
        r"/item\?id=(\d+)",  # Hacker News
        r"/comments/(\w{4,8})(?=[/?]|$)",  # Reddit
        r"/thread\.jspa?\?(?:.*&)?thread(?:ID)?=(\d+)",  # Jive
        r"/ubbthreads\.php(?:/topics/|.*[?&]Number=)(\d+)",  # UBB.threads
        r"/YaBB\.(?:pl|cgi)\?(?:.*[;&])?num=(\d+)",  # YaBB
        r"/nForum/(?:#!)?article/\w+/(\d+)",  # newsmth
        r"/bbs(?:con|tcon)\.php\?(?:.*&)?g?id=(\d+)",  # newsmth, the older form
        r"/article_t\d*/\w+/(\d+)",  # mitbbs
    )
)
_ELSEWHERE = re.compile(
    r"[?&](?:goto|do|action|mode|view|authorid|author|ordertype|reply|quote|p|pid)=|/(?:latest"
    r"|unread|last|post-\d+)\b|"
    r"mod=(?:redirect|space|post|misc)",
    re.IGNORECASE,
)
_PAGE_NAMES = frozenset(("page", "p", "pn", "pg", "start", "st", "offset"))
_PAGE_PATH = re.compile(r"/page[-/]?(\d+)|-page-(\d+)|[._-]page(\d+)", re.IGNORECASE)
_IRRELEVANT = frozenset(("extra", "highlight", "hilit", "from", "typeid", "orderby", "filter"))
"""Parameters that tell how a reader came to a thread. They would turn one thread into two."""


def engine_of(url: str) -> tuple[int, str] | None:
    """Return the engine's number and the thread's id for an address of a known engine, else
    None.
    """
    target = _target(url)
    for index, pattern in enumerate(_ENGINES):
        found = pattern.search(target)
        if found:
            return index, found[1]
    return None


def is_first_page(url: str) -> bool:
    """Return whether a thread's address means its beginning: no later page, single post, or special
    view.
    """
    return not is_later_page(url) and not _ELSEWHERE.search(_target(url))


def is_later_page(url: str) -> bool:
    """Return whether a thread's address names a page after the first."""
    target = _target(url)
    pages: list[str | None] = []
    for pattern in _ENGINES:
        if "page" in pattern.groupindex and (found := pattern.search(target)):
            pages.append(found["page"])
    parameters = parse_qsl(urlsplit(url).query)
    pages += [value for name, value in parameters if name.lower() in _PAGE_NAMES]
    pages += chain.from_iterable(_PAGE_PATH.findall(target))
    # SMF counts pages in posts from 0, all others in pages from 1.
    return not all(page in (None, "", "0", "1") for page in pages)


def tidied(url: str) -> str:
    """Remove the parameters that tell how a reader came to a thread."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    kept = [(name, value) for name, value in pairs if name.lower() not in _IRRELEVANT]
    if len(kept) == len(pairs):
        return url
    return urlunsplit(parts._replace(query=urlencode(kept)))


def _target(url: str) -> str:
    """Return an address without its scheme, so that an engine can be known by its host."""
    return url[url.find("://") + 3 :]
