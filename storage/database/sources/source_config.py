"""The definition of a source: every field that an operator can set, with its type, default and
limits.

This is the one place to add a field, but for those that channels of features bring. Job JSON, CSV
and OPML files, the audit and its versions, the generic rules, the form, the API and ``source add``
follow from it. A new field also needs a column in ``models`` with its label, a migration, and its
help text in ``webui/sources/forms/source.py``; tests fail until they are there.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, get_origin, get_type_hints

from hooks.features import Features
from hooks.process import features
from storage.channels import (
    Channel,
    channel_names,
    channel_of,
    own_channels,
    result_channels,
)
from storage.database.sources.fields import OF_CHANNEL, FieldKind, FieldRules, SourceField
from storage.keys import MAX_URL_LENGTH

_RESULT_PARSERS = ("baidu", "360", "generic", "feed")
RENDERINGS = ("never", "auto", "always")
REVISITS = ("never", "auto", "often")
CSS_SELECTORS = ("result", "link", "title", "time", "summary", "next")
FILING = ("folder", "region", "language", "owner")
"""The fields under which sources are filed: texts of the operators' own, which change no visit."""
GROUPS = (
    "identity",
    "parser",
    "selectors",
    "keywords",
    OF_CHANNEL,
    "links",
    "schedule",
    "filing",
    "more",
    "politeness",
    "reading",
)
"""Groups of fields, in the order in which forms and files show them."""

_KINDS: Mapping[Any, FieldKind] = {
    str: FieldKind.TEXT,
    tuple: FieldKind.LIST,
    Mapping: FieldKind.PAIRS,
    bool: FieldKind.FLAG,
    int: FieldKind.WHOLE,
    float: FieldKind.NUMBER,
}


def _rules(group: str, about: str, **more: Any) -> dict[str, FieldRules]:
    return {"rules": FieldRules(group=group, about=about, **more)}


@dataclass(frozen=True, kw_only=True)
class JobConfig:
    """The part of a source that every job carries, because workers need it.

    The rules of each field say what it is about.
    """

    name: str = field(
        metadata=_rules("identity", "Name of the source, unique apart from case.", max_length=200)
    )
    channel: str = field(
        metadata=_rules(
            "identity",
            "How the address is read.",
            max_length=16,
            choices=tuple(Channel),
            starts_visit=True,
        )
    )
    #: What only its channel needs, by the names of the channel's fields; without defaults.
    of_channel: Mapping[str, Any] = field(default_factory=dict)
    result_parser: str = field(
        default="",
        metadata=_rules(
            "parser",
            "How search results are read: baidu, 360, feed (RSS, Atom or JSON Feed), generic",
            max_length=32,
            starts_visit=True,
            former_name="wrapper",
        ),
    )
    selectors: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_rules(
            "selectors",
            f"CSS selectors of the result parser generic: {', '.join(CSS_SELECTORS)}",
            starts_visit=True,
        ),
    )
    patterns: tuple[str, ...] = field(
        default=(),
        metadata=_rules(
            "links",
            "Regular expressions for article or thread URLs, absolute or relative; "
            "without any, Newsloom chooses the links.",
            max_entries=100,
            starts_visit=True,
        ),
    )
    priority: int = field(
        default=5, metadata=_rules("more", "Priority from 0 (first) to 9 (last).", bounds=(0, 9))
    )
    max_pages: int = field(
        default=1,
        metadata=_rules(
            "more",
            "Pages of a list or board to read on each visit.",
            bounds=(1, 1000),
            starts_visit=True,
        ),
    )
    tags: tuple[str, ...] = field(
        default=(), metadata=_rules("more", "Tags for its documents.", max_entries=100)
    )
    former_hosts: tuple[str, ...] = field(
        default=(),
        metadata=_rules(
            "more",
            "Hosts that the site had before; a page that was stored under one of them is not "
            "fetched again.",
            max_entries=20,
        ),
    )
    pace_seconds: float = field(
        default=1.0,
        metadata=_rules(
            "politeness",
            "Seconds between two requests to one host, for all workers together.",
            bounds=(0, 3600),
        ),
    )
    pages_a_day: int = field(
        default=0,
        metadata=_rules(
            "politeness",
            "Most pages to fetch in a day of the source's time zone (UTC without one), for all "
            "workers together; further pages wait for the next day. 0 for no limit.",
            bounds=(0, 100_000),
        ),
    )
    obey_robots: bool = field(
        default=True,
        metadata=_rules("politeness", "Whether to obey robots.txt.", starts_visit=True),
    )
    headers: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_rules(
            "politeness",
            "Request headers for the source's site.",
            starts_visit=True,
            has_secrets=True,
        ),
    )
    proxy: str = field(
        default="",
        metadata=_rules(
            "politeness",
            "HTTP proxy for all its requests, as http://user:password@host:port; without one, "
            "the installation's.",
            max_length=500,
            starts_visit=True,
            has_secrets=True,
        ),
    )
    charset: str = field(
        default="",
        metadata=_rules(
            "reading",
            "Character set, for a site that declares a wrong one.",
            max_length=40,
            starts_visit=True,
        ),
    )
    time_zone: str = field(
        default="",
        metadata=_rules(
            "reading",
            "Time zone, such as Europe/Berlin, of times for which a page names none; without "
            "one, the zone of the site's country or language.",
            max_length=40,
        ),
    )
    require_date: bool = field(
        default=False,
        metadata=_rules("reading", "Whether to reject articles that name no date of publication."),
    )
    comments: bool = field(
        default=False,
        metadata=_rules(
            "reading",
            "Whether to keep the comments below its articles, with the names of those who wrote "
            "them.",
            by_feature=True,
        ),
    )
    archive: bool = field(
        default=False,
        metadata=_rules(
            "reading", "Whether to keep its pages as they came, in the archive.", by_feature=True
        ),
    )
    render: str = field(
        default="auto",
        metadata=_rules(
            "reading",
            "Whether a browser reads its pages: never, auto (where a script loads the text, if "
            "workers of the pool render run) or always.",
            max_length=8,
            choices=RENDERINGS,
            starts_visit=True,
            by_feature=True,
        ),
    )


