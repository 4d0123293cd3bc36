"""What a host's key is recognized by: the SHA-256 of its public key, and six words made of that for people."""

from __future__ import annotations

import hashlib

from euchre_protocol.fingerprint_words import WORDS

WORDS_SHOWN = 6
BITS_A_WORD = 11
"""2,048 words, so six of them carry 66 bits: to find another key with the same six words takes some 2**66 trials, each
the making of a key. Programs compare the whole digest; the words are for eyes and ears."""

_SEQUENCE = 0x30
_VERSION = 0xA0
_LONG = 0x80


def fingerprint(certificate: bytes) -> bytes:
    """Return the fingerprint of the key in a certificate.

    Args:
        certificate: an X.509 certificate in DER form, such as TLS hands over. Its signature, names and dates mean
            nothing here: the handshake proves that the peer has the private key, and nothing else is asked of it.

    Returns:
        The SHA-256 of its SubjectPublicKeyInfo (RFC 5280, 4.1), 32 bytes.

    Raises:
        ValueError: that is no certificate.
    """
    outer, _ = _element(certificate, _SEQUENCE)
    fields, _ = _element(outer, _SEQUENCE)
    if fields[:1] == bytes([_VERSION]):
        fields = _skip(fields)
    for _ in range(5):  # serial number, signature algorithm, issuer, validity, subject
        fields = _skip(fields)
    _, rest = _element(fields, _SEQUENCE)
    return hashlib.sha256(fields[: len(fields) - len(rest)]).digest()


def fingerprint_words(digest: bytes) -> str:
    """Write a fingerprint as six words, for people to compare: ``acorn-lilac-...``, at most 47 letters and hyphens."""
    bits = int.from_bytes(digest[:9], "big") >> (72 - WORDS_SHOWN * BITS_A_WORD)
    numbers = [bits >> BITS_A_WORD * place & (len(WORDS) - 1) for place in reversed(range(WORDS_SHOWN))]
    return "-".join(WORDS[number] for number in numbers)


def _skip(data: bytes) -> bytes:
    return _element(data, data[0] if data else 0)[1]


def _element(data: bytes, tag: int) -> tuple[bytes, bytes]:
    """Take a DER element with this tag apart: its contents, and what comes after it."""
    if len(data) < 2 or data[0] != tag:
        raise ValueError("not a certificate")
    start, length = 2, data[1]
    if length & _LONG:
        start += length & ~_LONG
        length = int.from_bytes(data[2:start], "big")
    if start + length > len(data):
        raise ValueError("not a certificate")
    return data[start : start + length], data[start + length :]
