"""A page that tries all ways to run and to load something, for the tests of archived pages."""

WAYS_OUT = (
    '<meta http-equiv="refresh" content="0;url={away}/refresh">',
    '<base href="{away}/base/">',
    '<link rel="stylesheet" href="{away}/sheet.css"><link rel="dns-prefetch" href="{away}">',
    '<link rel="preload" as="image" href="{away}/preload"><link rel="prefetch" '
    'href="{away}/prefetch">',
    "<style>@import '{away}/import.css'; body {{ background: url({away}/background) }}</style>",
    "<style>@\\69mport '{away}/escaped.css'; p {{ background: u\\72l({away}/escaped) }}</style>",
    "<style>@font-face {{ font-family: f; src: url('{away}/font') }} p {{ font-family: f "
    "}}</style>",
    '<script src="{away}/script.js"></script><script>top.ran = 1; fetch("{away}/fetch")</script>',
    '<img src="{away}/img" srcset="{away}/srcset 2x" onerror="top.ran = 1"><img src="/metrics">',
    '<svg onload="top.ran = 1"><image href="{away}/svg"/><script>top.ran = 1</script></svg>',
    '<video src="{away}/video" poster="{away}/poster" autoplay></video><audio src="{away}/audio" '
    "autoplay></audio>",
    '<iframe src="{away}/frame" srcdoc="<script>top.ran = 1</script>"></iframe>',
    '<object data="{away}/object"></object><embed src="{away}/embed">',
    '<form action="{away}/form"><button autofocus onfocus="top.ran = 1">send</button></form>',
    '<form id="f" action="{away}/outer"></form>'
    '<button form="f" formaction="{away}/button">go</button>'
    '<select form="f"><option>one</select><textarea form="f">text</textarea>',
    '<p style="background-image: url(&quot;{away}/style&quot;)" onmouseover="top.ran = 1">Read '
    "me.</p>",
    '<a id="away" href="{away}/link" ping="{away}/ping">leave</a>',
    '<a id="script" href="javascript:top.ran = 1">run</a>',
    '<div><template shadowrootmode="open"><img src="{away}/shadow"></template></div>',
    '<math><img src="{away}/math"></math>',
    "<noscript><img src='{away}/noscript'></noscript><body onload='top.ran = 1' "
    "background='{away}/body'>",
    '<input type="image" src="{away}/input"><table background="{away}/table"><tr><td>cell</td>'
    "</tr></table>",
)


def hostile_page(away: str) -> str:
    """Return the page; everything that it loads is below ``away``."""
    return (
        f"<!doctype html><html><head><title>T</title>{''.join(WAYS_OUT).format(away=away)}<p>The "
        "last line.</p>"
    )
