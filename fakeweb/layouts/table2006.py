"""A news page of 2006: tables in tables, font elements, upper-case tags, indented paragraphs."""

# ruff: noqa: E501 (lines of markup)

from fakeweb.layouts.page import (
    ArticlePage,
    body,
    canonical_link,
    label,
    links,
    meta_charset,
    navigation,
    pager,
    safe,
)


def render(page: ArticlePage) -> str:
    """Return the page as HTML."""
    site, text = page.site, page.text
    indent = "　　" if site.lang.startswith(("zh", "ja")) else "&nbsp;&nbsp;"
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD>{meta_charset(site)}
<TITLE>{safe(text.title)}_{safe(site.title)}</TITLE>{canonical_link(page)}
<STYLE>.f14 {{ font-size: 14px; line-height: 24px }} td {{ font-size: 12px }}</STYLE></HEAD>
<BODY bgcolor="#ffffff" leftmargin=0>
<TABLE width=760 align=center border=0 cellspacing=0><TR>
<TD width=180><A href="/"><B>{safe(site.title)}</B></A></TD>
<TD align=right>{navigation(site, "", " | ")}</TD></TR></TABLE>
<TABLE width=760 align=center border=0 cellpadding=4><TR><TD width=560 valign=top>
<TABLE width="100%" border=0><TR><TD align=center><H1 class="title"><FONT size=4>{safe(text.title)}</FONT></H1></TD></TR>
<TR><TD align=center><FONT color="#666666">{page.date} {label(site, "source")}: {safe(site.title)}
{label(site, "by")}: {safe(text.author)}</FONT></TD></TR>
<TR><TD class="f14" id="zoom">
{body(page, f"<P>{indent}", "</P>")}
</TD></TR><TR><TD>{pager(page)}</TD></TR>
<TR><TD align=right><A href="javascript:window.print()">{label(site, "print")}</A></TD></TR></TABLE>
</TD><TD width=200 valign=top bgcolor="#f4f4f4">
<TABLE width="100%"><TR><TD><B>{label(site, "related")}</B></TD></TR>
{links(page.related, "<TR><TD>·", "</TD></TR>")}
</TABLE></TD></TR></TABLE>
<TABLE width=760 align=center><TR><TD align=center>{navigation(site, "", " - ")}<BR>
&copy; {safe(site.title)} {label(site, "copyright")}</TD></TR></TABLE>
</BODY></HTML>
"""
