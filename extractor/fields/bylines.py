"""Lines of a page that name its authors: "By A and B", "Von C", "作者：D", "（记者 E F）", "G,
@handle".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from extractor.fields.name_words import JAPANESE, OFFICE, REPORTERS, SURNAMES, TOLD_TO, WORKS
from extractor.fields.names import Names, is_full, names_in
from extractor.languages.tables import alternatives

_MAX_BYLINE_LENGTH = 200
"""Characters at the start and the end of a line that may be a byline."""
_AFTER_TIME = r"(?<![^\W\d_])\d\s?(?:(?:[ap]\.?m\.?|uhr|h|hs|hrs)\s?)?(?:(?-i:[A-Z]{2,5})\s)?"
"""The end of a date or time of day with what may follow it, as in "14:05 Uhr" and "2:05 pm EST"."""
_LATIN = re.compile(
    rf"(?:^|[|•·●–—-]\s+|{_AFTER_TIME}\s*(?<=\s))"
    rf"(?P<byline>(?:(?:(?:{WORKS}\s(?:and|&)\s{WORKS}|written|posted|published|story|words|text"
    r"|reported|authored|"
    r"article|post|interview|recommended|recipe|guide|compiled|contributed|this post was "
    r"written)\s+)?by|"
    rf"(?:(?:{alternatives('bylines.written')})\s+)?(?:{alternatives('bylines.by')}))"
    rf"(?:\s*[:：]\s*|\s+)(?:{OFFICE}\s+)?(?:(?-i:[^\W\d_a-zà-ÿа-яёα-ωά-ώ]).{{1,160}}"
    rf"|(?<=by\s).{{2,40}}))$",
    re.IGNORECASE,
)
"""The line from a word for "by" on. What ``names_in`` finds there need not be a name."""
_LABELS = alternatives("names.label")
_LABELLED = re.compile(rf"^(?P<byline>(?:{_LABELS})\s*[:：]\s*[^\W\d_].{{1,160}})$", re.IGNORECASE)
_TOLD_TO = re.compile(
    rf"^(?P<byline>(?:{TOLD_TO})\s?[:：]?\s(?-i:[^\W\d_a-zа-яё]).{{1,60}})$", re.IGNORECASE
)
"""A line that names who wrote down an interview."""
_AUTHOR_FIRST = re.compile(
    rf"^(?:{alternatives('bylines.works')})\s"
    r"(?P<byline>(?-i:[^\W\d_a-z])\S{1,20}(?:\s[^\s·|•]\S{0,20}){1,4})(?=$|\s[·|•/]\s)",
    re.IGNORECASE,
)
"""A line with a name after a word for the person's work, which a style sheet separates."""
_INSIDE = re.compile(
    rf"(?<!\w)(?P<before>\w*)[\s,;.|]\s*(?P<byline>(?:{_LABELS}|by|von|por|par|door|oleh)\s*[:：]\s*"
    r"[^\W\d_][^:：]{1,80}?)(?=$|\s[^\W\d_]+\s?[:：])",
    re.IGNORECASE,
)
"""A label within a line. What follows ends at the next label."""
_MAX_FACTS_LENGTH = 120
"""Most characters of a line of facts: name, date, source."""
_DATE = re.compile(r"\d{4}|\d[./:-]\d")
"""In a short line with a date, each label with a colon is a fact of its own."""
_OTHER_WORK = re.compile(
    r"(?:photo\w*|pictures?|images?|video|illustration|fotos?|bild|edited|reviewed|updated"
    r"|checked|translated)$",
    re.I,
)
"""Words before "by:" for what people other than the author have done."""
_CJK = re.compile(
    rf"(?:^|[\s\u3000（(【\[□■|｜▲，,])(?:{alternatives('bylines.authors_of')})?"
    rf"(?:{alternatives('bylines.authors')}|"
    rf"[^\s,，。:：；（）()]{{0,12}}(?:{REPORTERS}))\s*[:：/／\s]\s*(?P<names>[^:：。；;（）()【】\[\]|｜!?！？]{{2,40}})"
    r"|(?:^|[\s\u3000（(【\[])[图圖]?文\s?[:：/／|｜](?:\s?[图圖片摄攝影]{1,2}\s?[:：/／\s])?\s*"
    r"(?P<text>[^:：。（）()【】|｜]{2,20})"
    rf"|(?:^|\s)[^\s,，。:：；（）()]{{0,12}}(?:记者|記者)\s?(?P<own>[{SURNAMES}][\u4e00-\u9fff·]{{1,3}}?)(?=发自"
    rf"|报道|$|\s?[/／])"
)
_CJK_END = re.compile(
    r"\s{2,}(?!\u3000)|\u3000(?!通[讯訊][员員])"
    rf"|\s(?=[图圖摄攝]\s?[/:：]|{alternatives('bylines.facts')}|\d)"
    r"|(?<=[\u4e00-\u9fff]{2})\s(?=文\s?[/／])"
)
_BRACKETED = re.compile(
    rf"^\s*[\[［（(【]\s*(?P<names>(?=[{SURNAMES}]|{'|'.join(JAPANESE)})"
    r"[\u4e00-\u9fff]{2,4}(?:[\s\u3000、]{1,3}[\u4e00-\u9fff]{2,4}){0,3})\s*"
    r"(?:[，,/／][^\]］）)】]{1,20})?[\]］）)】]\s*$"
)
"""A line with a name in brackets, as at the end of Chinese and the start of Japanese articles,
unlike buttons.
"""
_HOUSED = re.compile(
    r"^\s*[\[［【]\s?(?P<names>[\u3041-\u30ff\u4e00-\u9fff]{3,6}(?:[\s\u3000、"
    r"]{1,3}[\u3041-\u30ff\u4e00-\u9fff]{3,6})"
    r"{0,3})\s?[\]］】]\s?[，,、]\s?(?:[A-Za-z][\w .&+-]{1,20}|"
    r"[^\s，,。、]{0,14}(?:新[聞闻]社?|通信社?|通[訊讯]社|編集部|社|ニュース))$"
)
"""A line with a name in brackets and the house for which the person writes."""
_OFFICED = re.compile(
    rf"^[（(]\S{{0,8}}(?:{alternatives('bylines.bureaus')})\s"
    r"(?P<names>[\u3041-\u30ff\u4e00-\u9fff]{3,6})[）)]$"
)
"""A line with the office of a Japanese paper and its reporter."""
_HAN_NAME = rf"(?!江[苏西蘇]|郑州|武[汉漢]|温州|金[融华]|常州)[{SURNAMES}][\u4e00-\u9fff]{{1,2}}"
_NAME_APART = re.compile(
    rf"(?<![\u4e00-\u9fff])([{SURNAMES}])\u3000([\u4e00-\u9fff])(?![\u4e00-\u9fff])"
)
"""A name of two characters with a space between them, as wide as a name of three."""
_REPORTER = rf"[{SURNAMES}](?:\u3000[\u4e00-\u9fff](?![\u4e00-\u9fff])|[\u4e00-\u9fff]{{1,3}})"
_REPORTERS = re.compile(
    rf"^[^\s（(:：]{{0,8}}(?:记者|記者)[\s\u3000:：]{{1,3}}"
    rf"(?P<names>{_REPORTER}(?:[\s\u3000、"
    rf"]{{1,3}}(?:通[讯訊][员員][\s\u3000:：]{{0,3}})?{_REPORTER}){{1,5}})\s*$"
)
"""A line of several reporters."""
_SIGNED = re.compile(
    rf"[。！？!?”」…][（(【\[]\s*(?P<names>{_HAN_NAME}(?:[\s\u3000、]{{1,3}}{_HAN_NAME}){{0,3}})"
    r"(?:\s[^\s（）()]{2,8}报道)?\s*[）)\]】]\s*$"
)
"""The same at the end of the last paragraph."""
_REPORTED = re.compile(
    rf"[（(【\[]\s*[^\s（）()]{{0,12}}(?:{REPORTERS})\s*[:：]?\s*"
    r"(?P<names>[\u4e00-\u9fff]{2,4}(?:[\s\u3000、]{1,3}[\u4e00-\u9fff]{2,4}){0,3})\s*[）)\]】]\s*$"
)
"""The same with the reporter's office before the name."""
_SIGNED_FOR = re.compile(
    rf"^(?P<names>{_HAN_NAME}(?:[\s\u3000、]{{1,2}}{_HAN_NAME}){{0,2}})\s?"
    r"[（(][^（）()]{2,20}(?:[报報社稿网網台臺]|[记記]者|[评評][论論][员員]|作者|教授)[）)]$"
)
"""A line with a name and in brackets for whom the person writes."""
_HELPERS = alternatives("bylines.helpers")
"""Offices of those who help a reporter, before their names."""
_DATELINED = re.compile(
    rf"^[^。（(]{{2,40}}?(?:{alternatives('bylines.datelines')})\s?[（(][^\s（）()]{{0,12}}(?:{REPORTERS})\s?[:：]?\s?"
    rf"(?P<names>[\u4e00-\u9fff]{{2,4}}(?:[\s\u3000、"
    rf"]{{1,3}}(?:{_HELPERS})?[\s\u3000]?[\u4e00-\u9fff]{{2,4}}){{0,3}})"
    r"\s*[）)]"
)
"""The same after the dateline at the beginning of the text:
"新华社北京3月5日电（记者王建、李四）".
"""
_WIRED = re.compile(
    r"^[（(〔【\[]\s?[^\s（）()]{0,8}(?:記者|记者|特派員|特派员)\s?(?P<names>[\u4e00-\u9fff、]{2,24}?)\s?"
    r"(?:(?:19|20)\d\d年)?(?:\d\d?月)?\d\d?日[^\s（）()\d]{0,8}[）)〕】\]]"
)
"""The same with reporter, place and day in brackets: "（記者王小明台北4日電）"."""
_OFFICES = re.compile(rf"[、，]?[\s\u3000]?(?:{REPORTERS})[\s\u3000]?")
_FILED_FROM = alternatives("bylines.filed")
_FILED = re.compile(
    r"^[（(〔【\[]\s?[^\s（）()]{0,8}(?:記者|记者|特派員|特派员)\s?(?P<names>[\u4e00-\u9fff、]{2,24})\s?[／/]\s?"
    rf"[^\s（）()／/]{{1,12}}(?:{_FILED_FROM})\s?[）)〕】\]]"
)
"""The same with the place behind a stroke, as papers of Taiwan write it:
"〔記者王小明、李大同／台北報導〕".
"""
_FILED_BY = re.compile(
    rf"(?P<names>(?:(?:{REPORTERS})[\s\u3000]?[\u4e00-\u9fff]{{2,4}}[\s\u3000]?[、，]?[\s\u3000]?){{1,6}})"
    rf"[／/]\s?[^\s（）()／/]{{1,6}}(?:{_FILED_FROM})"
)
"""The same without brackets, and each reporter with an office:
"編譯王小明、記者李大同／綜合報導".
"""
_HOUSE_FIRST = re.compile(
    rf"(?:^|[。！？」”])[（(〔【\[](?![图圖照攝摄文資资])[^\s：:／/）)〕】\]]{{2,8}}[／/]\s?(?:{REPORTERS})?"
    rf"(?P<names>{_HAN_NAME}(?:、{_HAN_NAME}){{0,2}})(?:[／/]?\S{{0,4}}(?:{_FILED_FROM}))?[）)〕】\]]"
)
"""The same with the house before the name: "【財訊快報／王小明】"."""
_PLACE_FIRST = re.compile(
    r"^[【\[][^\s【】＝=]{1,14}[＝=](?P<names>[\u3041-\u30ff\u4e00-\u9fff]{3,6}"
    r"(?:、[\u3041-\u30ff\u4e00-\u9fff]{3,6}){0,2})[】\]]"
)
"""The place and its correspondent before the text, in Japanese: "【ソウル＝石川真】".
Two characters are an agency.
"""
_OFFICE_FIRST = re.compile(
    rf"^(?:{REPORTERS})[\s\u3000]+(?P<names>[\u3041-\u30ff\u4e00-\u9fff]{{3,6}})$"
)
"""A line with an office and a Japanese name."""
_FOREIGN = re.compile(
    r"^(?P<names>[\u4e00-\u9fff]{1,6}(?:[·‧・][\u4e00-\u9fff]{1,6}){1,3})"
    r"\s?[（(][A-Za-zÀ-ÿ .'’-]{3,40}[）)]$"
)
"""A line with a name from abroad in Chinese characters."""
_POSTED = alternatives("bylines.published")
_PUBLISHED = re.compile(
    rf"^(?!来源|來源)(?P<names>[^\s:：|｜。，,/]{{2,20}})\s(?:{_POSTED})\s?"
    r"(?:19|20)\d\d\s?[-/.年]\s?\d"
)
"""An account and when it has published the text: "某某 发布于 2024-03-05"."""
_ACCOUNT = re.compile(
    r"\d\d:\d\d\s?[·•|]\s?"
    rf"(?P<names>[^\s:：|｜。，,/·•]{{2,20}})\s(?:{_POSTED}|IP属地)\s?[:：]"
)
"""A time, an account, and the province from which the account has sent the text."""
_PLACED = re.compile(r"From\s(?P<names>[A-Z]\S+(?:\s[A-Z]\S+){1,2})\s(?:at|in)\s[A-Z]")
"""The reporter of a match, and its place: "From Ann Hill at Park Road"."""
_MAX_PLACED_LENGTH = 80
"""A longer line that begins so is a sentence."""
_MAILED = re.compile(
    r"(?P<names>[^\W\d_][^@]{2,40}?)\s[\w.+-]{1,40}\sat\s[\w-]{1,40}(?:\.[\w-]{2,40})+$"
)
"""A sender and the address as archives of mail show it: "Ann Hill ann at example.org"."""
_PLACE_ENDS = "縣市县州區区"
"""Last characters of places of three characters. Most others have two."""
_MAX_HAN_NAME_LENGTH = 3
"""Characters after a sign that are a name where nothing ends it; most names have two or three."""
_HELPER = re.compile(rf"[\s\u3000]?(?:{_HELPERS})[\s\u3000]?")
_BRACKETS = ("）", ")", "】", "]")
_KOREAN = re.compile(
    rf"(?:^|[\s=(\[|])(?P<names>[가-힣]{{2,4}})\s?(?:{alternatives('bylines.ranks')})?\s?"
    rf"(?:{alternatives('bylines.reporters_after')})(?=$|[\s=)\]|,·@])"
    rf"|(?:^|[\s|])(?:{alternatives('bylines.writers')})\s?[:：=]?\s"
    rf"(?P<after>[가-힣]{{2,4}}(?<![팀과부처국]))(?=$|\s?[|·(]|\s(?:{alternatives('labels.published')}))"
)
_HANDLE = re.compile(
    r"^(?P<names>[^\W\d_][^@\n]{3,60}?)(?<!\bline)(?<!twitter)(?<!instagram)(?<!facebook)(?<!telegram)\s?[,|(]?\s?@\w{2,30}\)?(?:\s|$)"
)
_BY = re.compile(r"(?:(?:written|posted|words|story) )?by\s?:?\s", re.IGNORECASE)
_MAX_ONLY_LENGTH = 60
"""Most characters of a line that is nothing but a byline."""
_CLOSING = re.compile(
    r"(?:(?:this post was )?written|(?:story|text|words|article)(?=\sby\s)|posted|verfasst"
    r"|geschrieben|écrit|escrito|"
    r"scritto|author|autor(?:in)?)\b",
    re.I,
)
_CLOSING_STARTS = "aAeEéÉgGpPsSſtTvVwW"
"""The first letters of these words."""
_SIGNATURE = re.compile(
    r"[Pp]osted by\s(?P<name>[A-Z][^\W\d_]+(?:\s[A-Z][\w.'’-]*){1,3}|[\w.-]{2,30})\s(?:on"
    r"|at)\b[^\d]{0,20}\d"
)
"""An author below the text and when: "Posted by Ann Hill on March 5". Comments say "Posted by: Ann
| March 5".
"""
_EDITED = re.compile(
    rf"(?:{alternatives('bylines.editors')})\s?[:：]\s?(?P<name>[\u4e00-\u9fff]{{2,4}})"
)
_MAX_EDITED_LENGTH = 60
"""Most characters of a line that names an editor."""
_EASTERN = re.compile(r"[\u3040-\u9fff\uac00-\ud7a3]")


