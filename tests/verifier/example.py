"""The worked example of docs/ledger.md, section 19, made anew: `python -m tests.verifier.example` writes it there."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from tests.verifier.chance import Draws
from tests.verifier.players import Player, seats_commitment
from tests.verifier.primitives import jcs, root
from tests.verifier.synthetic import Hide, Log

PAGE = Path(__file__).parents[2] / "docs" / "ledger.md"
TITLE = "## 19. A worked example\n"
SECRET = bytes(range(32))


def example() -> Log:
    """Seat 1 has a key, seat 2 is a bot; one throw, and one signed action that hides a card."""
    log = Log(draws=Draws(SECRET, UUID(int=1), 2), game=UUID(int=1))
    ala = Player(1, key=True)
    log.take(ala)
    log.take(Player(2), seed_commitment=None, bot="greedy", by="organiser")
    log.reveal(ala)
    log.start()
    log.throw(6, 6)
    log.act(ala, "card-chosen", {"card": Hide("king")}, card="king")
    return log


def section() -> str:
    log = example()
    blocks = [
        (
            "These are secret in a real game: S; the secret keys of log and seat; the seed of seat 1; K_salt",
            _secrets(log),
        ),
        ("The entries", [jcs(tree) for tree in log.trees]),
        ("Their leaf hashes", [f"{i}  {leaf.hex()}" for i, leaf in enumerate(log.leaves)]),
        ("Seats and seeds", _seeds(log)),
        ("The throw of entry 5: slot 0 of epoch 0", _throw(log)),
        ("Entry 6: the card, and the signed action", _action(log)),
        ("The checkpoint", [f"root  {root(log.leaves).hex()}", *log.checkpoint().splitlines()]),
    ]
    body = "".join(f"\n{name}:\n\n```\n" + "\n".join(lines) + "\n```\n" for name, lines in blocks)
    introduction = "A whole log of seven entries, with every intermediate value in hexadecimal. A test generates it again."
    return f"{TITLE}\n{introduction}\n{body}"


def _secrets(log: Log) -> list[str]:
    ala = Player(1, key=True)
    assert ala.key is not None
    return [
        f"S       {SECRET.hex()}",
        f"log     {log.key.secret.hex()}",
        f"seat 1  {ala.key.secret.hex()}",
        f"r       {ala.seed.hex()}",
        f"K_salt  {log.k_salt.hex()}",
    ]


def _seeds(log: Log) -> list[str]:
    return [
        f"ctx     {log.ctx.hex()}",
        f"c       {Player(1).commitment(log.ctx).hex()}",
        f"C       {seats_commitment(log.ctx, 2, log.trees).hex()}",
        f"mix_0   {log.mix(0).hex()}",
    ]


def _throw(log: Log) -> list[str]:
    stream = log.stream(0, 0)
    return [
        f"k_0     {log.draws.key(0, 0).hex()}",
        f"k_1     {log.draws.key(0, 1).hex()}",
        f"root_0  {log.draws.roots[0].hex()}",
        f"stream  {next(stream):016x} {next(stream):016x} ...",
        f"opened  {jcs(log.draws.opened(0, 0))}",
    ]


def _action(log: Log) -> list[str]:
    return [
        f"/d/card  {log.hidden[6, '/d/card']}",
        f"/sig     {log.hidden[6, '/sig']}",
        f"head_6   {root(log.leaves[:6]).hex()}",
    ]


def page() -> str:
    """The page with its example made anew."""
    return PAGE.read_text().partition(TITLE)[0] + section()


if __name__ == "__main__":
    PAGE.write_text(page())
