"""Forms of collections."""

from django import forms
from django.utils.translation import gettext_lazy as _

from features.collections.labels import SHARINGS
from features.collections.store import Annotation
from storage.tags import read_tags


class CollectionForm(forms.Form):
    """Name and sharing of a collection."""

    name = forms.CharField(label=_("Name"), max_length=200)
    sharing = forms.ChoiceField(label=_("Who may use it"), choices=list(SHARINGS.items()))


class AnnotationForm(forms.Form):
    """The note and the tags of a document in a collection."""

    note = forms.CharField(required=False, widget=forms.Textarea)
    tags = forms.CharField(required=False)

    def annotation(self) -> Annotation:
        """Return what the user entered."""
        tags = read_tags(self.cleaned_data["tags"])
        return Annotation(note=self.cleaned_data["note"], tags=tags)
