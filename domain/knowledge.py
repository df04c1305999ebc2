"""What a viewer knows of a ruleset's state."""

from typing import Any

from domain.hidden import Viewer, redact
from domain.ruleset import Ruleset


def known(ruleset: Ruleset[Any], state: Any, viewer: Viewer) -> Any:
    """The state redacted for this viewer: values they may not know are None. Unchanged if the game hides nothing."""
    return redact(state, viewer) if ruleset.traits.hidden_information else state
