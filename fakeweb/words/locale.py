"""The vocabulary of a language: all that the prose generator needs to write in it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """A topic of articles: the word that finds it, and things that belong to it."""

    keyword: str
    things: tuple[str, ...]


@dataclass(frozen=True)
class Locale:
    """Vocabulary and sentence patterns of one language; the prose generator fills the ``{slots}``.

    Patterns may use the slots ``town keyword thing place org role person reason result month n
    year`` and, in ``marked`` only, ``marker``. ``zone`` is the time zone of its readers.
    """

    lang: str
    zone: str
    joiner: str
    towns: tuple[str, ...]
    topics: tuple[Topic, ...]
    slots: dict[str, tuple[str, ...]]
    family_names: tuple[str, ...]
    given_names: tuple[str, ...]
    person: str
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    sentences: tuple[str, ...]
    marked: tuple[str, ...]
    remarks: tuple[str, ...]
    questions: tuple[str, ...]
    labels: dict[str, str]
