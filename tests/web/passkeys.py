"""Chromium's virtual authenticator: an authenticator inside the device that knows its person, or refuses."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """The authenticator of a page's browser."""

    def __init__(self, page: Page) -> None:
        self._to: CDPSession = page.context.new_cdp_session(page)
        self._to.send("WebAuthn.enable")
        self.id = self._added()

    def _added(self) -> str:
        return str(self._to.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"])

    def _tell(self, command: str, **more: Any) -> Any:
        return self._to.send(f"WebAuthn.{command}", {"authenticatorId": self.id, **more})

    def credentials(self) -> list[dict[str, Any]]:
        return list(self._tell("getCredentials")["credentials"])

    def take(self, credentials: list[dict[str, Any]]) -> None:
        """Have these passkeys too, as devices have that share them."""
        for credential in credentials:
            self._tell("addCredential", credential=credential)

    def refuse(self, refused: bool = True) -> None:
        """It does not recognise its person."""
        self._tell("setUserVerified", isUserVerified=not refused)

    def lose(self) -> None:
        """Lose all passkeys, with the device."""
        self._tell("clearCredentials")

    def change(self) -> None:
        """Another device, on which there are no passkeys."""
        self._tell("removeVirtualAuthenticator")
        self.id = self._added()
