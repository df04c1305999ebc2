"""Types made from the served document let a TypeScript client be checked strictly; Node.js comes from a wheel."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from api.app import openapi
from tests.clients import guide
from tests.node_packages import packages, run

pytestmark = pytest.mark.soak
HERE = Path(__file__).parent / "typescript"
WRONG = {
    "action": ("action.castle", "action.tower"),
    "data": ("event.data.points", "event.data.tower"),
    "type": ('event.type === "fort-captured"', 'event.type === "tower"'),
    "view": ("document.view.players", "document.view.tower"),
    "options": ("options: { neutral_clans: 1 }", "options: { tower: 1 }"),
    "outcome": ('game.outcome?.reason === "stalled"', 'game.outcome?.reason === "tower"'),
}
"""What the client says, and what would be wrong in its place."""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the compiler says of the client and of each wrong one, with types made from the document."""
    folder: Path = tmp_path_factory.mktemp("typescript") / "client"
    shutil.copytree(HERE, folder)
    (folder / "node_modules").symlink_to(packages("typescript"))
    (folder / "openapi.json").write_bytes(openapi())
    asked = guide.arguments("openapi-typescript")
    made = run(folder, "node", "node_modules/openapi-typescript/bin/cli.js", *asked)
    assert (folder / "schema.d.ts").exists(), made
    (folder / "guide.ts").write_text(guide.block("typescript"))
    source = (folder / "play.ts").read_text()
    for name, (right, wrong) in WRONG.items():
        assert right in source
        (folder / f"wrong-{name}.ts").write_text(source.replace(right, wrong))
    return run(folder, "node", "node_modules/typescript/bin/tsc")


def complaints(said: str, file: str) -> list[str]:
    return [line for line in said.splitlines() if line.startswith(f"{file}.ts(")]


def test_the_client_type_checks(said: str) -> None:
    assert [complaints(said, file) for file in ("play", "guide", "schema.d")] == [[], [], []], said


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_client_does_not(said: str, name: str) -> None:
    assert "tower" in "".join(complaints(said, f"wrong-{name}")), said
