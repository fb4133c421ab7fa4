"""Page layouts of news sites and blogs."""

from typing import Final

from fakeweb.layouts import bare, magazine, nested, semantic, table2006, wire
from fakeweb.layouts.page import Layout
from fakeweb.layouts.states import STATES

LAYOUTS: Final[dict[str, Layout]] = {
    "table2006": table2006.render,
    "nested": nested.render,
    "semantic": semantic.render,
    "bare": bare.render,
    "wire": wire.render,
    "magazine": magazine.render,
    **STATES,
}
