"""The form of a keyword list's rules for hot words."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from features.hot_words.choice import BOUNDS, HotRules
from webui.labels import is_known_value
from webui.sources.forms.fields import LinesField, TagsField


def _bounds(name: str) -> dict[str, Any]:
    low, high = BOUNDS[name]
    return {"min_value": low, "max_value": high}


class HotRulesForm(forms.Form):
    """``HotRules``, field by field."""

    enabled = forms.BooleanField(
        label=gettext_lazy("Add terms of hot topics to this list"), required=False
    )
    words_a_day = forms.IntegerField(
        label=gettext_lazy("New words within 24 hours, at most"),
        help_text=gettext_lazy("Each costs one request per visit of every source with this list."),
        **_bounds("words_a_day"),
    )
    stay_days = forms.IntegerField(
        label=gettext_lazy("Days that a word stays after it was last hot"), **_bounds("stay_days")
    )
    min_sites = forms.IntegerField(
        label=gettext_lazy("Sites that use the term, at least"),
        help_text=gettext_lazy("Documents that search sources found do not count."),
        **_bounds("min_sites"),
    )
    langs = TagsField(
        label=gettext_lazy("Languages"),
        help_text=gettext_lazy("Codes such as en, zh, separated by commas. Empty: all languages."),
        rows=1,
    )
    stopped = LinesField(
        label=gettext_lazy("Stop list"),
        help_text=gettext_lazy("One word per line. These are never added."),
        rows=4,
    )

    @classmethod
    def of(cls, rules: HotRules) -> "HotRulesForm":
        """Return the form that shows these rules."""
        shown: dict[str, Any] = {**asdict(rules), "langs": ", ".join(rules.langs)}
        return cls(initial=shown)

    def clean_langs(self) -> tuple[str, ...]:
        """Return the codes in small letters. Raises ValidationError for an unknown one."""
        langs = tuple(each.lower() for each in self.cleaned_data["langs"])
        for each in langs:
            if not is_known_value("lang", each):
                raise ValidationError(
                    _("“%(code)s” is not the code of a language, such as en or zh."),
                    params={"code": each[:40]},
                )
        return langs

    def rules(self) -> HotRules:
        """Return what was entered."""
        return HotRules(**self.cleaned_data)
