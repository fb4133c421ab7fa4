"""Find the authors: in JSON-LD, meta elements, a byline at the headline, markup, the feed, the end
of the article.

JSON-LD and meta elements often name the site itself or an account. Then a person whom the page
shows takes precedence. A byline that names more authors than the statement completes it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice, product

from extractor.fields.bylines import (
    byline_in,
    editors_in,
    is_closing,
    only_byline,
    signature_in,
)
from extractor.fields.headline import lines_of
from extractor.fields.jsonld import Entity, readable_text, type_of
from extractor.fields.lone_names import (
    find_below_label,
    find_lone,
    find_owner,
    find_site,
    find_team,
    is_known,
    is_label,
    is_running,
    team_in,
)
from extractor.fields.marks import find_marked, is_aside, is_profile_link
from extractor.fields.metadata import Metadata
from extractor.fields.name_words import LABEL, NOBODY
from extractor.fields.names import (
    Names,
    begins_with_family,
    is_full,
    is_handle,
    is_organisation,
    names_in,
    stated_names,
)
from extractor.fields.signatures import find_signature
from extractor.fields.site import SiteNames, letters
from extractor.page.blocks import Blocks
from extractor.page.dom import Element, squeeze

_META_NAMES = (
    "author article:author dc.creator byl parsely-author sailthru.author dcterms.creator "
    "citation_author"
)
_PERSON_OR_AGENCY = "articleauthor"
"""What Turkish papers state: a columnist, or the agency."""
_META = tuple(_META_NAMES.split())
_CARD = (1, 2)
"""Numbers of the facts on a card of Twitter. Each has a label, such as "Written by", in the
language of the page.
"""
_BEFORE = 5
"""Lines before the headline that may contain a byline."""
_AFTER = 12
"""Lines after it that may."""
_AT = 4
"""Lines from the headline on in which a byline is that of the article."""
_JOINTS = 6
"""Most characters between two names of a list: a comma, "and", the number of a footnote."""
_LAST = 400
"""Lines at the end of the page that may contain the byline of its article."""
_PROFILE_NAME = re.compile(
    r"/(?:authors?|editors?|autor(?:en|es)?|auteurs?|autori|people|staff|contributors?|writers?"
    r"|journalists?)/"
    r"(?P<name>[a-z]{2,20}(?:-[a-z]{1,20}){1,3})/?$"
)
_SOFTWARE = re.compile(r"\w+cms", re.IGNORECASE)
"""The name of a content management system."""
_MAKERS = " Team"
"""What follows the name of software that its makers have written."""
_ORGANISATIONS = frozenset(("Organization", "NewsMediaOrganization", "Corporation", "Brand"))
_MAX_MARKS = 40
"""Marks, links and declared objects that are looked at: bounds what one page costs."""
_MARKED_TAG_NAMES = "a span div p li address section strong em cite b td h4 h5 h6"
_MARKED_TAGS = tuple(_MARKED_TAG_NAMES.split())
_MAX_TEXT_LENGTH = 300
"""Longer texts are paragraphs, and name no author alone."""
_PIECES = 30
"""Texts of an element that are read. One with more holds a card, or the article."""
_LABELLED = re.compile(r"^(?P<label>[^\W\d_]{2,20})(?:\s[^\W\d_]{1,20})?\s?[:：]\s*(?=\S)")
"""A label in any language before the name in an element that is marked as the author's."""
_MAX_HAN_LENGTH = 4
"""Most characters of a Chinese name, with a family name of two."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_EASTERN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_TITLE_PARTS = re.compile(r"\s[|·•–—-]\s|[|｜_]")
_NEAR_END = 6
"""Lines from the last one of the text on that may name its author."""
_JOINT = re.compile(
    r"\n(?=[,;&]|(?:and|und|et|y|e)\b)|(?<=[,;&:])\n|(?:(?<=\bby)|(?<=\bBy)|(?<=\bvon)|(?<=\band)"
    r"|(?<=\bVon)|(?<=\bPar))\n"
)
"""Where two pieces of text belong to one byline."""


@dataclass(frozen=True)
class Surroundings:
    """Where authors are searched for.

    Attributes:
        root: The pruned tree.
        blocks: Its blocks, with empty lines in place of readers' comments, which name others.
        headlines: The numbers of the headline's lines.
        start, end: The numbers of the text's first and last line, -1 if the page has no text.
    """

    root: Element
    blocks: Blocks
    headlines: list[int]
    end: int = -1
    start: int = -1

    @property
    def headline(self) -> int:
        """The number of the headline's line."""
        return next(iter(self.headlines), 0)