def _wired(run: str) -> str:
    """Return the names of a run of reporters that ends with the place of the last one, which no
    sign separates.
    """
    before, sign, last = run.rpartition("、")
    place = 3 if last[-1:] in _PLACE_ENDS else 2
    if len(last) >= 2 + place:
        name = last[:-place]
    else:
        name = last
    return before + sign + name[:_MAX_HAN_NAME_LENGTH]


def _without_label(named: str, after: str) -> str:
    """Return the names after a label without the label of the next fact, which ends with a
    colon.
    """
    if after[:1] not in (":", "："):
        return named
    # The blank may be an ideographic one.
    names, *label = named.rsplit(maxsplit=1)
    return names if label else ""


def is_closing(line: str) -> bool:
    """Return whether a line may be the byline at the end of an article.

    "By" alone begins the bylines of other stories there.
    """
    start, end = line[:_MAX_BYLINE_LENGTH], line[-_MAX_BYLINE_LENGTH:]
    if line[:1] in _CLOSING_STARTS and _CLOSING.match(start):
        return True
    if not line.isascii() and _EASTERN.search(start):
        return True
    if len(line) <= _MAX_ONLY_LENGTH:
        is_labelled = ":" in line and _LABELLED.match(line)
        if is_labelled or _TOLD_TO.match(line):
            return True
    return line.endswith(_BRACKETS) and bool(_SIGNED.search(end) or _REPORTED.search(end))


