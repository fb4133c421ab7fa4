"""The vocabulary of a language: all that the prose generator needs to write in it."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any


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


def read_words(name: str) -> dict[str, Any]:
    """Return what a TOML file of this folder holds, with tuples as its arrays."""
    text = files("fakeweb.words").joinpath(f"{name}.toml").read_text("utf-8")
    return {key: _frozen(value) for key, value in tomllib.loads(text).items()}


def read_locale(name: str) -> Locale:
    """Return the vocabulary that a TOML file of this folder holds."""
    words = read_words(name)
    topics = tuple(Topic(keyword, things) for keyword, things in words.pop("topics").items())
    return Locale(topics=topics, **words)


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in value.items()}
    return value