def find_author(page: Surroundings, metadata: Metadata, hint: str = "") -> str:
    """Return the author's name, several joined with a comma, or "" if no author is named.

    Chinese and Japanese pages name their source, the editor's desk or a button where others name
    the author. None of these has written the text.
    """
    found = _find(page, metadata, hint)
    return ", ".join(name for name in found if not is_organisation(name))


def _find(page: Surroundings, metadata: Metadata, hint: str) -> Iterable[str]:
    persons, organisations = _entities(metadata)
    stated = [names for names in map(stated_names, (persons, *_meta(metadata))) if names]
    if not stated:
        stated = list(_in_address(metadata))
    site = SiteNames(metadata, (*organisations, *_in_title(stated, metadata)))
    named, is_near = _shown(page)
    if named and not is_near:
        # Bylines of other stories have the word for "by", which that of this one may lack.
        named = _near(page, site) or named
    stated = _without_editors(stated, named, page.blocks.lines)
    shown = _without_houses(named, site)

    # What the page declares is the author if it is the name of a person.
    people = _confirmed(_stated_people(stated, site), page)
    if people:
        if _may_be_nobody(people):
            instead = _instead(shown or _closing(page, site))
            if instead:
                return instead
        return _best_spelling(people, shown, page)
    linked, place = _linked(page)
    profiled = _without_houses(linked, site)
    if any(map(is_full, shown)):
        return profiled if _is_surer(profiled, place, shown, page) else shown

    # No byline names a whole person. Other places follow, the surest first.
    found = profiled or _marked(page, site)
    if not any(map(is_full, found)):
        found = (
            _stated_word(stated, site)
            or shown
            or found
            or stated_names(hint)
            or find_below_label(page.blocks, page.headline)
            or find_lone(page.blocks, page.headline, site, page.end, page.start)
        )
    if not found or is_handle(found[0]):
        closing = _closing(page, site)
        if not found or any(map(is_full, closing)):
            found = closing
    if found:
        return found

    # Nobody is named. An agency, the site or its owner may have written the text.
    agencies = _whole_names(name for name in organisations if not SiteNames(metadata).is_of(name))
    first_stated = stated[0] if stated else ()
    weak = agencies or first_stated or _whole_names(organisations) or named or linked
    if weak:
        is_person = weak == stated_names(persons) or _is_shown(weak, page, metadata)
        # Chinese and Japanese pages name their source or a desk in the place of the author.
        may_be_source = any(map(_EASTERN.search, weak))
        return weak if is_person or not may_be_source else ()
    lines = page.blocks.lines
    owner = (
        find_team(lines, page.headline)
        or find_site(lines, page.headline, site)
        or find_owner(lines, metadata)
    )
    return (owner,) if owner else ()


def _without_houses(names: Names, site: SiteNames) -> Names:
    return tuple(name for name in names if not site.is_named(name) and not is_organisation(name))


def _is_shown(names: Names, page: Surroundings, metadata: Metadata) -> bool:
    """Return whether a line right after the headline is only the first name, as that of an account
    is.
    """
    near = page.blocks.lines[page.headline + 1 : page.headline + _AT]
    return names[0] in near and names[0] != metadata.site_name


def _stated_people(stated: Iterable[Names], site: SiteNames) -> list[Names]:
    """Return the stated names without the site's, of those that have a person's among them."""
    people = []
    for names in stated:
        own = tuple(name for name in names if not site.is_named(name))
        if any(_is_person(name, site) for name in own):
            people.append(own)
    return people


def _best_spelling(people: Names, shown: Names, page: Surroundings) -> Names:
    """Return the persons as the page shows them, if that completes or corrects what it states."""
    if not shown:
        below = find_below_label(page.blocks, page.headline)
        shown = max(_listed(people, page), below, key=len)
    if _completes(shown, people) or _corrects(shown, people, page):
        return shown
    return _as_written(people, page)


def _stated_word(stated: Iterable[Names], site: SiteNames) -> Names:
    """Return the first stated names that are neither an account's nor the site's."""
    for names in stated:
        if not is_handle(names[0]) and not site.is_named(names[0]):
            return names
    return ()


def _in_title(stated: Iterable[Names], metadata: Metadata) -> Iterator[str]:
    """Yield the stated names that are the last part of the page's title, as sites are, unless they
    may be persons. In Chinese, the name of a section may follow that of the site.
    """
    last = {part.strip() for part in _TITLE_PARTS.split(metadata.title)[1:]}
    for name in chain.from_iterable(stated):
        is_start = bool(_EASTERN.search(name)) and any(part.startswith(name) for part in last)
        if (name in last or is_start) and not is_known(name):
            yield name