def only_byline(lines: Sequence[str]) -> Names:
    """Return the names after "by" if all lines that begin so name the same persons: other stories'
    name others.
    """
    bylines = (line for line in lines if len(line) <= _MAX_ONLY_LENGTH and _BY.match(line))
    found = set(filter(None, map(names_in, bylines)))
    names = found.pop() if len(found) == 1 else ()
    if all(map(is_full, names)):
        return names
    return ()


def signature_in(line: str) -> str:
    """Return the name in a line such as "Posted by Ann Hill on 5 March 2024", or ""."""
    if line[:1] in "Pp":
        signature = _SIGNATURE.match(line[:_MAX_BYLINE_LENGTH])
    else:
        signature = None
    return signature["name"] if signature else ""


def editors_in(lines: Iterable[str]) -> set[str]:
    """Return the names that short lines in Chinese give only as those of editors."""
    short = (line for line in lines if len(line) <= _MAX_EDITED_LENGTH and not line.isascii())
    matches = chain.from_iterable(map(_EDITED.finditer, short))
    return {match["name"] for match in matches}


def byline_in(line: str) -> Iterator[str]:
    """Yield the texts in a line that contain names with a word for authorship.

    ``names_in`` reads them.
    """
    text = line[:_MAX_BYLINE_LENGTH]
    yield from _labelled(text)
    if not text.isascii():
        # A sentence that is cut may end inside a name.
        yield from _eastern(text[: text.rfind("。") + 1] if len(text) < len(line) else text)
        yield from _at_end(line)
        for match in _KOREAN.finditer(text):
            yield match["names"] or match["after"]
    if "@" in text and (handle := _HANDLE.search(text)):
        yield handle["names"]


