"""What pages of sources say of the archive."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import SourceChoice

ARCHIVE = SourceChoice(
    help=_(
        "Keep each page as it came, to show it later and to read it again after an upgrade, "
        "unless ops have switched the archive off."
    )
)
