"""Other libraries, each in its documented mode for the task, imported only when named.

All receive the page decoded by our own decoder, whose time is not charged to them. On their own,
some read pages in GBK or Big5 as noise (trafilatura loses 12 points of F1 on old Chinese pages).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from evaluation.errors import RivalMissing, UnknownRival
from evaluation.markup import text_of

_LANG = re.compile(r"<html[^>]{0,300}?\blang\s*=\s*[\"']?\s*([A-Za-z]{2})", re.IGNORECASE)


@dataclass(frozen=True)
class RivalInput:
    """A page as rivals receive it; ``lang`` is "" if the set does not say."""

    text: str
    url: str
    lang: str
    is_forum: bool

    @property
    def language(self) -> str:
        """The language's two letters: the set's, the page's, or English."""
        match = _LANG.search(self.text[:5000])
        return self.lang[:2] or (match[1].lower() if match else "en")


@dataclass(frozen=True)
class RivalResult:
    """What a rival found; None for what it does not look for.

    ``dated`` is true if it looks for a date.
    """

    text: str
    title: str | None = None
    author: str | None = None
    published: datetime | None = None
    dated: bool = False
    image: str | None = None


@dataclass(frozen=True)
class Rival:
    """How to install and call a rival: the package for pip, the module, the function for a page."""

    package: str
    module: str
    read: Callable[[RivalInput], RivalResult]


def _trafilatura(page: RivalInput) -> RivalResult:
    from trafilatura import bare_extraction

    found: Any = bare_extraction(
        page.text, url=page.url, include_comments=page.is_forum, with_metadata=True
    )
    if found is None:
        return RivalResult("", "", "", dated=True)
    text = "\n".join(filter(None, (found.text, found.comments if page.is_forum else "")))
    return RivalResult(text, found.title or "", found.author or "", _moment(found.date), dated=True)


def _readability(page: RivalInput) -> RivalResult:
    from readability import Document

    document = Document(page.text, url=page.url)
    return RivalResult(text_of(document.summary(html_partial=True)), document.short_title())


def _newspaper4k(page: RivalInput) -> RivalResult:
    from newspaper import Article
    from newspaper.languages import valid_languages

    known = {code for code, *_ in valid_languages()}
    article = Article(
        page.url, language=page.language if page.language in known else "en", fetch_images=False
    )
    article.download(input_html=page.text)
    article.parse()
    authors = ", ".join(article.authors)
    date = _moment(article.publish_date)
    return RivalResult(
        article.text, article.title, authors, date, dated=True, image=article.top_image or ""
    )


def _justext(page: RivalInput) -> RivalResult:
    from justext import get_stoplist, justext

    name = _STOP_LISTS.get(page.language)
    if name is None:  # Its documented mode for a language without a list.
        found = justext(page.text, frozenset(), stopwords_low=0, stopwords_high=0)
    else:
        found = justext(page.text, get_stoplist(name))
    return RivalResult(
        "\n".join(paragraph.text for paragraph in found if not paragraph.is_boilerplate)
    )


def _resiliparse(page: RivalInput) -> RivalResult:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    tree = HTMLTree.parse(page.text)
    text = extract_plain_text(tree, main_content=True, alt_texts=False, comments=page.is_forum)
    return RivalResult(text, tree.title or "")


def _goose3(page: RivalInput) -> RivalResult:
    goose = _goose(page.language)
    found = goose.extract(raw_html=page.text)
    authors = ", ".join(found.authors)
    return RivalResult(
        found.cleaned_text, found.title, authors, _moment(found.publish_date), dated=True
    )


@lru_cache(maxsize=8)
def _goose(language: str) -> Any:
    from goose3 import Goose, text

    special = {"zh": text.StopWordsChinese, "ar": text.StopWordsArabic, "ko": text.StopWordsKorean}
    options: dict[str, object] = {
        "enable_image_fetching": False,
        "use_meta_language": False,
        "target_language": language,
    }
    if language in special:
        options["stopwords_class"] = special[language]
    return Goose(options)


def _gne(page: RivalInput) -> RivalResult:
    from gne import GeneralNewsExtractor

    found = GeneralNewsExtractor().extract(page.text)
    date = _moment(found["publish_time"])
    return RivalResult(found["content"], found["title"], found["author"], date, dated=True)


RIVALS = MappingProxyType(
    {
        "trafilatura": Rival("trafilatura", "trafilatura", _trafilatura),
        "readability": Rival("readability-lxml", "readability", _readability),
        "newspaper4k": Rival("newspaper4k", "newspaper", _newspaper4k),
        "justext": Rival("jusText", "justext", _justext),
        "resiliparse": Rival("resiliparse", "resiliparse", _resiliparse),
        "goose3": Rival("goose3", "goose3", _goose3),
        "gne": Rival("gne", "gne", _gne),
    }
)
_STOP_LISTS = {
    "en": "English", "de": "German", "fr": "French", "es": "Spanish", "it": "Italian",
    "pt": "Portuguese", "nl": "Dutch", "sv": "Swedish", "da": "Danish", "fi": "Finnish",
    "pl": "Polish", "cs": "Czech", "ru": "Russian", "uk": "Ukrainian", "tr": "Turkish",
    "ro": "Romanian", "hu": "Hungarian", "el": "Greek", "bg": "Bulgarian", "hr": "Croatian",
    "sr": "Serbian", "sk": "Slovak", "sl": "Slovenian", "id": "Indonesian", "ko": "Korean",
    "hi": "Hindi", "vi": "Vietnamese", "ar": "Arabic", "fa": "Persian", "ca": "Catalan",
    "et": "Estonian", "lv": "Latvian", "lt": "Lithuanian",
}  # fmt: skip


def load_rival(name: str) -> Callable[[RivalInput], RivalResult]:
    """Return the function to call for a page.

    Raises:
        UnknownRival: There is no rival of that name.
        RivalMissing: Its library is not installed.
    """
    rival = RIVALS.get(name)
    if rival is None:
        raise UnknownRival(name, list(RIVALS))
    if find_spec(rival.module) is None:
        raise RivalMissing(name, rival.package)
    return rival.read


def _moment(value: object) -> datetime | None:
    """Return a rival's date, a text or datetime, as an aware datetime; UTC if it has no zone."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)