def _labelled(text: str) -> Iterator[str]:
    """Yield what follows a word such as "by", or stands between a label and other facts."""
    for match in _LATIN.finditer(text):
        yield match["byline"]
    for anchored in (_LABELLED, _AUTHOR_FIRST, _TOLD_TO):
        if labelled := anchored.match(text):
            yield labelled["byline"]
    has_colon = ":" in text or "：" in text
    if has_colon and len(text) <= _MAX_FACTS_LENGTH and _DATE.search(text):
        for match in _INSIDE.finditer(text):
            if not _OTHER_WORK.match(match["before"]):
                yield match["byline"]
    if len(text) <= _MAX_PLACED_LENGTH and (placed := _PLACED.match(text)):
        yield placed["names"]
    if " at " in text and (mailed := _MAILED.match(text)):
        yield mailed["names"]


def _eastern(text: str) -> Iterator[str]:
    """Yield the names of reporters in the forms of East Asian and other papers without "by"."""
    if reporters := _REPORTERS.match(text):
        yield _HELPER.sub(" ", _NAME_APART.sub(r"\1\2", reporters["names"]))
    if dateline := _DATELINED.match(text):
        yield _HELPER.sub(" ", dateline["names"])
    if account := _PUBLISHED.match(text) or _ACCOUNT.search(text):
        yield account["names"]
    for pattern in (_FILED, _HOUSE_FIRST, _PLACE_FIRST, _OFFICE_FIRST, _FOREIGN):
        if filed := pattern.search(text):
            yield filed["names"]
    if filed := _FILED_BY.search(text):
        yield _OFFICES.sub(" ", filed["names"])
    if reporter := _WIRED.match(text):
        yield _wired(reporter["names"])
    for match in _CJK.finditer(text):
        named = match["names"] or match["text"] or match["own"]
        yield _CJK_END.split(_without_label(named, text[match.end() :]))[0]
    if bracketed := _BRACKETED.match(text) or _HOUSED.match(text) or _OFFICED.match(text):
        yield bracketed["names"]


def _at_end(line: str) -> Iterator[str]:
    """Yield the names in brackets that end a text."""
    if not line.endswith(_BRACKETS):
        return
    end = line[-_MAX_BYLINE_LENGTH:]
    bracket = end[max(end.rfind("("), end.rfind("（")) :]
    yield from (match["text"] for match in _CJK.finditer(bracket) if match["text"])
    for pattern in (_REPORTED, _SIGNED, _SIGNED_FOR, _HOUSE_FIRST):
        if match := pattern.search(end):
            yield match["names"]