def _is_person(name: str, site: SiteNames) -> bool:
    return is_full(name) and not is_organisation(name) and not site.is_of(name)


def _may_be_nobody(people: Names) -> bool:
    """Return whether the stated names are Chinese, and none begins with a family name."""
    return not any(map(begins_with_family, people))


def _instead(shown: Names) -> Names:
    """Return the shown names if they are Chinese with a family name."""
    are_persons = all(
        _CHINESE.match(name) and begins_with_family(name) and len(name) <= _MAX_HAN_LENGTH
        for name in shown
    )
    return shown if are_persons else ()


def _without_editors(stated: list[Names], shown: Names, lines: list[str]) -> list[Names]:
    """Return the statements without those that only name whom the page calls its editor, as Chinese
    sites do.
    """
    if not any(map(_CHINESE.match, chain.from_iterable(stated))):
        return stated
    editors = editors_in(lines) - set(shown)
    return [names for names in stated if not editors.issuperset(names)]


def _whole_names(organisations: Iterable[str]) -> Names:
    """Return the names of organisations in one piece: "and" is a part of them."""
    found: list[str] = []
    for name in islice(organisations, _MAX_MARKS):
        names = stated_names(name)
        if names:
            found.append(name if len(names) > 1 else names[0])
    return tuple(dict.fromkeys(found))


def _confirmed(stated: list[Names], page: Surroundings) -> Names:
    """Return the statement whose first name is near the headline, if statements differ, else the
    first statement.
    """
    if len(stated) < 2 or all(names[0] == stated[0][0] for names in stated):
        return next(iter(stated), ())
    lines = page.blocks.lines[max(0, page.headline - _BEFORE) : page.headline + _AFTER]
    near = "\n".join(line for line in lines if len(line) < _MAX_TEXT_LENGTH)
    return next((names for names in stated if names[0] in near), stated[0])


def _entities(metadata: Metadata) -> tuple[str, list[str]]:
    """Return the authors of the article's JSON-LD: the persons in one text, and the
    organisations.
    """
    value = metadata.article.get("author")
    values = value if isinstance(value, list) else [value]
    authors = [one for one in values if one]
    named: dict[str, Entity] = {}
    for entity in metadata.entities:
        key = entity.get("@id")
        if isinstance(key, str) and entity.get("name"):
            named[key] = entity
    found = [_resolved(one, named) for one in authors[:_MAX_MARKS]]
    persons = [name for name, is_person in found if is_person and name]
    return ", ".join(persons), [name for name, is_person in found if not is_person and name]


def _meta(metadata: Metadata) -> Iterator[str]:
    for name in _META:
        text = ", ".join(dict.fromkeys(metadata.meta.get(name, ())[:_MAX_MARKS]))
        if not _is_software(text, metadata):
            yield text
    for number in _CARD:
        text = metadata.first(f"twitter:data{number}")
        # The other fact of a card is the time that it takes to read the article.
        if is_full(text) and is_label(metadata.first(f"twitter:label{number}")):
            yield text
    text = metadata.first(_PERSON_OR_AGENCY)
    if is_known(text):
        yield text


def _is_software(text: str, metadata: Metadata) -> bool:
    """Return whether a statement names the software of the site or its makers, as templates of
    Discuz, XOOPS and PbootCMS do.
    """
    first = next(iter(stated_names(text)), "")
    software = metadata.first("generator").partition(" ")[0]
    is_maker = bool(software) and letters(first.removesuffix(_MAKERS)) == letters(software)
    return is_maker or bool(_SOFTWARE.fullmatch(first))


def _in_address(metadata: Metadata) -> list[Names]:
    """Return the name in the address of a profile, which Open Graph defines as the author."""
    match = _PROFILE_NAME.search(metadata.first("article:author")[:_MAX_TEXT_LENGTH])
    return [(match["name"].replace("-", " ").title(),)] if match else []


def _resolved(one: object, named: dict[str, Entity]) -> tuple[str, bool]:
    """Return the name of a JSON-LD author and whether it is a person; references to other entities
    are followed.
    """
    if not isinstance(one, dict):
        return readable_text(one), True
    if one.get("name"):
        full = one
    else:
        full = named.get(str(one.get("@id")), one)
    name = full.get("name")
    if isinstance(name, list) and name:
        name = name[0]
    return readable_text(name), type_of(full) not in _ORGANISATIONS


