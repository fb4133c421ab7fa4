"""The Django application of stories."""

from storage.database.apps import TablesApp


class StoriesApp(TablesApp):
    """The application; its tables were of the core in version 0.2. What the role finds again is in
    no backup, only who has seen what.
    """

    name = "features.stories"
    formerly = {"configuration.storyvisit": "storyvisit"}
    not_in_backups = (
        "pasttopic",
        "story",
        "storylikenesses",
        "storymember",
        "storyprogress",
        "termcounts",
        "topiclist",
    )
