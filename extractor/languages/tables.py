"""Read the words of all languages by topic. The rooms do so once, when they are imported."""

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
_STEMS: Mapping[str, Mapping[str, str]] = {
    "robot_check": {
        "robot": "robots, and what is automatic",
        "human": "humans",
        "verify": "verifying and confirming",
        "security": "security and protection",
        "puzzle": "puzzles, and what to do with them",
        "traffic": "unusual requests and their address",
        "denied": "denied access",
        "token": "the number of the request or incident",
        "browser": "the browser and its settings",
        "waiting": "waiting for a redirect",
    },
    "not_found": {
        "thing": "what may be missing: the page, the article",
        "gone": "that it is not there",
        "way": "where to go instead, and apologies",
    },
    "maintenance": {
        "work": "maintenance",
        "site": "the site or service",
        "away": "that it is not available for a while",
        "back": "that it will be back soon",
        "sorry": "apologies, and patience",
    },
    "consent": {
        "cookie": "cookies",
        "consent": "consent",
        "partner": "partners and third parties",
        "data": "personal data",
        "advertising": "advertising and its measurement",
        "device": "the device and browser",
        "interest": "legitimate interest",
        "privacy": "privacy",
        "choice": "settings, rejecting and withdrawing",
        "accept": "accepting and allowing",
        "storing": "storing and processing",
        "purpose": "purposes",
    },
    "login": {
        "login": "logging in",
        "account": "accounts and registration",
        "member": "members, users and guests",
        "password": "passwords and user names",
        "permission": "permission, and what is required",
        "viewing": "viewing and reading, and what is viewed",
    },
    "paywall": {
        "subscribe": "subscribing",
        "price": "prices by week, month and year, and what is free",
        "offer": "offers, trials and their end",
        "rest": "reading the rest of the article",
        "exclusive": "what only subscribers get",
        "unlock": "unlocking and full access",
        "reader": "those who have a subscription",
        "left": "how much is left",
    },
}
"""The concepts of the sections that hold first letters of words, with what the words are for."""
TOPICS: Mapping[str, str] = {
    "persian_months": "the months of the Persian solar calendar, in order",
    **{
        f"months.{name}": "names in lower case, full and short (no dot), also in the genitive"
        for name in MONTHS
    },
    **{
        f"months_here_only.{name}": "names that mean another month in other languages"
        for name in MONTHS
    },
    **{
        f"numbered_months.{name}": "numerals in lower case that name a month after the word month"
        for name in MONTHS
    },
    **{f"weekdays.{name}": "names in lower case" for name in WEEKDAYS},
    **{f"units.{name}": "units of time, in each form that a number needs" for name in UNITS},
    **{f"two_units.{name}": "one word for two of the unit" for name in UNITS},
    "days.today": "words for the day of the fetch",
    "days.yesterday": "words for the day before",
    "days.before_yesterday": "words for the day before that",
    "ago.after": 'patterns after an amount of time: "3 hours ago"',
    "ago.before": 'patterns before an amount of time: "vor 3 Stunden"',
    "ago.one": 'patterns of articles and numerals for one: "an hour ago"',
    "ago.half": 'patterns for a half of the unit after it: "half an hour ago"',
    "ago.unit_alone": 'units that mean one or two of them without a number: "час назад"',
    "ago.now": "patterns for the time of the fetch itself",
    "ago.now_signs": "pieces in lower case: each of ago.now contains one of them",
    "ago.signs": "pieces in lower case: each relative date without a digit contains one of them",
    "day_parts.forenoon": "the part of the day, before a time",
    "day_parts.noon": "the part of the day, before a time",
    "day_parts.afternoon": "the part of the day, before a time",
    "clock.am": "patterns after a time in the forenoon",
    "clock.pm": "patterns after a time in the afternoon",
    "clock.at": "patterns between a date and its time",
    "clock.mark": 'patterns after a time: "Uhr"',
    "clock.of_year": 'patterns after a year: "года"',
    "clock.on": 'words between a time and its date: "on"',
    "labels.published": "patterns of labels of dates of publication",
    "labels.modified": "patterns of labels of dates of a later change",
    "labels.comments": "patterns of labels of the dates of comments, and of links to these",
    "labels.other": "patterns of labels of any other date",
    "forum_dates.month_starts": "beginnings of month names: a quick test for a date in forums",
    "forum_dates.relative": "patterns of relative dates without a digit, wherever they stand",
    "forum_dates.relative_words": "the same, as whole words",
    "forum_dates.relative_before": "words before an amount, as in ago.before",
    "forum_dates.after_amount": 'words after an amount of time in forums: "3 hours ago"',
    "forum_dates.not_of_post": "patterns of labels of dates that are not a post's",
    "forum_dates.not_of_post_starts": "the same, at the beginning of a word",
    "forum_dates.not_of_post_words": "the same, as whole words",
    "forum_dates.all_times": "patterns of the statement in which zone all times are",
    "links.single_page": "labels of links to an article on a single page",
    "links.print_view": "labels of links to an article for the printer",
    "links.next_page": "patterns of labels of links to the next page",
    "links.more_entries": 'patterns of labels that may lead to the next page: "more", "load more"',
    "boards.names": "what forums call themselves in their titles, in lower case",
    "forum_notes.edited_anywhere": "patterns of notes that a post was changed, in a whole line",
    "forum_notes.edited": "the same, at the beginning of a line",
    "forum_notes.edited_at": "the same, only in a line with a time",
    "forum_notes.this_post": 'what was changed, before forum_notes.changed: "this message"',
    "forum_notes.changed": 'that it was changed: "edited"',
    "forum_notes.says": "what themes write between the name of an author and the post",
    "forum_notes.action": "patterns of links below a post that do something",
    "forum_notes.votes": "patterns of what is counted below a post",
    "forum_notes.sent_from": 'patterns of notes of the program: "sent from my phone"',
    "forum_notes.mail_head": "patterns of the names of the lines of a mail's head",
    "forum_notes.code": "words above code",
    "forum_notes.select_code": "words of the button that selects or copies that code",
    "forum_notes.opens": "patterns of buttons of boxes that open; each begins with a letter",
    "forum_notes.removed": "patterns of what is in place of a post that somebody has removed",
    "forum_notes.members_only": "patterns at the start of what guests see in place of files",
    "forum_quotes.said": "patterns between the name of who is quoted and the end of the line",
    "forum_quotes.from": "patterns before the name of who is quoted",
    "forum_quotes.label": "whole labels of a quote",
    "forum_quotes.answer_to": "patterns before the name of the person who is answered",
    "forum_quotes.answers": "whole labels of an answer, before the person's name",
    "forum_quotes.before_time": "patterns of a word between a name and the time after it",
    "forum_quotes.of_post": 'patterns of "\'s post" right behind a name',
    "forum_labels.buttons": "phrases in lower case that are the whole label of a link of a post",
    "forum_labels.advertisement": "patterns of the whole label of an advertisement among posts",
    "forum_labels.edited": "patterns in lower case of notes that a post was changed",
    "forum_labels.no_name": "patterns of whole texts in lower case that are no names",
    "forum_labels.answers_counted": "what is counted in a whole text: comments, answers",
    "forum_labels.no_name_starts": "the same as no_name, at the start of a text",
    "forum_labels.posted": "patterns of labels of the time of a post, inside a text",
    "forum_authors.label": "patterns of a label with a colon before a name, in the same text",
    "forum_authors.by": "patterns of the same without a colon",
    "forum_authors.label_before": "patterns of a label before a name, alone in the text before",
    "forum_authors.said": "words of saying and writing behind the name of an author",
    "forum_authors.said_signs": "the same in languages without blanks between words",
    **{
        f"barriers.{name}": "phrases in lower case that such a page shows in place of an article"
        for name in ("robot_check", "login", "paywall", "not_found", "consent", "script")
    },
    **{
        f"cues.{name}": f"phrases in lower case at the start of a short line: {meaning}"
        for name, meaning in (
            ("comments", "comments follow"),
            ("related", "other stories follow"),
            ("share", "sharing, following, newsletters"),
            ("legal", "rights and terms"),
            ("credit", "who made a picture, and sources"),
            ("byline", "who wrote the text, and when"),
            ("advert", "advertising follows"),
        )
    },
    "cues.counts": "patterns of a number with its measure word before these phrases",
    "body.site_labels": "phrases in lower case that are whole lines, only to lead elsewhere",
    "body.share": "patterns of what a line that only offers to share begins with",
    "body.share_services": "patterns of names of services and of ways to send a link",
    "body.share_words": "patterns of other words in such a line, beside names of services",
    "notices.self": "patterns for the text or the site itself, in its notices",
    "notices.rights": "patterns of notices that rights are reserved",
    "notices.reproduction": "patterns of notices about reproduction",
    "notices.permission": "patterns of notices about permission",
    "notices.opinions": "patterns of notices that opinions are others'",
    "notices.advice": "patterns of notices that a text is no advice, and of liability",
    "notices.affiliate": "patterns of notices about links that pay",
    "notices.heading": "patterns of what such notices are called",
    "notices.programme": "patterns of when a station broadcast the story, at the start",
    "notices.article": "words for the article, beside how much of it is left to pay for",
    "notices.remains": "patterns of how much of it is left",
    "notices.summary": "patterns of notes that a machine wrote the summary, in any case",
    "kinds.dictionary": "patterns of words in titles of dictionaries",
    "kinds.rules": "patterns of whole titles of rules that sites give their users",
    "kinds.rules_end": "the same, of the end of such titles",
    "pages.page": 'patterns before the number of an article\'s page: "page 2"',
    "pages.of": 'patterns between that number and how many there are: "of"',
    "feeds.read_on": "patterns at the start of the line that ends a teaser",
    "boards.replies": "patterns of what is counted in the row of a thread: replies",
    "boards.views": "the same: views",
    "grammar.stop_words": "words that running text has, and labels, names and menus lack",
    "grammar.stop_signs": "patterns of the same in languages without blanks between words",
    "grammar.function_words": "the commonest words, by which a text confirms its language",
    "persons.given": "common given names of many countries",
    "persons.family": "common family names that are no everyday words",
    "persons.family_short": "family names of one character, which also begin words",
    "persons.family_signs": "characters of family names that begin no common words, in strings",
    "persons.no_family_ends": "signs that end the names of sections, sources and places",
    "persons.no_family": "patterns of words that begin like a family name and are none",
    "names.roles": "professions, and labels of the page, that follow names",
    "names.and": "words between the names of a list",
    "names.with": 'words for "with" between the names of a list',
    "names.and_signs": "signs between the names of a list in languages without blanks",
    "names.stops": "words of running text, at which a name has ended",
    "names.beginnings": 'words in lower case that begin running text after "by"',
    "names.asking": "words that begin labels of a page and no names",
    "names.topics": "last words of the names of sections and topics",
    "names.determiners": "second words of labels of a page",
    "names.credentials": "degrees and the like, after names",
    "names.nobody": "words in the place of a name that are not a name",
    "names.particles": "words in lower case inside names",
    "names.weekdays": "days of the week, also short, which begin the date behind a name",
    "names.by": 'patterns of what comes before the name of an author: "author", "von"',
    "names.label": "patterns of labels with a colon before such a name",
    "names.label_line": "patterns of a whole line that is only the label of authors",
    "names.ago": "words after an amount of time that begins a line with a name",
    "names.recent_days": "words for today and yesterday that begin such a line",
    "names.houses": "patterns of a word in the name of an agency or an office",
    "names.reports_from": "patterns between a name and the place of the report",
    "names.picture": "patterns of labels of who made a picture, before a name",
    "names.told_to": "patterns of who wrote down what somebody else has said",
    "names.our": 'patterns before a reporter\'s office: "our"',
    "names.office": "patterns of a reporter's office, before the name",
    "names.source": "labels of the source before a date",
    "bylines.reporters": "patterns of offices of those who write, right before their names",
    "bylines.authors": "patterns of labels of authors, before their names",
    "bylines.authors_of": 'patterns of what may stand before such a label: "of this text"',
    "bylines.helpers": "patterns of offices of those who help a reporter, before their names",
    "bylines.bureaus": "patterns of the bureaus and desks of a paper, before a reporter's name",
    "bylines.datelines": "patterns of the end of the dateline before a text",
    "bylines.filed": 'patterns after the place of a reporter: "reports"',
    "bylines.written": 'what may come before the word for "by" at the start of a line',
    "bylines.by": 'words for "by" before the names of authors',
    "bylines.works": "patterns of words for a text or its author right before a name",
    "bylines.published": "patterns between an account and when it published a text",
    "bylines.above_text": "patterns of labels of authors and sources above a text",
    "bylines.bracketed": "labels of authors in brackets above a text",
    "bylines.photo_and_text": 'patterns before a name at the end of a text: "text and photos"',
    "bylines.closing_editors": "labels of the editor or translator in brackets behind a text",
    "bylines.editors": "patterns of labels of the editor, before the name",
    "bylines.facts": "patterns of labels of what follows the names of authors in a line",
    "bylines.ranks": "patterns between a name and reporters_after: senior, trainee",
    "bylines.reporters_after": "patterns of offices of those who write, after their names",
    "bylines.writers": "patterns of labels of authors, before a name that ends the line",
    "bylines.houses": "patterns of the ends of names of media, authorities and companies",
    "bylines.buttons": "patterns of what no name contains and labels of a page do",
    "facts.origin": "patterns of labels of author, editor and source in a line above a text",
    "facts.other": "patterns of labels of other facts in such a line: section, views, size of type",
    "facts.media": "patterns of the ends of names of media, beside bylines.houses",
    "titles.for_subscribers": "patterns before the headline of a story that not everybody may read",
    "titles.view_topic": "patterns of what forum software puts before the title of a thread",
    "titles.reply": "patterns of what forum software puts before the title of an answer",
    "titles.topic": "labels of the title of a thread",
    "titles.no_title": "patterns at the start of lines that are paths and facts, and no title",
    "titles.site_end": "ends of names of sites",
    "titles.forum_end": "ends of names of forums that only a blank separates from a title",
    "titles.small_words": "words that have no letter in the initials of a site's name",
    "titles.standing": "patterns of whole titles that sites give to all of their pages",
    "gates.login_title": "patterns at the start of the title of a page with a login",
    "gates.reading": "patterns of reading: a line with them is about the article",
    "gates.comment": "patterns of comments and replies: a line with them is about these",
    **{
        f"{section}.{concept}": f"first letters of words for {meaning}; a final dot ends a word"
        for section, concepts in _STEMS.items()
        for concept, meaning in concepts.items()
    },
}
"""What the words of each topic are.

Patterns are regular expressions. The order of the words of a topic must not matter.
"""


