"""The Django application of sources, runs and audit."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DatabaseApp(AppConfig):
    """The application; its tables start with ``configuration_``."""

    name = "storage.database"
    label = "configuration"
    verbose_name = _("configuration")
    default_auto_field = "django.db.models.BigAutoField"
