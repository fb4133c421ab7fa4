"""Errors as the command line says them."""


def said(error: Exception) -> str:
    """Return the error as a sentence."""
    from storage.database.errors import Invalid

    if not isinstance(error, Invalid):
        return str(error)
    # Only a command that has set Django up can try to save something.
    from webui.problems import all_in_words

    return f"{error.what} refused: {all_in_words(error)}"
