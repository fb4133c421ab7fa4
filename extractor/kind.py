"""Tell what a page is: an article, a list of links to others, or something else (a product, a
service, a manual).

A small forest of trees weighs the facts of ``extractor.kind_facts``. ``training.kind`` trains it
and prints its accuracy.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from extractor.kind_facts import features
from extractor.languages.tables import alternatives
from extractor.page.page import Page
from extractor.results import Body, DateEvidence, Kind
from extractor.trees import Forest, load

MODEL = Path(__file__).with_name("kind.npz")
KINDS = (Kind.ARTICLE, Kind.LISTING, Kind.OTHER)
"""The kinds in the order of the forest's outputs."""

_STANDING = re.compile(
    r"/(?:\d{1,4}-)?(?:about(?:[-_]?us)?|(?:our-)?team|imprint|impressum|legal(?:-notice)?"
    r"|mentions-legales|aviso-legal|"
    r"note-legali|privacy(?:[-_]?policy)?|datenschutz(?:erklaerung)?|politica-de-privacidad"
    r"|informativa-privacy|"
    r"politique-de-confidentialite|polityka-prywatnosci|cookies?(?:-policy)?"
    r"|terms(?:-(?:of-(?:use|service)|and-conditions))?|"
    r"agb|cgu|cgv|disclaimer|contact(?:[-_]?us)?|kontakt|contacto|contatti|contacts|careers?"
    r"|jobs?|ueber-uns|uber-uns|"
    r"a-propos|qui-sommes-nous|quienes-somos|chi-siamo|sobre-nos|over-ons|om-oss|o-nas|hakkimizda"
    r"|guanyu|sitemap)"
    r"(?:\.\w{2,5})?/?",
    re.IGNORECASE,
)
"""The last part of the paths of pages that stand on nearly every site, and whose text is no
article.
"""
_STANDING_TITLE = re.compile(
    rf"^(?:{alternatives('kinds.rules')})$|(?:{alternatives('kinds.rules_end')})$", re.IGNORECASE
)
"""The same by the titles of rules that sites give their users."""
_STANDING_FACTOR = 0.1
"""An address such as "/about-us" makes an article ten times less likely. Some articles have one."""


@dataclass(frozen=True)
class KindPrediction:
    """The most probable kind of a page with its probability, and the probability that the page is
    an article.
    """

    kind: Kind
    confidence: float
    article: float


def find_kind(page: Page, body: Body, dates: Sequence[DateEvidence]) -> KindPrediction:
    """Return the most probable kind of a page with the text and the dates of an article on it.

    Threads are found elsewhere, see ``extractor.forum.thread``.
    """
    facts = np.array([features(page, body, dates)], np.float32)
    chances: list[float] = _forest().predict(facts)[0].tolist()
    if is_standing(page.url) or _STANDING_TITLE.search(page.title):
        chances[0] *= _STANDING_FACTOR
    best = max(range(len(KINDS)), key=chances.__getitem__)
    return KindPrediction(KINDS[best], chances[best], chances[0])


def is_standing(url: str) -> bool:
    """Return whether an address is that of a page which hardly changes, such as "About us" and
    "Privacy policy".
    """
    path = urlsplit(url).path
    return bool(_STANDING.fullmatch(path, max(path.rstrip("/").rfind("/"), 0)))


@cache
def _forest() -> Forest:
    return load(MODEL)
