"""The Django application of proposed sources."""

from storage.database.apps import TablesApp


class ProposedSourcesApp(TablesApp):
    """The application; its tables were those of the core in version 0.2."""

    name = "features.proposed_sources"
    formerly = {
        "configuration.proposedsource": "proposedsource",
        "configuration.knownforum": "knownforum",
    }
