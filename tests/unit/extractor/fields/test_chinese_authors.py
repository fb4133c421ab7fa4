"""Reporters as Chinese media name them: behind the dateline, beside their helpers, after the
medium.
"""

import pytest

from tests.unit.extractor import samples


def _author(page: str) -> str:
    return samples.read_article(page, "http://news.example.org/2024/03/05/a", kind="article").author


@pytest.mark.parametrize(
    ("start", "authors"),
    [
        ("新华社北京3月5日电（记者王建、戴锦镕）", "王建, 戴锦镕"),
        ("本报讯（记者 周立群 通讯员 宋敏）", "周立群, 宋敏"),
        ("　　本报讯（记者周立群 通讯员宋敏）", "周立群, 宋敏"),
        ("本报讯（记者　周立群　通讯员　宋敏）", "周立群, 宋敏"),
    ],
)
def test_reporters_are_named_after_the_dateline(start: str, authors: str) -> None:
    text = (f"{start}{samples.CHINESE[0]}", *samples.CHINESE[1:])
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某市政府")) == authors


def test_a_medium_that_is_stated_as_the_author_gives_way_to_a_person() -> None:
    head = '<meta name="author" content="观澜者网">'
    text = ("【文/观澜者网专栏作者 沈怀瑾】", *samples.CHINESE)
    assert (
        _author(samples.article_page("图书馆重新开放了", text, head=head, site="财经")) == "沈怀瑾"
    )


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("本报记者　周立群　宋　敏", "周立群, 宋敏"),
        ("本报记者　周立群、宋敏", "周立群, 宋敏"),
        ("本报记者 周立群 宋敏 文/图", "周立群, 宋敏"),
        ("本报记者 周立群 通讯员 宋敏 文／图", "周立群, 宋敏"),
        ("本报记者　周立群　通讯员　宋敏", "周立群, 宋敏"),
        ("本报记者　周立群　摄影报道", "周立群"),
    ],
)
def test_several_reporters_share_a_line(line: str, authors: str) -> None:
    text = (line, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == authors


@pytest.mark.parametrize("line", ["新华社记者 周立群 摄", "馆内的读者。本报记者 周立群 攝"])
def test_who_took_a_picture_has_not_written_the_text(line: str) -> None:
    text = (line, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == ""


@pytest.mark.parametrize(
    "line",
    [
        "文字：大 中 小",
        "2024-03-05 文字：大 中 小 打印",
        "文字 图片 视频",
        "文字 简体 繁体",
        "中新网北京3月5日电 (高校)",
        "新华社布达佩斯3月5日电（田径）",
    ],
)
def test_the_size_of_letters_and_a_column_are_nobody(line: str) -> None:
    text = (line, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == ""


def test_the_place_that_is_reported_from_is_not_an_author() -> None:
    statement = '{"@type": "NewsArticle", "author": {"@type": "Person", "name": "記者周立群／屏東即時報導"}}'
    head = f'<script type="application/ld+json">{statement}</script>'
    assert (
        _author(samples.article_page("圖書館重新開放了", samples.CHINESE, head=head, site="某某報"))
        == "周立群"
    )


def test_an_account_between_the_time_and_its_province() -> None:
    page = samples.article_page("图书馆重新开放了", samples.CHINESE)
    line = "<div><span>2024-03-05 18:20</span><span>·</span><span>山里老唐</span><span>发布于：陕西省</span></div>"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "山里老唐"


def test_who_took_the_picture_is_not_an_author() -> None:
    text = ("舊糖倉保留了當年的磅秤。（記者許凱婷攝）", *samples.CHINESE)
    assert "攝" not in _author(samples.article_page("图书馆重新开放了", text))


@pytest.mark.parametrize("name", ["follow-nickName", "index-module_authorName_7y5nA"])
def test_a_nickname_is_known_by_its_class_even_with_a_suffix(name: str) -> None:
    page = samples.article_page("图书馆重新开放了", samples.CHINESE)
    marked = page.replace(
        "</h1>", f'</h1><div class="bar"><a class="{name}" href="/u/17">运维老米</a></div>', 1
    )
    assert _author(marked) == "运维老米"


def test_the_label_of_a_source_is_not_an_author() -> None:
    page = samples.article_page("图书馆重新开放了", samples.CHINESE, site="某某网")
    facts = '<p>作者：佚名&nbsp;&nbsp;&nbsp;文章来源：<a href="#">枣乡报</a>点击数：<b>17</b></p>'
    assert "来源" not in _author(page.replace("</h1>", f"</h1>{facts}", 1))


@pytest.mark.parametrize(
    ("start", "authors"),
    [
        ("（中央日訊記者周立群台北4日電）", "周立群"),
        ("（記者周立群屏東縣2024年3月4日電）", "周立群"),
        ("（記者宋敏、周立群台南4日綜合報導）", "宋敏, 周立群"),
    ],
)
def test_reporters_are_named_with_place_and_day_in_brackets(start: str, authors: str) -> None:
    text = (f"{start}{samples.CHINESE[0]}", *samples.CHINESE[1:])
    assert _author(samples.article_page("圖書館重新開放了", text, site="某某縣政府")) == authors


@pytest.mark.parametrize(
    "line",
    [
        "来源：某某网 作者：周立群 责编：宋敏",
        "记者 周立群 编审：宋敏",
        "2024-03-05 某某報／ 記者 周立群 ／屏東即時報導",
    ],
)
def test_editors_and_offices_beside_an_author_are_not_authors(line: str) -> None:
    text = (line, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某报")) == "周立群"


def test_what_a_person_has_reviewed_is_not_an_author() -> None:
    line = '<div><a href="/people/zhouliqun/">周立群</a> 评论 <a href="/subject/17/">灯塔</a> 2024-03-05 10:00</div>'
    page = samples.article_page("图书馆重新开放了", samples.CHINESE)
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "周立群"


@pytest.mark.parametrize("line", ["[谷本千夏]，KAWANEWS", "【谷本千夏】、山川新聞社"])
def test_a_name_in_brackets_before_its_house(line: str) -> None:
    assert (
        _author(samples.article_page("図書館がまた開いた", (line, *samples.CHINESE), site="川"))
        == "谷本千夏"
    )


def test_a_korean_reporter_on_the_last_line_and_no_heading_of_a_column() -> None:
    page = samples.article_page("도서관이 다시 문을 열었다", samples.KOREAN)
    last = "<p>부안/글·사진 서도윤 기자 seo@example.org</p></div></body>"
    box = '<div id="aside"><div class="writers"><h3>필진</h3><ul><li>[봄] 쑥국</li></ul></div></div></body>'
    assert (
        _author(page.replace("</body>", f"<div>{last}", 1).replace("</body>", box, 1)) == "서도윤"
    )


def test_the_writer_of_a_korean_board_between_its_label_and_the_next() -> None:
    page = samples.article_page("도서관이 다시 문을 열었다", samples.KOREAN)
    line = "<p>작성자 서도윤 작성일 24-03-05 10:30 조회 12</p>"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "서도윤"


@pytest.mark.parametrize("writer", ["관리자", "운영자", "홍보팀", "총무과"])
def test_an_office_of_a_korean_board_is_no_author(writer: str) -> None:
    page = samples.article_page("도서관이 다시 문을 열었다", samples.KOREAN)
    line = f"<p>작성자 {writer} 작성일 24-03-05 10:30</p><p>번호 제목 작성자 작성일</p>"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "Example Courier"


def test_an_account_is_named_before_the_time_at_which_it_has_published_the_text() -> None:
    page = samples.article_page("图书馆重新开放了", samples.CHINESE, site="某某网")
    line = "<div><em>巷口的老米</em> 发布于 2024-03-05 10:30:33 阅读数 3万+</div>"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "巷口的老米"
    assert "来源" not in _author(
        page.replace("</h1>", f"</h1>{line.replace('巷口的老米', '来源老米')}", 1)
    )


@pytest.mark.parametrize("helper", ["见习记者", "实习记者", "通讯员"])
def test_reporters_of_a_message_and_their_helpers_replace_an_account(helper: str) -> None:
    text = (
        f"某某网北京3月5日消息（记者周立群 {helper}宋敏）{samples.CHINESE[0]}",
        *samples.CHINESE[1:],
    )
    head = '<meta name="author" content="wangzx">'
    assert (
        _author(samples.article_page("图书馆重新开放了", text, head=head, site="某某网"))
        == "周立群, 宋敏"
    )


def test_an_editor_who_is_stated_as_the_author_is_none() -> None:
    head = '<meta name="author" content="宋敏">'
    page = samples.article_page("图书馆重新开放了", samples.CHINESE, head=head, site="某某市政府")
    assert _author(page) == "宋敏"
    assert "宋敏" not in _author(
        page.replace("</body>", "<div>【纠错】 责任编辑：宋敏</div></body>")
    )


def test_reporters_and_their_place_before_the_text_as_papers_of_taiwan_write_them() -> None:
    text = (f"〔記者周立群、宋敏／台中報導〕{samples.CHINESE[0]}", *samples.CHINESE[1:])
    head = '<meta name="author" content="公平時報電子報">'
    assert (
        _author(samples.article_page("圖書館重新開放了", text, head=head, site="公平時報"))
        == "周立群, 宋敏"
    )


def test_an_office_that_is_stated_gives_way_to_the_reporters_whom_the_page_shows() -> None:
    page = samples.article_page(
        "图书馆重新开放了", samples.CHINESE, head='<meta name="author" content="政府办">'
    )
    line = "<div>发布时间：2024-03-05 16:45 作者：记者 覃海波 韦小翠\u3000通讯员 黄梦 \u3000 浏览次数：<em>327</em></div>"
    assert _author(page) == "政府办"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "覃海波, 韦小翠, 黄梦"


def test_a_pen_name_that_is_stated_stays_beside_an_account() -> None:
    page = samples.article_page(
        "图书馆重新开放了", samples.CHINESE, head='<meta name="author" content="阿苔">'
    )
    line = "<div><em>胡同里的风</em> 发布于 2024-03-05 10:30:33 阅读数 3万+</div>"
    assert _author(page.replace("</h1>", f"</h1>{line}", 1)) == "阿苔"


@pytest.mark.parametrize(
    ("byline", "authors"),
    [
        ("2024-03-05 08:15 聯合某報 記者周立群／即時報導", "周立群"),
        ("2024-03-05 08:15 某報／ 編譯 宋敏 、記者 周立群 ／綜合報導", "宋敏, 周立群"),
        ("某報快訊／周立群 2024年03月05日 20:19:00", "周立群"),
        ("【財訊快報／周立群】", "周立群"),
        ("尼克·馬什（Nick Marsh）", "尼克·馬什"),
        ("編集委員　中沢克二", "中沢克二"),
        ("作者：周立群 责任编辑：宋敏", "周立群"),
        ("作者：周立群 我有话说", "周立群"),
        ("（评论员 周立群）", "周立群"),
        ("本报通讯员 周立群", "周立群"),
    ],
)
def test_writers_are_named_after_the_headline(byline: str, authors: str) -> None:
    text = (byline, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == authors


@pytest.mark.parametrize(
    ("start", "authors"),
    [("【ソウル＝石川真】", "石川真"), ("【ワシントン＝共同】", "")],
)
def test_a_correspondent_and_the_place_before_a_japanese_text(start: str, authors: str) -> None:
    text = (f"{start}{samples.JAPANESE[0]}", *samples.JAPANESE[1:])
    assert _author(samples.article_page("図書館が再び開館した", text, site="某新聞")) == authors


@pytest.mark.parametrize(
    ("end", "authors"),
    [
        ("(文/图 刘玺东 易赛楠)", "刘玺东, 易赛楠"),
        ("（评论员 周立群）", "周立群"),
        ("【財訊快報／周立群】", "周立群"),
    ],
)
def test_writers_in_brackets_at_the_end_of_a_long_paragraph(end: str, authors: str) -> None:
    text = (*samples.CHINESE, "".join(samples.CHINESE) * 2 + end)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == authors


def test_a_name_at_the_end_with_the_paper_for_which_the_person_writes() -> None:
    text = (*samples.CHINESE, "徐勇（某社供本报特稿）")
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == "徐勇"


@pytest.mark.parametrize(
    "byline",
    [
        "时间：2024-03-05 作者：网络整理 阅读：1644",
        "作者：未知 责任编辑：周立群",
        "选稿：周立群",
        '<a class="author" href="/u/17">查看TA的文章</a>',
        '<span class="author">立即注册</span>',
        "来源：某某新闻网",
    ],
)
def test_sources_editors_and_buttons_are_nobody(byline: str) -> None:
    text = (byline, *samples.CHINESE)
    assert _author(samples.article_page("图书馆重新开放了", text, site="某某日报")) == ""


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="青石">',
        '<meta property="article:author" content="青石教育">',
        '<script type="application/ld+json">{"@type": "NewsArticle", "author": '
        '{"@type": "Organization", "name": "青石時報"}}</script>',
    ],
)
def test_a_medium_that_is_stated_alone_is_nobody(head: str) -> None:
    page = samples.article_page("图书馆重新开放了", samples.CHINESE, head=head, site="青石新闻")
    assert _author(page) == ""


def test_an_account_that_is_stated_as_an_organisation_is_shown_below_the_headline() -> None:
    head = (
        '<script type="application/ld+json">{"@type": "NewsArticle", "author": '
        '{"@type": "Organization", "name": "正经程序员"}}</script>'
    )
    text = ("正经程序员", *samples.CHINESE)
    page = samples.article_page("图书馆重新开放了", text, head=head, site="掘土")
    assert _author(page) == "正经程序员"


def test_the_owner_of_a_blog_who_is_named_below_the_text() -> None:
    text = (*samples.CHINESE, "本文作者： blademan")
    page = samples.article_page("图书馆重新开放了", text, site="Blademan")
    assert _author(page) == "blademan"
