"""Whether the hot topics are the events of the hour: made-up events planted into weeks of made-up
everyday news.

    python -m benchmarks.topics [DOCUMENTS_A_DAY]

Everyday documents have words by Zipf's law, fewer at night and on weekends, words of every Monday
morning and of every evening, and now and then a local matter that one site writes about at length.
After four weeks a week follows with planted events (``fakeweb.events``), and then two quiet days.
The benchmark looks for topics every hour. A topic is right if a planted event is behind it: its
words are of the event's reports and of no everyday document.
"""

import sys
import tempfile
from pathlib import Path

from storage.database.setup import set_up_django
from storage.settings import Settings


def main() -> None:
    """Run the benchmark with the number of documents a day that the arguments name."""
    with tempfile.TemporaryDirectory() as home:
        set_up_django(Settings(home=Path(home), database_url=f"sqlite:///{home}/unused.db"))
        # Models can be imported only now that Django is set up.
        from benchmarks.planted_topics import run

        run(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)


if __name__ == "__main__":
    main()
