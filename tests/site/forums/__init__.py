"""Forums: boards and threads in the markup of six engines."""

from typing import Final

from . import discuz2006, discuzx, phpbb, tieba, v2ex, vbulletin
from .page import BoardPage, ForumStyle, Row, ThreadPage

STYLES: Final[dict[str, ForumStyle]] = {
    "discuz2006": discuz2006.STYLE,
    "discuzx": discuzx.STYLE,
    "phpbb": phpbb.STYLE,
    "vbulletin": vbulletin.STYLE,
    "tieba": tieba.STYLE,
    "v2ex": v2ex.STYLE,
}

__all__ = ["STYLES", "BoardPage", "ForumStyle", "Row", "ThreadPage"]
