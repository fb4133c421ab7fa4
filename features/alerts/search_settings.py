"""The alert of a saved search, among its settings: in their form, in the API and as it is kept."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal
from urllib.parse import urlsplit

from django import forms
from django.db.models import Q
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import gettext_lazy as _
from ninja import Field, Schema

from features.alerts.labels import ALERT_MODES
from features.alerts.models import Delivery, SearchRule
from features.alerts.times import DIGESTS, Mode, next_run
from notify.errors import shown_problem
from notify.targets import target_problems
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.models import MessageWay, SavedSearch
from storage.database.searches.search import Search
from storage.documents.errors import QueryError
from storage.documents.meaning import check_alert
from webui.api.schemas import Zone
from webui.apps import stores
from webui.target_fields import offer_ways, target_field, way_field

_AT_LEAST_BOUNDS = (2, 1_000)
"""How many documents of a day an alert may wait for. With one, it would send each match; a day with
more than ``MAX_MATCHES`` is refused, and the highest number stays well below that.
"""
_KEY_BYTES = 16
_INTERVALS = [
    (1, _("every minute")),
    (15, _("every 15 minutes")),
    (60, _("every hour")),
    (360, _("every six hours")),
    (1440, _("once a day")),
]


class AlertForm(forms.Form):
    """The alert among the settings of a saved search."""

    alert = way_field(_("Alert me about new matches"))
    target = target_field()
    mode = forms.ChoiceField(
        label=_("Tell me about"), choices=list(ALERT_MODES.items()), required=False
    )
    every_minutes = forms.TypedChoiceField(
        label=_("How often, for new documents"), choices=_INTERVALS, coerce=int
    )
    at_least = forms.IntegerField(
        label=_("At least how many documents"),
        required=False,
        widget=forms.NumberInput(attrs=dict(zip(("min", "max"), _AT_LEAST_BOUNDS, strict=True))),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offer_ways(self.fields["alert"], self.initial["alert"])

    def clean_mode(self) -> str:
        """Return the mode; a form that does not ask for it means each new document."""
        return self.cleaned_data["mode"] or Mode.MATCHES.value

    def clean_at_least(self) -> int:
        """Return how many are many, as it was before where the form does not show it."""
        if self.cleaned_data.get("mode") != Mode.MANY:
            return int(self["at_least"].initial)
        number, (fewest, most) = self.cleaned_data["at_least"] or 0, _AT_LEAST_BOUNDS
        if not fewest <= number <= most:
            text = _("Enter a number of documents from %(fewest)s to %(most)s.")
            raise forms.ValidationError(text, params={"fewest": fewest, "most": f"{most:,}"})
        return int(number)

    def clean(self) -> None:
        """Let digests be made in the morning of whoever saves it."""
        self.cleaned_data["time_zone"] = get_current_timezone_name()


class AlertIn(Schema):
    """What programs choose for it."""

    alert: MessageWay = MessageWay.NONE
    target: str = Field("", max_length=500, description="Mail address, or address of the webhook.")
    mode: Literal["matches", "daily", "weekly", "spike", "many"] = Field(
        "matches",
        description="Each new document, a digest of stories, three times as many as usual in an "
        "hour, or `at_least` so many within 24 hours.",
    )
    every_minutes: Literal[1, 15, 60, 360, 1440] = Field(
        60, description="For the modes `matches` and `many`."
    )
    at_least: int = Field(
        10,
        ge=_AT_LEAST_BOUNDS[0],
        le=_AT_LEAST_BOUNDS[1],
        description="For the mode `many`: the fewest new documents to tell of.",
    )
    time_zone: Zone = Field("UTC", description="Digests are made at seven o'clock in this zone.")


class AlertOut(Schema):
    """What programs read of it."""

    alert: str
    target: str
    mode: str
    every_minutes: int
    at_least: int
    time_zone: str
    last_run: datetime | None
    problem: str = Field(description="Why the last run failed.")

    @staticmethod
    def resolve_problem(saved: SavedSearch) -> str:
        """Return the problem in the reader's language."""
        return shown_problem(saved.problem)


class AlertSettings:
    """The alert as ``hooks.answers.SearchSettings``. The columns of the search keep it."""

    form = AlertForm
    fields = "alerts/fields.html"
    takes = AlertIn
    gives = AlertOut
    columns: Sequence[object] = (_("Alert"), _("Last run"))
    cells = "alerts/cells.html"
    offers: object = _(
        "Search for something and select “Save this search”. Newsloom can then alert you about new "
        "matches by mail or webhook, or publish them as a feed."
    )

    def audit_values(self, saved: SavedSearch) -> dict[str, object]:
        """Return the alert; the path of a webhook's address is often a secret."""
        names = ("alert", "mode", "every_minutes", "at_least")
        web = urlsplit(saved.target)
        target = f"{web.scheme}://{web.netloc}/" if web.netloc else saved.target
        return {**{name: getattr(saved, name) for name in names}, "target": target}

    def problems(self, values: Mapping[str, Any], wanted: Search) -> Sequence[FieldError]:
        """Return what is wrong with where it goes and what it looks for."""
        chosen = _chosen(values)
        way, target = chosen["alert"], chosen["target"]
        problems = list(target_problems(stores().settings, way, target, "alert"))
        try:
            if way != MessageWay.NONE:
                check_alert(stores().embedder(), wanted.request(), wanted.match)
        except QueryError as error:
            problems.append(FieldError("query", "", ErrorCode.QUERY, {"error": error}))
        return problems

    def choose(self, saved: SavedSearch, values: Mapping[str, Any], now: datetime) -> None:
        """Let it run. One that is switched on reports what is found from now on."""
        if not saved.next_run:
            saved.notified_since, saved.last_run = now, None
        for name, value in _chosen(values).items():
            setattr(saved, name, value)
        saved.next_run = _first_run(saved, now)
        saved.hook_key = saved.hook_key or secrets.token_hex(_KEY_BYTES)
        saved.problem = ""
        if not saved.next_run:
            saved.target = ""
            Delivery.objects.filter(search=saved.pk, delivered=None).delete()

    def replaced(self, saved: SavedSearch, now: datetime) -> None:
        """Let rules, too, concern what is found from now on."""
        rules = SearchRule.objects.filter(Q(search=saved) | Q(search__origin=saved))
        rules.update(since=now, next_run=now, last_run=None, problem="")


def _chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of an alert."""
    usual = {name: field.default for name, field in AlertIn.model_fields.items()}
    chosen = {name: values.get(name, value) for name, value in usual.items()}
    return chosen | {"target": chosen["target"].strip()}


def _first_run(saved: SavedSearch, now: datetime) -> datetime | None:
    """Return when an alert runs for the first time: at once, or when its first digest is due."""
    if saved.alert == MessageWay.NONE:
        return None
    if saved.mode in DIGESTS:
        return next_run(saved.mode, saved.every_minutes, saved.time_zone, now)
    return now
