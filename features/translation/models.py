"""The tables of translations: the translator, what it has translated, and who reads that."""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import models
from django.utils import timezone

from storage.database.fields import ExactCharField, ExactTextField
from storage.database.tables import Table


class EnteredTranslator(Table):
    """The translator that an administrator has entered; there is one row, or none.

    ``key`` is sealed, see ``features.translation.entered``; "" for none. ``model`` is "" for a
    translator without models.
    """

    kind = models.CharField(max_length=16)
    address = ExactTextField()
    key = ExactTextField(blank=True)
    model = ExactCharField(max_length=200, blank=True)

    @property
    def host(self) -> str:
        """The host of the address, for people."""
        return urlsplit(self.address).hostname or ""

    def __str__(self) -> str:
        return self.address


class KeptTranslation(Table):
    """The title and the first sentences of a document in another language.

    The digests are those of the texts that were translated: a document may have others by now.
    ``lead`` is "" for a document without one, ``by`` the name of the translator.
    """

    document_id = ExactCharField(max_length=64)
    lang = models.CharField(max_length=16)
    title = models.TextField()
    lead = models.TextField(blank=True)
    title_digest = ExactCharField(max_length=64)
    lead_digest = ExactCharField(max_length=64)
    by = models.CharField(max_length=200)
    made = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("document_id", "lang"), name="translation_once"),
        )

    def __str__(self) -> str:
        return self.document_id


class ReadsTranslated(Table):
    """A user who has asked for translated titles, and not for the original ones since."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        db_constraint=False,
        related_name="reads_translated",
        on_delete=models.CASCADE,
    )

    def __str__(self) -> str:
        return str(self.user_id)
