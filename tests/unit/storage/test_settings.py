"""Settings: all problems at once, secrets never shown."""

import stat
from ipaddress import ip_network
from pathlib import Path

import pytest

from storage.errors import SettingsError
from storage.setting_fields import bounds_of, decimal_text
from storage.settings import PREFIX, Settings, known_settings

BOUNDS = {
    name: bounds for name, declared in known_settings().items() if (bounds := bounds_of(declared))
}
DOCUMENT = Path(__file__).parents[3] / "docs" / "settings.md"


def test_without_variables_everything_is_embedded_below_home(tmp_path: Path) -> None:
    settings = Settings.from_mapping({"NEWSLOOM_HOME": str(tmp_path), "PATH": "/bin"})
    stores = (settings.database_url, settings.queue_url, settings.state_url, settings.documents_url)
    assert all(url.startswith((f"sqlite://{tmp_path}/", f"local://{tmp_path}/")) for url in stores)
    assert settings.database_url == f"sqlite://{tmp_path}/newsloom.db"


def test_every_bad_variable_is_named_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(
            {
                "NEWSLOOM_WEB_PORT": "eighty",
                "NEWSLOOM_CONCURENCY": "8",
                "NEWSLOOM_QUEUE_URL": "amqp://user:hidden@host",
                "NEWSLOOM_ALLOW_NETWORKS": "10.0.0.0/99",
                "NEWSLOOM_LOG_LEVEL": "LOUD",
                "NEWSLOOM_LOOKUP_PACE_SECONDS": "-1",
            }
        )
    text = str(caught.value)
    for name in (
        "WEB_PORT",
        "CONCURENCY",
        "QUEUE_URL",
        "ALLOW_NETWORKS",
        "LOG_LEVEL",
        "LOOKUP_PACE_SECONDS",
    ):
        assert f"NEWSLOOM_{name}" in text
    assert "hidden" not in text
    assert len(caught.value.problems) == 6


def test_a_misspelt_name_is_named_with_the_setting_that_was_meant() -> None:
    with pytest.raises(
        SettingsError,
        match=r"NEWSLOOM_CONCURENCY is not a setting. Do you mean NEWSLOOM_CONCURRENCY\?",
    ):
        Settings.from_mapping({"NEWSLOOM_CONCURENCY": "8"})
    with pytest.raises(SettingsError, match=r"NEWSLOOM_ZZZ is not a setting. docs/settings.md"):
        Settings.from_mapping({"NEWSLOOM_ZZZ": "8"})


@pytest.mark.parametrize("name", ["OTLP_SHARE", "REVISIT_AGES_OFTEN", "SEEN_ERROR_RATE"])
def test_a_former_setting_that_is_a_constant_now_is_named_as_such(name: str) -> None:
    with pytest.raises(
        SettingsError, match=rf"^NEWSLOOM_{name} is no longer a setting: .*\. Remove it\."
    ):
        Settings.from_mapping({f"NEWSLOOM_{name}": "1"})


def test_a_secret_may_be_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("from the file\n")
    (tmp_path / "empty").write_text("")
    settings = Settings.from_mapping(
        {
            "NEWSLOOM_SECRET_KEY_FILE": f"{tmp_path}/key",
            "NEWSLOOM_SMTP_URL_FILE": f"{tmp_path}/empty",
        }
    )
    assert (settings.secret_key, settings.smtp_url) == ("from the file", "")


def test_a_former_name_of_a_setting_is_still_read(tmp_path: Path) -> None:
    secret = tmp_path / "seen_url"
    secret.write_text("redis://:hidden@host\n")
    by_value = Settings.from_mapping({"NEWSLOOM_SEEN_URL": "redis://:hidden@host"})
    by_file = Settings.from_mapping({"NEWSLOOM_SEEN_URL_FILE": str(secret)})
    assert by_value.state_url == by_file.state_url == "redis://:hidden@host"


@pytest.mark.parametrize("ending", ["", "_FILE"])
def test_a_former_name_beside_the_new_one_is_refused(tmp_path: Path, ending: str) -> None:
    given = {f"NEWSLOOM_SEEN_URL{ending}": "a", "NEWSLOOM_STATE_URL": "redis://:hidden@host"}
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(given)
    assert "NEWSLOOM_SEEN_URL is the former name of NEWSLOOM_STATE_URL" in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_a_file_of_a_secret_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "url").write_text("mysql://user:hidden@[host")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping(
            {
                "NEWSLOOM_DATABASE_URL_FILE": f"{tmp_path}/url",
                "NEWSLOOM_SECRET_KEY_FILE": f"{tmp_path}/missing",
                "NEWSLOOM_METRICS_TOKEN_FILE": f"{tmp_path}/binary",
                "NEWSLOOM_SMTP_URL_FILE": f"{tmp_path}/url",
                "NEWSLOOM_SMTP_URL": "smtp://host",
                "NEWSLOOM_WEB_PORT_FILE": f"{tmp_path}/url",
            }
        )
    text = str(caught.value)
    assert "hidden" not in text
    for says in (
        "NEWSLOOM_DATABASE_URL has an invalid host",
        "missing', which cannot be read: No such file",
        "binary', which cannot be read: it is not text",
        "NEWSLOOM_SMTP_URL and NEWSLOOM_SMTP_URL_FILE are both set",
        "NEWSLOOM_WEB_PORT_FILE is not a setting",
    ):
        assert says in text


