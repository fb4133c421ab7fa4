"""The table of who users are at a provider of OpenID Connect."""

from django.conf import settings
from django.db import models

from storage.database.fields import ExactCharField
from storage.database.tables import Table


class SignOnIdentity(Table):
    """Who a user is at a provider of OpenID Connect: only issuer and subject together are unique
    and never given to somebody else (OpenID Connect Core, 2 and 5.7).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        related_name="sign_on_identities",
        on_delete=models.CASCADE,
        db_constraint=False,
    )
    issuer = ExactCharField(max_length=255)
    subject = ExactCharField(max_length=255)

    class Meta(Table.Meta):
        constraints = (
            models.UniqueConstraint(fields=("issuer", "subject"), name="one_user_an_identity"),
        )

    def __str__(self) -> str:
        return f"{self.subject} at {self.issuer}"
