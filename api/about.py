"""The front: what this service is, its documents, its health."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response, current_app, request, send_from_directory
from swagger_ui_bundle import swagger_ui_path
from werkzeug.exceptions import NotFound

from api import guides, problems
from api.assets import addressed, asset, begins_with, files
from api.compression import unpacked
from api.metrics import exposition
from api.operations import JSON, Call, Resource, Returns, answer, kronika
from api.previews import preview
from api.served_document import openapi_packed
from domain.rulesets import registry
from domain.table.refusals import Refusal, Refused
from projections.documents import Document, meaning, one_of
from service.store import StoreUnusable

front = Resource("service", "The service itself: documents, health, figures.")
BEGINS_WITH = {
    "": ["lobby.js"],
    "games": ["game.js"],
    "new": ["newgame.js"],
}
"""The modules that a page of the web page begins with besides the first one, by the first word of its path."""
SWAGGER_FILES = ("swagger-ui.css", "swagger-ui-bundle.js")
OWN_ASSETS = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Scripts come from this service only, and nothing from elsewhere; libraries may set styles."""
STRICT = OWN_ASSETS.replace(" 'unsafe-inline'", "")
"""The web page sets no style attributes, so it may not."""
LINKS = {
    "self": "/",
    "openapi": "/openapi.json",
    "docs": "/docs",
    "guides": "/docs/guides",
    "rulesets": "/v1/rulesets",
    "games": "/v1/games",
    "game": "/v1/games/{id}",
    "analysis": "/v1/games/{id}/analysis",
    "tournaments": "/v1/tournaments",
    "tournament": "/v1/tournaments/{id}",
    "problems": "/problems/{name}",
    "live": "/health/live",
    "ready": "/health/ready",
    "metrics": "/metrics",
}


class ServiceDocument(Document, frozen=True):
    """Where everything is."""

    name: Annotated[str, meaning("What the service is called.")]
    links: Annotated[dict[str, str], meaning("Paths, and templates of paths, by what is there.")]


class Health(Document, frozen=True):
    """That the service works."""

    status: Annotated[str, one_of(["live", "ready"]), meaning("What was asked about.")]


@front.on("GET", "/", returns={200: Returns("Links.", ServiceDocument, [JSON, "text/html"])})
def get_service(call: Call) -> Response:
    """Read where everything is; a browser gets a page."""
    if _for_people():
        return web_page()
    return answer(ServiceDocument(name="kronika", links=LINKS), Vary="Accept, Accept-Language")


def page(name: str, policy: str = OWN_ASSETS, head: str = "", main: str = "") -> Response:
    """One of our own pages, with more for its head and its main part.

    Its files are requested at addresses that may be cached for good. The page itself is not cached: after an update its files
    are elsewhere, and names in it may have been removed.
    """
    text = addressed(files()[name].decode()).replace("</head>", f"{head}</head>", 1)
    text = text.replace("</main>", f"{main}</main>", 1)
    response = answer(text.encode(), media_type="text/html; charset=utf-8", Cache_Control="no-cache")
    response.headers["Vary"] = "Accept, Accept-Language"
    response.headers["Content-Security-Policy"] = policy
    return response


@front.route("/new")
@front.route("/games/<game:game>")
@front.route("/games/<game:game>/v/<int:version>")
@front.route("/games/<game:game>/cases/<int:dispute>")
@front.route("/games/<game:game>/referee")
@front.route("/tournaments/<game:game>/referee")
@front.route("/desk")
@front.route("/my")
@front.route("/tournaments")
@front.route("/tournaments/new")
@front.route("/tournaments/<game:tournament>")
@front.route("/statistics")
@front.route("/players")
@front.route("/rules")
def web_page(**seen: Any) -> Response:
    """The web page: its script reads from the address which game, which version or case of it, is looked at."""
    first = BEGINS_WITH.get(request.path.split("/")[1], [])
    head = begins_with("app.js", *first) + preview(request.path, request.args.get("spoilers") == "hide")
    return page("web/index.html", STRICT, head)


front.add_url_rule("/static/<string(length=16):mark>/<path:name>", view_func=asset)


@front.route("/rules/<ruleset>")
def rules_page(ruleset: str) -> Response:
    """The rules of a game, for people."""
    if ruleset not in registry():
        raise NotFound
    return web_page()


@front.app_errorhandler(NotFound)
def wrong_address(error: NotFound) -> Response:
    """No such path. A browser gets the page, which says so; below /v1, and for all other clients, it is a problem."""
    if request.method not in ("GET", "HEAD") or request.path.startswith("/v1/") or not _for_people():
        return problems.http(error)
    missing = web_page()
    missing.status_code = 404
    missing.headers["Cache-Control"] = "private, no-store"
    return missing


def _for_people() -> bool:
    """Whether a page is wanted rather than JSON, as browsers say when somebody opens an address."""
    return request.accept_mimetypes.best_match([JSON, "text/html"]) == "text/html"


@front.on("GET", "/openapi.json", returns={200: Returns("OpenAPI 3.1.")})
def get_openapi(call: Call) -> Response:
    """Read this document."""
    response = answer(b"", Cache_Control="public, max-age=300", Vary="Accept-Encoding")
    return unpacked(response, openapi_packed())


@front.on("GET", "/docs", returns={200: Returns("A page.", media_types=["text/html"])})
def get_docs(call: Call) -> Response:
    """Try the API in the browser; everything the page needs comes from here."""
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
    return page("guide.html", STRICT, f"<title>{title} · Kronika</title>", content)


@front.on(
    "GET",
    "/problems/<name>",
    returns={200: Returns("One kind.", problems.ProblemKind)},
    problems=[Refusal.NOT_FOUND],
)
def get_problem(call: Call, name: str) -> Response:
    """Read what a kind of problem means."""
    found = problems.explained(name)
    if found is None:
        raise Refused(Refusal.NOT_FOUND, f"There is no such kind; there are {', '.join(problems.KINDS)}.")
    return answer(found, Cache_Control="public, max-age=300")


@front.on("GET", "/health/live", counts=None, returns={200: Returns("The process answers.", Health)})
def get_live(call: Call) -> Response:
    """Ask whether the process answers."""
    return live()


def live() -> Response:
    return answer(Health(status="live"), Cache_Control="no-store")


@front.on("GET", "/health/ready", counts=None, returns={200: Returns("It can work.", Health)})
def get_ready(call: Call) -> Response:
    """Ask whether the service can work; 503 otherwise. It writes something, at most every two seconds while that works."""
    try:
        reasons = kronika().ready()
    except StoreUnusable as error:
        return problems.unavailable(str(error), trouble=error.trouble)
    if reasons:
        return problems.unavailable(*reasons)
    return answer(Health(status="ready"), Cache_Control="no-store")


@front.on(
    "GET",
    "/metrics",
    counts=None,
    returns={200: Returns("Prometheus text.", media_types=["text/plain"])},
)
def get_metrics(call: Call) -> Response:
    """Read the figures of all worker processes together."""
    text, media_type = exposition(current_app.extensions["figures"])
    return answer(text, media_type=media_type, Cache_Control="no-store")
