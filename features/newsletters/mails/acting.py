"""Which links of a mail do something for its reader: end or change the subscription, confirm, vote.
Pure.

No crawler may follow these, and no words tell all of them. So the words of a link count, the words
of its address, what the head of the mail names (RFC 2369), and its place: the box with the
company's address. What is left may still act. A number of the reader in an address alone says
nothing, for services that count clicks give each link one. A link is in doubt if it leads to the
host that sends the mail, in another form than the articles of the mail, or answers a question.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain, islice
from urllib.parse import parse_qsl, urlsplit

from extractor.languages.tables import alternatives
from extractor.lists.anchors import HEADINGS, Anchor, absolute
from extractor.lists.shapes import STRONG, address_evidence, is_dated, same_site, weight
from extractor.page import dom
from extractor.page.text import words
from features.newsletters.mails.mail import Mail
from features.newsletters.mails.text import is_notice, is_notice_line
from features.newsletters.words import WORDS

MIN_TITLE = 6
"""Least weight of the words of a link that is a headline: three words, or six Chinese characters.
"""
_MIN_SURE_TITLE = 10
"""Least weight of a headline that nobody takes for an answer, such as "No, I like it as it is"."""
_MIN_PROSE = 40
"""Least weight of a paragraph: twenty words, or forty Chinese characters."""
_MAX_OTHERS = 3
"""Links with as many words as a headline that the box with the company's address may have."""
_MAX_ABOVE = 10
"""Elements between a link and the block that it is in; unclosed links nest in each other."""
_MAX_ELEMENTS = 100
"""Elements of a block that is read for a line about the subscription; a foot has some ten links."""
_MAX_READ = 1_000
"""Characters of a text that are looked at."""
_MAX_COMPANY = 300
"""Characters of a line that names the company; longer ones are text."""
_READ_ON = re.compile(rf"^\W*(?:{alternatives('feeds.read_on')})", re.IGNORECASE)
_ACTIONS = re.compile(WORDS.alternatives("mails.actions"), re.IGNORECASE)
_READER = re.compile(
    rf"(?:{WORDS.alternatives('mails.reader')})|(?:{WORDS.alternatives('mails.you')})",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(WORDS.alternatives("mails.first_person"), re.IGNORECASE)
_COMPANY = re.compile(
    rf"(?:{WORDS.alternatives('mails.company')})"
    r"|\b\d{1,5}\s\w[^,\d]{2,40},.{0,60}\b\d{4,6}\b"  # 12 Pier Road, Ostvik 10115
    r"|\w\s\d{1,4}[a-z]?,\s*(?:[A-Z]{1,2}-)?\d{4,5}\s\w",  # Pier 12, 10115 Ostvik
    re.IGNORECASE,
)
_SIGN = re.compile(r"©|\(c\)|\bcopyright\b", re.IGNORECASE)
_YEAR_AT_SIGN = re.compile(
    r"(?:©|\(c\)|\bcopyright\b)\W*(?:19|20)\d\d|(?:19|20)\d\d\W{0,3}(?:©|\(c\)|\bcopyright\b)",
    re.IGNORECASE,
)
_PICTURE = re.compile(rf"(?<![A-Za-z])(?:{alternatives('names.picture')})\W", re.IGNORECASE)
_QUESTION = re.compile(r"[?？؟]\W*$")
_ADDRESS_WORD = re.compile(
    rf"(?:{WORDS.alternatives('mails.addresses')})(?:\.\w{{2,5}})?", re.IGNORECASE
)
_SHARING = re.compile(
    r"/(?:share|sharer|sharing|share_?article|intent|sharer\.php)(?:/|$)", re.IGNORECASE
)
_SECTION_NAMES = frozenset(("section", "category", "cat", "rubric", "topic", "tag", "channel"))
"""Names in a query under which an address says where its page is."""
_BETWEEN = re.compile(r"[-_.+~]")
_MIXED = re.compile(r"[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]")
_MIN_REPEATED = 2
"""Words that the end of an address shares with its link, if it is that of an article."""
_MIN_SLUG = 3
"""Words of a link in its address that outweigh what the link says; "unsubscribe-me" has two."""
_MIN_TOKEN = 8
"""Least characters of a number of the reader. Shorter ones are those of articles as well."""
_MIN_WORDLESS = 24
"""Least characters of a part of an address without a word, which is a token without digits too."""
_DIGITS = re.compile(r"\d+")
_SLUG = re.compile(r"[^\W_]+(?:[-_][^\W_]+){2}")

_Shape = tuple[str, ...]


class ActingLinks:
    """Knows of the links of one mail which act."""

    def __init__(self, mail: Mail, anchors: Sequence[Anchor], root: dom.Element) -> None:
        self._mail = mail
        self._anchors = anchors
        self._root = root
        self._listed = {absolute("", each) for each in mail.list_addresses} - {""}
        self._named = self._named_paths()
        said = (each.url for each in self._anchors if self._says_so(each))
        # The button and the picture beside the words lead to the same.
        self._acting = {*self._listed, *said}

    def acts(self, anchor: Anchor) -> bool:
        """Return whether a link is said to act."""
        return anchor.url in self._acting

    def is_among_acting(self, anchor: Anchor) -> bool:
        """Return whether a link is in the place of those that act."""
        return anchor in self._foot or is_notice_line(_line_around(anchor))

    def may_be_article(self, anchor: Anchor) -> bool:
        """Return whether a link acts by its words alone, but has the address of an article and as
        many words as one.
        """
        return (
            weight(anchor.text) >= _MIN_SURE_TITLE
            and _words_say_so(anchor.text)
            and not is_notice_line(anchor.text)
            and not (address_acts(anchor.url) or _place(anchor.url) in self._named)
            and _shape(anchor.url) in self._shapes_of_articles
        )

    def may_act(self, anchor: Anchor) -> bool:
        """Return whether a link may act, though nothing says so for sure."""
        if _words_say_so(anchor.text):
            is_dated_page = is_dated(urlsplit(anchor.url).path)
            is_known = is_dated_page or _shape(anchor.url) in self._shapes_of_articles
            is_label = weight(anchor.text) < _MIN_SURE_TITLE or is_notice_line(anchor.text)
            return is_label or not is_known
        if address_acts(anchor.url):
            return not (anchor.is_headline or _repeats_title(anchor))
        if anchor.is_headline or _READ_ON.match(anchor.text):
            return False
        if _names_article(anchor.url) or _repeats_title(anchor):
            return False
        if anchor in self._answers:
            return True
        is_short = weight(anchor.text) < _MIN_SURE_TITLE
        if _shape(anchor.url) in self._shapes_of_articles:
            is_said_by_reader = _has_token(anchor.url) and _FIRST_PERSON.search(anchor.text)
            return (is_short and bool(_READER.search(anchor.text))) or (
                bool(is_said_by_reader) and not _is_in_prose(anchor)
            )
        if self._shapes_of_articles and _has_token(anchor.url):
            # Any host may be that of a service that counts clicks.
            return not self._is_subject(anchor.text)
        host = urlsplit(anchor.url).netloc
        is_likely = is_short or _has_token(anchor.url) or host in self._hosts_of_articles
        return is_likely and self._sends_mail(host) and not self._is_subject(anchor.text)

    def _says_so(self, anchor: Anchor) -> bool:
        """Return whether the words of a link, those of its address or the head of the mail say that
        it acts.
        """
        if _place(anchor.url) in self._named:
            return True
        if address_acts(anchor.url):
            return _words_say_so(anchor.text) or not _is_below_section(anchor)
        return _words_say_so(anchor.text) and not _is_at_article(anchor)

    def _named_paths(self) -> Set[str]:
        """Return the addresses, without their queries, that the head of the mail names, unless many
        links of the mail have the same: then it is that of a service that counts clicks.
        """
        texts: dict[str, set[str]] = defaultdict(set)
        for each in self._anchors:
            texts[_place(each.url)].add(each.text if has_title(each) else "")
        named = {_place(each) for each in self._listed}
        return {each for each in named if len(texts[each]) <= _MAX_OTHERS} - {""}

    @cached_property
    def _shapes_of_articles(self) -> Set[_Shape]:
        """The forms of the addresses under which the mail leads to articles: those of two headlines
        or more.
        """
        texts: dict[_Shape, set[str]] = defaultdict(set)
        for each in self._anchors:
            is_title = has_title(each) and each not in self._answers
            if is_title and not (self.acts(each) or each in self._foot):
                texts[_shape(each.url)].add(each.text)
        return {shape for shape, titles in texts.items() if len(titles) > 1}

    @cached_property
    def _hosts_of_articles(self) -> Set[str]:
        """The hosts at which articles of the mail have a form of their own."""
        return {host for host, *_ in self._shapes_of_articles}

    def _sends_mail(self, host: str) -> bool:
        """Return whether a host sends mails: that of the sender, or one that the head names or to
        which links lead that act.
        """
        return same_site(host, self._mail.site) or host in self._mail_hosts

    @cached_property
    def _mail_hosts(self) -> Set[str]:
        return {urlsplit(each).netloc for each in self._acting}

    def _is_subject(self, text: str) -> bool:
        title, subject = text.casefold(), self._mail.subject.casefold()
        return bool(subject) and (title in subject or subject in title)

    @cached_property
    def _answers(self) -> Set[Anchor]:
        """The links of few words of which two or more follow a question."""
        by_element = {each.element: each for each in self._anchors}
        answers: set[Anchor] = set()
        group: list[Anchor] = []
        asked, depth = False, 0
        for event, element in dom.walk(self._root):
            if event == "start" and element in by_element:
                anchor = by_element[element]
                is_short = 0 < weight(anchor.text) < _MIN_SURE_TITLE
                if asked and is_short and not _READ_ON.match(anchor.text):
                    group.append(anchor)
            depth += element.tag == "a" if event == "start" else -(element.tag == "a")
            text = (element.text if event == "start" else element.tail) or ""
            if depth or not text.strip():
                continue
            if weight(text) >= MIN_TITLE or _QUESTION.search(text):
                answers.update(_without_list(group))
                asked, group = bool(_QUESTION.search(text)), []
        answers.update(_without_list(group))
        return answers

    @cached_property
    def _foot(self) -> Set[Anchor]:
        """The links in a box with the company's address or a link that acts, and those behind."""
        places = {element: place for place, element in enumerate(self._root.iter("*"))}
        titles = [
            each for each in self._anchors if has_title(each) and each.url not in self._acting
        ]
        if not titles:
            return frozenset()
        first = titles[0].element
        marks = [each for each in self._marks() if places[each] > places[first]]
        if not marks:
            return frozenset()
        content = self._content(first)
        titled = Counter(above for each in titles for above in each.element.iterancestors())
        above = _with_ancestors(content)
        boxes = {_box(mark, above, titled) for mark in marks}
        last = max(places[each] for each in marks)
        behind = sum(places[each.element] > last for each in titles)
        has_more = behind > _MAX_OTHERS or any(places[each] > last for each in content)
        end = len(places) if has_more else last
        return {
            each
            for each in self._anchors
            if places[each.element] > end
            or not boxes.isdisjoint([each.element, *each.element.iterancestors()])
        }

    def _marks(self) -> Iterator[dom.Element]:
        """Yield the elements by which the box at the end of a mail is known."""
        for each in self._anchors:
            if each.url in self._acting:
                yield each.element
        for element, text in self._texts:
            if len(text) <= _MAX_COMPANY and self._names_company(text):
                yield element

    def _names_company(self, text: str) -> bool:
        """Return whether a text names the company that sends the mail. The sign of the copyright
        does so with a year or with the sender; pictures bear it with another name.
        """
        if _COMPANY.search(text):
            return True
        sign = _SIGN.search(text)
        if not sign or _PICTURE.search(text[: sign.start()]):
            return False
        sender, lowered = self._mail.sender.casefold(), text.casefold()
        names_sender = bool(sender) and sender in lowered
        return names_sender or bool(_YEAR_AT_SIGN.search(text))

    def _content(self, first: dom.Element) -> Sequence[dom.Element]:
        """Return the first headline, the headings, and the paragraphs that are not about the
        mail.
        """
        prose = (
            element
            for element, text in self._texts
            if weight(text) >= _MIN_PROSE and not (is_notice(text) or self._names_company(text))
        )
        return [first, *prose, *self._root.iter(*HEADINGS)]

    @cached_property
    def _texts(self) -> Sequence[tuple[dom.Element, str]]:
        """The elements with a text of their own, and the beginning of it."""
        seen = (each for event, each in dom.walk(self._root) if event == "start")
        texts = ((each, dom.squeeze(_own_text(each))) for each in seen)
        return [(element, text[:_MAX_READ]) for element, text in texts if text]


def _words_say_so(text: str) -> bool:
    """Return whether the words of a link say that it acts; headlines may have the same words."""
    return is_notice(text) or bool(_ACTIONS.search(text))


def _is_at_article(anchor: Anchor) -> bool:
    """Return whether a link leads to a path with a date, or to one made of its words. Numbers say
    nothing here: services that count clicks have some.
    """
    if not has_title(anchor):
        return False
    parts = [each for each in urlsplit(anchor.url).path.split("/") if not _is_token(each)]
    return is_dated("/".join(parts)) or _common_words(anchor) >= _MIN_SLUG


def _is_below_section(anchor: Anchor) -> bool:
    """Return whether a headline leads to a title below a section, such as "/politics/poll/". Parts
    that mean nothing else, such as "unsubscribe", are no sections.
    """
    *folders, end = urlsplit(anchor.url).path.rstrip("/").split("/")
    is_title = bool(_SLUG.match(end)) and not _is_token(end)
    return has_title(anchor) and is_title and not any(map(is_notice, folders))


def _common_words(anchor: Anchor) -> int:
    """Return how many words a link and the end of its address share."""
    end = urlsplit(anchor.url).path.rstrip("/").rpartition("/")[2]
    return len({*words(end.casefold())} & {*words(anchor.text.casefold())})


def address_acts(url: str) -> bool:
    """Return whether the words of an address say that whoever opens it does something."""
    parts = urlsplit(url)
    # Those of a campaign are chosen freely, and sections may be those of polls.
    values = (
        each
        for each in parse_qsl(parts.query)
        if not (each[0].startswith("utm_") or each[0].lower() in _SECTION_NAMES)
    )
    pieces = [*parts.path.split("/"), *chain.from_iterable(values)]
    return bool(_SHARING.search(parts.path)) or any(map(_ADDRESS_WORD.fullmatch, pieces))


def has_title(anchor: Anchor) -> bool:
    """Return whether a link has words as a headline has, or leads on from a teaser."""
    return weight(anchor.text) >= MIN_TITLE or bool(_READ_ON.match(anchor.text))


def reads_on(text: str) -> bool:
    """Return whether the words of a link are a label such as "Read more"."""
    return bool(_READ_ON.match(text))


def _without_list(answers: Sequence[Anchor]) -> Sequence[Anchor]:
    """Return links that follow a question; none for one alone, or for a list of pages, each with a
    path of its own, for answers differ in a number of the reader or in the query.
    """
    paths = {_place(each.url) for each in answers}
    has_own_paths = len(paths) == len(answers) and not any(_has_token(each.url) for each in answers)
    is_list = has_own_paths and all(_is_list_item(each) for each in answers)
    if is_list or len(answers) < 2:
        return ()
    return answers


def _is_list_item(anchor: Anchor) -> bool:
    above = islice(anchor.element.iterancestors(), _MAX_ABOVE)
    return any(each.tag == "li" for each in above)


def _block_around(anchor: Anchor) -> dom.Element:
    above = islice(anchor.element.iterancestors(), _MAX_ABOVE)
    return next((each for each in above if each.tag in dom.BLOCK_TAGS), anchor.element)


def _is_in_prose(anchor: Anchor) -> bool:
    """Return whether a link is in a paragraph with many words beside its own."""
    text = dom.squeeze(dom.start_of_text(_block_around(anchor)))[:_MAX_READ]
    return weight(text) >= _MIN_PROSE + weight(anchor.text)


def _line_around(anchor: Anchor) -> str:
    """Return the line of a short block that a link is in, "" in a long one."""
    block = _block_around(anchor)
    has_many = any(True for _ in islice(block.iter(), _MAX_ELEMENTS, None))
    if has_many or len(dom.start_of_text(block)) > _MAX_READ:
        return ""
    return next((line for line in dom.lines(block) if anchor.text in line), "")


def _box(
    mark: dom.Element, above_content: Set[dom.Element], titled: Mapping[dom.Element, int]
) -> dom.Element:
    """Return the largest element around a mark that has no content."""
    box = mark
    for above in mark.iterancestors():
        if above in above_content or titled.get(above, 0) > _MAX_OTHERS:
            break
        box = above
    return box


def _with_ancestors(elements: Sequence[dom.Element]) -> Set[dom.Element]:
    found: set[dom.Element] = set()
    for element in elements:
        for each in chain([element], element.iterancestors()):
            if each in found:
                break
            found.add(each)
    return found


def _own_text(element: dom.Element) -> str:
    if element.tag in dom.UNSEEN_TAGS:
        return ""
    return "".join([element.text or "", *(each.tail or "" for each in element)])


def _place(url: str) -> str:
    """Return an address without its query, "" for that of a host alone."""
    parts = urlsplit(url)
    if parts.path.strip("/"):
        return f"{parts.netloc}{parts.path}"
    return ""


def _has_token(url: str) -> bool:
    """Return whether an address has a part that may be a number of the reader."""
    parts = urlsplit(url)
    values = [value for _, value in parse_qsl(parts.query)]
    return any(map(_is_token, [*parts.path.split("/"), *values]))


def _names_article(url: str) -> bool:
    """Return whether the path of an address, without tokens, is that of an article."""
    parts = urlsplit(url)
    path = "/".join(each for each in parts.path.split("/") if not _is_token(each))
    return address_evidence(f"{parts.scheme}://{parts.netloc}{path}") == STRONG


def _repeats_title(anchor: Anchor) -> bool:
    """Return whether the end of an address that is the same for all readers is made of the words of
    its link.
    """
    return not _has_token(anchor.url) and _common_words(anchor) >= _MIN_REPEATED


def _shape(url: str) -> _Shape:
    """Return what addresses of one kind share: the host, the path, and the names in the query."""
    parts = urlsplit(url)
    names = sorted(name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    return (parts.netloc, *map(_masked, parts.path.split("/")), "?", *names)


def _masked(part: str) -> str:
    """Return a part of a path with signs for tokens, titles and numbers."""
    if _is_token(part):
        return "*"
    if _SLUG.match(part):
        return "-"
    return _DIGITS.sub("0", part)


def _is_token(part: str) -> bool:
    """Return whether a part of an address is no word: letters and digits mixed, or very long."""
    if len(part) < _MIN_TOKEN:
        return False
    chunks = [each for each in _BETWEEN.split(part) if each]
    readable = sum(each.isalpha() and not _MIXED.search(each) for each in chunks)
    # Words with a number among them are the title of an article, not a mark of the reader.
    if 2 * readable > len(chunks) > 1:
        return False
    return len(part) >= _MIN_WORDLESS or bool(_MIXED.search(part))
