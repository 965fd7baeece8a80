"""Django's settings. Values that differ between installations come from the environment."""

from datetime import timedelta

from csp.constants import NONE, SELF
from marshmallow.validate import ContainsOnly, Length, OneOf, Range

from config import machine
from config.broker import broker_settings
from config.database import POSTGRESQL, database_hash, database_settings
from config.env import BASE_DIR, VAR_DIR, env
from config.language import language
from config.logs import logging_settings
from config.proxies import networks
from config.receivers import own_receivers
from config.secret import kept_secret

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "")
SECRET_KEY_IS_OWN = not SECRET_KEY
if SECRET_KEY_IS_OWN:
    SECRET_KEY = kept_secret(VAR_DIR / "secret_key")

# LAN=1 is for a hall: phones reach the laptop by whatever address it has there.
LAN = env.bool("LAN", False)
ALLOWED_HOSTS = ["*"] if LAN else env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "core",
    "api",
    "lexicon",
    "people",
    "games",
    "ratings",
    "desk",
    "tournaments",
    "clubs",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "knox",
    "rules",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
]

MIDDLEWARE = [
    "core.web.request_id.RequestIdMiddleware",
    "core.web.metrics.MetricsMiddleware",
    # What sets headers comes before whatever may refuse.
    "core.web.hosts.HeadersForAnyHost",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "core.web.languages.ReadersLanguage",
    "core.web.bodies.BodyLimitMiddleware",
    "core.web.bodies.CharsetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "lexicon.views.kiosk_lock.KioskLock",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            # Every page has text, and all text can be translated.
            "builtins": ["django.templatetags.i18n"],
            "loaders": [("django.template.loaders.cached.Loader", ["core.web.unindented.Loader"])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "core.web.disk.low_disk_told",
                "core.web.languages.languages_told",
                "desk.installation.elsewhere.elsewhere_told",
            ],
        },
    },
]

# The database

