"""Compare the names of authors of articles and of posts, whose gold may be a profile's address."""

import re
import unicodedata
from urllib.parse import unquote, urljoin, urlsplit

from extractor.page.dom import Element

_SEPARATORS = re.compile(
    r"\s*(?:[,;、，；/|·•]|\s&\s|\b(?:and|und|y|et|e|og|och|en|i|и|और|및)\b(?=\s))\s*|\s+(?:\d+\s+)?(?:by|von|par|por)\s+",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?:by|von|par|por|di|door|av|af|от|автор|作者|著者|記者|记者|文|撰文|글|기자|oleh)\s*[:：]?\s+|"
    r"^(?:作者|著者|文|撰文|author|autor|auteur)\s*[:：]\s*",
    re.IGNORECASE,
)
_HONORIFIC = re.compile(r"(?:さん|氏|記者|记者|기자|님)$")
_PROFILE = re.compile(r"^(?:https?:/)?\.{0,2}/|[/?].*[=/.?]|\.(?:php|html?|aspx?)\b", re.IGNORECASE)
_NUMBERED = re.compile(r"\.\d+$")
_SCRIPT = re.compile(r"^\d*$|\.\w{2,5}$")


def comparable_name(name: str) -> str:
    """Normalise a name: NFKC, case folded, letters and digits only."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))


def author_names(line: str) -> frozenset[str]:
    """Return the names of an author line as a set."""
    return frozenset(names_in(line))


def names_in(line: str) -> list[str]:
    """Return the normalised names of an author line, cut at commas and words for "and", without
    labels and titles.
    """
    parts = _SEPARATORS.split(_LABEL.sub("", unicodedata.normalize("NFKC", line).strip()))
    return list(filter(None, (comparable_name(_HONORIFIC.sub("", part.strip())) for part in parts)))


def is_profile(author: str) -> bool:
    """Return whether a labelled author is the address of a profile and not a name."""
    return " " not in author.strip() and bool(_PROFILE.search(author))


def profile_names(root: Element, url: str) -> dict[str, set[str]]:
    """Return the normalised names that the links of a page show, by the address they lead to."""
    names: dict[str, set[str]] = {}
    for anchor in root.iter("a"):
        href = anchor.get("href")
        if href:
            shown = names.setdefault(_address(url, href), set())
            text = "".join(anchor.itertext())  # type: ignore[arg-type]
            shown.update(comparable_name(each) for each in (text, anchor.get("title") or ""))
    return names


def accepted_names(author: str, profiles: dict[str, set[str]], url: str) -> frozenset[str]:
    """Return the normalised names that are correct for a labelled author: the name, or the texts of
    profile links.

    The last part of a profile's path is correct too, if it names a person and not a script. The set
    is empty if nothing is known.
    """
    if not is_profile(author):
        return frozenset({comparable_name(author)})
    address = _address(url, author)
    ending = _NUMBERED.sub("", unquote(address.partition("?")[0]).rpartition("/")[2])
    return frozenset(
        filter(
            None,
            {*profiles.get(address, ()), "" if _SCRIPT.search(ending) else comparable_name(ending)},
        )
    )


def _address(url: str, href: str) -> str:
    """Return an absolute address without scheme, "www." and session, for comparison."""
    try:
        parts = urlsplit(urljoin(url, href.strip()))
    except ValueError:
        return href
    query = "&".join(
        part for part in parts.query.split("&") if not part.startswith(("sid=", "s=", "PHPSESSID="))
    )
    return f"{parts.netloc.removeprefix('www.')}{parts.path.rstrip('/')}?{query}"
