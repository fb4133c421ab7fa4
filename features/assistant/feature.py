"""What the server for assistants adds to Newsloom."""

from collections.abc import Mapping

from hooks.specifications import hookimpl

NEEDS = ("over_time", "stories")


@hookimpl
def commands() -> Mapping[str, str]:
    """Return the command that serves assistants."""
    return {"mcp": "features.assistant.command:mcp"}