DATABASES = {
    "default": database_settings(
        env.str("DATABASE_URL", ""),
        var_dir=VAR_DIR,
        pooled=env.bool("DATABASE_POOLED", False),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Signing in

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# A whole hall shares one address, so it is the pair of name and address that is locked out.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
OTP_TOTP_ISSUER = "Wallchart"

# What the browser is told. A laptop in a hall speaks plain HTTP; HTTPS_ONLY=1 belongs to a
# server behind a proxy that ends TLS and sets X-Forwarded-Proto itself.

HTTPS_ONLY = env.bool("HTTPS_ONLY", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS_ONLY
# What proxies and Prometheus ask the machines themselves, inside their own network.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
# The check looks for the name of Django's class; `HeadersForAnyHost` is one, and tests look at what
# it sends.
SILENCED_SYSTEM_CHECKS = ["security.W001"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS_ONLY else 0
# How many proxies of our own stand in front and add to X-Forwarded-For whom they saw. The web
# server takes the visitor's address from there; without them nobody is believed about it.
PROXIES = env.int("PROXIES", 0, validate=Range(0, 9))
# The last of them, by its address or network: what anybody else writes there is not believed.
PROXY_ADDRESSES = networks(env.list("PROXY_ADDRESSES", ["127.0.0.1", "::1"]))
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS_ONLY else None
SESSION_ENGINE = "core.web.sessions"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}

# A word list is the largest thing that anybody sends; the forms have limits of their own. Files are
# sent at the desk; elsewhere a body is a form, or a game.
LARGEST_BODY = 65 * 2**20
LARGE_BODIES_UNDER = "/desk/"
# Where programs send files: as JSON, all of which is read at once, so less than at the desk.
LARGEST_JSON = 33 * 2**20
LARGE_JSON_AT = frozenset(
    f"/api/v1/{name}"
    for name in ("word_lists", "imports", "tsh_imports", "tsh_readings", "continued_events")
)
# Where players send photos of slips, by the link of their entry.
LARGEST_PHOTO = 13 * 2**20
PHOTOS_UNDER = "/slip/"
# The same photos in base 64, as programs send them.
LARGEST_PHOTO_JSON = 17 * 2**20
PHOTO_JSON_AT = (
    r"/api/v1/events/[^/]+/divisions/[^/]+/rounds/[0-9]+/claims/[0-9]+/photos"
    r"|/api/v1/players/[^/]+/showing"
)
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**19

# Programs: the address below which they read and write, their tokens, and how much they may ask.

API_UNDER = "/api/v1/"
KNOX_TOKEN_MODEL = "api.Token"  # noqa: S105 - the name of a table
# Its tables are ours (api.models); its migrations are of a table that is not made here.
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_MODEL": KNOX_TOKEN_MODEL, "TOKEN_PREFIX": "wc"}
# A whole hall shares one address.
API_RATES = {
    "token": "600/min",
    "address": "1200/min",
    "rulings": "12/min",
    "words": "60/min",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wallchart",
    "VERSION": "1",
    "DESCRIPTION": "Tournaments, their entries, rounds and results. See docs/api/README.md.",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["api.document.with_components"],
}

# Language and time

# English is in the code; other languages are catalogues in `locale`.
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_CODE = language(env.str("WALLCHART_LANGUAGE", "en"), LOCALE_PATHS[0])
USE_I18N = True
USE_TZ = True
TIME_ZONE = machine.time_zone()

# Static files

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "core.web.static_files.HashedFiles"},
}

# Figures

# Whoever brings this token may read them, such as Prometheus; without one, operators alone.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# Where the web processes of this machine put what they count.
METRICS_DIR = VAR_DIR / "run" / "metrics"

# Background work

BROKER = broker_settings(env.str("REDIS_URL", ""), var_dir=VAR_DIR, kind=machine.broker())
BROKER_IS_OWN = not env.str("REDIS_URL", "")
LIFELINE = machine.lifeline()
DOORBELL = "config.celery.app"
CELERY_BROKER_URL = BROKER.url
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER.transport_options
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False

# What is counted for a while, such as requests to the API: for all machines where they share a
# Redis, else in each process.
CACHES: dict[str, dict[str, object]] = {
    "default": {
        "BACKEND": "core.shared_cache.SharedCache",
        "LOCATION": BROKER.url,
        "KEY_PREFIX": f"wallchart-{database_hash(DATABASES['default'])}",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
    if BROKER.url.startswith(("redis://", "rediss://")) and not BROKER_IS_OWN
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# A worker hears only the doorbell of its own database, whoever else uses the same broker.
CELERY_TASK_DEFAULT_QUEUE = f"wallchart-{database_hash(DATABASES['default'])}"
CELERY_CONTROL_EXCHANGE = f"{CELERY_TASK_DEFAULT_QUEUE}-control"

CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = TIME_ZONE

CELERY_BEAT_SCHEDULER = "core.beat:SteadyScheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "run" / "beat")
# What is done when is told by config.schedule, which only the clock loads.

# The folder in which every event keeps its lifeboat, unless its desk names another one.
LIFEBOAT = env.str("LIFEBOAT", "")

# Receivers of webhooks in the hall's own network, each with its port: nothing else that is not on
# the public internet is ever connected to for an event.
WEBHOOK_RECEIVERS = own_receivers(env.list("WEBHOOK_RECEIVERS", []))

# Mail: to the mail server that is named, else onto the log of the worker, where it can be read.
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_SECURITY = env.str("EMAIL_SECURITY", "starttls", validate=OneOf(["starttls", "tls", "none"]))
EMAIL_USE_TLS, EMAIL_USE_SSL = EMAIL_SECURITY == "starttls", EMAIL_SECURITY == "tls"
EMAIL_PORT = env.int("EMAIL_PORT", {"starttls": 587, "tls": 465, "none": 25}[EMAIL_SECURITY])
EMAIL_HOST_USER = env.str("EMAIL_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_PASSWORD", "")
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", "Wallchart <wallchart@localhost>")

# The word lists of this installation, each under the hash of its words.
LEXICA_DIR = VAR_DIR / "lexica"

# Where the database is a server, other machines may ask it: it has these lists, and what is sent.
FILES_IN_DATABASE = DATABASES["default"]["ENGINE"] == POSTGRESQL

# The public pages of events as files, from which web hosts are fed.
MIRRORS_DIR = VAR_DIR / "mirrors"

# Files that were sent and wait for a worker to read them.
UPLOADS_DIR = VAR_DIR / "uploads"

# The photos of slips that players sent, for the desk alone.
SLIPS_DIR = VAR_DIR / "slips"

# Whether the desk offers the printers that CUPS has on this machine, and the program that makes a
# PDF for them; without a name, a Chromium that is installed is found.
PRINT_DIRECTLY = env.bool("PRINT_DIRECTLY", True)
CHROMIUM = env.str("CHROMIUM", "")

# Backups made at the desk, and those that were sent to be put back.
BACKUPS_DIR = VAR_DIR / "backups"

# Automatic backups: whether they are made, for how many days each is kept, then one a day, and for
# how many weeks one a week.
BACKUPS = env.bool("BACKUPS", True)
BACKUPS_KEPT = env.list(
    "BACKUPS_KEPT", [1, 14, 12], subcast=int, validate=[Length(equal=3), ContainsOnly(range(3651))]
)

# Where the desk and the program behind `start.py up` leave word for one another, whether that
# program is there, and whether the hall may come in.
UPKEEP_DIR = VAR_DIR / "run"
SUPERVISED = env.bool("WALLCHART_SUPERVISED", False)
HALL_FILE = VAR_DIR / "hall"

# The tables as the migrations make them, for databases that begin with them.
MADE_TABLES_DIR = VAR_DIR / "run"

# Locks that the system takes back from whoever dies.
LOCKS_DIR = VAR_DIR / "run"

# Logs

LOG_LINES = "config.log_lines"
LOGGING = logging_settings(
    env.str("LOG_FORMAT", "console" if DEBUG else "json", validate=OneOf(["json", "console"])),
    env.str("LOG_LEVEL", "INFO", validate=OneOf(["DEBUG", "INFO", "WARNING", "ERROR"])),
)
