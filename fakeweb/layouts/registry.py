"""Page layouts of news sites and blogs."""

from typing import Final

from fakeweb.layouts import bare, nested, semantic, table2006
from fakeweb.layouts.page import Layout

LAYOUTS: Final[dict[str, Layout]] = {
    "table2006": table2006.render,
    "nested": nested.render,
    "semantic": semantic.render,
    "bare": bare.render,
}
