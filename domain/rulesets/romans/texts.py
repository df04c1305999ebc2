"""What warriors and forts do, in the words of their cards: by warrior, and by kind of fort."""

from __future__ import annotations

from domain.sentence import say

TEXTS = {
    "qween": say("Seduces a warrior revealed with her: its strength counts for you."),
    "druhid": say("If you capture, you may take another fort of the wall instead."),
    "svord": say("Rearrange your warriors that are still hidden."),
    "axx": say("If you capture, Axx may stay in the line."),
    "archr": say("Wins a tie for the highest total."),
    "filchy": say("You sit this clash out; your line stays."),
    "horsie": say("If you do not capture, discard an earlier warrior of your line."),
    "chariott": say("Two revealed together are both discarded."),
    "niefort": say("Points, nothing else."),
    "komfort": say("The captor may keep the weakest warrior of its line."),
    "fokus": say("Every clan with a line discards one warrior of it."),
    "fortuna": say("The captor gives up a fort captured earlier."),
    "fortheca": say("Costs points; but a player who holds three wins at once."),
}
