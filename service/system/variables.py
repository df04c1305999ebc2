"""The variables of the environment that `service.system.settings` reads."""

from __future__ import annotations

from typing import NamedTuple


class BadSetting(Exception):
    """An invalid setting; the message is one sentence for the operator."""


class Variable(NamedTuple):
    """One variable. `default` is empty where the variable is not set by default."""

    name: str
    default: str
    about: str


VARIABLES = (
    Variable("KRONIKA_HOST", "127.0.0.1", "Address to listen on."),
    Variable("KRONIKA_PORT", "8000", "Port to listen on."),
    Variable(
        "KRONIKA_DATA",
        ".kronika",
        "Folder of the keys, of `heads.db` and `witnessed.db`, of the log of logs (`log`), of the nightly data sets "
        "(`datasets`) and of the default database.",
    ),
    Variable(
        "KRONIKA_DATABASE",
        "",
        "`sqlite:///PATH` (four slashes for an absolute path) or `postgresql://USER:PASSWORD@HOST/DATABASE`, with several hosts "
        "if you like. If it is not set: `kronika.db` in the data folder.",
    ),
    Variable(
        "KRONIKA_DATABASE_DIRECT",
        "",
        "The same PostgreSQL database, past a pool in transaction mode: notifications and locks need sessions.",
    ),
    Variable(
        "KRONIKA_DATABASE_READ",
        "",
        "Streaming standbys of the same PostgreSQL database that answer reads: an address with one or more hosts, or several "
        "addresses separated by blanks.",
    ),
    Variable(
        "KRONIKA_SECRET_KEY",
        "",
        "32 bytes in base64 that encrypt hidden values at rest. If it is not set: `secret.key` in the data folder.",
    ),
    Variable(
        "KRONIKA_ORIGIN",
        "kronika",
        "Host name in every game's signed origin, in ASCII. It cannot be changed later in existing games.",
    ),
    Variable(
        "KRONIKA_ORIGIN_URL",
        "",
        "Address under which clients reach the service, such as `https://games.example.org`: one origin, with `https`, or `http` "
        "and the host `localhost`. Link previews and oEmbed name it. If it is not set: `http://`, the address and port to listen "
        "on, with `localhost` in place of loopback and of all addresses.",
    ),
    Variable(
        "KRONIKA_ACCOUNTS",
        "on",
        "`off` leaves out accounts. They need `KRONIKA_ORIGIN_URL`, or a service that listens on loopback only, because passkeys "
        "belong to one origin; its host has to be a name, not an IP address.",
    ),
    Variable(
        "KRONIKA_HOOKS",
        "",
        "Networks that webhooks made by `kronika hook add` may reach beside public addresses, at any port and by http, such as "
        "`127.0.0.0/8,10.1.0.0/16`.",
    ),
    Variable(
        "KRONIKA_LIMITS",
        "default",
        "How much one client may ask for: `default`, `off`, or rates such as `actions=50/s,games=60/m,costly=10/s`.",
    ),
    Variable(
        "KRONIKA_PROXIES",
        "",
        "Addresses or networks of proxies whose `Forwarded` or `X-Forwarded-For` is believed, separated by commas.",
    ),
    Variable("KRONIKA_WORKERS", "2", "Worker processes."),
    Variable(
        "KRONIKA_THREADS",
        "32",
        "Threads per worker. Exports use at most half of them, those of one client a quarter.",
    ),
    Variable(
        "KRONIKA_STREAMERS", "", "Ignored: it counted processes that held streams; workers hold them now."
    ),
    Variable(
        "KRONIKA_STREAMS",
        "1000000",
        "Streams of all clients together; the default is more than there are descriptors. Beyond the limit, the client "
        "with the most streams loses its oldest one, which can resume. Each worker enforces its share, rounded up.",
    ),
    Variable("KRONIKA_STREAMS_EACH", "1000000", "Streams of one address (IPv6: one /64), in the same way."),
    Variable(
        "KRONIKA_WITNESSES",
        "",
        "Witnesses that this service asks to cosign its logs: pairs `VKEY URL`, separated by commas.",
    ),
    Variable(
        "KRONIKA_QUORUM",
        "",
        "How many of these witnesses new games promise for the log of logs. If it is not set: none.",
    ),
    Variable(
        "KRONIKA_WITNESSED",
        "",
        "Services whose logs this service cosigns: their verifier keys, separated by blanks.",
    ),
    Variable(
        "KRONIKA_CONTACT",
        "",
        "Whom developers write to, in the OpenAPI document: an e-mail address, or a web address that begins with https://.",
    ),
    Variable(
        "KRONIKA_ANALYSIS_DAYS",
        "90",
        "Days after which an analysis that nobody reads or continues is deleted.",
    ),
    Variable(
        "KRONIKA_BOT_TIME",
        "1000",
        "Milliseconds per move of a bot of the kind `search`, at most: in Age of War it moves at once.",
    ),
    Variable(
        "KRONIKA_EMBED",
        "*",
        "Sites that may show games in a frame: `*` (all), `none`, or sites separated by blanks, such as "
        "`https://blog.example https://*.club.example`.",
    ),
    Variable(
        "KRONIKA_CLOCK",
        "",
        "`trust` accepts a clock that is far behind the newest event, or a year ahead of it.",
    ),
    Variable(
        "KRONIKA_LOG",
        "info",
        "Lowest level that is logged, as lines of JSON on standard error: `debug`, `info`, `warning` or `error`.",
    ),
    Variable(
        "KRONIKA_LOG_ADDRESSES",
        "network",
        "What operators read of clients' addresses: `network` (the /24, of IPv6 the /48) or `whole`.",
    ),
    Variable(
        "KRONIKA_LOG_READS",
        "1",
        "Log only one of so many successful reads; all other requests are always logged.",
    ),
    Variable(
        "KRONIKA_ADMIN",
        "",
        "Address and port of the operator's page and of metrics that count private games, too, such as `127.0.0.1:8001`. "
        "If it is not set, there is only the socket `admin.sock` in the data folder.",
    ),
    Variable(
        "KRONIKA_BACKUP",
        "",
        "Where the background worker ships the log, encrypted, every few seconds: a folder, or `s3://BUCKET/PREFIX` with the "
        "usual variables (`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`).",
    ),
    Variable(
        "KRONIKA_PASSPHRASE",
        "",
        "Passphrase of `kronika backup` and `kronika restore`; if it is not set, they ask for it. A continuous back-up needs it "
        "once: for `kronika backup --begin`, or for the first start with `KRONIKA_BACKUP`.",
    ),
    Variable(
        "KRONIKA_TOKEN",
        "",
        "Personal token of the account that `kronika bot` plays for; if it is not set, the bot is a guest.",
    ),
    Variable(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "",
        "Where traces are sent, such as `http://127.0.0.1:4318`; needs `pip install 'kronika[service,tracing]'`.",
    ),
)
"""docs/reference/settings.md is generated from these."""
DEFAULTS = {variable.name: variable.default for variable in VARIABLES}
