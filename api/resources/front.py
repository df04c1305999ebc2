"""The service itself: its pages, its documents, its health."""

from __future__ import annotations

import re
from html import escape
from typing import Annotated, Any

from flask import Response, current_app, request, send_from_directory
from msgspec import UNSET, UnsetType
from swagger_ui_bundle import swagger_ui_path
from werkzeug.exceptions import NotFound

from api.http import problem_kinds, problems
from api.http.compression import with_gzipped_body
from api.http.health import GamesPaused, Health, Paused, live
from api.http.operations import (
    JSON,
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.openapi.prebuilt import compressed
from api.pages import guides, installing
from api.pages.assets import (
    asset,
    files,
    module_preloads,
    packaged_boards_here,
    with_asset_prefix,
)
from api.resources.link_previews import opening
from api.telemetry.metrics import exposition
from domain.meaning import meaning
from domain.rulesets import registry
from domain.table.refusals import Refusal, Refused
from projections.documents import Document
from service.log.transparency.logs import name_of

front = Resource("service", "The service itself: documents, health, metrics.")
PAGE_MODULES = {
    "": ["lobby.js"],
    "games": ["game.js"],
    "new": ["places/newgame.js"],
}
"""Further modules that a page of the web page starts with, by the first segment of its path."""
SWAGGER_FILES = ("swagger-ui.css", "swagger-ui-bundle.js")
OWN_ASSETS_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Scripts come from this service only, and nothing from elsewhere; libraries may set styles."""
STRICT_POLICY = OWN_ASSETS_POLICY.replace(" 'unsafe-inline'", "")
"""The web page sets no style attributes, so they are forbidden."""
APP_POLICY = f"{STRICT_POLICY}; worker-src 'self'; manifest-src 'self'"
"""The web page may be installed; no other page can."""
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "camera",
        "display-capture",
        "geolocation",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)
"""What no page here uses, and no script in one may ask for."""
NAMED = re.compile("[0-9a-f]{32}")
LINKS = {
    "self": "/",
    "openapi": "/openapi.json",
    "docs": "/docs",
    "guides": "/docs/guides",
    "changelog": "/changelog",
    "rulesets": "/v1/rulesets",
    "games": "/v1/games",
    "game": "/v1/games/{id}",
    "analysis": "/v1/games/{id}/analysis",
    "tournaments": "/v1/tournaments",
    "tournament": "/v1/tournaments/{id}",
    "meeting": "/v1/meetings/{id}",
    "log": "/v1/log/checkpoint",
    "datasets": "/v1/datasets",
    "problems": "/problems/{name}",
    "live": "/health/live",
    "ready": "/health/ready",
    "metrics": "/metrics",
}


class NamedLog(Document, frozen=True):
    """A log of logs of the service."""

    origin: Annotated[str, meaning("The name under which its checkpoints are signed.")]
    path: Annotated[str, meaning("The path of its `checkpoint` and `tile/`.")]
    vkey: Annotated[
        str, meaning("The verifier key of its checkpoints. Only what comes from elsewhere can confirm it.")
    ]


class ServiceDocument(Document, frozen=True):
    """The addresses of the service."""

    name: Annotated[str, meaning("The name of the service.")]
    links: Annotated[dict[str, str], meaning("Paths and path templates, by resource.")]
    logs: Annotated[
        tuple[NamedLog, ...],
        meaning("All logs of logs that the service ever had. It writes to the last one."),
    ]
    paused: Paused = UNSET


@front.on("GET", "/", returns={200: Returns("Links.", ServiceDocument, [JSON, "text/html"])})
def get_service(call: Call) -> Response:
    """Read the addresses of the service; a browser gets a page."""
    if _wants_html():
        return web_page()
    logs = tuple(map(_named, kronika().repository.logs.origins()))
    document = ServiceDocument(name="kronika", links=LINKS, logs=logs, paused=_paused())
    return respond(document, Vary="Accept, Accept-Language")


def _paused() -> GamesPaused | UnsetType:
    pause = kronika().repository.restrictions.pause
    return UNSET if pause is None else GamesPaused(reason=pause.reason, lang=pause.lang)


def _named(origin: str) -> NamedLog:
    name = name_of(origin)
    path = f"/v1/log/{name}" if name else "/v1/log"
    return NamedLog(origin=origin, path=path, vkey=kronika().signer.vkey(origin))


def page(name: str, policy: str = OWN_ASSETS_POLICY, head: str = "", main: str = "") -> Response:
    """One of our own pages, with additions to its head and its main part.

    Its files may be cached forever, but not the page itself: after an update it refers to other files, and names in it may have
    been erased.
    """
    text = with_asset_prefix(files()[name].decode()).replace("</head>", f"{head}</head>", 1)
    text = text.replace("</main>", f"{main}</main>", 1)
    response = respond(text.encode(), media_type="text/html; charset=utf-8", Cache_Control="no-cache")
    response.headers["Vary"] = "Accept, Accept-Language"
    response.headers["Content-Security-Policy"] = policy
    response.headers["Permissions-Policy"] = PERMISSIONS
    return response


@front.route("/new")
@front.route("/games/<game:game>")
@front.route("/games/<game:game>/v/<int:version>")
@front.route("/games/<game:game>/cases/<int:dispute>")
@front.route("/games/<game:game>/referee")
@front.route("/tournaments/<game:game>/referee")
@front.route("/meetings/new")
@front.route("/meetings/<game:meeting>")
@front.route("/meetings/<game:meeting>/referee")
@front.route("/desk")
@front.route("/my")
@front.route("/account")
@front.route("/devices")
@front.route("/people/<name>")
@front.route("/tables")
@front.route("/tournaments")
@front.route("/tournaments/new")
@front.route("/tournaments/<game:tournament>")
@front.route("/statistics")
@front.route("/players")
@front.route("/rules")
def web_page(**path: Any) -> Response:
    """The web page. Its script reads the game, version or case to show from the URL."""
    first = PAGE_MODULES.get(request.path.split("/")[1], [])
    game = opening(request.path, request.args.get("spoilers") == "hide")
    head = module_preloads("app.js", *first) + _accounts_here() + packaged_boards_here() + game.head
    response = page("web/index.html", APP_POLICY, head, game.main)
    if NAMED.search(request.path) and not game.head:
        response.headers["X-Robots-Tag"] = "noindex"  # it may be private
    return response


def _accounts_here() -> str:
    """The only origin at which passkeys work, for the page's script; nothing where there are no accounts."""
    settings = kronika().settings
    return f'<meta name="accounts" content="{escape(settings.origin_url)}">' if settings.accounts else ""


front.add_url_rule("/static/<string(length=16):mark>/<path:name>", view_func=asset)
front.add_url_rule("/manifest.webmanifest", view_func=installing.manifest)
front.add_url_rule("/worker.js", view_func=installing.worker)
front.add_url_rule("/favicon.ico", view_func=installing.favicon)
front.add_url_rule("/robots.txt", view_func=installing.robots)


@front.route("/rules/<ruleset>")
def rules_page(ruleset: str) -> Response:
    """The page with a game's rules."""
    if ruleset not in registry():
        raise NotFound
    return web_page()


@front.app_errorhandler(NotFound)
def not_found(error: NotFound) -> Response:
    """No such path. Browsers get the page, which says so; paths below /v1 and all other clients get a problem."""
    if request.method not in ("GET", "HEAD") or request.path.startswith("/v1/") or not _wants_html():
        return problems.http(error)
    missing = web_page()
    missing.status_code = 404
    missing.headers["Cache-Control"] = "private, no-store"
    return missing


def _wants_html() -> bool:
    """Whether the client prefers a page to JSON, as browsers do when somebody opens an address."""
    return request.accept_mimetypes.best_match([JSON, "text/html"]) == "text/html"


@front.on("GET", "/openapi.json", returns={200: Returns("OpenAPI 3.1.")})
def get_openapi(call: Call) -> Response:
    """Read this document."""
    response = respond(b"", Cache_Control="public, max-age=300", Vary="Accept-Encoding")
    return with_gzipped_body(response, compressed(current_app.extensions["openapi"]()))


@front.on("GET", "/docs", returns={200: Returns("A page.", media_types=["text/html"])})
def get_docs(call: Call) -> Response:
    """Try the API in the browser. The page loads nothing from other sites."""
    return page("docs.html")


@front.route("/docs/<path:name>")
def guide(name: str) -> Response:
    """A guide, one of its pictures, or a file of the page above."""
    if name in SWAGGER_FILES:
        return send_from_directory(swagger_ui_path, name, max_age=86400)
    if name in guides.pictures():
        return send_from_directory(guides.DOCS, name, max_age=300)
    if name not in guides.pages():
        raise Refused(Refusal.NOT_FOUND, "There is no such guide; /docs/guides lists them all.")
    title, content = guides.guide(name)
    return page("guide.html", STRICT_POLICY, f"<title>{title} · Kronika</title>", content)


@front.on(
    "GET",
    "/problems/<name>",
    returns={200: Returns("One kind.", problem_kinds.ProblemKind)},
    problems=[Refusal.NOT_FOUND],
)
def get_problem(call: Call, name: str) -> Response:
    """Read what a kind of problem means."""
    found = problem_kinds.problem_kind(name)
    if found is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no such kind. Kinds: {', '.join(problem_kinds.KINDS)}.")
    return respond(found, Cache_Control="public, max-age=300")


@front.on("GET", "/health/live", counts=None, returns={200: Returns("The process responds.", Health)})
def get_live(call: Call) -> Response:
    """Check whether the process responds."""
    return live()


@front.on("GET", "/health/ready", counts=None, returns={200: Returns("The service can work.", Health)})
def get_ready(call: Call) -> Response:
    """Check whether the service can work; 503 otherwise.

    The check writes to the database, at most every two seconds if that works.
    """
    if reasons := kronika().ready():
        return problems.unavailable(*reasons)
    return respond(Health(status="ready", paused=_paused()), Cache_Control="no-store")


@front.on(
    "GET",
    "/metrics",
    counts=None,
    returns={200: Returns("Prometheus text.", media_types=["text/plain"])},
)
def get_metrics(call: Call) -> Response:
    """Read the metrics of all workers together."""
    text, media_type = exposition(*current_app.extensions["metrics"])
    return respond(text, media_type=media_type, Cache_Control="no-store")
