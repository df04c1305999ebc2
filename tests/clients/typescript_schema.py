"""Makes the types of clients/typescript, which are not in the repository: `python -m tests.clients.typescript_schema`."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

from api.app import openapi
from tests.checkout import ROOT
from tests.node_packages import packages, run

SCHEMA = ROOT / "clients" / "typescript" / "src" / "schema.ts"
FLAGS = ("--default-non-nullable=false", "--root-types", "--root-types-no-schema-prefix")
REFUSALS = re.compile("[45]..")


def document() -> str:
    """The served document without what the client does not use: it throws every refusal as a `Problem`."""
    served = json.loads(openapi())
    for operations in served["paths"].values():
        for operation in operations.values():
            if "responses" in operation:
                operation["responses"] = _successes(operation["responses"])
    return json.dumps(served)


def generate() -> None:
    with tempfile.TemporaryDirectory(dir=SCHEMA.parents[1]) as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "schema.ts"
        source.write_text(document())
        tool = packages("openapi-typescript") / "openapi-typescript" / "bin" / "cli.js"
        said = run(Path(folder), "node", str(tool), str(source), "-o", str(target), *FLAGS)
        assert target.exists(), said
        target.replace(SCHEMA)


def _successes(responses: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Without the headers, which are the same everywhere."""
    good = {status: response for status, response in responses.items() if not REFUSALS.fullmatch(status)}
    return {
        status: {name: it for name, it in response.items() if name != "headers"}
        for status, response in good.items()
    }


if __name__ == "__main__":
    generate()
