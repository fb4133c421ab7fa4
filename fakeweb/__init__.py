"""A fake web for tests and the demo: a small invented web in six languages, on one loopback port.

It serves some ninety well-behaved hosts and thirty that misbehave: news sites and blogs in six
layouts and six encodings, shells that hold their articles in a script's state, forums in the markup
of six engines, three news search engines. It publishes over time. It keeps a ledger of what it
published and a log of its requests, so that you can compare a crawl with the truth.

Start it::

    python -m fakeweb --port 8800 --seed 7 --rate 3      # prints "ready http://127.0.0.1:8800" when
        it listens

    with FakeWeb.start(seed=7, stock=20, rate=3) as web:    # as a process of its own, on a free
        port web.address("harbour-times")                        #
        http://harbour-times.localhost:PORT/ report = compare(web.ledger(), documents)

The Host header selects the host; hosts are called ``<name>.localhost``. Names below ``localhost``
are not resolved on every system: a client has to send them to 127.0.0.1 itself, or use the port as
an HTTP proxy (requests in absolute form are understood).

Texts depend only on the seed, the host and the article's number; only times are real. Each title
carries a number and each text a marker word (a name of three characters, or an invented word) that
no other article has. Chinese, Japanese, German and Spanish pages print local time (+8, +9, +1, +1),
English ones UTC; the ledger is in UTC.

Options (see ``Options``): ``stock`` articles per host at the start, ``rate`` new ones per second
over all well-behaved hosts, ``limit`` of new ones, ``events`` if sites shall report shared events,
``sites`` to serve only some hosts. 20,000 articles for a benchmark: ``FakeWeb.start(stock=5000,
sites=["plain-01", "plain-02", "plain-03", "plain-04"])``; texts are made on demand.

Control, at ``control.localhost`` or below ``/_control/`` on any host, in JSON:

    GET  /ledger[?bodies=0]    every article and thread: url, alternatives, title, paragraphs or
                               posts, marker, times; ``expected`` says whether a correct crawler
                               stores it: yes, no, either
    GET  /requests[?host=]     every request: time, host, path, status, user agent, conditional
        headers
    GET  /sources              sources: channel, address, patterns, keywords, result_parser,
        selectors, tags, faulty
    POST /misbehave?host=&kind=[&path=][&amount=][&state=off]    kinds: see faults.py
    POST /redesign?host=       the host uses another layout from now on
    POST /publish?host=[&count=]    POST /reply?host=&thread=[&count=]    POST /pause    POST
        /resume

Dedicated hosts (table in hosts.py): ``bad-slow bad-drip bad-truncate bad-reset bad-404 bad-410
bad-429 bad-500 bad-chain bad-loop bad-bomb bad-pdf bad-octet bad-length bad-private`` spoil their
articles but not their lists; ``endless`` has an endless calendar, ``keep-out`` forbids half of
itself in robots.txt, ``patient`` asks for a delay, ``robots-500`` has no readable robots.txt,
``session-path session-query session-php`` put a new session id into every link, ``twins`` shows
each article under four addresses, ``rubbish`` has a broken feed. ``gate-*`` show something else in
place of their articles (see gates.py). So do ``feed-*``, whose feeds have the texts; of
``feed-soft-404`` they do not count, because its pages say that the articles are gone.

Still hosts have at most six articles, the last of them five days old, and publish nothing over
time. Each is easily misread: ``andes-wire tongxun-she`` write source, date and author on one line,
``new-teasers old-teasers`` show ten teasers with another date, ``next-data next-stream nuxt-list
nuxt-function apollo-cache redux-state json-ld-text`` are shells, ``hidden-boxes yincang dingtie
drawers`` hold hidden boxes, ``plus-one dingtie`` have equal replies, ``hudson-sheet
wenhua-qiaobao`` print the time of a zone that only their source names.

A feed has the newest 50 articles; a search engine knows the hosts named for it. ``/sources`` has
enough sources to reach every article of every well-behaved host.
"""
