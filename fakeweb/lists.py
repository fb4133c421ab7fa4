"""List pages of news sites: the front page and the older pages after it."""

from typing import Final

from fakeweb import times
from fakeweb.layouts.page import label, links, meta_charset, navigation, safe
from fakeweb.model import Site
from fakeweb.urls import Addresses, with_query, with_session

PAGE_LENGTH: Final = 40


def list_path(site: Site, page: int) -> str:
    """Return the path of a list page, counted from 1."""
    if page == 1:
        return "/"
    return f"/index_{page}.html" if "index-n" in site.features else f"/?page={page}"


def page_count(addresses: Addresses, site: Site) -> int:
    """Return how many list pages the site has."""
    return max(1, -(-addresses.world.count(site) // PAGE_LENGTH))


def render(addresses: Addresses, site: Site, page: int, session: str = "") -> str:
    """Return a list page, newest articles first; some hosts put a session id into its links."""
    head = f'<base href="{addresses.root(site)}/news/">' if "base" in site.features else ""
    rows = "\n".join(
        _row(addresses, site, index, session)
        for index in addresses.world.newest(site, PAGE_LENGTH, (page - 1) * PAGE_LENGTH)
    )
    return f"""<html><head>{meta_charset(site)}<title>{safe(site.title)}</title>{head}</head>
<body><div class="top"><b>{safe(site.title)}</b><ul class="menu">{navigation(site)}</ul></div>
<div class="list"><ul>
{rows}
</ul></div>
<div class="pages">{_paging(addresses, site, page)}</div>{_calendar(addresses, site)}
<div class="foot">{label(site, "copyright")}</div></body></html>
"""


def _row(addresses: Addresses, site: Site, index: int, session: str) -> str:
    world = addresses.world
    date = times.local(world.published(site, index), site.zone)
    title = world.title(site, index)
    named = [
        (title, _written(addresses, site, address, session))
        for address in _addresses(addresses, site, index)
    ]
    shown = "" if "undated" in site.features else f' <span class="date">{date:%m-%d %H:%M}</span>'
    return links(named, "<li>", f"{shown}</li>")


def _addresses(addresses: Addresses, site: Site, index: int) -> list[str]:
    others = addresses.alternatives(site, index) if "twins" in site.features else []
    return [addresses.article(site, index), *others]


def _written(addresses: Addresses, site: Site, address: str, session: str) -> str:
    """Return the address as this host writes it in a list: absolute, from the root, or relative to
    its base element.
    """
    address = with_session(address, site.features, session)
    if "absolute" in site.features or "twins" in site.features:
        return address
    path = address.removeprefix(addresses.root(site))
    return path.removeprefix("/news/") if "base" in site.features else path


def _paging(addresses: Addresses, site: Site, page: int) -> str:
    pairs = []
    if page > 1:
        pairs.append((label(site, "previous"), list_path(site, page - 1)))
    if page < page_count(addresses, site):
        pairs.append((label(site, "next"), list_path(site, page + 1)))
    return links(pairs, "", " ")


def _calendar(addresses: Addresses, site: Site) -> str:
    if "calendar" not in site.features:
        return ""
    at = times.local(addresses.world.now(), "UTC")
    return links([("Calendar", f"/calendar/{at.year}/{at.month}")], '<div class="cal">', "</div>")


def render_calendar(site: Site, year: int, month: int) -> str:
    """Return one month of an endless calendar: links to its neighbours and to thirty empty days."""
    months = [year * 12 + month - 2, year * 12 + month]
    pairs = [(f"{at // 12}-{at % 12 + 1}", f"/calendar/{at // 12}/{at % 12 + 1}") for at in months]
    days = [
        (str(day), with_query(f"/calendar/{year}/{month}", f"day={day}")) for day in range(1, 31)
    ]
    return (
        f"<html><head><title>{safe(site.title)} {year}-{month}</title></head>"
        f"<body>{links(pairs, '', ' ')}<table><tr>{links(days, '<td>', '</td>')}</tr></table>"
        "<p>Nothing is planned for this month.</p></body></html>"
    )