@dataclass(frozen=True, kw_only=True)
class SourceConfig(JobConfig):
    """A source as an operator defines it, in the form, the API and files.

    The rules of each field say what it is about.
    """

    address: str = field(
        metadata=_rules(
            "identity",
            "URL of the feed, list page, board or sitemap; for a search engine, a URL with "
            "{keyword} and, for further pages, {page}",
            max_length=MAX_URL_LENGTH,
            starts_visit=True,
        )
    )
    #: The source's own, without those of its ``keyword_lists``.
    keywords: tuple[str, ...] = field(
        default=(),
        metadata=_rules(
            "keywords", "Keywords of a search source.", max_entries=1000, starts_visit=True
        ),
    )
    keyword_lists: tuple[str, ...] = field(
        default=(),
        metadata=_rules(
            "keywords",
            "Names of keyword lists that a search source uses.",
            max_entries=100,
            starts_visit=True,
            is_column=False,
        ),
    )
    interval_seconds: int = field(
        default=900,
        metadata=_rules(
            "schedule", "Seconds between two visits.", bounds=(1, 30 * 24 * 3600), starts_visit=True
        ),
    )
    longest_interval_seconds: int = field(
        default=0,
        metadata=_rules(
            "schedule",
            "Most seconds between two visits: Newsloom then chooses the time of each visit by "
            "what the source publishes in each hour of the week, and interval_seconds is the "
            "least. 0 for always interval_seconds.",
            bounds=(0, 30 * 24 * 3600),
            starts_visit=True,
        ),
    )
    revisit: str = field(
        default="never",
        metadata=_rules(
            "schedule",
            "Whether its articles are visited again, for what their publisher changes or takes "
            "down: never, auto (at the ages of NEWSLOOM_REVISIT_AGES), or often (twelve times "
            "from 15 minutes to 30 days).",
            max_length=8,
            choices=REVISITS,
        ),
    )
    enabled: bool = field(
        default=True, metadata=_rules("schedule", "Whether the source is visited.")
    )
    folder: str = field(
        default="",
        metadata=_rules("filing", "Folder of sources that belong together.", max_length=100),
    )
    region: str = field(
        default="",
        metadata=_rules("filing", "Country or region that it reports from.", max_length=100),
    )
    language: str = field(
        default="", metadata=_rules("filing", "Main language of the source.", max_length=40)
    )
    owner: str = field(
        default="", metadata=_rules("filing", "Who looks after the source.", max_length=150)
    )


def _described(each: "Field[Any]", hint: Any) -> SourceField:
    default: Any = None if each.default is MISSING else each.default
    if each.default_factory is not MISSING:
        default = each.default_factory()
    return SourceField(
        each.name,
        _KINDS[get_origin(hint) or hint],
        default is None,
        default,
        each.metadata["rules"],
    )


def _of_core() -> Mapping[str, SourceField]:
    hints = get_type_hints(SourceConfig)
    described = (each for each in fields(SourceConfig) if "rules" in each.metadata)
    return {each.name: _described(each, hints[each.name]) for each in described}