def _listed(people: Names, page: Surroundings) -> Names:
    """Return the names on the line after the headline that begins with the first author and is a
    list of persons.
    """
    near = page.blocks.lines[page.headline + 1 : page.headline + _AT]
    beginning = (line for line in near if line.startswith(people[0]))
    line = next((line for line in beginning if len(line) < _MAX_TEXT_LENGTH), "")
    names = names_in(line)
    is_list = people[0] in names and all(map(is_full, names))
    # A line with more than its names is a sentence about the first author.
    longest = sum(map(len, names)) + _JOINTS * len(names)
    return names if is_list and len(line) <= longest else ()


def _completes(shown: Names, people: Names) -> bool:
    """Return whether a byline names all the stated authors and more."""
    if len(shown) <= len(people):
        return False
    return all(any(_same(name, one) for one in shown) for name in people)


def _corrects(shown: Names, people: Names, page: Surroundings) -> bool:
    """Return whether the byline at the headline names another person than the statement, whom no
    line there names.
    """
    if not shown or not all(map(is_known, shown)):
        return False
    # One name in common is enough: statements leave out co-authors.
    if any(_same(name, one) for name, one in product(shown, people)):
        return False
    lines = page.blocks.lines
    at_headline = lines[max(0, page.headline - 1) : page.headline + _AT]
    if not any(shown[0] in line for line in at_headline):
        return False
    around = lines[max(0, page.headline - _BEFORE) : page.headline + _AFTER]
    return not any(one in line for one, line in product(people, around))


def _as_written(people: Names, page: Surroundings) -> Names:
    """Return the stated names as the page writes them near the headline, such as "Ana DIAZ", unless
    all in one case.
    """
    near = "\n".join(page.blocks.lines[max(0, page.headline - _BEFORE) : page.headline + _AFTER])
    written = []
    for name in people:
        shown = name
        if name not in near and name.isascii():
            found = re.search(re.escape(name), near, re.IGNORECASE)
            # A style sheet or a theme sets whole lines in capitals.
            if found and not found[0].isupper() and not found[0].islower():
                shown = found[0]
        written.append(shown)
    return tuple(written)


def _same(first: str, second: str) -> bool:
    one, other = first.casefold(), second.casefold()
    return one in other or other in one or len(set(one.split()) & set(other.split())) >= 2


def _shown(page: Surroundings) -> tuple[Names, bool]:
    """Return the byline nearest to the headline, and whether it is between the headline and the end
    of the text.

    Others, but for one on the line after the text, are those of other stories if they name several
    authors.
    """
    lines, headline = page.blocks.lines, page.headline
    if page.end > headline:
        last = page.end
    else:
        last = len(lines) - 1
    after = range(headline, min(last + 1, headline + _AFTER))
    # The text may begin with a dateline that names its reporter.
    first = range(page.start, page.start + 1) if page.start >= after.stop else ()
    for index in (*after, *first):
        if names := _byline(lines[index]):
            return names, True
    below = range(after.stop, min(len(lines), headline + _AFTER))
    if page.end + 1 in below and (names := _byline(lines[page.end + 1])):
        return names, False
    before = range(headline - 1, max(-1, headline - _BEFORE), -1)
    bylines = (_byline(lines[index]) for index in (*below, *before))
    found = set(filter(None, bylines))
    return (found.pop() if len(found) == 1 else ()), False


def _byline(line: str) -> Names:
    """Return the names in a line with a word for authorship, or the team that it names."""
    names = _first_names(filter(None, (signature_in(line), *byline_in(line))))
    team = team_in(line) if names else ""
    return (team,) if team else names


def _near(page: Surroundings, site: SiteNames) -> Names:
    """Return the names of persons on a line of their own between the headline and the text."""
    names = find_lone(page.blocks, page.headline, site, page.end, page.start)
    are_persons = all(is_known(name) or _CHINESE.match(name) for name in names)
    return names if are_persons else ()


def _closing(page: Surroundings, site: SiteNames) -> Names:
    """Return the authors that the page names below its text.

    A handle may be that of the owner of a blog, which is named after it.
    """
    lines = page.blocks.lines
    signed = find_signature(page.blocks, page.end) or _at_end(lines, page.end)
    named = tuple(name for name in signed if is_handle(name) or not site.is_named(name))
    return tuple(name for name in named or only_byline(lines) if not _is_phrase(name))


