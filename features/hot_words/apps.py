"""The Django application of hot words."""

from typing import Any

from storage.database.apps import TablesApp


class HotWordsApp(TablesApp):
    """The application; its tables were of the core in version 0.2, the rules a column."""

    name = "features.hot_words"
    formerly = {"configuration.hotword": "hotword"}

    def rows_of_column(self, column: str, key: object, value: Any) -> list[dict[str, Any]]:
        """Return the rules of a keyword list as a row of their own."""
        if column != "configuration.keywordlist.hot_rules" or not value:
            return []
        fields = {"keyword_list": key, "values": value}
        return [{"model": "hot_words.listrules", "pk": None, "fields": fields}]
