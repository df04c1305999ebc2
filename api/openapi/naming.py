"""Names for what the document would hold without one. Generators of clients make a class of every object and of every closed
set of values, and call those without a name `Data215`; so each becomes a component of its own, named by what it means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from api.requests.bodies import REF

Json = dict[str, Any]
SUBSCHEMAS = ("items", "additionalProperties", "anyOf", "oneOf", "prefixItems")
"""Keywords whose schemas describe values. Those of conditions (`if`, `dependentSchemas`) only narrow an object with a name."""

MEANINGS = {
    "About": "HookSubject",
    "AgeOfWarLineViewDice": "AgeOfWarFace",
    "AppealDecidedDecision": "AppealDecision",
    "CaseSummaryState": "CaseState",
    "Class": "WayBackClass",
    "Clock": "ClockKind",
    "Disputes": "RecordedDisputeTerms",
    "Failed": "DeliveryFailure",
    "First": "FirstSeat",
    "Forfeit": "ForfeitOutcome",
    "HookMadeStatus": "HookStatus",
    "Invitations": "InvitationPolicy",
    "Lang": "Language",
    "NagarajaDoes": "NagarajaAmuletUse",
    "NagarajaEffectViewLookedAt": "NagarajaPlace",
    "NagarajaLacks": "NagarajaLack",
    "NagarajaTrapViewSpace": "NagarajaSpace",
    "NewBotTokenScopes": "BotScope",
    "NewGameUndo": "UndoPolicy",
    "NoticeSentKind": "NoticeKind",
    "Outcome": "RulingOutcome",
    "Planned": "PlaceInTournament",
    "Provided": "ProvidedLevel",
    "Rng": "DrawsAfterRewind",
    "RomansBy": "RomansWonBy",
    "RomansDecisionDueDue": "RomansDecision",
    "RomansDueAction": "RomansDecisionKind",
    "RomansViewSeduced": "RomansClanName",
    "RuledKind": "RulingKind",
    "RulesetSummaryId": "RulesetId",
    "State": "DeliveryState",
    "StatusChangedStatus": "GameStatus",
    "StreamGameEvent": "EventNames",
    "TextShownStatus": "TextStatus",
    "TokenDocumentScopes": "Scope",
    "ToucheSideViewColour": "ToucheColour",
    "ViewHints": "ViewHint",
    "What": "CaseStep",
    "Why": "AbandonReason",
}
"""Better names, where the one made from the place says too little."""


class Place(NamedTuple):
    """A schema without a name: the component that it is in; the title of what is directly around it, or its operation; the
    member whose value it describes; the description of what is around it; and the prefix of the only ruleset that has it.
    """

    component: str
    around: str
    member: str
    schema: Json
    about: str = ""
    ruleset: str = ""


def name_schemas(whole: Json, rulesets: Sequence[str]) -> None:
    """Move every nameless object and closed set into the components, and refer to it there.

    A schema's own `title` is its name. Others are called after their member, and belong to one ruleset (by its prefix, of
    `rulesets`) if not all have them; where two would share a name, after what is around them too.
    """
    operations = [operation for path in whole["paths"].values() for operation in path.values()]
    naming = _Naming(whole["components"]["schemas"], operations, rulesets)
    naming.every_constant()
    naming.every(_is_closed_set)
    while naming.every(_is_innermost_object):
        pass


class _Naming:
    def __init__(self, components: dict[str, Json], operations: list[Json], rulesets: Sequence[str]) -> None:
        self._components, self._operations, self._rulesets = components, operations, rulesets

    def every_constant(self) -> None:
        """A set of one value is that value, and needs no class."""
        for schema in (place.schema for place in self._places()):
            if len(schema.get("enum", ())) == 1:
                schema["const"] = schema.pop("enum")[0]

    def every(self, wanted: Callable[[Json], bool]) -> bool:
        """Name all schemas of this kind; whether there were any."""
        alike: dict[Any, list[Place]] = defaultdict(list)
        for place in self._places():
            if wanted(place.schema):
                alike[_identity(place.schema)].append(place)
        groups = [group for places in alike.values() for group in self._by_ruleset(places)]
        for name, places in self._named(groups):
            self._move(name, places)
        return bool(alike)

    def _by_ruleset(self, places: list[Place]) -> Iterator[list[Place]]:
        """Together if all rulesets have them. What only some have is alike by chance, and another ruleset would change names."""
        of: dict[str, list[Place]] = defaultdict(list)
        for place in places:
            ruleset = next((it for it in self._rulesets if it in place.component), "")
            of[ruleset].append(place._replace(ruleset=ruleset))
        if "" in of or len(of) == len(self._rulesets):
            yield [place._replace(ruleset="") for place in places]
        else:
            yield from of.values()

    def _places(self) -> Iterator[Place]:
        for name, schema in self._components.items():
            yield from _inside(Place(name, name, "", schema))
        for operation in self._operations:
            for parameter in operation["parameters"]:
                around = _camel(operation["operationId"])
                about = parameter.get("description", "")
                yield from _with_inside(Place("", around, parameter["name"], parameter["schema"], about))

    def _named(self, groups: list[list[Place]]) -> Iterator[tuple[str, list[Place]]]:
        short = [self._short(places) for places in groups]
        for name, places in zip(short, groups, strict=True):
            free = name and short.count(name) == 1 and name not in self._components
            found = name if free else self._long(places)
            yield MEANINGS.get(found, found), places

    def _short(self, places: list[Place]) -> str:
        """After the title or the member alone; nothing if the places have different members."""
        words = {place.schema.get("title") or _camel(place.member) for place in places}
        return self._prefixed(words.pop(), places[0]) if len(words) == 1 else ""

    def _long(self, places: list[Place]) -> str:
        """After what is around the first place, too."""
        around, word = places[0].around, places[0].schema.get("title") or _camel(places[0].member)
        for part in (*self._rulesets, "Data"):
            around = around.replace(part, "")
        return self._prefixed(around + word, places[0])

    def _prefixed(self, word: str, place: Place) -> str:
        return word if word.startswith(place.ruleset) else place.ruleset + word

    def _move(self, name: str, places: list[Place]) -> None:
        assert name not in self._components, f"two schemas are called {name}"
        first = max(places, key=_is_in_declared_order)
        whole = {"description": first.about, **first.schema, "title": name}
        for schema in (place.schema for place in places):
            beside: Json = {key: schema[key] for key in ("description", "default") if key in schema}
            schema.clear()
            schema.update({**beside, "$ref": REF.format(name=name)})
        self._components[name] = {key: it for key, it in whole.items() if key != "default"}


def _is_in_declared_order(place: Place) -> bool:
    """msgspec sorts closed sets. The order in which requests declare them says more, and their first value is the example."""
    values = place.schema.get("enum", [])
    return bool(values != sorted(values))


def _identity(schema: Json) -> Any:
    """What makes two nameless schemas the same: the values of a closed set, all of an object but its words."""
    title = schema.get("title")
    return (title, frozenset(schema["enum"])) if "enum" in schema else (title, repr(_without_words(schema)))


def _without_words(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_without_words(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        k: _without_words(it)
        for k, it in sorted(schema.items())
        if not (k == "description" and isinstance(it, str))
    }


def _inside(place: Place) -> Iterator[Place]:
    """The schemas in a schema, without itself."""
    component, around, member, schema, about, _ = place
    around, about = schema.get("title", around), schema.get("description", about)
    for name, inner in schema.get("properties", {}).items():
        yield from _with_inside(Place(component, around, name, inner, about))
    for keyword in SUBSCHEMAS:
        found = schema.get(keyword, [])
        for inner in found if isinstance(found, list) else [found]:
            if isinstance(inner, dict):
                yield from _with_inside(Place(component, around, member, inner, about))


def _with_inside(place: Place) -> Iterator[Place]:
    yield place
    yield from _inside(place)


def _is_closed_set(schema: Json) -> bool:
    return len(schema.get("enum", ())) > 1


def _is_innermost_object(schema: Json) -> bool:
    return _is_object(schema) and not any(
        _is_object(inner.schema) for inner in _inside(Place("", "", "", schema))
    )


def _is_object(schema: Json) -> bool:
    return bool(schema.get("properties"))


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.replace("-", "_").split("_"))
