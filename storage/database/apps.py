"""The Django application of sources, runs and audit, and what all applications with tables of
Newsloom's own have in common.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.db.backends.signals import connection_created
from django.db.models import Model
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class TablesApp(AppConfig):
    """An application with tables of Newsloom's own: backups hold the rows of each that is
    installed.
    """

    # Of the classes that a module of an app names, Django takes the one whose default is true.
    default = False
    default_auto_field = "django.db.models.BigAutoField"
    #: Where backups from before have the rows of models that came from another application: the
    #: label there, and the name of the model here, as {"configuration.dashboard": "dashboard"}.
    formerly: Mapping[str, str] = {}
    #: Columns that backups from before have in these tables, by the name of the model: other
    #: applications have taken them over (see ``rows_of_column``), or nothing has.
    former_columns: Mapping[str, Sequence[str]] = {}
    #: Columns of earlier backups that are members of one column now, as {"searchrule": {"wanted":
    #: ("collection", "tags")}}.
    merged_columns: Mapping[str, Mapping[str, Sequence[str]]] = {}
    #: Names of models that say what was erased: a later backup brings their rows to an earlier one.
    of_erasures: Sequence[str] = ()
    #: Fields that backups seal, by the name of the model, as {"savedsearch": "target"}.
    secrets: Mapping[str, str] = {}
    #: Names of models whose rows belong to running processes, or are found again from documents.
    not_in_backups: Sequence[str] = ()

    def __init_subclass__(cls) -> None:
        """Let Django take the class of an app where its module names this one, too."""
        cls.default = True

    def ready(self) -> None:
        """Let what refers to nothing go whenever the tables are brought up to date."""
        from storage.database.orphans import drop_orphans

        post_migrate.connect(drop_orphans, sender=self)

    def rows_of_column(
        self,
        column: str,  # noqa: ARG002 for those who take over columns
        key: object,  # noqa: ARG002
        value: Any,  # noqa: ARG002
    ) -> list[dict[str, Any]]:
        """Return the rows that a value of a former column has become here, as backups have them.

        Args:
            column: The column as "configuration.keywordlist.hot_rules".
            key: The primary key of its row.
            value: What the row has there.
        """
        return []

    def backed_up(self) -> list[type[Model]]:
        """Return the models whose rows backups hold."""
        left_out = [self.get_model(name) for name in self.not_in_backups]
        return [each for each in self.get_models() if each._meta.managed and each not in left_out]


class DatabaseApp(TablesApp):
    """The application; its tables start with ``configuration_``."""

    name = "storage.database"
    label = "configuration"
    verbose_name = _("configuration")
    former_columns = {"keywordlist": ("hot_rules",), "source": ("algorithm",)}
    merged_columns = {
        "source": {"of_channel": ("mail_user", "mail_password", "mail_senders", "mail_links")},
    }
    of_erasures = ("tombstone",)
    secrets = {"savedsearch": "target"}
    not_in_backups = ("leaderlock", "revisitplace")

    def ready(self) -> None:
        """Refuse every connection to a database of a version that this one cannot update."""
        super().ready()
        from storage.database.former_tables import refuse_former_tables

        connection_created.connect(refuse_former_tables)


def tables_apps() -> list[TablesApp]:
    """Return the applications whose rows backups hold."""
    return [app for app in apps.get_app_configs() if isinstance(app, TablesApp)]