def _is_phrase(name: str) -> bool:
    """Return whether what follows "by" is words in small letters that begin with no given name."""
    words = [word for word in name.split() if word.isalpha()]
    return len(words) > 1 and name.islower() and not is_known(name)


def _at_end(lines: list[str], end: int) -> Names:
    """Return the byline at the end of the text, the page's first signature with a date, or its only
    other byline.

    Comments below have signatures, too, and other stories have bylines.
    """
    if end >= 0:
        near = lines[end : end + _NEAR_END]
    else:
        near = []
    if at_end := next(_closing_names(near), ()):
        return at_end
    last = lines[-_LAST:]
    if signed := _first_names(filter(None, map(signature_in, last))):
        return signed
    found = set(_closing_names(last))
    return found.pop() if len(found) == 1 else ()


def _closing_names(lines: Iterable[str]) -> Iterator[Names]:
    """Yield the names in each line that may be the byline at the end of an article."""
    for line in lines:
        names = _first_names(byline_in(line)) if is_closing(line) else ()
        if names:
            yield names


def _is_surer(linked: Names, place: int, shown: Names, page: Surroundings) -> bool:
    """Return whether a link to a profile names the author better than a byline: what follows the
    name in the byline is no part of it, or the link is alone on its line and nearer to the
    headline.
    """
    if not linked:
        return False
    lines, headline = page.blocks.lines, page.headline
    # "Anna Berg in Paris" links the name alone.
    if len(shown) == 1 and shown[0].startswith(f"{linked[0]} "):
        return True
    is_alone = lines[place : place + 1] == [linked[0]]
    between = lines[headline : place + 1]
    return is_alone and place > headline and not any(shown[0] in line for line in between)


def _linked(page: Surroundings) -> tuple[Names, int]:
    """Return the names on the line near the headline in which a link leads to a person's profile,
    and the number of the line, or nothing and -1.
    """
    lines = page.blocks.lines
    anchors = page.blocks.anchors
    near = (one for one in anchors if -_BEFORE < one[0] - page.headline < _AFTER)
    for index, anchor in islice(near, _MAX_MARKS):
        if not is_profile_link(anchor):
            continue
        names = tuple(filter(is_full, names_in(_text_of(anchor))))
        line = lines[index] if index < len(lines) else ""
        # A sentence tells of somebody else, unless it is a biography, which begins with the name.
        if not names or (is_running(line) and not line.startswith(names[0])):
            continue
        # The others of a list need no links.
        beside = names_in(line)
        others = beside[len(names) :]
        is_list = beside[: len(names)] == names and all(map(begins_with_family, others))
        return beside if is_list else names, index
    return (), -1


def _marked(page: Surroundings, site: SiteNames) -> Names:
    """Return the names in the nearest element that is marked as the author's."""
    marked = find_marked(page.root, _MARKED_TAGS, _MAX_MARKS)
    lines = page.blocks.lines
    near: list[Element] = []
    far: list[Element] = []
    for index, element in zip(lines_of(page.blocks, marked), marked, strict=True):
        # The lines of readers' comments are empty.
        if "" in lines[index : index + 1]:
            continue
        if -_BEFORE < index - page.headline < _AFTER:
            near.append(element)
        else:
            far.append(element)
    for place, element in enumerate([*near, *far]):
        is_near = place < len(near)
        text = _without_label(_text_of(element))
        names = names_in(text)
        if names and not any(map(is_full, names)) and not _is_alone(names[0], text):
            continue
        names = tuple(name for name in names if not is_organisation(name))
        if names and not site.is_named(names[0]) and (is_near or not is_aside(element)):
            return names
    return ()


def _without_label(text: str) -> str:
    """Return a text without the label before the name, unless that is a word for the source."""
    label = _LABELLED.match(text)
    return text[label.end() :] if label and label["label"].lower() not in NOBODY else text


def _is_alone(word: str, text: str) -> bool:
    """Return whether an element contains only this word and a label: a single word may begin
    anything.
    """
    rest = text.replace(word, "", 1)
    return not any(map(str.isalpha, LABEL.sub("", f"{rest.strip()} ")))


def _first_names(texts: Iterable[str]) -> Names:
    return next(filter(None, map(names_in, texts)), ())


def _text_of(element: Element) -> str:
    """Return the element's text, one piece per line; pieces joined by a comma, "and" or a label
    share a line.
    """
    pieces = (squeeze(text) for text in islice(element.itertext(), _PIECES))  # type: ignore[arg-type]
    return _JOINT.sub(" ", "\n".join(filter(None, pieces)))[:_MAX_TEXT_LENGTH]
