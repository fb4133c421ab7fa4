"""Who may open the pages of single sign-on: everyone, they come before a login."""

OPEN = ("sign_on", "sign_on_return")
