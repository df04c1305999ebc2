"""`python -m tests.clients.generate` writes the generated modules of clients/python."""

from __future__ import annotations

import json

from api.app import openapi_document
from tests.checkout import ROOT
from tests.clients.generate.calls import calls
from tests.clients.generate.structs import structs
from tests.clients.generate.synchronous import synchronous

PACKAGE = ROOT / "clients" / "python" / "kronika_client"


def generated() -> dict[str, str]:
    """The text of each generated module, by its name."""
    document = json.loads(openapi_document())
    version = f'"""The version of the service that this client was made with."""\n\nVERSION = "{document["info"]["version"]}"\n'
    return {
        "models.py": structs(document),
        "api.py": calls(document),
        "version.py": version,
        "synchronous.py": synchronous((PACKAGE / "client.py").read_text()),
    }


if __name__ == "__main__":
    for name, text in generated().items():
        (PACKAGE / name).write_text(text)