def test_values_are_read() -> None:
    settings = Settings.from_mapping(
        {
            "NEWSLOOM_ALLOW_NETWORKS": "127.0.0.0/8, fd00::/8",
            "NEWSLOOM_ALLOWED_HOSTS": "a.example, b.example",
        }
    )
    assert settings.allow_networks == (ip_network("127.0.0.0/8"), ip_network("fd00::/8"))
    assert settings.deny_networks == (ip_network("168.63.129.16/32"),)
    assert settings.allowed_hosts == ("a.example", "b.example")


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("1h,6h,1d", (3600, 21600, 86400)),
        (" 5S , 2m ", (5, 120)),
        ("", ()),
        ("366d", (31_622_400,)),
    ],
)
def test_ages_are_read(text: str, ages: tuple[int, ...]) -> None:
    assert Settings.from_mapping({"NEWSLOOM_REVISIT_AGES": text}).revisit_ages == ages


@pytest.mark.parametrize(
    "text", ["1", "1h,1h", "6h,1h", "60m,1h", "0h", "1w", "-1h", "367d", "1h 6h", "1h;6h", "١h"]
)
def test_ages_that_are_not_clear_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(
        SettingsError, match=r"NEWSLOOM_REVISIT_AGES is .*in ascending order.*such as 1h,6h,1d,30d"
    ):
        Settings.from_mapping({"NEWSLOOM_REVISIT_AGES": text})


def test_more_than_twelve_ages_are_refused() -> None:
    with pytest.raises(SettingsError, match="up to 12 ages"):
        Settings.from_mapping(
            {"NEWSLOOM_REVISIT_AGES": ",".join(f"{number}h" for number in range(1, 14))}
        )


def test_denied_networks_are_added_to_the_default() -> None:
    settings = Settings.from_mapping({"NEWSLOOM_DENY_NETWORKS": "8.8.8.0/24, 168.63.129.16/32"})
    assert settings.deny_networks == (ip_network("168.63.129.16/32"), ip_network("8.8.8.0/24"))


def test_secrets_are_not_in_the_representation() -> None:
    settings = Settings.from_mapping(
        {"NEWSLOOM_DATABASE_URL": "mysql://u:hidden@h/n", "NEWSLOOM_SECRET_KEY": "hidden-too"}
    )
    assert "hidden" not in repr(settings)


def test_the_lines_after_the_first_one_are_former_secrets(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("new\n  old \n\nolder\n")
    settings = Settings.from_mapping({"NEWSLOOM_SECRET_KEY_FILE": f"{tmp_path}/key"})
    assert settings.secret() == "new"
    assert settings.former_secrets() == ("old", "older")
    one = Settings(secret_key=" with blanks ")
    assert (one.secret(), one.former_secrets()) == (" with blanks ", ())


def test_a_generated_secret_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "new")
    assert len(settings.secret()) > 40
    assert settings.secret() == Settings(home=tmp_path / "new").secret()
    assert stat.S_IMODE((tmp_path / "new" / "secret_key").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, f"{low - 1}") for name, (low, _) in BOUNDS.items()),
        *((name, decimal_text(high * 2)) for name, (_, high) in BOUNDS.items()),
        *(
            (name, text)
            for name in ("lookup_pace_seconds", "tick_seconds", "web_port")
            for text in ("nan", "inf", "-inf")
        ),
        ("retention_days", "999999999"),
        ("lead_seconds", "99999999999999"),
    ],
)
def test_a_number_out_of_bounds_is_named(name: str, value: str) -> None:
    with pytest.raises(
        SettingsError, match=f"^{PREFIX}{name.upper()} is .*(enter a number|enter a whole number)"
    ):
        Settings.from_mapping({f"{PREFIX}{name.upper()}": value})


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_themselves_are_taken_and_documented(name: str) -> None:
    low, high = BOUNDS[name]
    for value in (low, high):
        read = Settings.from_mapping({f"{PREFIX}{name.upper()}": decimal_text(value)})
        assert value in (getattr(read, name, None), *vars_of_features(read))
    [row] = [
        line
        for line in DOCUMENT.read_text().splitlines()
        if line.startswith(f"| `{PREFIX}{name.upper()}`")
    ]
    assert f"{decimal_text(low)} to {decimal_text(high)}" in row