CORE_FIELDS: Mapping[str, SourceField] = _of_core()
"""The fields that sources of every channel have, by name."""
COLUMNS = (*(name for name, each in CORE_FIELDS.items() if each.rules.is_column), "of_channel")
"""The columns of the table of sources that have their values."""
FORMER_NAMES: Mapping[str, str] = {
    each.rules.former_name: name for name, each in CORE_FIELDS.items() if each.rules.former_name
}


def source_fields() -> Mapping[str, SourceField]:
    """Return every field by name, those that channels of features bring too, in the order of
    ``GROUPS``: the order of forms, files and histories.
    """
    return features().once(_all_fields)


def _all_fields(_on: Features) -> Mapping[str, SourceField]:
    own = own_channels().values()
    found = [*CORE_FIELDS.values(), *(each for channel in own for each in channel.fields)]
    found.sort(key=lambda each: GROUPS.index(each.rules.group))
    named = {each.name: each for each in found}
    named["channel"] = _with_rules(named["channel"], choices=channel_names())
    for name in ("address", "result_parser", "selectors"):
        of_channels = (each.about[name] for each in own if name in each.about)
        about = "; ".join([named[name].rules.about, *of_channels])
        named[name] = _with_rules(named[name], about=f"{about}.")
    return named


def _with_rules(field: SourceField, **rules: Any) -> SourceField:
    return replace(field, rules=replace(field.rules, **rules))


def own_fields() -> Mapping[str, SourceField]:
    """Return the fields that channels of features bring, by name."""
    return features().once(_fields_of_channels)


def _fields_of_channels(_on: Features) -> Mapping[str, SourceField]:
    return {name: each for name, each in source_fields().items() if each.is_of_channel}


def selector_names(channel: str, result_parser: str) -> tuple[str, ...]:
    """Return the names of the selectors that a source may have."""
    own = channel_of(channel, result_parser)
    if own and own.selectors:
        return tuple(own.selectors)
    return CSS_SELECTORS


def all_selectors() -> tuple[str, ...]:
    """Return all names of selectors, each once, in the order of the form."""
    of_channels = (name for own in own_channels().values() for name in own.selectors)
    return tuple(dict.fromkeys((*CSS_SELECTORS[:1], *of_channels, *CSS_SELECTORS)))


def result_parsers() -> tuple[str, ...]:
    """Return how search results may be read here: ways of the core, then channels of features."""
    return (*_RESULT_PARSERS, *result_channels())


def attributes(config: JobConfig, kind: type[JobConfig] = SourceConfig) -> dict[str, Any]:
    """Return the fields of ``kind`` with their values, as arguments for another class."""
    return {each.name: getattr(config, each.name) for each in fields(kind)}


def value_of(config: JobConfig, name: str) -> Any:
    """Return the value of a field, also of one that a channel brings."""
    own = own_fields().get(name)
    if own:
        return config.of_channel.get(name, own.default)
    return getattr(config, name)


def plain_values(config: JobConfig) -> dict[str, Any]:
    """Return the fields of a SourceConfig as JSON values (lists and dictionaries), in the order of
    ``source_fields``.
    """
    return {name: _plain(value_of(config, name)) for name in source_fields()}


def typed_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields read from JSON as arguments for a SourceConfig: under their present names, with
    lists as tuples, and with those that channels bring in ``of_channel``.

    Unknown names stay as they are.
    """
    named, own = present_names(values), own_fields()
    of_channel = dict(named.pop("of_channel", {}))
    of_channel |= {name: named.pop(name) for name in own if name in named}
    typed = {name: _typed(CORE_FIELDS.get(name), value) for name, value in named.items()}
    if of_channel:
        given = {name: _typed(own.get(name), value) for name, value in of_channel.items()}
        typed["of_channel"] = {
            name: value
            for name, value in given.items()
            if name not in own or value != own[name].default
        }
    return typed


def with_values(config: SourceConfig, values: Mapping[str, Any]) -> SourceConfig:
    """Return a source with other values of some fields, by their names as in JSON."""
    present = {"of_channel": config.of_channel, **plain_values(config)}
    return SourceConfig(**typed_values({**present, **values}))


def present_names(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with former names of fields replaced by the present ones."""
    return {FORMER_NAMES.get(name, name): value for name, value in values.items()}


def _typed(field: SourceField | None, value: Any) -> Any:
    if field and field.kind is FieldKind.LIST:
        return tuple(value)
    return value


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    return value
