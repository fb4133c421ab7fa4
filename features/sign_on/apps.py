"""The Django application of single sign-on."""

from storage.database.apps import TablesApp


class SignOnApp(TablesApp):
    """The application; its table was one of the core in version 0.2."""

    name = "features.sign_on"
    formerly = {"configuration.signonidentity": "signonidentity"}
