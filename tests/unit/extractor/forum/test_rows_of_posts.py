"""Posts that are rows of tables: a rule, a column or a line about the author beside the words."""

from tests.unit.extractor.forum.boards import thread_of
from tests.unit.extractor.forum.engines import ENTRIES, Entry

_MOTTOES = {"marla": "Certified for pumps.", "quill": "Who writes no test writes letters of apology, sooner or later."}
_BODIES = [entry.body for entry in ENTRIES]


def _ruled(entry: Entry) -> str:
    """Return a post whose words are in the row below a rule, and whose footer is rows without classes, too."""
    return (
        f'<tr><td class="sep"><table><tr><td class="row1" rowspan="3"><span class="name"><b>{entry.author}</b></span>'
        f'<br><span class="details">Novice<br></span></td><td class="row1"><table><tr><td><span class="details">'
        f"{entry.when:%d/%m/%Y %H:%M:%S}</span></td></tr><tr><td><hr></td></tr><tr><td><span><div>{entry.body}</div>"
        '</span></td></tr></table></td></tr><tr><td class="row1"><span class="signature"><hr>'
        f"{_MOTTOES.get(entry.author, '')}</span></td></tr>"
        '<tr><td><a href="/p/1"><img src="i.gif"></a></td></tr><tr><td><a href="#top">back to top</a></td></tr>'
        "</table></td></tr>"
    )


def test_the_words_below_a_rule_are_no_footer() -> None:
    page = f"<table>{''.join(map(_ruled, ENTRIES))}</table>"
    assert [post.body for post in thread_of([page]).posts] == _BODIES