def vars_of_features(settings: Settings) -> list[object]:
    return [value for each in settings.of_features for value in vars(each).values()]


def test_every_number_has_bounds() -> None:
    defaults = {name: field.default for name, field in known_settings().items()}
    assert {name for name, default in defaults.items() if isinstance(default, int | float)} == set(
        BOUNDS
    )


@pytest.mark.parametrize(
    ("name", "url", "says"),
    [
        ("QUEUE_URL", "redis://[bad", "must start with sqlite:// or beanstalkd://"),
        ("QUEUE_URL", "beanstalkd://[hidden", "invalid host or port"),
        ("QUEUE_URL", "beanstalkd://host:99999", "invalid host or port"),
        ("QUEUE_URL", "beanstalkd://hid-a:11300,hid-b:11300", "Name one of them, as in"),
        ("QUEUE_URL", "beanstalkd://hid-a,hid-b", "names several Beanstalkds"),
        ("QUEUE_URL", "sqlite://queue.db", "absolute path, as in sqlite:///"),
        ("STATE_URL", "local://relative/seen", "absolute path, as in local:///"),
        ("STATE_URL", "redis://:hid/den@host", "%2F"),
        ("STATE_URL", "redis", "must start with local:// or redis://"),
        ("STATE_URL", "redis+cluster://:hidden@a,b:99999", "invalid host or port"),
        ("STATE_URL", "redis+sentinel://:hidden@a:1,b:99999/m", "invalid host or port"),
        ("DATABASE_URL", "sqlite://relative.db", "absolute path"),
        ("DATABASE_URL", "mysql://u:hidden@[host/n", "invalid host or port"),
        ("DOCUMENTS_URL", "elasticsearch://u:hidden@[bad", "invalid host or port"),
    ],
)
def test_an_address_that_cannot_be_read_is_named_without_its_secrets(
    name: str, url: str, says: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping({f"{PREFIX}{name}": url, f"{PREFIX}WEB_PORT": "0"})
    assert len(caught.value.problems) == 2
    assert f"{PREFIX}{name} " in str(caught.value)
    assert says in str(caught.value)
    assert "hid" not in str(caught.value)


def test_several_nodes_of_elasticsearch_are_one_address() -> None:
    url = "elasticsearch://u:p@host:9200,host2:9200/newsloom"
    assert Settings.from_mapping({"NEWSLOOM_DOCUMENTS_URL": url}).documents_url == url


@pytest.mark.parametrize("below", ["file/home", "file"])
def test_a_home_that_cannot_be_used_is_one_sentence(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    settings = Settings(home=tmp_path / below)
    for use in (settings.secret, settings.folder, lambda: settings.folder("log")):
        with pytest.raises(SettingsError, match=r"NEWSLOOM_HOME is .*cannot be created or used"):
            use()


def test_an_embedder_is_a_word_or_a_server_with_its_model() -> None:
    for given in ("auto", "NONE", ""):
        assert Settings.from_mapping({"NEWSLOOM_EMBEDDER": given}).embedder in ("auto", "none")
    server = {"NEWSLOOM_EMBEDDER": "http://gpu.example:8080/v1"}
    with pytest.raises(SettingsError, match="NEWSLOOM_EMBEDDER_MODEL"):
        Settings.from_mapping(server)
    named = Settings.from_mapping({**server, "NEWSLOOM_EMBEDDER_MODEL": "bge-m3"})
    assert (named.embedder, named.embedder_model) == ("http://gpu.example:8080/v1", "bge-m3")
    for bad in ("package", "ftp://host/v1", "http://", "http://user:hidden@host/v1"):
        with pytest.raises(SettingsError, match="NEWSLOOM_EMBEDDER "):
            Settings.from_mapping({"NEWSLOOM_EMBEDDER": bad, "NEWSLOOM_EMBEDDER_MODEL": "m"})


def test_settings_of_a_feature_that_is_off_count_for_nothing() -> None:
    given = {"NEWSLOOM_RENDER_PAGES": "many", "NEWSLOOM_RENDER_SECONDS": "30"}
    with pytest.raises(SettingsError, match=r"^NEWSLOOM_RENDER_PAGES is 'many': enter a whole"):
        Settings.from_mapping(given)
    off = Settings.from_mapping(given | {"NEWSLOOM_FEATURES": "all,-rendering"})
    assert vars_of_features(off).count(30) == 0
    with pytest.raises(SettingsError, match=r"RENDER_PAGE is not a setting. Do you mean"):
        Settings.from_mapping({"NEWSLOOM_RENDER_PAGE": "1", "NEWSLOOM_FEATURES": "none"})


def test_nothing_is_refused_as_unknown_that_a_broken_feature_may_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("storage.settings.feature_settings", lambda: {"maps": None})
    assert Settings.from_mapping({"NEWSLOOM_MAP_TILES": "1"}).of_features == ()
