"""The kind of page that the software of a site writes on its ``html`` and ``body`` elements.

WordPress (``body_class``), Drupal, Joomla, Blogger, Discuz, phpBB and XenForo tell their style
sheets there whether a page is an entry, an archive or a board. vBulletin and its like tell it by
the script in the address. Themes keep these marks, because their own styles depend on them. Of 488
labelled pages that WordPress marks as an entry, none is a list; of ten archives, one is an article.
"""

import re
from urllib.parse import urlsplit

from extractor.page.dom import Element
from extractor.page.page import Page
from extractor.results import Kind

_MAX_CHARACTERS = 5_000
"""Characters of class names that are read: bounds the cost of generated ones."""
_TEMPLATES = {"thread_view": Kind.THREAD, "forum_view": Kind.LISTING, "forum_list": Kind.LISTING}
"""Values of ``data-template`` of XenForo 2."""
_CLASSES = {
    "pg_viewthread": Kind.THREAD,
    "pg_forumdisplay": Kind.LISTING,
    "pg_view": Kind.ARTICLE,
    "section-viewtopic": Kind.THREAD,
    "section-viewforum": Kind.LISTING,
    "section-index": Kind.LISTING,
}
"""Classes that say by themselves what a page is: of Discuz and of phpBB."""
_FORUM_IDS = frozenset(("nv_forum", "nv_portal", "phpbb"))
"""The ids of ``body`` of these two programs, and of the articles that Discuz has beside threads."""
_SCRIPTED = re.compile(r"vbulletin|mybb|fluxbb|punbb", re.IGNORECASE)
_SCRIPTS = {
    "index.php": Kind.LISTING,
    "forumdisplay.php": Kind.LISTING,
    "viewforum.php": Kind.LISTING,
    "showthread.php": Kind.THREAD,
    "viewtopic.php": Kind.THREAD,
}
"""Names of scripts of these programs."""
_ARCHIVES = frozenset(("category", "tag", "author", "date"))
_NODE = re.compile(r"(?:page-)?node-type-{1,2}(?P<type>[\w-]+)")
"""The type of a page of Drupal."""
_NODE_TYPES = re.compile(
    r"(?:[\w-]*-)?(?:article|artikel|blog|blog-?post|blog-?entry|news|news-?item|post|press-release|story)"
)
_BLOGGER = re.compile(r"^/(?:19|20)\d\d/\d\d/[^/]+\.html$")
_BLOGGER_LIST = re.compile(r"^/(?:19|20)\d\d/(?:\d\d/)?$|^/search/label/|_archive\.html$")
"""The paths of an entry, and of entries of a year, a month or a label."""


def marked_kind(page: Page) -> Kind | None:
    """Return what the software of the site says that the page is, or None if it says nothing or is
    not known.
    """
    template = _TEMPLATES.get(
        page.body.get("data-template") or page.root.get("data-template") or ""
    )
    classes = frozenset((page.body.get("class") or "")[:_MAX_CHARACTERS].split())
    of_forum = _kind_of_forum(page.body, classes) or _kind_of_script(page)
    return template or of_forum or _kind_of_site(classes) or _kind_of_blogger(page)


def _kind_of_forum(body: Element, classes: frozenset[str]) -> Kind | None:
    if body.get("id") not in _FORUM_IDS:
        return None
    return next((kind for name, kind in _CLASSES.items() if name in classes), None)


def _kind_of_script(page: Page) -> Kind | None:
    """Return what the script of a page of vBulletin, MyBB or FluxBB shows, by its name in the
    address.
    """
    if not _SCRIPTED.match(page.metadata.first("generator")):
        return None
    return _SCRIPTS.get(urlsplit(page.url).path.rpartition("/")[2].lower())


def _kind_of_blogger(page: Page) -> Kind | None:
    """Return what the address of a page says if Blogger has made it: older themes have no marks."""
    if page.metadata.first("generator").lower() != "blogger":
        return None
    path = urlsplit(page.url).path
    if _BLOGGER.search(path):
        return Kind.ARTICLE
    return Kind.LISTING if _BLOGGER_LIST.search(path) else None


def _kind_of_site(classes: frozenset[str]) -> Kind | None:
    """Return what WordPress, Joomla, Blogger or Drupal says."""
    if "single-post" in classes and any(name.startswith("postid-") for name in classes):
        return Kind.ARTICLE
    if "archive" in classes and not classes.isdisjoint(_ARCHIVES):
        return Kind.LISTING
    if "com_content" in classes:
        if "view-article" in classes:
            return Kind.ARTICLE
        return Kind.LISTING if "view-category" in classes else None
    if "item-view" in classes:
        return Kind.ARTICLE
    if not classes.isdisjoint(("index-view", "archive-view")):
        return Kind.LISTING
    # Drupal's classes name the type of the node, which sites define themselves.
    types = (found["type"] for name in classes if (found := _NODE.fullmatch(name)))
    if any(map(_NODE_TYPES.fullmatch, types)):
        return Kind.ARTICLE
    return None
