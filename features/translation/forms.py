"""The translator, as a form."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from features.translation.entered import drafted
from features.translation.labels import KINDS
from features.translation.models import EnteredTranslator
from features.translation.translators.opening import Kind
from notify.targets import TARGETS
from storage.database.field_errors import FieldError
from storage.database.models import MessageWay
from webui.apps import stores
from webui.problems import in_words

_PLAIN = {"spellcheck": "false", "autocapitalize": "none"}
_KEY = RegexValidator(
    r"^[!-~]*$", _("A key has no spaces and no accents. Copy it from the translator again.")
)


class TranslatorForm(forms.Form):
    """What an administrator enters."""

    kind = forms.ChoiceField(label=_("Kind"), choices=list(KINDS.items()))
    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_(
            "For LibreTranslate, such as https://translate.example.org. For a language model, "
            "such as https://models.example.org/v1."
        ),
        widget=forms.TextInput(attrs=_PLAIN),
    )
    key = forms.CharField(
        label=_("Key"),
        required=False,
        max_length=500,
        validators=[_KEY],
        help_text=_(
            "If the translator needs one. Newsloom encrypts it and never shows it. Leave empty to "
            "keep the key that you entered for this host."
        ),
        # What was typed is there after a trial, and is no key that is kept.
        widget=forms.PasswordInput(render_value=True, attrs={"autocomplete": "off"}),
    )
    remove_key = forms.BooleanField(label=_("Remove the key"), required=False)
    model = forms.CharField(
        label=_("Model"),
        required=False,
        max_length=200,
        help_text=_("The name of the model, for an OpenAI-compatible translator."),
        widget=forms.TextInput(attrs=_PLAIN),
    )

    def __init__(self, *args: Any, has_key: bool, **kwargs: Any) -> None:
        """Describe the form. ``has_key``: there is a key that one may remove."""
        super().__init__(*args, **kwargs)
        if not has_key:
            del self.fields["remove_key"]

    def clean_address(self) -> str:
        """Return the address. Raise ValidationError for one that nothing is sent to."""
        address: str = self.cleaned_data["address"].rstrip("/")
        # Obeys the rules of webhooks: people enter both, and Newsloom posts to both.
        problem_of = TARGETS[MessageWay.WEBHOOK].address_problem
        if code := problem_of(stores().settings, address):
            raise ValidationError(in_words(FieldError("address", "", code)))
        parts = urlsplit(address)
        if parts.query or parts.fragment:
            raise ValidationError(
                _("The address contains a ? or #. Leave that out: keys have a field of their own.")
            )
        return address

    def clean(self) -> None:
        """Raise ValidationError for a model without a name."""
        data = super().clean() or self.cleaned_data
        if data.get("kind") == Kind.CHAT and not data.get("model"):
            raise ValidationError({"model": _("Enter the name of the model.")})

    def draft(self) -> EnteredTranslator:
        """Return what the valid form says."""
        return drafted(stores().settings, **self.cleaned_data)
