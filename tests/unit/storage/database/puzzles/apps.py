"""The application; tests install it."""

from storage.database.apps import TablesApp


class PuzzlesApp(TablesApp):
    """It took over what the configuration had as riddles, and keeps its guesses out of backups."""

    name = "tests.unit.storage.database.puzzles"
    label = "puzzles"
    formerly = {"configuration.riddle": "puzzle"}
    not_in_backups = ("guess",)
