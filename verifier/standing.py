"""L1 of a game that was promised to a log of logs (docs/ledger.md, section 15): how far, by how many and when it was seen."""

from __future__ import annotations

from collections.abc import Sequence

from .export import Export
from .known import Known
from .leaves import Leaf
from .note import Checkpoint, read_head, read_signed
from .outages import check_outages
from .problems import Failed, NotAvailable
from .service_log import Listed, Subject, read_list
from .times import day
from .whole_log import WholeLog, check_log
from .witnesses import Counted, Witnesses


def check_standing(export: Export, known: Known) -> str:
    """L1 of a log whose entry 0 promises a log of logs."""
    subject = Subject(export)
    notes = [note for note in known.heads if read_head(note).origin == subject.log]
    heads = [read_signed(note, subject.vkey) for note in notes]
    whole = whole_of(export, known)
    if whole:
        check_log(whole, subject.vkey, notes, known.witnesses)
    listed = read_list(subject, known.now)
    if listed:
        check_outages(export, listed.outages, ())
    _check_together(subject, listed, heads, whole)
    if listed is None:
        raise NotAvailable(f"the log was promised: the file has no leaves of {subject.log}")
    _check_complete(subject, listed)
    return _witnessed(subject, listed, known, _continues(listed.head, heads, whole))


def whole_of(export: Export, known: Known) -> WholeLog | None:
    """The whole log that the reader has read, if it is that of the game."""
    log = known.log
    return log if log and log.head.origin == export.created.get("log") else None


def _check_together(
    subject: Subject, listed: Listed | None, heads: Sequence[Checkpoint], whole: WholeLog | None
) -> None:
    """Check the list against the reader's heads and the whole log, and the whole log against the game; Failed otherwise."""
    for head in heads:
        if listed and head.size == listed.head.size and head.root != listed.head.root:
            raise Failed(
                f"split view: the reader's head of {head.size} leaves of {head.origin} has another root"
            )
    if whole:
        _check_whole(subject, listed, whole)
        if max([head.size for head in heads] + [listed.head.size if listed else 0]) > whole.head.size:
            raise NotAvailable(f"{subject.log} was read up to {whole.head.size} leaves: read it again")


def _check_whole(subject: Subject, listed: Listed | None, whole: WholeLog) -> None:
    leaves = leaves_of(subject, whole)
    away = (leaf for _, leaf in whole.leaves.get("", ()))
    own = (leaf for _, leaf in leaves if leaf["k"] == "outage" and "id" in leaf)
    check_outages(subject.export, {}, [*away, *own])
    if any(subject.contradicts(leaf) for _, leaf in leaves):
        raise Failed("the service's log has a head of this game that is not one of this log")
    if listed is None or listed.head.size > whole.head.size:
        return
    if not whole.has(listed.head):
        raise Failed("split view: the head in the file is not one of the service's log that was read")
    if any(index < listed.head.size and index not in listed.leaves for index, _ in leaves):
        raise Failed("the list in the file leaves out a leaf that the service's log has")


def leaves_of(subject: Subject, whole: WholeLog) -> list[tuple[int, Leaf]]:
    """The leaves of the game, of its tournament and of its outages, with their numbers."""
    tournament = whole.leaves.get(subject.of, ()) if subject.of else ()
    held = (it for it in whole.leaves.get("", ()) if it[1]["n"] in subject.held)
    return [*whole.leaves.get(subject.id, ()), *tournament, *held]


def _check_complete(subject: Subject, listed: Listed) -> None:
    """NotAvailable unless the leaves record all that the log does."""
    assert listed.game
    started = any(entry["t"] == "game-started" for entry in subject.export.entries)
    if started and listed.game.seats is None:
        raise NotAvailable("the game has started, and no leaf says that its seats were taken")
    ended = listed.ended
    later = next((i for i, _ in subject.outcomes if i >= ended), None)
    if later is not None:
        raise NotAvailable(f"no leaf tells of the outcome in entry {later}")
    outages = (entry["d"].get("outage") for entry in subject.export.entries if entry["t"] == "time-held")
    for outage in outages:
        if type(outage) is not int or outage not in listed.outages:
            raise NotAvailable(f"no leaf tells of outage {outage}, in which the clocks were held")
    if listed.lost:
        raise NotAvailable("the service says that it has lost this game, or its tournament")


def _continues(head: Checkpoint, heads: Sequence[Checkpoint], whole: WholeLog | None) -> bool:
    """Whether the head is consistent with one of the reader's, which `_check_together` has compared."""
    return any(it.size == head.size or whole for it in heads)


def _witnessed(subject: Subject, listed: Listed, known: Known, continues: bool) -> str:
    """How far, by how many and when; NotAvailable if too few have cosigned, or none that the reader chose."""
    named = known.named
    witnesses = named or _promised(subject)
    count = witnesses.count(witnesses.seen(listed.cosignatures))
    if named and count.full is None:
        raise NotAvailable(f"{_under(named, count)}; {witnesses.quorum} are needed; {count.silence()}")
    if not named and not continues:
        chosen = f"{_under(witnesses, count)}, all of the operator's choice"
        raise NotAvailable(f"{chosen}: name witnesses, or give a head of {subject.log} that you kept")
    if witnesses and count.full is None:
        raise NotAvailable(f"{_under(witnesses, count)}; {witnesses.quorum} were promised; {count.silence()}")
    under = _under(witnesses, count) + (" of the operator's choice" if witnesses and not named else "")
    when = count.when() or day([leaf["at"] for leaf in listed.leaves.values()][-1])
    said = f"in the service's log, {under}, up to entry {listed.last}, {when}"
    return "; ".join(filter(None, [said, count.silence()]))


def _promised(subject: Subject) -> Witnesses:
    promised = subject.export.created["witnessed"]
    return Witnesses(promised["witnesses"], promised["quorum"]) if promised else Witnesses(())


def _under(witnesses: Witnesses, count: Counted) -> str:
    return f"under {count.words()}" if witnesses else "under no witness"


def own_heads(export: Export, named: Witnesses) -> str:
    """How far, by how many and when the game's own heads are cosigned; "" if the quorum has cosigned none."""
    count = named.count(named.seen(export.cosignatures))
    if count.full is None:
        return ""
    said = f"the game's own head up to entry {count.size - 1} under {count.words()}, {count.when()}"
    return "; ".join(filter(None, [said, count.silence()]))
