"""The Django application of translations."""

from storage.database.apps import TablesApp


class TranslationApp(TablesApp):
    """The application. What is kept can be asked for again, so backups leave it out."""

    name = "features.translation"
    secrets = {"enteredtranslator": "key"}
    not_in_backups = ("kepttranslation",)
