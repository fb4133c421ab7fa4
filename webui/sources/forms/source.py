"""The form of one source: a configuration to fields and back, derived from the definition of a
source.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from hooks.answers import ChannelTexts, SourceChannel
from storage.channels import own_channels
from storage.database.field_errors import FieldError
from storage.database.models import Source
from storage.database.sources.fields import OF_CHANNEL, FieldKind, SourceField
from storage.database.sources.source_config import (
    CORE_FIELDS,
    CSS_SELECTORS,
    FILING,
    GROUPS,
    SourceConfig,
    all_selectors,
    selector_names,
    source_fields,
    typed_values,
    value_of,
)
from storage.database.sources.validation import BOUNDS
from webui import labels
from webui.problems import in_words
from webui.source_fields import hidden_values, shown_fields, source_choices
from webui.sources.forms.fields import (
    LinesField,
    OptionalNumberField,
    OptionalTimeSpanField,
    PairsField,
    TagsField,
    TimeSpanField,
)

HELP: Mapping[str, object] = {
    "name": _("The name in lists, filters and search results."),
    "channel": "",
    "address": _(
        "The feed, list page, board or sitemap. For a search engine, {keyword} stands for the "
        "keyword."
    ),
    "patterns": _(
        "Regular expressions, one per line. Newsloom follows a link if one of them matches its "
        "address, absolute or relative. Leave empty to let Newsloom decide."
    ),
    "result_parser": _("How Newsloom reads the search engine’s results."),
    "selectors": "",
    "keywords": _("One per line. Newsloom searches for each on every visit."),
    "keyword_lists": "",
    "interval_seconds": _("For example 90 s, 15 min, 2 h or 1 d."),
    "longest_interval_seconds": _(
        "Adaptive visits: more often when the source usually publishes, less often at other "
        "times, and no later than this. For example 6 h. Leave empty to visit it always after the "
        "same time."
    ),
    "revisit": _(
        "Records what the publisher changes or takes down. Each article is fetched again some "
        "hours, days and weeks after it was found; that takes several times as many requests."
    ),
    "enabled": "",
    "priority": _("0 is the highest priority, 9 the lowest."),
    "max_pages": _("How many pages of a list or board Newsloom reads."),
    "folder": _("Sources that belong together, for example “Local press”. You can filter by it."),
    "region": _("For example Germany, or South-East Asia."),
    "language": _("For example English, or zh-hans."),
    "owner": _("Who looks after the source, for example a user name."),
    "tags": _("Separated by commas or line breaks. Documents of this source get these tags."),
    "former_hosts": _(
        "One per line. A page stored under one of these hosts is not stored again under the new "
        "one."
    ),
    "pace_seconds": _("To one host, for all workers together."),
    "pages_a_day": _(
        "For all workers together; further pages wait for the next day, which begins at midnight "
        "in the source’s time zone (UTC without one). Leave empty for no limit."
    ),
    "obey_robots": "",
    "headers": _("One “Name: value” per line."),
    "proxy": _(
        "For example http://user:password@proxy.example.org:3128. Leave empty for the "
        "installation’s proxy."
    ),
    "charset": _("Only if pages declare a wrong one, for example gb18030."),
    "time_zone": _(
        "For times that name no zone, for example Europe/Berlin or Asia/Shanghai. Leave empty to "
        "use the zone of the site’s country or language."
    ),
    "require_date": _("Without this, Newsloom stores them and marks them as “date unknown”."),
}
"""The help text of each field; its label is that of its column."""
_LABELS = {
    "interval_seconds": _("Visit every"),
    "longest_interval_seconds": _("Maximum interval"),
    "enabled": _("Visit this source"),
}
_FOLDED = ("filing", "more", "politeness", "reading")
"""Groups of fields that are folded while they have the values of an empty form."""
_NOT_NEEDED_TO_VISIT = {
    "name",
    "keyword_lists",
    "interval_seconds",
    "longest_interval_seconds",
    "enabled",
    *FILING,
    "priority",
    "max_pages",
    "tags",
    "former_hosts",
    "pace_seconds",
    "pages_a_day",
    "obey_robots",
    "revisit",
}
_SELECTOR = "selector_"


class SourceForm(forms.Form):
    """Checks what a form can check; the rules of a source are in the configuration and are added by
    ``show``.
    """

    def __init__(self, data: Any = None, *, lists: list[str], config: SourceConfig) -> None:
        super().__init__(data, initial=_initial(config))
        self._hidden = hidden_values(config)
        choices = source_choices()
        for name, field in shown_fields().items():
            if name == "selectors":
                self.fields |= {
                    f"{_SELECTOR}{each}": _selector_field(each) for each in all_selectors()
                }
            elif name == "keyword_lists":
                self.fields[name] = _keyword_lists_field(lists)
            elif name in choices and choices[name].choices:
                self.fields[name] = _choice_field(name, choices[name].choices, **_texts(name))
            else:
                self.fields[name] = _form_field(field)

    def config(self) -> SourceConfig:
        """Return the source that the valid form describes."""
        return SourceConfig(**typed_values(self._values()))

    def visit_config(self, *, needs_patterns: bool = True) -> SourceConfig | None:
        """Return the source for a visit, or None if a field that a visit needs is invalid.

        Other invalid fields get their defaults; patterns too, unless ``needs_patterns``.
        """
        self.is_valid()
        values = self._values()
        needed = (
            shown_fields().keys()
            - _NOT_NEEDED_TO_VISIT
            - (set() if needs_patterns else {"patterns"})
        )
        if not needed <= values.keys():
            return None
        return SourceConfig(**typed_values({"name": ""} | values))

    def groups(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields by group, in their order."""
        return {
            group: [self[name] for name in _form_names(group) if self._is_shown(name)]
            for group in GROUPS
            if group != OF_CHANNEL
        }

    def channel_groups(self) -> list[tuple[SourceChannel, ChannelTexts, list[forms.BoundField]]]:
        """Return the fields of each channel that has some of its own."""
        return [
            (own, own.texts(), [self[each.name] for each in own.fields])
            for own in own_channels().values()
            if own.fields
        ]

    def selector_helps(self) -> list[tuple[str, object]]:
        """Return what to write as the selectors of each channel that has some of its own."""
        return [
            (name, own.texts().selectors) for name, own in own_channels().items() if own.selectors
        ]

    def selector_fields(self) -> list[tuple[forms.BoundField, str]]:
        """Return the fields of the selectors, each with what it is for: "css" and names of
        channels.
        """
        return [(self[f"{_SELECTOR}{name}"], _readers_of(name)) for name in all_selectors()]

    def unfolded(self) -> set[str]:
        """Return the folded groups to open: those with an error or with a value that an empty form
        does not have.
        """
        empty = _initial(new_config())
        return {
            group
            for group in _FOLDED
            if any(
                self[name].errors or self._holds(name) != empty[name] for name in _form_names(group)
            )
        }

    def show(self, problems: list[FieldError]) -> None:
        """Show each problem at its field."""
        for problem in problems:
            name = _selector_at_fault(problem) if problem.field == "selectors" else problem.field
            self.add_error(name if name in self.fields else None, in_words(problem))

    def _values(self) -> dict[str, Any]:
        """Return the values of the valid fields, by the names of their definition."""
        data = self.cleaned_data
        values = {name: data[name] for name in shown_fields() if name in data}
        return values | self._hidden | {"selectors": self._selectors()}

    def _selectors(self) -> dict[str, str]:
        """Return the selectors that the source can have; the page hides the others."""
        data = self.cleaned_data
        names = selector_names(data.get("channel", ""), data.get("result_parser", ""))
        given = {name: data.get(f"{_SELECTOR}{name}") for name in names}
        return {name: text for name, text in given.items() if text}

    def _holds(self, name: str) -> Any:
        if self.is_bound:
            return self.cleaned_data.get(name)
        return self.initial[name]

    def _is_shown(self, name: str) -> bool:
        field = self.fields[name]
        return not isinstance(field, forms.MultipleChoiceField) or bool(field.choices)


