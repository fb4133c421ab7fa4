"""News searches that a search source can start from. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from storage.channels import Channel


@dataclass(frozen=True, kw_only=True)
class SearchPreset:
    """A search engine: its name, its address with {keyword}, and how its results are read."""

    name: str | Promise
    address: str
    result_parser: str

    @property
    def query(self) -> str:
        """The query string that fills in the form of a new source."""
        return urlencode(
            {
                "name": str(self.name),
                "channel": Channel.SEARCH.value,
                "address": self.address,
                "result_parser": self.result_parser,
            }
        )


PRESETS: Sequence[SearchPreset] = (
    SearchPreset(
        name="Bing News",
        address="https://www.bing.com/news/search?q={keyword}&format=rss",
        result_parser="feed",
    ),
    SearchPreset(
        name="GDELT",
        address=(
            "https://api.gdeltproject.org/api/v2/doc/doc?query={keyword}&mode=artlist"
            "&maxrecords=75&sort=datedesc&format=rss"
        ),
        result_parser="feed",
    ),
    SearchPreset(
        name="Reddit",
        address="https://www.reddit.com/search.rss?q={keyword}&sort=new",
        result_parser="feed",
    ),
    SearchPreset(
        name=_("Baidu News"),
        address="https://www.baidu.com/s?tn=news&rtt=4&word={keyword}",
        result_parser="baidu",
    ),
    SearchPreset(
        name=_("360 News"),
        address="https://news.so.com/ns?q={keyword}&rank=pdate",
        result_parser="360",
    ),
)
