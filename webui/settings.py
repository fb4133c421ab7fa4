"""Django's settings, made from ours.

Only this module of the web interface reads the environment.
"""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from storage.database.setup import HASHERS, SECOND_FACTOR_APPS, database_setting, features_of
from storage.settings import Settings

NEWSLOOM = Settings.from_mapping(os.environ)
FEATURES = features_of(NEWSLOOM)
_HERE = Path(__file__).parent

SECRET_KEY = NEWSLOOM.secret()
SECRET_KEY_FALLBACKS = list(NEWSLOOM.former_secrets())
_ORIGIN = urlsplit(NEWSLOOM.web_origin)
ALLOWED_HOSTS = [*NEWSLOOM.allowed_hosts, *([_ORIGIN.hostname] if _ORIGIN.hostname else [])]
DEBUG = False
ROOT_URLCONF = "webui.urls"
DATABASES = {"default": database_setting(NEWSLOOM.database_url)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = True
# The program that starts the web interface sets up logging.
LOGGING_CONFIG = None

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "storage.database",
    *SECOND_FACTOR_APPS,
    "webui.apps.WebuiApp",
    *FEATURES.apps,
    "axes",
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "webui.middleware.NoStoreMiddleware",
    "webui.middleware.ProbeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "webui.request_limits.BodyLimitMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "webui.middleware.ActionMiddleware",
    "webui.middleware.OutageMiddleware",
    "webui.preferences.ZoneMiddleware",
    "webui.accounts.session_expiry.SessionExpiryMiddleware",
    "axes.middleware.AxesMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Each subject keeps its templates beside its views. Shared templates are in
        # webui/templates.
        "DIRS": [
            *sorted(_HERE.glob("*/templates")),
            _HERE / "templates",
            *(folder / "templates" for folder in FEATURES.folders),
        ],
        "OPTIONS": {
            "loaders": [
                ("django.template.loaders.cached.Loader", ["webui.template_loader.Loader"])
            ],
            "context_processors": [
                "django.template.context_processors.request",
                # LANGUAGE_CODE, also in parts of pages that come later.
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "webui.navigation.navigation",
                "webui.preferences.preferences",
            ],
        },
    }
]
FORM_RENDERER = "webui.form_renderer.Renderer"

# Login: argon2 first. Five wrong passwords for one name from one address lock that pair for 15
# minutes; fifty for any names lock the address.
PASSWORD_HASHERS = list(HASHERS)
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# What an app for codes shows beside the name of the user.
OTP_TOTP_ISSUER = "Newsloom"
# How long a link to set a password is valid.
PASSWORD_RESET_TIMEOUT = 72 * 3600
AXES_HANDLER = "webui.accounts.logins.LoginLimits"
AXES_USERNAME_CALLABLE = "webui.accounts.logins.lock_name"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "webui.error_pages.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Shared by all web processes on all machines, for the API's rate limit.
    "shared": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "shared_cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
}
# Own cookie names: several Newslooms on one host name (different ports) must not log each other
# out.
SESSION_COOKIE_NAME = "newsloom_session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_NAME = "newsloom_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "webui.error_pages.csrf_failure"
LANGUAGE_COOKIE_NAME = "newsloom_language"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

# With an origin there is a reverse proxy, whose headers on scheme and client are trusted. Without a
# proxy, a client could set these headers itself.
CSRF_TRUSTED_ORIGINS = [NEWSLOOM.web_origin] if NEWSLOOM.web_origin else []
AXES_CLIENT_IP_CALLABLE = "webui.proxy.client_address" if NEWSLOOM.web_origin else None
if _ORIGIN.scheme == "https":
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [_HERE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
USE_THOUSAND_SEPARATOR = True

# Static files are served from the packages, so that a clone runs without a build step.
STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
MESSAGE_TAGS = {10: "note", 20: "note", 25: "good", 30: "warn", 40: "bad"}
