"""The table of names that documents spell in several ways."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from storage.database.fields import ExactCharField

MAX_NAME = 200


class SpelledName(models.Model):
    """A name of a person, an organisation or a place, with its other spellings."""

    kind = models.CharField(max_length=10)
    name = ExactCharField(max_length=MAX_NAME)
    spellings = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        verbose_name = _("name")
        ordering = ("kind", "name")
        constraints = (models.UniqueConstraint(fields=("kind", "name"), name="name_of_kind"),)

    def __str__(self) -> str:
        return self.name