class LanguageError(ValueError):
    """A file of a language is malformed, or a topic does not exist."""


class WordTables:
    """The words of languages by topic, in a folder with a file for each language."""

    def __init__(self, folder: Path, topics: Mapping[str, str]) -> None:
        """``topics`` says of each topic what its words are."""
        self._folder = folder
        self._topics = topics

    def words(self, topic: str) -> Mapping[str, tuple[str, ...]]:
        """Return the words of a topic by language; languages that have none are left out.

        Raises:
            LanguageError: The topic does not exist, or a file is malformed.
        """
        if topic not in self._topics:
            raise LanguageError(f"{topic!r} is not a topic; see extractor.languages.tables.TOPICS")
        return {
            language: topics[topic]
            for language, topics in self.languages().items()
            if topic in topics
        }

    def all_words(self, topic: str) -> tuple[str, ...]:
        """Return the words of a topic in all languages, each once."""
        return tuple(
            dict.fromkeys(word for listed in self.words(topic).values() for word in listed)
        )

    def words_by_name(self, section: str) -> Mapping[str, tuple[str, ...]]:
        """Return the words of each topic of a section in all languages, by the topic's name.

        Raises:
            LanguageError: There is no such section, or a file is malformed.
        """
        start = f"{section}."
        found = {
            topic.removeprefix(start): self.all_words(topic)
            for topic in self._topics
            if topic.startswith(start)
        }
        if not found:
            raise LanguageError(
                f"{section!r} is not a section; see extractor.languages.tables.TOPICS"
            )
        return found

    def alternatives(self, topic: str) -> str:
        """Return a regular expression that matches any word of a topic, for use in a group."""
        return "|".join(self.all_words(topic))

    def languages(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Return the topics of each language with their words, by the language's code."""
        return self._languages

    @cached_property
    def _languages(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {path.stem: self.read_language(path) for path in sorted(self._folder.glob("*.toml"))}

    def read_language(self, path: Path) -> dict[str, tuple[str, ...]]:
        """Return the words of one file by topic.

        Raises:
            LanguageError: The file is malformed, or a topic is unknown, empty or no list of words.
        """
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LanguageError(f"{path.name}: not valid TOML: {error}") from error
        topics: dict[str, tuple[str, ...]] = {}
        for key, value in content.items():
            if isinstance(value, dict):
                named = {f"{key}.{name}": listed for name, listed in value.items()}
            else:
                named = {key: value}
            for topic, listed in named.items():
                topics[topic] = self._checked(path.name, topic, listed)
        return topics

    def _checked(self, file: str, topic: str, listed: object) -> tuple[str, ...]:
        if topic not in self._topics:
            raise LanguageError(f"{file}: {topic!r} is not a topic")
        if not isinstance(listed, list) or not listed:
            raise LanguageError(f"{file}: {topic!r} must be a list of words; leave it out if empty")
        for word in listed:
            # An empty word would match everywhere.
            if not isinstance(word, str) or not word.strip():
                raise LanguageError(f"{file}: {topic!r} holds {word!r}, which is not a word")
        return tuple(listed)


_CORE = WordTables(Path(__file__).parent, TOPICS)
words = _CORE.words
all_words = _CORE.all_words
words_by_name = _CORE.words_by_name
alternatives = _CORE.alternatives
languages = _CORE.languages
read_language = _CORE.read_language


def is_month(word: str, language: str) -> bool:
    """Return whether a word is the name of a month in a language, whole or short."""
    small = word.lower()
    if language == "en" and small == word:
        # Written small, a march is one of people.
        return False
    return any(small in words(f"months.{month}").get(language, ()) for month in MONTHS)
