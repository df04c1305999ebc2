"""A machine as somebody rents it: a new Debian with systemd, in a folder, with a network of its own."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.running import until
from tests.soak.packages import MACHINE, install

ROOT = Path(__file__).parents[2]
HOST = "games.example.org"
AUTHORITY = "localhost:14000"
CADDYFILE = f"""
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    storage file_system /var/lib/authority
}}
https://{AUTHORITY} {{
    tls internal
    acme_server
}}
"""
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")
DEBIAN = (
    "systemd-sysv",
    "dbus",
    "python3-venv",
    "python3-dev",
    "gcc",
    "ca-certificates",
    "curl",
    "nginx",
    "certbot",
    "fonts-dejavu-core",
)
END = "-- that was all --"
WHEELS = "/wheels"
WITHOUT_WHEEL = "http-ece"
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS, "PIP_ROOT_USER_ACTION": "ignore"}
"""Its pip finds there what the locks name, as it was fetched here."""


def debian(folder: Path, packages: Sequence[str]) -> None:
    """A new Debian with these packages, of the release that this machine has."""
    release = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    assert release is not None, "the soak runs need Debian"
    command = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(packages)}", release[1]]
    subprocess.run([*command, folder, *([SOURCES] if SOURCES.exists() else [])], check=True)


def wheels(folder: Path) -> None:
    """What the locks name: wheels, the sources of what has none, and what pip builds these with."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "-d", folder]
    locked = [*pip, "--require-hashes"]
    wheels = ["--only-binary=:all:", f"--no-binary={WITHOUT_WHEEL}"]
    subprocess.run([*locked, *wheels, "-r", ROOT / "requirements.lock"], check=True)
    subprocess.run([*pip, "--no-deps", "--only-binary=:all:", "wheel"], check=True)
    source = ["--no-deps", "--no-build-isolation", "--no-binary=:all:"]
    subprocess.run([*locked, *source, "-r", ROOT / "requirements-parser.lock"], check=True)


def wheel(folder: Path) -> None:
    """Our own."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder]
    subprocess.run(build, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


class Shell:
    """A shell of root on the machine, which ends at the first command that fails."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._log = log
        with log.open("ab") as said:
            self._process = subprocess.Popen(
                [*command, "bash", "-euo", "pipefail", "-x"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )

    def run(self, script: str) -> str:
        """What it prints. The script's commands find nothing to read, least of all the next script."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"eval {shlex.quote(script)} < /dev/null\necho; echo '{END}'\n")
        self._process.stdin.flush()
        printed: list[str] = []
        for line in self._process.stdout:
            if line == f"{END}\n":
                return "".join(printed).strip()
            printed.append(line)
        raise AssertionError("".join(printed) + self._log.read_text()[-5000:])

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


class Machine:
    def __init__(self, root: Path, leader: int, log: Path) -> None:
        self.root = root
        inside = ["nsenter", "--target", str(leader), "--all", "env", "-i"]
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        self._inside = [*inside, path, *(f"{name}={value}" for name, value in OFFLINE.items())]
        self._log = log

    def shell(self) -> Shell:
        """In the checkout."""
        shell = Shell(self._inside, self._log)
        shell.run("cd /root/kronika")
        return shell


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """With a checkout and its wheel in /root/kronika, and a name that leads to it."""
    install(MACHINE)
    root = folder / "root"
    debian(root, DEBIAN)
    _furnish(root)
    with (folder / "console").open("wb") as console:
        options = ["--boot", "--register=no", "--keep-unit", "--private-network", "--console=pipe", "--quiet"]
        running = subprocess.Popen(
            ["systemd-nspawn", "--directory", root, *options], stdin=subprocess.DEVNULL, stdout=console
        )
    try:
        found = Machine(root, _leader(running), folder / "shell")
        shell = found.shell()
        shell.run("until systemctl is-system-running --wait | grep -E 'running|degraded'; do sleep 1; done")
        shell.close()
        yield found
    finally:
        running.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.wait(60)
        running.kill()
        running.wait()
        shutil.rmtree(root)


def _furnish(root: Path) -> None:
    checkout = root / "root" / "kronika"
    for name in ("deploy", "docs"):
        shutil.copytree(ROOT / name, checkout / name)
    for lock in ROOT.glob("requirements*.lock"):
        shutil.copy(lock, checkout)
    wheel(checkout / "dist")
    wheels(root / WHEELS.lstrip("/"))
    (root / "etc" / "hosts").write_text(f"127.0.0.1 localhost {HOST}\n")


def _leader(running: subprocess.Popen[bytes]) -> int:
    """The machine's first process, once it is there."""
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")

    def found() -> int | None:
        first = int(children.read_text().split()[0])
        return first if Path(f"/proc/{first}/comm").read_text() == "systemd\n" else None

    return until(found, "a machine", OSError, IndexError)


def authority(inside: Machine, shell: Shell) -> None:
    """An authority that gives certificates to whoever proves his name, as a public one does, and that all here trust."""
    shutil.copy("/usr/bin/caddy", inside.root / "usr/local/bin/caddy")
    (inside.root / "etc/authority").write_text(CADDYFILE)
    (inside.root / "etc/letsencrypt").mkdir(exist_ok=True)
    (inside.root / "etc/letsencrypt/cli.ini").write_text(
        f"server = https://{AUTHORITY}/acme/local/directory\n"
    )
    shell.run(
        "systemd-run --unit=authority caddy run --config /etc/authority --adapter caddyfile\n"
        f"curl -sfk --retry 30 --retry-all-errors https://{AUTHORITY}/acme/local/directory\n"
        "cp /var/lib/authority/pki/authorities/local/root.crt /usr/local/share/ca-certificates/\n"
        "update-ca-certificates"
    )
