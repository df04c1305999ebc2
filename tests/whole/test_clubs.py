"""The guide for a club's site is true: members are invited by name where they accept that, and by a link elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from service.operation.app import Kronika, compose
from service.system.settings import Settings
from tests.accounts.kit import person, personal_token
from tests.checkout import ROOT
from tests.running import Server

GUIDE = (ROOT / "docs" / "how-to" / "club.md").read_text()


@pytest.fixture
def kronika(server: Server, folder: Path) -> Iterator[Kronika]:
    """Beside the running service, on its database."""
    origin = f"http://localhost:{server.url.rpartition(':')[2]}"
    settings = Settings(database=f"sqlite:///{folder}/kronika.db", data=folder, origin_url=origin)
    with closing(compose(settings)) as beside:
        yield beside


def test_members_are_invited_by_name_and_by_link(server: Server, kronika: Kronika, tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(program.splitlines()) <= 60
    club, member = person(kronika, "Our club"), person(kronika, "Ada of the club")
    headers = {"Cookie": member.headers["Cookie"], "Sec-Fetch-Site": "same-origin"}
    with httpx.Client(base_url=server.url, timeout=60) as api:
        api.put("/v1/me/settings", json={"invitations": "everybody"}, headers=headers).raise_for_status()
        (tmp_path / "club.py").write_text(program)
        token = personal_token(kronika, club.account, "tables")
        said = subprocess.run(
            [sys.executable, "club.py", member.name, "Bo"],
            cwd=tmp_path,
            env={"KRONIKA_URL": server.url, "KRONIKA_TOKEN": token},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout.splitlines()
        game = re.findall("[0-9a-f]{32}", said[0])[0]
        code = said[1].partition("#")[2] or said[1].rpartition("/")[2]
        assert api.get(f"/v1/games/{game}").status_code == 404
        seats = f"/v1/games/{game}/seats"
        assert api.post(seats, json={}, headers=headers).status_code == 201
        invitation = re.findall("ki_[A-Za-z0-9_-]+", code)[0]
        assert api.post(seats, json={"name": "Bo", "invitation": invitation}).status_code == 201
        read = api.get(f"/v1/games/{game}", headers={"Authorization": f"Bearer {token}"}).json()
    assert [row["account"] and row["account"]["name"] for row in read["seats"]] == [member.name, None]
    assert read["viewer"] == "organiser"