def new_config() -> SourceConfig:
    """Return what an empty form shows."""
    return SourceConfig(name="", channel="feed", address="")


def columns() -> list[tuple[str, object, object, bool]]:
    """Return the columns of a CSV file: name, label, help, and whether every file needs the
    column.
    """
    texts = ((name, _texts(name), field.required) for name, field in shown_fields().items())
    return [(name, each["label"], each["help_text"], needed) for name, each, needed in texts]


def _initial(config: SourceConfig) -> dict[str, Any]:
    values = {name: value_of(config, name) for name in source_fields()}
    return values | {f"{_SELECTOR}{name}": text for name, text in config.selectors.items()}


def _form_names(group: str) -> list[str]:
    if group == "selectors":
        return [f"{_SELECTOR}{name}" for name in all_selectors()]
    return [name for name, field in shown_fields().items() if field.rules.group == group]


def _texts(name: str) -> dict[str, Any]:
    for own in own_channels().values():
        if name in own.texts().fields:
            label, help_text = own.texts().fields[name]
            return {"label": label, "help_text": help_text}
    label = _LABELS.get(name) or capfirst(Source._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
    choices = source_choices()
    if name in choices:
        help_text = choices[name].help
    else:
        help_text = HELP[name]
    return {"label": label, "help_text": help_text}


def _form_field(field: SourceField) -> forms.Field:
    texts = _texts(field.name)
    if field.name in _SPECIAL:
        return _SPECIAL[field.name](**texts)
    if field.is_password:
        return _password_field(**texts)
    match field.kind:
        case FieldKind.LIST:
            return LinesField(rows=2 if field.rules.group in _FOLDED else 3, **texts)
        case FieldKind.PAIRS:
            return PairsField(**texts)
        case FieldKind.FLAG:
            return forms.BooleanField(required=False, **texts)
        case FieldKind.WHOLE:
            low, high = field.rules.bounds or (None, None)
            return forms.IntegerField(min_value=low, max_value=high, **texts)
        case FieldKind.NUMBER:
            low, high = field.rules.bounds or (None, None)
            widget = forms.NumberInput(attrs={"step": "0.1"})
            return forms.FloatField(min_value=low, max_value=high, widget=widget, **texts)
        case FieldKind.TEXT:
            suggested = {"list": f"{field.name}-used"} if field.name in FILING else {}
            line = forms.TextInput(attrs=suggested)
            return forms.CharField(required=field.required, widget=line, **texts)


def _selector_field(name: str) -> forms.CharField:
    # The trial of a list offers what it found below this id.
    attributes = {"spellcheck": "false", "autocomplete": "off", "list": f"found-{name}"}
    return forms.CharField(label=name, required=False, widget=forms.TextInput(attrs=attributes))


def _readers_of(selector: str) -> str:
    own = (name for name, each in own_channels().items() if selector in each.selectors)
    return " ".join([*(["css"] if selector in CSS_SELECTORS else []), *own])


def _selector_at_fault(problem: FieldError) -> str:
    return f"{_SELECTOR}{problem.value if problem.value in all_selectors() else 'result'}"


def _keyword_lists_field(names: list[str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(name, name) for name in names],
        **_texts("keyword_lists"),
    )


def _channel_field(**texts: Any) -> forms.ChoiceField:
    return forms.ChoiceField(choices=list(labels.channels().items()), **texts)


def _address_field(help_text: object, **texts: Any) -> forms.CharField:
    of_channels = filter(None, (own.texts().address for own in own_channels().values()))
    help_text = " ".join(map(str, (help_text, *of_channels)))
    attributes = {"inputmode": "url", "spellcheck": "false", "autocomplete": "off"}
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(widget=widget, help_text=help_text, **texts)


def _password_field(**texts: Any) -> forms.CharField:
    # Whoever may change a source sees its secrets, as those in headers.
    hidden = forms.PasswordInput(render_value=True, attrs={"autocomplete": "new-password"})
    return forms.CharField(required=False, strip=False, widget=hidden, **texts)


def _result_parser_field(**texts: Any) -> forms.ChoiceField:
    named = [("", "—"), *labels.parsers_of_results().items()]
    return forms.ChoiceField(required=False, choices=named, **texts)


def _pages_a_day_field(**texts: Any) -> forms.IntegerField:
    low, high = BOUNDS["pages_a_day"]
    return OptionalNumberField(min_value=low, max_value=high, **texts)


def _revisit_field(**texts: Any) -> forms.ChoiceField:
    return _choice_field("revisit", labels.REVISITS, **texts)


def _choice_field(name: str, given: Mapping[str, Any], **texts: Any) -> forms.ChoiceField:
    default = CORE_FIELDS[name].default
    return forms.TypedChoiceField(
        required=False, choices=list(given.items()), empty_value=default, **texts
    )


_SPECIAL: Mapping[str, Callable[..., forms.Field]] = {
    "channel": _channel_field,
    "address": _address_field,
    "result_parser": _result_parser_field,
    "revisit": _revisit_field,
    "interval_seconds": TimeSpanField,
    "longest_interval_seconds": OptionalTimeSpanField,
    "pages_a_day": _pages_a_day_field,
    "tags": TagsField,
}
