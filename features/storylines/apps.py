"""The Django application of storylines."""

from storage.database.apps import TablesApp


class StorylinesApp(TablesApp):
    """The application. Chapters are found again from stories, so backups hold only who follows."""

    name = "features.storylines"
    secrets = {"follower": "target"}
    not_in_backups = ("chapter", "chapterline")
