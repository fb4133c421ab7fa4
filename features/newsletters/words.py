"""What the reader of mails must know of languages; a file a language, as the extractor has them."""

from pathlib import Path

from extractor.languages.tables import WordTables

WORDS = WordTables(
    Path(__file__).parent / "languages",
    {
        "mails.notices": "patterns of what newsletters say of the subscription and of themselves",
        "mails.you": "patterns of words for the reader and the sender, also in long lines of news",
        "mails.reader": "patterns by which a line speaks of the mail itself or of a link in it",
        "mails.first_person": "patterns of words by which the reader speaks: I, me, my",
        "mails.company": "patterns of lines in which a mail names the company that sends it",
        "mails.actions": "patterns of labels of links that act for the reader: confirm, vote",
        "mails.addresses": "patterns of whole parts of addresses under which a reader does that",
    },
)
