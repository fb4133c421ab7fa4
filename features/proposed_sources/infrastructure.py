"""Sites that texts link to all the time and that are no sources of news."""

_DOMAINS = {
    "networks, which show what they have to members or to scripts": (
        "facebook.com fb.com instagram.com threads.net twitter.com x.com tiktok.com douyin.com "
        "linkedin.com pinterest.com snapchat.com whatsapp.com wa.me t.me telegram.me telegram.org "
        "discord.com discord.gg weibo.com weibo.cn weixin.qq.com qzone.qq.com vk.com ok.ru line.me "
        "bsky.app"
    ),
    "films and sounds, which have no text": (
        "youtube.com youtu.be vimeo.com twitch.tv spotify.com soundcloud.com bilibili.com b23.tv "
        "podcasts.apple.com music.apple.com"
    ),
    "short addresses, which lead elsewhere": (
        "bit.ly t.co goo.gl tinyurl.com ow.ly buff.ly lnkd.in fb.me is.gd t.cn url.cn dwz.cn "
        "rebrand.ly cutt.ly trib.al dlvr.it amzn.to"
    ),
    "shops, payments and applications": (
        "amazon.com amazon.co.uk amazon.de amazon.fr amazon.co.jp amazon.cn ebay.com taobao.com "
        "tmall.com jd.com aliexpress.com etsy.com paypal.com patreon.com gofundme.com "
        "apps.apple.com itunes.apple.com play.google.com"
    ),
    "tools and references": (
        "google.com google.cn goo.gle bing.com baidu.com archive.org archive.ph archive.is "
        "wikipedia.org wikimedia.org wikidata.org doi.org w3.org creativecommons.org gravatar.com "
        "imgur.com flickr.com dropbox.com github.com mailchi.mp list-manage.com surveymonkey.com"
    ),
}
"""The domains by why they are none, with all their subdomains."""
_ALL = frozenset(domain for domains in _DOMAINS.values() for domain in domains.split())


def is_infrastructure(site: str) -> bool:
    """Return whether a site is never proposed as a source."""
    labels = site.split(".")
    return any(".".join(labels[start:]) in _ALL for start in range(len(labels)))
