"""A site from nothing: the commands of docs/how-to/deploy.md as they stand, on a new Debian with systemd and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.machine import HOST, Machine, Shell, authority, machine

OPERATIONS = Path(__file__).parents[2] / "docs" / "how-to" / "deploy.md"
KRONIKA = "/opt/kronika/bin/kronika"
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
UNIT = "kronika@current.service"
RUNNING = "systemctl list-units --state=active,activating --plain --no-legend 'kronika@*.service'"
ASKING = """(set +x; while sleep 0.02
do curl -sS -o /dev/null http://127.0.0.1:8000/v1/rulesets; done) 2> /root/refused & asking=$!"""
READY = "curl -sf --retry 60 --retry-delay 1 --retry-all-errors http://127.0.0.1:8000/health/ready"


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with machine(tmp_path_factory.mktemp("machine")) as running:
        yield running


def steps() -> dict[str, str]:
    """The commands under each of the section's bold heads."""
    section = OPERATIONS.read_text().partition("## A site from nothing\n")[2].partition("\n### ")[0]
    found = re.findall(r"^\*\*(.+?)[.,]?\*\*.*?^```bash\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert len(found) == section.count("```bash"), "each head has one block"
    return dict(found)


@pytest.mark.soak
def test_the_page_makes_a_site(debian: Machine) -> None:
    shell, todo = debian.shell(), steps()
    try:
        for head in ("1. The program", "2. Settings and units", "3. The first look"):
            shell.run(todo.pop(head))
        it_is_kept_in(shell)
        it_comes_back(shell)
        authority(debian, shell)
        shell.run(todo.pop("4. TLS"))
        game = a_game(shell)
        for head in ("A back-up now", "The kronika command"):
            shell.run(todo.pop(head))
        before = main(shell)
        shell.run(ASKING)
        shell.run(todo.pop("A new version"))
        assert main(shell) != before
        assert shell.run("kill $asking; grep ^curl: /root/refused || true") == "", "nobody notices"
        before = main(shell)
        for head, commands in todo.items():
            shell.run(commands)
            assert (main(shell) == before) == (head == "A drill"), head
            assert "The game begins." in shell.run(f"as_kronika {KRONIKA} replay {game}"), head
    finally:
        shell.close()


def main(shell: Shell) -> str:
    """The id of the service's first process, once there is one service; what stands before it was said in the background."""
    shell.run(f"while [ $({RUNNING} | wc -l) -gt 1 ]; do sleep 1; done")
    return shell.run(f"systemctl show --value -p MainPID $({RUNNING} | cut -d ' ' -f 1)").split()[-1]


def it_is_kept_in(shell: Shell) -> None:
    """By what the unit says: it owns its folder, has no rights and can write nowhere else."""
    pid = main(shell)
    assert shell.run(f"stat -c %U /proc/{pid}") == "kronika"
    status = dict(line.split(":\t") for line in shell.run(f"cat /proc/{pid}/status").splitlines())
    assert (status["NoNewPrivs"], status["Seccomp"], int(status["CapBnd"], 16)) == ("1", "2", 0)
    assert shell.run(
        "systemctl show --value -p ActiveState kronika-backup.timer kronika-heads.timer"
    ).split() == [
        "active",
        "active",
    ]
    shell.run("systemd-analyze verify /etc/systemd/system/kronika-* kronika.socket kronika@current.service")
    verdict = shell.run("systemd-analyze security kronika@current.service --no-pager | tail -n 1")
    assert re.search(r"exposure level .*: [0-2]\.[0-9] OK", verdict), verdict


def it_comes_back(shell: Shell) -> None:
    """After the death of a worker as after its own; told to stop, it ends by itself, in time and with nobody left."""
    before = main(shell)
    children = shell.run(f"cat /proc/{before}/task/{before}/children").split()
    shell.run(f"kill -KILL {children[0]}; sleep 2; {READY}")
    assert main(shell) == before
    shell.run(f"kill -KILL {before}; sleep 2; {READY}")
    assert main(shell) not in ("0", before)
    assert (
        shell.run(f"systemctl stop kronika.socket {UNIT}; systemctl show --value -p Result {UNIT}")
        == "success"
    )
    assert not shell.run("find /proc -maxdepth 1 -user kronika")
    shell.run(f"systemctl start {UNIT}; {READY}")


def a_game(shell: Shell) -> str:
    """Played by bots through nginx; its id."""
    told = shell.run(
        f"SSL_CERT_FILE={TRUSTED} {KRONIKA} play --url https://{HOST} --ruleset touche --seats 2"
    )
    return told.split()[1]
