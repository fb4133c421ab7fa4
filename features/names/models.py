"""The tables of names that documents spell in several ways, and of those that only look so."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField
from storage.database.tables import Table

MAX_NAME = 200


class SpelledName(Table):
    """A name of a person, an organisation or a place, with its other spellings."""

    kind = models.CharField(max_length=10)
    name = ExactCharField(max_length=MAX_NAME)
    spellings = models.JSONField(default=list)

    class Meta(Table.Meta):
        verbose_name = _("name")
        ordering = ("kind", "name")
        constraints = (models.UniqueConstraint(fields=("kind", "name"), name="name_of_kind"),)

    def __str__(self) -> str:
        return self.name


class DifferentNames(Table):
    """Two names that look like one, and of which somebody said that they are not. They are kept in
    the order of their characters.
    """

    kind = models.CharField(max_length=10)
    name = ExactCharField(max_length=MAX_NAME)
    other = ExactCharField(max_length=MAX_NAME)

    class Meta(Table.Meta):
        verbose_name = _("different names")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.name} ≠ {self.other}"
