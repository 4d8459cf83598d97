"""Every setting of the site. What differs between machines comes from the environment.

README.md lists the variables. A wrong value is refused at start-up with one sentence.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from tictactoe_site import environment, logs

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = environment.flag("DEBUG")
SECRET_KEY = environment.secret_key("SECRET_KEY", VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
PUSH_KEY = environment.push_key("PUSH_KEY", VAR_DIR / "push_key")

# ---- where it is served -----------------------------------------------------------------------

LOOPBACK = ("127.0.0.1", "localhost", "::1")
HOST = environment.text("HOST") or "127.0.0.1"
PORT = environment.integer("PORT", 8000, least=1, most=65535)
SHARE_PORT = environment.flag("SHARE_PORT")
SERVER = environment.choice("SERVER", ["UVICORN", "DAPHNE"])
PROCESSES = environment.integer("PROCESSES", 1, least=1, most=1024)
HTTPS = environment.flag("HTTPS")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
PUBLIC_ORIGINS = environment.origins(
    "PUBLIC_ORIGINS", [f"http://127.0.0.1:{PORT}", f"http://localhost:{PORT}"]
)
TRUSTED_PROXIES = environment.networks("TRUSTED_PROXIES")

if HTTPS and not all(origin.startswith("https://") for origin in PUBLIC_ORIGINS):
    raise ImproperlyConfigured("HTTPS needs PUBLIC_ORIGINS that begin with https://.")
if HTTPS and not TRUSTED_PROXIES:
    raise ImproperlyConfigured("HTTPS needs TRUSTED_PROXIES: the proxy that speaks TLS.")
if not HTTPS and any(origin.startswith("https://") for origin in PUBLIC_ORIGINS):
    raise ImproperlyConfigured("PUBLIC_ORIGINS that begin with https:// need HTTPS=true.")
if DEBUG and (HTTPS or PROCESSES > 1 or HOST not in LOOPBACK):
    raise ImproperlyConfigured(
        "DEBUG shows the site's insides: it needs HOST=127.0.0.1, one process and no HTTPS."
    )
if "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS must name the hosts: links in mails are made of them."
    )

ROOT_URLCONF = "tictactoe_site.urls"
ASGI_APPLICATION = "tictactoe_site.asgi.application"

# ---- what it is made of -----------------------------------------------------------------------

INSTALLED_APPS = [
    # daphne's runserver serves sockets, too; before staticfiles, which has its own. To import it is
    # an eighth of a start (0.26 of 2.0 s, python -X importtime), so only where it serves.
    *(["daphne"] if SERVER == "DAPHNE" else []),
    "tictactoe_site.apps.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "servestatic",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "accounts",
    "games",
]

# The innermost knows no event loop, and so Django runs all of them in the page's thread. See
# docs/architecture.md for what that earns.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Against BREACH: it pads what it compresses by a random length, forms' tokens are masked anew
    # for each answer, and no cookie goes with a request that another site makes in the background.
    "tictactoe_site.middleware.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "tictactoe_site.middleware.headers_middleware",
    "games.programs.api.problems.problems_middleware",
    "tictactoe_site.middleware.UnavailableMiddleware",
    "tictactoe_site.middleware.nul_middleware",
    "accounts.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.language.language_middleware",  # it asks whose session it is
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "accounts.middleware.visitor_middleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.preferences.context_processor",
                "games.play.notices.context_processors.waiting",
                "games.play.notices.context_processors.source",
            ],
            "builtins": ["tictactoe_site.icons"],
            "libraries": {
                "boards": "games.board.tags",
                "bots": "games.programs.bots.tags",
                "chat": "games.play.chat.tags",
                "client": "games.programs.client.tags",
                "game_page": "games.play.game.tags",
                "game_words": "games.text.tags",
                "duels": "games.learn.puzzles.duel.tags",
                "embeds": "games.programs.embeds.tags",
                "lab": "games.programs.lab.tags",
                "lessons": "games.learn.lessons.tags",
                "mistakes": "games.learn.puzzles.mistakes.tags",
                "navigation": "tictactoe_site.navigation",
                "new_game": "games.play.lobby.tags",
                "offline": "games.play.offline.tags",
                "notice_words": "games.play.notices.tags",
                "push": "games.play.push.tags",
                "profiles": "games.people.profiles.tags",
                "puzzles": "games.learn.puzzles.tags",
                "ratings": "games.compete.ratings.tags",
                "reports": "games.people.moderation.tags",
                "explained": "games.learn.explanation.tags",
                "reviews": "games.learn.review.tags",
                "sharing": "tictactoe_site.sharing",
                "tournaments": "games.compete.tournaments.tags",
                "walks": "games.learn.walks.tags",
                "workshops": "games.programs.workshops.tags",
            },
        },
    },
]

# ---- what it keeps ----------------------------------------------------------------------------

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",  # a deferred one that must write later can be refused
    "timeout": 20,  # seconds to wait for another writer
    # FULL: a move that was acknowledged outlives a power cut.
    "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
}
POSTGRESQL_OPTIONS = {
    # Times in seconds. They are short because all rooms share one thread: while the server is
    # away, each waits for the one before; and it is asked for again soon after it is back.
    "pool": {"min_size": 1, "max_size": 8, "timeout": 2, "reconnect_timeout": 2},
    "connect_timeout": 2,
}

DATABASE = environment.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'tictactoe.sqlite3'}")
USES_SQLITE = DATABASE["ENGINE"] == "django.db.backends.sqlite3"
OPTIONS = SQLITE_OPTIONS if USES_SQLITE else POSTGRESQL_OPTIONS
DATABASE["OPTIONS"] = OPTIONS | DATABASE.get("OPTIONS", {})  # as the URL asks, then as we do
DATABASE["CONN_HEALTH_CHECKS"] = not USES_SQLITE
DATABASE["CONN_MAX_AGE"] = None if USES_SQLITE else 0  # PostgreSQL's are kept in the pool
VAR_DIR.mkdir(mode=0o711, exist_ok=True)  # a cluster's servers, other users, have folders in it
DATABASE["ENGINE"] = "tictactoe_site.sqlite" if USES_SQLITE else "tictactoe_site.postgresql"
if USES_SQLITE:
    environment.keep_private(str(DATABASE["NAME"]))  # it has the keys of sessions
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Both the channel layer and the cache; without it, each process has its own in memory.
REDIS_URL = environment.redis("REDIS_URL")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "tictactoe_site.server.channel_layers.redis_layer.RedisLayer",
            "CONFIG": {"url": REDIS_URL},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},  # seconds
        }
    }
else:
    CHANNEL_LAYERS = {
        "default": {"BACKEND": "tictactoe_site.server.channel_layers.memory_layer.MemoryLayer"}
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # Limits are counted here; the usual 300 entries are soon pushed out by a flood.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

# Kept by each process for itself, whatever is away.
CACHES["here"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "here"}
# What the tag {% cache %} keeps. Apart, so that requests for many pages drive out nothing else.
CACHES["template_fragments"] = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "LOCATION": "template_fragments",
    "OPTIONS": {"MAX_ENTRIES": 2_000},
}

if PROCESSES > 1 and (USES_SQLITE or not REDIS_URL):
    raise ImproperlyConfigured(
        "More than one server process (PROCESSES) needs PostgreSQL in DATABASE_URL "
        "and Redis in REDIS_URL."
    )

# ---- who comes in -----------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.SignInBackend"]
PASSWORD_HASHERS = [
    "accounts.backends.SwiftArgon2Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# django-allauth
ACCOUNT_ADAPTER = "accounts.signin.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "signup": "accounts.signin.forms.SignUpForm",
    "login": "accounts.signin.forms.SignInForm",
    "change_password": "accounts.signin.forms.ChangePasswordForm",
    "set_password": "accounts.signin.forms.SetPasswordForm",
    "reset_password": "accounts.signin.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.signin.forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.signin.forms.ReauthenticateForm",
    "add_email": "accounts.signin.forms.AddEmailForm",
}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# Sign-up says the same of a known and of an unknown address; whoever reads its mail confirms it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest is signed in, and may sign up or in
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # seconds
# The accounts application counts sign-ins itself, with limits that back off. Sign-ups are counted
# by address: a class of 60 shares one, and comes within a minute.
SIGN_UPS_PER_ADDRESS = environment.integer("SIGN_UPS_PER_ADDRESS", 100, least=1)  # in a minute
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": None,
    "confirm_email": None,  # MAIL_PER_MAILBOX limits it, and counts only what could be sent
    "reset_password": "20/m/ip",
    "signup": f"{SIGN_UPS_PER_ADDRESS}/m/ip,{3 * SIGN_UPS_PER_ADDRESS}/h/ip",
}
GUESTS_PER_ADDRESS = environment.integer("GUESTS_PER_ADDRESS", 300, least=1)  # in an hour

# The second step of signing in: codes from an app. Everybody may have it; staff may have to.
STAFF_SECOND_FACTOR = environment.flag("STAFF_SECOND_FACTOR", HTTPS)
MFA_ADAPTER = "accounts.signin.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.signin.forms.CodeForm",
    "reauthenticate": "accounts.signin.forms.CodeAgainForm",
    "activate_totp": "accounts.signin.forms.FirstCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_TOLERANCE = 1  # codes before and after: clocks differ, and typing takes its time
MFA_RECOVERY_CODES_SHOW_ONCE = True
# This locks nobody out: an address belongs to the account that has confirmed it.
MFA_ALLOW_UNVERIFIED_EMAIL = True

vars().update(environment.email("EMAIL_URL", "consolemail://"))
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL") or "tictactoe@localhost"

# ---- what keeps it safe -----------------------------------------------------------------------

CSRF_TRUSTED_ORIGINS = PUBLIC_ORIGINS
COOKIE_PREFIX = "__Host-" if HTTPS else ""  # browsers refuse the prefix without TLS
SESSION_ENGINE = "accounts.signin.sessions"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_AGE = 90 * 24 * 3600  # seconds since the last visit: a guest has nothing else
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True  # scripts take the token from the page's form
CSRF_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "tictactoe_site.messages.MessageStorage"
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Not ours to decide: subdomains and preloading (W005, W021) belong to the domain's owner, and
# the proxy that speaks TLS redirects to it (W008).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "tictactoe_site.errors.csrf_failure"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["workers"],  # addresses of scripts alone, see static/js/workers.js
    },
}

CONTACT = environment.contact("CONTACT")
SECURITY_CONTACT = environment.contact("SECURITY_CONTACT")
SOURCE_URL = environment.web_address("SOURCE_URL")
# Figures for operators, told on this machine only; 0 tells nobody.
METRICS_PORT = environment.integer("METRICS_PORT", 0, most=65535)

# For tests and development: notifications also go to push services on this machine, without TLS.
PUSH_TO_LOOPBACK = environment.flag("PUSH_TO_LOOPBACK")
if PUSH_TO_LOOPBACK and HTTPS:
    raise ImproperlyConfigured("PUSH_TO_LOOPBACK is for development, not for HTTPS=true.")

# Limits at the server's edge; the sizes and times are in tictactoe_site/server/.
# Whoever has a session or a token is limited by that. What an address may have is a ceiling against
# floods, above what a class of 60 needs: pages with a socket each, one more of each browser for
# notices, both anew with every page.
CONNECTIONS_PER_ADDRESS = environment.integer("CONNECTIONS_PER_ADDRESS", 400, least=1)  # for pages
SOCKETS_PER_ADDRESS = environment.integer("SOCKETS_PER_ADDRESS", 400, least=1)
HANDSHAKES_PER_ADDRESS = environment.integer(
    "HANDSHAKES_PER_ADDRESS", 1_200, least=1
)  # back in 30 s
SOCKET_MESSAGES_A_SECOND = environment.integer("SOCKET_MESSAGES_A_SECOND", 10, least=1)
# Five pages, and the one that brings notices to all of them.
SOCKETS_PER_USER = environment.integer("SOCKETS_PER_USER", 6, least=1)
SOCKETS_PER_BOT = environment.integer("SOCKETS_PER_BOT", 9, least=1)  # events, and eight games
# Clients of workshops, by whatever transport: a class comes from one address.
WORKSHOP_CLIENTS_PER_ADDRESS = environment.integer("WORKSHOP_CLIENTS_PER_ADDRESS", 200, least=1)

# ---- how it plays -----------------------------------------------------------------------------

CLAIM_AFTER_SECONDS = environment.integer("CLAIM_AFTER_SECONDS", 30, most=3600)  # of absence
COMPUTER_DELAY_MS = environment.integer("COMPUTER_DELAY_MS", 150, most=10_000)
# Proofs of open first cells (games.learn.fairness). At home a visit should keep no machine busy.
IDLE_PROOFS = environment.flag("IDLE_PROOFS", HTTPS)

# Whether the site announces arenas of its own each day: by default where it is public.
DAILY_ARENAS = environment.flag("DAILY_ARENAS", HTTPS)

# Whether a server loads the computer's players when it starts, so that nobody waits for them.
WARM_ENGINE = environment.flag("WARM_ENGINE", True)

# ---- how it speaks ----------------------------------------------------------------------------

# Under their own names, by which their speakers find them. docs/words.md says how one is added.
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("cs", "Čeština"),
    ("zh-hans", "简体中文"),
    ("ja", "日本語"),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["tictactoe_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = Path(environment.text("STATIC_ROOT") or BASE_DIR / "staticfiles")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tictactoe_site.static_files.storage.HashedStaticFiles"
    },
}
SERVESTATIC_MINIFY = True  # what is stored compressed, by rjsmin and rcssmin: white space only

LOG_LEVEL = environment.choice("LOG_LEVEL", ["INFO", "DEBUG", "WARNING", "ERROR"])
LOGGING = logs.configuration(LOG_LEVEL)
