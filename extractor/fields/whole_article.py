"""Find the address that shows an article of several pages on one: a link to "single page", or else
to a print view.
"""

import re
from collections.abc import Iterable
from itertools import islice
from urllib.parse import unquote, urlsplit

from extractor.page.dom import Element, join, squeeze

_SINGLE = """
    single page; one page; on one page; on a single page; view single page; view as single page; view on one page;
    show on one page; read on one page; read as single page; single page view; view all; show all; view all pages;
    show all pages; all pages; view full article; read full article; full article; full text; show full text;
    auf einer seite; auf einer seite lesen; auf einer seite anzeigen; alles auf einer seite;
    artikel auf einer seite lesen;
    sur une page; sur une seule page; afficher sur une page; lire sur une seule page;
    en una página; en una sola página; ver en una página; ver en una sola página; in una pagina; in una sola pagina;
    全文; 全文阅读; 阅读全文; 查看全文; 浏览全文; 显示全文; 在本页阅读全文; 在本页显示全文;
    单页; 单页阅读; 单页显示; 单页浏览;
    閱讀全文; 瀏覽全文; 顯示全文; 單頁; 單頁閱讀; 單頁顯示;
    全ページ; 全ページを表示; 全文表示; 全文を表示; 1ページで表示; 1ページで読む;
    на одной странице; все на одной странице; показать на одной странице; 한 페이지로 보기; 전체 보기
"""
_PRINT = """
    print; print page; print this page; print article; print this article; print version; print view; print-friendly;
    printer friendly; printer-friendly; printer-friendly version; printer friendly version; printable;
    printable version;
    drucken; druckversion; druckansicht; artikel drucken; imprimer; version imprimable; imprimer l'article;
    imprimir; versión imprimible; versión para imprimir; stampa; versione stampabile;
    打印; 打印版; 打印本页; 打印此页; 打印文章; 列印; 列印版; 列印本頁; 友善列印; 印刷; 印刷する; 印刷用ページ;
    версия для печати; печать; 인쇄; 인쇄하기
"""
_SINGLE_PAGE, _PRINT_VIEW = (
    frozenset(map(squeeze, table.split(";"))) for table in (_SINGLE, _PRINT)
)
_MAX_LINKS = 3_000
_MAX_TEXT_LENGTH = 40
_MAX_ADDRESS_LENGTH = 2048
_MIN_LETTERS = 5
_TRIMMED = " \t[]()【】（）«»<>›‹|·•:：→"
_NUMBER = re.compile(r"\d+")
_ENDING = re.compile(r"\.[a-z]{2,5}$", re.IGNORECASE)


def find_whole(links: Iterable[Element], base: str, url: str) -> str:
    """Return the absolute URL of the article on a single page, "" if none is linked.

    A view of another article is not believed: its address must repeat the name or the last number
    of the address of this page.
    """
    found = ["", ""]
    for element in islice(links, _MAX_LINKS):
        for rank, words in enumerate((_SINGLE_PAGE, _PRINT_VIEW)):
            if not found[rank] and not words.isdisjoint(_texts(element)):
                address = join(base, element.get("href") or "").partition("#")[0]
                found[rank] = address if _is_view(address, url) else ""
    return found[0] or found[1]


def _texts(element: Element) -> Iterable[str]:
    text = squeeze("".join(islice(element.itertext(), _MAX_TEXT_LENGTH)))  # type: ignore[arg-type]
    for each in (text, element.get("title") or "", element.get("aria-label") or ""):
        if len(each) <= _MAX_TEXT_LENGTH:
            yield each.strip(_TRIMMED).lower()


def _is_view(address: str, url: str) -> bool:
    if not address.startswith(("http://", "https://")) or len(address) > _MAX_ADDRESS_LENGTH:
        return False
    if address == url.partition("#")[0]:
        return False
    here, there = urlsplit(url), urlsplit(address)
    name = _ENDING.sub("", unquote(here.path).rstrip("/").rpartition("/")[2])
    target = f"{unquote(there.path)}?{there.query}"
    numbers = _NUMBER.findall(f"{here.path}?{here.query}")
    return (len(name) >= _MIN_LETTERS and name in target) or bool(
        numbers and numbers[-1] in _NUMBER.findall(target)
    )
