"""What is said of the events of the referee's desk, in both languages."""

from __future__ import annotations

from typing import Any

from domain.draws import Shuffle
from domain.hidden import Hidden
from domain.table.absence.events import SeatExcluded
from domain.table.calls import events as c
from domain.table.referee import events as e
from domain.table.referee.events import Kind, Remedy


def ruled(kind: Kind, **remedy: Any) -> e.Ruled:
    return e.Ruled(3, 1, 2, kind, (), "hash", 9, Remedy(**remedy) if remedy else None)


def shuffled(places: int) -> e.StackReshuffled:
    paths = tuple(f"/deck/{n}" for n in range(places))
    return e.StackReshuffled(paths, Shuffle(0, 0, tuple(Hidden(n) for n in range(places))))


SAID_AT_THE_DESK: list[tuple[Any, tuple[str, str]]] = [
    (
        e.RefereeAppointed(2, False),
        (
            "The organiser appoints referee 2.",
            "Organizator powołuje sędziego nr 2.",
        ),
    ),
    (
        e.RefereeAppointed(2, True),
        (
            "The organiser appoints head referee 2.",
            "Organizator powołuje sędziego głównego nr 2.",
        ),
    ),
    (c.JudgeCalled(4, 1, "hash"), ("Ala calls a judge (call 4).", "Ala wzywa sędziego (wezwanie nr 4).")),
    (
        c.JudgeCalled(4, 1, "hash", 7, 9),
        (
            "Ala calls a judge about events 7 to 9 (call 4).",
            "Ala wzywa sędziego w sprawie zdarzeń od 7 do 9 (wezwanie nr 4).",
        ),
    ),
    (
        c.JudgeCalled(4, 1, "hash", 7, 7),
        (
            "Ala calls a judge about event 7 (call 4).",
            "Ala wzywa sędziego w sprawie zdarzenia 7 (wezwanie nr 4).",
        ),
    ),
    (
        e.DisputeOpened(3, 7, 7, (), "back-up", "hash", 1),
        ("Ala opens case 3, about event 7.", "Ala otwiera sprawę nr 3: o zdarzenie 7."),
    ),
    (
        e.DisputeOpened(3, 7, 7, (), "back-up", "hash"),
        ("A referee opens case 3, about event 7.", "Sędzia otwiera sprawę nr 3: o zdarzenie 7."),
    ),
    (
        e.EvidenceReleased(3, 1, 2, (1, 2), 7, 7, "hash"),
        (
            "Referee 2 may see event 7 from the viewpoint of Ala and Ola until the ruling.",
            "Sędzia nr 2 może oglądać zdarzenie 7, widząc to, co Ala i Ola, dopóki nie wyda orzeczenia.",
        ),
    ),
    (c.CallAnswered(4, 2, "hash"), ("Referee 2 answers call 4.", "Sędzia nr 2 odpowiada na wezwanie nr 4.")),
    (c.CallClosed(4), ("Call 4 is closed.", "Wezwanie nr 4 jest zamknięte.")),
    (e.RefereeAccepted(2), ("Referee 2 accepts the appointment.", "Sędzia nr 2 przyjmuje powołanie.")),
    (e.RefereeResigned(2), ("Referee 2 resigns.", "Sędzia nr 2 rezygnuje.")),
    (
        e.RefereeRefused(3, 2, 1),
        ("Ala refuses referee 2 in case 3.", "Ala nie zgadza się na sędziego nr 2 w sprawie nr 3."),
    ),
    (
        e.RefereeKept(3, 2, 1),
        ("Ala will not refuse referee 2 in case 3.", "Ala zgadza się na sędziego nr 2 w sprawie nr 3."),
    ),
    (
        e.EvidenceRead(3, 1, 2, 1),
        (
            "Referee 2 begins to look from the viewpoint of Ala.",
            "Sędzia nr 2 zaczyna oglądać grę, widząc to, co Ala.",
        ),
    ),
    (
        e.AppealAnswered(3, 1, "hash"),
        ("Ala answers the appeal in case 3.", "Ala odpowiada na odwołanie w sprawie nr 3."),
    ),
    (
        e.AppealAnswered(3, 1),
        (
            "Ala has nothing to say to the appeal in case 3.",
            "Ala nie ma nic do powiedzenia o odwołaniu w sprawie nr 3.",
        ),
    ),
    (
        SeatExcluded(1, "greedy"),
        (
            "The ruling excludes Ala from the game: a bot plays until the organiser gives the seat to somebody else.",
            "Orzeczenie wyklucza z gry: Ala. Gra bot, dopóki organizator nie odda tego miejsca komuś innemu.",
        ),
    ),
    (
        SeatExcluded(1, "greedy", "0" * 32, 2),
        (
            "A ruling of an earlier game of the tournament excludes Ala: a bot plays until the organiser gives the seat "
            "to somebody else.",
            "Orzeczenie z wcześniejszej gry turnieju wyklucza: Ala. Gra bot, dopóki organizator nie odda tego miejsca "
            "komuś innemu.",
        ),
    ),
    (e.RefereeDismissed(2), ("The organiser dismisses referee 2.", "Organizator odwołuje sędziego nr 2.")),
    (
        e.DisputeOpened(3, 7, 9, (), "back-up", "hash", 1),
        (
            "Ala opens case 3, about events 7 to 9.",
            "Ala otwiera sprawę nr 3: o zdarzenia od 7 do 9.",
        ),
    ),
    (
        e.DisputeOpened(3, 7, 9, (), "back-up", "hash"),
        (
            "A referee opens case 3, about events 7 to 9.",
            "Sędzia otwiera sprawę nr 3: o zdarzenia od 7 do 9.",
        ),
    ),
    (e.DisputeWithdrawn(3), ("Case 3 is withdrawn.", "Sprawa nr 3 zostaje wycofana.")),
    (
        e.DisputeExpired(3),
        (
            "Nobody has ruled in case 3 in time: nothing changes.",
            "Nikt nie rozstrzygnął na czas sprawy nr 3: nic się nie zmienia.",
        ),
    ),
    (
        e.StatementGiven(3, 2, "hash"),
        (
            "Ola gives a statement in case 3.",
            "Ola składa oświadczenie w sprawie nr 3.",
        ),
    ),
    (e.CaseTaken(3, 2), ("Referee 2 takes case 3.", "Sędzia nr 2 podejmuje sprawę nr 3.")),
    (
        e.EvidenceReleased(3, 1, 2, (1, 2), 7, 9, "hash"),
        (
            "Referee 2 may see events 7 to 9 from the viewpoint of Ala and Ola until the ruling.",
            "Sędzia nr 2 może oglądać zdarzenia od 7 do 9, widząc to, co Ala i Ola, dopóki nie wyda orzeczenia.",
        ),
    ),
    (
        ruled("stands"),
        (
            "Referee 2 rules in case 3: what happened stands.",
            "Sędzia nr 2 orzeka w sprawie nr 3: to, co się stało, zostaje w mocy.",
        ),
    ),
    (
        ruled("dismissed"),
        (
            "Referee 2 rules in case 3: the claim is dismissed.",
            "Sędzia nr 2 orzeka w sprawie nr 3: skarga zostaje oddalona.",
        ),
    ),
    (
        ruled("no-jurisdiction"),
        (
            "Referee 2 rules in case 3: this is not for a referee to decide.",
            "Sędzia nr 2 orzeka w sprawie nr 3: nie jest to rzecz, o której rozstrzyga sędzia.",
        ),
    ),
    (
        ruled("backed-up", to_version=6),
        (
            "Referee 2 rules in case 3: the game is to go back to version 6.",
            "Sędzia nr 2 orzeka w sprawie nr 3: gra ma wrócić do wersji 6.",
        ),
    ),
    (
        ruled("replayed", chapter=7),
        (
            "Referee 2 rules in case 3: the chapter that begins with event 7 is to be played again.",
            "Sędzia nr 2 orzeka w sprawie nr 3: rozdział, który zaczyna się zdarzeniem 7, ma zostać rozegrany jeszcze raz.",
        ),
    ),
    (
        ruled("corrected", to_version=6, seat=1),
        (
            "Referee 2 rules in case 3: an action of Ala is to be corrected.",
            "Sędzia nr 2 orzeka w sprawie nr 3: należy poprawić ruch (Ala).",
        ),
    ),
    (
        ruled("result", winners=(1,)),
        (
            "Referee 2 rules in case 3: the result of the game is set.",
            "Sędzia nr 2 orzeka w sprawie nr 3: ustala wynik gry.",
        ),
    ),
    (
        ruled("void"),
        (
            "Referee 2 rules in case 3: the game is to count nowhere.",
            "Sędzia nr 2 orzeka w sprawie nr 3: gra ma się nigdzie nie liczyć.",
        ),
    ),
    (
        e.AppealWaived(3, 1),
        (
            "Ala will not appeal in case 3.",
            "Ala rezygnuje z odwołania w sprawie nr 3.",
        ),
    ),
    (e.Appealed(3, 1, "hash"), ("Ala appeals in case 3.", "Ala odwołuje się w sprawie nr 3.")),
    (
        e.AppealDecided(3, 4, "upheld", "hash", 9),
        (
            "Referee 4 decides the appeal: the ruling is upheld.",
            "Sędzia nr 4 rozpatruje odwołanie: orzeczenie zostaje utrzymane.",
        ),
    ),
    (
        e.AppealDecided(3, 4, "changed", "hash", 9),
        (
            "Referee 4 decides the appeal: the ruling is changed.",
            "Sędzia nr 4 rozpatruje odwołanie: orzeczenie zostaje zmienione.",
        ),
    ),
    (e.RulingFinal(3, 1), ("The ruling in case 3 is final.", "Orzeczenie w sprawie nr 3 jest ostateczne.")),
    (e.ActionCorrected(1), ("By the ruling Ala acts otherwise:", "Na mocy orzeczenia Ala gra inaczej:")),
    (
        shuffled(1),
        (
            "1 place that nobody knows is shuffled.",
            "Tasuje się 1 miejsce, którego nikt nie zna.",
        ),
    ),
    (
        shuffled(3),
        (
            "3 places that nobody knows are shuffled.",
            "Tasuje się 3 miejsca, których nikt nie zna.",
        ),
    ),
    (shuffled(5), ("5 places that nobody knows are shuffled.", "Tasuje się 5 miejsc, których nikt nie zna.")),
    (
        e.GameVoided(1),
        (
            "By the ruling the game is void: it counts nowhere.",
            "Na mocy orzeczenia gra jest nieważna: nigdzie się nie liczy.",
        ),
    ),
    (
        e.ResultSet(1, (), ((1, 2),), {}),
        (
            "By the ruling the game is over, and nobody has won.",
            "Na mocy orzeczenia gra jest skończona i nikt w niej nie wygrywa.",
        ),
    ),
    (
        e.ResultSet(1, (1, 2), ((1, 2),), {}),
        (
            "By the ruling the game is over. The win goes to Ala and Ola.",
            "Na mocy orzeczenia gra jest skończona. Zwycięstwo: Ala i Ola.",
        ),
    ),
]
