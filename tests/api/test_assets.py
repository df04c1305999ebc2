"""The page's files: kept for good where they cannot change, asked for at once, compressed."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.pages import modules as page_modules
from api.pages.assets import asset_prefix, files
from api.pages.bundling import COMMENT, FOREIGN, BundleError, dependencies, modules
from api.pages.modules import STATIC
from tests.api.kit import Seated
from tests.node_packages import NODE, packages

ADDRESS = re.compile(r'(?:src|href)="(/static/[^"]+)"')
PRELOADED = re.compile(r'<link rel="modulepreload" href="([^"]+)">')
HTML = {"Accept": "text/html"}


def page(client: FlaskClient, path: str) -> str:
    return client.get(path, headers=HTML).text


@pytest.mark.parametrize("path", ["/", "/new", "/desk", "/games/" + "0" * 32, "/embed/games/" + "0" * 32])
def test_every_file_that_a_page_names_may_be_kept_for_good(client: FlaskClient, path: str) -> None:
    named = ADDRESS.findall(page(client, path))
    assert len(named) > 4
    for one in named:
        answer = client.get(one)
        assert answer.status_code == 200, one
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        name = one.removeprefix(asset_prefix())
        if not name.startswith("linked/"):
            assert answer.data == (STATIC / name).read_bytes()


def test_a_page_asks_for_few_scripts_with_all_that_it_begins_with(client: FlaskClient) -> None:
    preloaded = PRELOADED.findall(page(client, "/games/" + "0" * 32))
    assert preloaded == [f"{asset_prefix()}linked/{name}.js" for name in ("app", "game")]
    there = "".join(client.get(one).text for one in preloaded)
    for module in ("app", "game", "ui", "theatre/timeline", "boards/index"):
        assert there.count(f'"{module}.js"($exported') == 1
    wanted = set(re.findall(r'\$load\("([^"]+)"\)', there))
    assert wanted <= set(re.findall(r'^(?:async )?"([^"]+)"\(\$exported', there, re.MULTILINE))
    assert '"boards/romans.js"($exported' not in there


def test_a_public_games_page_asks_at_once_for_its_board_and_rules(
    client: FlaskClient, game: Seated, private_game: Seated
) -> None:
    begins = [f"{asset_prefix()}linked/{name}.js" for name in ("app", "game")]
    seen = page(client, f"/games/{game.id}/v/2")
    assert PRELOADED.findall(seen) == [*begins, f"{asset_prefix()}linked/boards/age-of-war.js"]
    styles = re.findall(r'<link rel="stylesheet" data-board="([^"]+)" href="([^"]+)">', seen)
    assert styles == [("board.css", f"{asset_prefix()}web/boards/board.css")]
    rules = re.findall(r'<meta name="kronika:ruleset" content="([^"]+)">', seen)
    assert rules == ["age-of-war"]
    for one in (*PRELOADED.findall(seen), *(at for _, at in styles)):
        assert client.get(one).status_code == 200, one
    for untold in (f"/games/{game.id}?spoilers=hide", f"/games/{private_game.id}"):
        assert PRELOADED.findall(page(client, untold)) == begins, "what is played is not told"
        assert "age-of-war" not in page(client, untold)


@pytest.mark.parametrize("path", ["/", "/games/" + "0" * 32, "/embed/games/" + "0" * 32])
def test_a_reader_of_polish_is_sent_its_words_at_once(client: FlaskClient, path: str) -> None:
    words = f"{asset_prefix()}linked/polish.js"
    read = {lang: client.get(path, headers={**HTML, "Accept-Language": lang}) for lang in ("pl-PL", "en-GB")}
    assert words in PRELOADED.findall(read["pl-PL"].text)
    assert words not in PRELOADED.findall(read["en-GB"].text)
    assert "Połączenie wróciło." in client.get(words).text
    assert "Połączenie wróciło." not in "".join(
        client.get(one).text for one in PRELOADED.findall(read["en-GB"].text)
    )
    assert "Accept-Language" in read["pl-PL"].headers["Vary"]


def test_what_each_module_takes_and_gives_is_linked() -> None:
    for name in files():
        if name.startswith("web/") and name.endswith(".js"):
            _is_linked(name)


def _is_linked(name: str) -> None:
    source = files()[name].decode()
    linked = modules([name.removeprefix("web/")])
    assert not re.search(r"^import |\bimport\(\"|import\.meta", linked, re.MULTILINE), name
    assert not re.search(r"^export ", linked, re.MULTILINE), name
    for given in re.findall(
        r"^export (?:async )?(?:const|let|class|function)\*? (\w+)", source, re.MULTILINE
    ):
        given_back = rf"^Object\.assign\(\$exported, {{ .*\b{given}\b.* }}\);$"
        assert re.search(given_back, linked, re.MULTILINE), (name, given)


def test_bundles_lose_comments_and_nothing_else() -> None:
    own = {
        name: [text, COMMENT.sub("", text)]
        for name, text in ((name, content.decode(errors="replace")) for name, content in files().items())
        if name.startswith("web/") and name.endswith(".js") and not name[4:].startswith(FOREIGN)
    }
    script = Path(__file__).with_name("comments.cjs")
    done = subprocess.run(
        [NODE, script, packages("espree")],
        input=json.dumps(own),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert json.loads(done.stdout) == []
    assert sum(len(bare) for _, bare in own.values()) < 0.9 * sum(len(whole) for whole, _ in own.values())
    assert not re.search(r"^\s*//", modules(["gamepage.js"]), re.MULTILINE)


def test_a_page_has_one_style_sheet_with_all_that_it_imports(client: FlaskClient) -> None:
    (address,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page(client, "/"))
    found = client.get(address)
    assert found.mimetype == "text/css"
    assert "@import" not in found.text
    imported = re.findall(r'@import "(.+)";', files()["web/all.css"].decode())
    assert len(imported) > 5
    for name in imported:
        assert files()[f"web/{name}"].decode().splitlines()[-1] in found.text, name
    fonts = re.findall(r'url\("\.\./([^"]+)"\)', found.text)
    assert len(fonts) == 2
    for font in fonts:
        assert f'href="{asset_prefix()}{font}"' in page(client, "/"), "it is preloaded from where it is used"


@pytest.mark.parametrize(
    "line",
    [
        'import x from "./b.js";',
        'import * as b from "./b.js";',
        'import "./b.js";',
        'import { a } from "./b.js"',
        "export let a = 1;",
        "export default a;",
        'export * from "./b.js";',
        'export { a } from "./b.js";',
        "export const { a } = b;",
        "  export const a = 1;",
        "later = import(name);",
    ],
)
def test_what_linking_does_not_know_is_said(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_modules, "WEB", tmp_path)
    (tmp_path / "a.js").write_text(f"const before = 1;\n{line}\n")
    with pytest.raises(BundleError, match=r"^a\.js: ") as said:
        modules(["a.js"])
    assert line.strip() in str(said.value)


def test_modules_that_need_each_other_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_modules, "WEB", tmp_path)
    for name, needs in {"a": "b", "b": "c", "c": "b"}.items():
        (tmp_path / f"{name}.js").write_text(f'import {{ x }} from "./{needs}.js";\n')
    with pytest.raises(BundleError, match=r"b\.js imports c\.js imports b\.js"):
        dependencies("a.js")


def test_a_file_is_compressed_for_who_takes_that(client: FlaskClient) -> None:
    name = f"{asset_prefix()}web/app.js"
    small = client.get(name, headers={"Accept-Encoding": "gzip"})
    whole = client.get(name, headers={"Accept-Encoding": "identity"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in whole.headers
    assert {it.headers["Vary"] for it in (small, whole)} == {"Accept-Encoding"}
    assert gzip.decompress(small.data) == whole.data


@pytest.mark.parametrize(
    "name",
    [
        "0" * 16 + "/web/app.js",
        "MARK/web/nothing.js",
        "MARK/../app.py",
        "MARK/%2e%2e/app.py",
        "MARK/linked/no.css",
        "MARK/linked/no.js",
    ],
)
def test_what_is_not_there_is_not_there_for_good(client: FlaskClient, name: str) -> None:
    answer = client.get("/static/" + name.replace("MARK", asset_prefix().split("/")[2]))
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")


def test_another_content_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    first = asset_prefix()
    monkeypatch.setitem(files(), "web/app.js", b"other")
    assert asset_prefix.__wrapped__() != first
