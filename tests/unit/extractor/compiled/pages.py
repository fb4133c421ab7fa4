"""Random pages for the tests of compiled code."""

from hypothesis import strategies as st

_TEXTS = st.sampled_from(
    [
        "",
        " ",
        "\n\t",
        "word",
        " two  words ",
        "全角　空白",
        "\xa0",
        "a\xa0b",
        "naïve",
        "123",
        "é" * 30,
        "\u2003",
        "𝒳 x",
    ]
)
_TAG_NAMES = (
    "div p a b time strong span br img li textarea button label svg table td h1 x-y g:plusone"
)
_TAGS = st.sampled_from(_TAG_NAMES.split())
_ATTRIBUTES = st.dictionaries(
    st.sampled_from(["class", "id", "href", "hidden", "data-x", "style", "role"]),
    st.sampled_from(
        [
            "",
            "post",
            "post 12345",
            "row2 even",
            "post2",
            "a&amp;b",
            "中文",
            " x  y ",
            "comment sidebar",
            "dialog",
            "p12 q",
            "p123",
            "a  b",
            "é1",
        ]
    ),
    max_size=3,
)


@st.composite
def _elements(draw: st.DrawFn, depth: int = 4) -> str:
    tag, attributes = draw(_TAGS), draw(_ATTRIBUTES)
    named = "".join(
        f' {name}="{value}"' if value else f" {name}" for name, value in attributes.items()
    )
    inner = "".join(draw(st.lists(_elements(depth - 1), max_size=3))) if depth else ""
    return f"<{tag}{named}>{draw(_TEXTS)}{inner}</{tag}>{draw(_TEXTS)}"


PAGES = st.lists(_elements(), max_size=5).map(lambda parts: f"<body>{''.join(parts)}</body>")
