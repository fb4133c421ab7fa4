"""The form of the name and the sharing of what users own."""

import hashlib
import json
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from storage.database.errors import Invalid
from storage.database.owned.keeping import changing
from storage.database.owned.models import Owned, SharedByName
from webui.problems import show_in

if TYPE_CHECKING:
    _ModelForm = forms.ModelForm[Owned]
else:
    _ModelForm = forms.ModelForm


class OwnedForm(_ModelForm):
    """Name and sharing. ``seen`` tells what of these the user saw, so that nobody replaces what
    somebody else has changed meanwhile without having read it.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    shown: tuple[str, ...] = ("name", "sharing")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["sharing"].required = False
        if self.instance.pk:
            self.initial["seen"] = _digest(self.instance)

    def clean_sharing(self) -> str:
        """Return the sharing; a form that does not ask for it leaves it as it is."""
        return self.cleaned_data["sharing"] or self.instance.sharing

    def keep(self, user: User) -> Owned | None:
        """Save what was entered; without that, return None with each problem at its field.

        Raises NotFound.
        """
        if not self.is_valid():
            return None
        try:
            with changing(type(self.instance), self.instance.pk, user) as thing:
                self._check_seen(thing)
                self.fill(thing)
            return thing
        except (Invalid, ValidationError) as error:
            show_in(self, error)
            return None

    def fill(self, thing: Owned) -> None:
        """Put what was entered into a thing. Raises ValidationError."""
        for name in self.shown:
            setattr(thing, name, self.cleaned_data[name])

    def _check_seen(self, thing: Owned) -> None:
        now = _digest(thing) if thing.pk else ""
        if self.cleaned_data["seen"] in ("", now):
            return
        # The user sees both now: saving again replaces it.
        self.data = {**dict(self.data.items()), "seen": now}
        text = _(
            "Somebody has changed this meanwhile: it is called “%(name)s” and shared with "
            "“%(sharing)s”. Save again to replace that."
        )
        sharing = thing.get_sharing_display()  # type: ignore[attr-defined]  # Django makes it
        params = {"name": thing.name, "sharing": sharing}
        raise ValidationError(text, "changed_meanwhile", params)


class SharedByNameForm(OwnedForm):
    """Name and sharing, and the users with whom it is shared by name."""

    readers = forms.CharField(
        label=_("Users"),
        required=False,
        help_text=_("User names, separated by commas, if you share it with some only."),
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocapitalize": "none"}),
    )
    field_order = ("name", "sharing", "readers")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["readers"] = ", ".join(self.instance.reader_names())

    def fill(self, thing: Owned) -> None:
        """Put what was entered into a thing. Raises ValidationError."""
        super().fill(thing)
        assert isinstance(thing, SharedByName)
        typed = self.cleaned_data["readers"].replace("，", ",").split(",")
        names = [name.strip() for name in typed if name.strip()]
        thing.share(self.cleaned_data["sharing"], names)


def _digest(thing: Owned) -> str:
    values = thing.audit_values()
    seen = json.dumps([values.get(name) for name in ("name", "sharing", "readers")])
    return hashlib.sha256(seen.encode()).hexdigest()[:16]
