"""The form of one source: a draft to fields and back."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storage.configuration.draft import SourceDraft
from storage.configuration.validation import RESULT_PARSERS, SELECTORS, FieldError
from webui import labels
from webui.sources.forms.fields import LinesField, PairsField, TimeSpanField, choices

_PLAIN = (
    "name",
    "channel",
    "address",
    "patterns",
    "keywords",
    "wrapper",
    "interval_seconds",
    "priority",
    "pace_seconds",
    "max_pages",
    "headers",
    "charset",
    "algorithm",
    "tags",
    "obey_robots",
    "enabled",
)
_SELECTOR = "selector_"
_RARE = {
    "politeness": ("pace_seconds", "obey_robots", "headers"),
    "reading": ("charset", "algorithm"),
    "more": ("tags", "priority", "max_pages"),
}
"""Groups of fields that are folded away while they hold what an empty form has."""


class SourceForm(forms.Form):
    """Checks what a form can check; the rules of a source are those of the configuration and come as Problems."""

    name = forms.CharField(label=_("Name"), help_text=_("As it appears in lists, filters and search results."))
    channel = forms.ChoiceField(label=_("Channel"), choices=list(labels.CHANNELS.items()))
    address = forms.CharField(
        label=_("Address"),
        help_text=_("The feed, list page, board or sitemap. For a search engine, {keyword} stands for the keyword."),
        widget=forms.TextInput(attrs={"inputmode": "url", "spellcheck": "false", "autocomplete": "off"}),
    )
    patterns = LinesField(
        label=_("URL patterns"),
        help_text=_(
            "Regular expressions, one a line. A link is followed when one of them matches its address, absolute or "
            "relative. Leave empty to let Newsloom decide."
        ),
    )
    wrapper = forms.ChoiceField(
        label=_("Result pages"),
        required=False,
        choices=choices(RESULT_PARSERS, "—"),
        help_text=_("How the pages of the search engine are read."),
    )
    keywords = LinesField(label=_("Keywords"), help_text=_("One a line; each is searched on every visit."))
    keyword_lists = forms.MultipleChoiceField(
        label=_("Keyword lists"), required=False, widget=forms.CheckboxSelectMultiple
    )
    interval_seconds = TimeSpanField(label=_("Visit every"), help_text=_("For example 90 s, 15 min, 2 h or 1 d."))
    priority = forms.IntegerField(label=_("Priority"), help_text=_("0 is first, 9 is last."), min_value=0, max_value=9)
    pace_seconds = forms.FloatField(
        label=_("Seconds between requests"),
        help_text=_("To one host, all workers together."),
        min_value=0,
        widget=forms.NumberInput(attrs={"step": "0.1"}),
    )
    max_pages = forms.IntegerField(
        label=_("Pages per visit"), help_text=_("How far the paging of a list or board is followed."), min_value=1
    )
    obey_robots = forms.BooleanField(label=_("Obey robots.txt"), required=False)
    enabled = forms.BooleanField(label=_("Visit this source"), required=False)
    tags = LinesField(label=_("Tags"), help_text=_("One a line; documents carry them."), rows=2)
    headers = PairsField(label=_("Request headers"), help_text=_("One “Name: value” a line."))
    charset = forms.CharField(
        label=_("Character set"), required=False, help_text=_("Only when pages declare a wrong one, e.g. gb18030.")
    )
    algorithm = forms.CharField(
        label=_("Algorithm"), required=False, help_text=_("Name of an extraction algorithm; empty for the usual one.")
    )

    def __init__(self, data: Any = None, *, lists: list[str], draft: SourceDraft) -> None:
        super().__init__(data, initial=_initial(draft))
        self._id = draft.id
        for name in SELECTORS:
            self.fields[f"{_SELECTOR}{name}"] = forms.CharField(
                label=name, required=False, widget=forms.TextInput(attrs={"spellcheck": "false"})
            )
        field = self.fields["keyword_lists"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(name, name) for name in lists]

    def draft(self) -> SourceDraft:
        """Return the draft that the valid form describes."""
        data = self.cleaned_data
        selectors = {name: data[f"{_SELECTOR}{name}"] for name in SELECTORS if data[f"{_SELECTOR}{name}"]}
        return SourceDraft(
            id=self._id,
            selectors=selectors,
            keyword_lists=tuple(data["keyword_lists"]),
            **{name: data[name] for name in _PLAIN},
        )

    def visit_record(self) -> SourceDraft | None:
        """Return as much of the draft as a visit needs, whatever else is wrong with the form; None without that."""
        self.is_valid()
        data = self.cleaned_data
        names = ("channel", "address", "patterns", "keywords", "wrapper", "headers", "charset", "algorithm")
        if any(name not in data for name in names):
            return None
        selectors = {name: text for name in SELECTORS if (text := data.get(f"{_SELECTOR}{name}"))}
        return SourceDraft(
            name="",
            selectors=selectors,
            keyword_lists=tuple(data.get("keyword_lists", ())),
            obey_robots=data.get("obey_robots", True),
            **{name: data[name] for name in names},
        )

    def unfolded(self) -> set[str]:
        """Return the names of the folded groups that hold something of their own, or something wrong."""
        empty = _initial(new_draft())
        return {
            group
            for group, names in _RARE.items()
            if any(self[name].errors or self._holds(name) != empty[name] for name in names)
        }

    def _holds(self, name: str) -> Any:
        return self.cleaned_data.get(name) if self.is_bound else self.initial[name]

    def show(self, problems: list[FieldError]) -> None:
        """Put each problem at its field."""
        for problem in problems:
            name = f"{_SELECTOR}result" if problem.field == "selectors" else problem.field
            self.add_error(name if name in self.fields else None, problem.text)

    def selectors(self) -> list[forms.BoundField]:
        """Return the fields of the selectors."""
        return [self[f"{_SELECTOR}{name}"] for name in SELECTORS]


def new_draft() -> SourceDraft:
    """Return what an empty form shows."""
    return SourceDraft(name="", channel="feed", address="")


def _initial(draft: SourceDraft) -> dict[str, Any]:
    values = {name: getattr(draft, name) for name in _PLAIN}
    selectors = {f"{_SELECTOR}{name}": text for name, text in draft.selectors.items()}
    return values | selectors | {"keyword_lists": list(draft.keyword_lists)}
