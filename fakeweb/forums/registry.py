"""Forums: boards and threads in the markup of six engines."""

from typing import Final

from fakeweb.forums import discuz2006, discuzx, phpbb, tieba, v2ex, vbulletin
from fakeweb.forums.page import ForumStyle

STYLES: Final[dict[str, ForumStyle]] = {
    "discuz2006": discuz2006.STYLE,
    "discuzx": discuzx.STYLE,
    "phpbb": phpbb.STYLE,
    "vbulletin": vbulletin.STYLE,
    "tieba": tieba.STYLE,
    "v2ex": v2ex.STYLE,
}
