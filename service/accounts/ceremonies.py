"""WebAuthn: the options for a browser, and the check of its answer. Nothing here is stored.

The library checks signature, challenge, origin, RP ID, presence and verification of the user, algorithm and counter. Beyond
that, an answer from a page inside another one is refused, even of the same site. So are attestations, which the options do
not request: their parsers are the library's most intricate part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from domain.ledger.text import b64u, from_b64u

if TYPE_CHECKING:
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

ALGORITHMS = (-8, -7, -257)
"""EdDSA, ES256, RS256."""
FORMATS = ("none", "packed")
LONGEST_ID, LONGEST_KEY = 1023, 1024
"""Bytes of a credential's id, as WebAuthn limits it, and of a public key, with room for RSA of 4096 bits."""
LONGEST_MEMBER = 6_000
"""Characters of each part of an answer: more than any holds, and too few for CBOR that takes long."""


class NotVerified(Exception):
    """The answer of a browser does not hold. Clients never learn the reason."""


class RelyingParty(NamedTuple):
    """The service, as passkeys know it: one origin, whose host is the RP ID."""

    origin: str

    @property
    def id(self) -> str:
        return urlsplit(self.origin).hostname or ""


class NewPasskey(NamedTuple):
    """A credential's id and public key (COSE), and its counter."""

    credential: bytes
    public_key: bytes
    counter: int


def creation_options(
    party: RelyingParty, challenge: bytes, account: str, name: str, known: Sequence[str] = ()
) -> dict[str, Any]:
    """For `PublicKeyCredential.parseCreationOptionsFromJSON`; authenticators that hold a `known` credential make no other."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict, structs

    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Kronika",
        user_name=name,
        user_id=bytes.fromhex(account),
        challenge=challenge,
        timeout=300_000,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=from_b64u(id)) for id in known],
        supported_pub_key_algs=_algorithms(),
    )
    return options_to_json_dict(options)


def request_options(party: RelyingParty, challenge: bytes) -> dict[str, Any]:
    """For `PublicKeyCredential.parseRequestOptionsFromJSON`.

    No credential is named, so that the authenticator always says whose it is.
    """
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    return options_to_json_dict(
        generate_authentication_options(
            rp_id=party.id,
            challenge=challenge,
            timeout=300_000,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
    )


def verified_creation(party: RelyingParty, challenge: bytes, credential: Mapping[str, Any]) -> NewPasskey:
    """`NotVerified` unless this is a new credential, made for this challenge by a page of the service itself."""
    from webauthn import verify_registration_response
    from webauthn.helpers import parse_attestation_object

    try:
        _check_form(credential)
        attestation = parse_attestation_object(from_b64u(credential["response"]["attestationObject"]))
        if attestation.fmt not in FORMATS or attestation.att_stmt.x5c:
            raise NotVerified
        done = verify_registration_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
            supported_pub_key_algs=_algorithms(),
        )
    except Exception as error:  # parsers of untrusted bytes raise anything
        raise NotVerified from error
    named = b64u(done.credential_id) == credential["id"]
    if not named or len(done.credential_id) > LONGEST_ID or len(done.credential_public_key) > LONGEST_KEY:
        raise NotVerified
    return NewPasskey(done.credential_id, done.credential_public_key, done.sign_count)


def verified_assertion(
    party: RelyingParty,
    challenge: bytes,
    credential: Mapping[str, Any],
    passkey: NewPasskey,
    account: str,
) -> int:
    """The credential's new counter; `NotVerified` unless this passkey of this account answers the challenge now."""
    from webauthn import verify_authentication_response

    try:
        _check_form(credential)
        if from_b64u(credential["response"]["userHandle"]) != bytes.fromhex(account):
            raise NotVerified
        done = verify_authentication_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.counter,
            require_user_verification=True,
        )
    except Exception as error:  # parsers of untrusted bytes raise anything
        raise NotVerified from error
    return done.new_sign_count


def _check_form(credential: Mapping[str, Any]) -> None:
    if any(len(str(member)) > LONGEST_MEMBER for member in credential["response"].values()):
        raise NotVerified
    data = json.loads(from_b64u(credential["response"]["clientDataJSON"]))
    if data.get("crossOrigin", False) is not False or "topOrigin" in data:
        raise NotVerified


def _algorithms() -> list[COSEAlgorithmIdentifier]:
    from webauthn.helpers.cose import COSEAlgorithmIdentifier

    return [COSEAlgorithmIdentifier(number) for number in ALGORITHMS]
