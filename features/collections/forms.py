"""The form of a note in a collection."""

from django import forms

from features.collections.store import Annotation
from storage.tags import read_tags


class AnnotationForm(forms.Form):
    """The note and the tags of a document in a collection."""

    note = forms.CharField(required=False, widget=forms.Textarea)
    tags = forms.CharField(required=False)

    def annotation(self) -> Annotation:
        """Return what the user entered."""
        tags = read_tags(self.cleaned_data["tags"])
        return Annotation(note=self.cleaned_data["note"], tags=tags)
