"""The lead image: the one that the page names for itself, else the first large picture of its body.

Open Graph protocol (ogp.me), Twitter cards and schema.org, in the order in which they agree with
the pictures that editors show, measured on pages with known lead image.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from urllib.parse import urlsplit

from extractor.fields.metadata import Metadata
from extractor.page.dom import Element, join

_NAMES = (
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "twitter:image",
    "twitter:image:src",
    "image",
)
# Least size in pixels. Smaller pictures in a body are portraits, icons and buttons.
_MIN_WIDTH = 200
_MIN_HEIGHT = 120
_MAX_PICTURES = 200
_MAX_ADDRESS_LENGTH = 2048
_NUMBER = re.compile(r"\d{1,5}(?=(?:px)?$)")
_NO_PICTURE = re.compile(
    r"(?:^|[^a-z])(?:site[-_]?logo|logos?|favicon|sprites?|avatars?|gravatar|icons?|pixel|spacer"
    r"|blank|spinner"
    r"|placeholder|default[-_]?(?:image|img|share|og|social)|no[-_]?image|fallback)(?:[^a-z]|$)",
    re.IGNORECASE,
)
"""Words in the address of a picture that shows a site's logo, a person or nothing."""
_SITE_TYPES = frozenset({"Organization", "NewsMediaOrganization", "WebSite"})
_DELAYED = ("data-src", "data-original", "data-lazy-src", "src")
"""Where pages that load pictures late keep the address, while ``src`` contains a placeholder."""
_BESIDE = frozenset({"nav", "aside", "footer", "header"})


def find_image(pictures: Iterable[Element], metadata: Metadata, base: str) -> str:
    """Return the absolute URL of the lead image, or "" if there is none.

    Args:
        pictures: The elements of the page that show a picture.
        metadata: The page's statements about itself.
        base: The address that relative addresses refer to.
    """
    logos = set(_logos(metadata, base))
    stated = map(metadata.first, _NAMES)
    for offer in chain(stated, _addresses(metadata.article.get("image")), _large(pictures)):
        first = offer[:_MAX_ADDRESS_LENGTH].partition(" ")[0]  # some contain a whole ``srcset``
        address = join(base, first) if first else ""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            continue
        # Many sites state their logo where an article has no picture.
        if address not in logos and not is_logo(parts.path):
            return address
    return ""


def is_logo(path: str) -> bool:
    """Return whether the path of a picture's address means a logo, a portrait or a placeholder."""
    name = path[-_MAX_ADDRESS_LENGTH:].rpartition("/")[2]
    return path.endswith(".svg") or bool(_NO_PICTURE.search(name))


def _logos(metadata: Metadata, base: str) -> Iterator[str]:
    for entity in metadata.entities:
        kind = entity.get("@type")
        if isinstance(kind, str) and kind in _SITE_TYPES:
            for address in _addresses(entity.get("logo")):
                yield join(base, address)


def _addresses(value: object) -> Iterator[str]:
    """Yield the addresses in a JSON-LD image: a text, an object with ``url``, or a list of
    these.
    """
    for one in value[:5] if isinstance(value, list) else [value]:
        address = one
        if isinstance(one, dict):
            address = one.get("url") or one.get("contentUrl")
        if isinstance(address, str):
            yield address.strip()


def _large(pictures: Iterable[Element]) -> Iterator[str]:
    for element in islice(pictures, _MAX_PICTURES):
        if element.tag != "img" or not _is_large(element):
            continue
        if _BESIDE.isdisjoint(_tags_above(element)):
            addresses = ((element.get(name) or "").strip() for name in _DELAYED)
            yield next(filter(None, addresses), "")


def _is_large(element: Element) -> bool:
    """Return whether a picture declares a large size, or several sizes for a browser to choose
    from.
    """
    width, height = (_pixels(element.get(name) or "") for name in ("width", "height"))
    # A declared size is believed; without one, several sizes or a frame mean a picture of the
    # article.
    if width or height:
        return (width or _MIN_WIDTH) >= _MIN_WIDTH and (height or _MIN_HEIGHT) >= _MIN_HEIGHT
    if element.get("srcset") is not None:
        return True
    return any(tag in ("figure", "picture") for tag in _tags_above(element))


def _pixels(text: str) -> int:
    found = _NUMBER.match(text.strip())
    return int(found.group()) if found else 0


def _tags_above(element: Element) -> Iterable[str]:
    return (ancestor.tag for ancestor in islice(element.iterancestors(), 30))
