"""Fingerprints of keys, and the words that they are written with."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import given
from hypothesis import strategies as st

from euchre_protocol.fingerprint import fingerprint, fingerprint_words
from euchre_protocol.fingerprint_words import WORDS

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey


def certificate(key: Key) -> bytes:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "x" * 40)])
    begin, end = datetime(2000, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), begin, end)
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


@pytest.mark.parametrize(
    "key", [ec.generate_private_key(ec.SECP256R1()), rsa.generate_private_key(65537, 2048)], ids=["short", "long"]
)
def test_it_is_the_sha256_of_the_public_key_however_long_that_is(key: Key) -> None:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    public = key.public_key().public_bytes(serialization.Encoding.DER, form)
    digest = hashlib.sha256(public).digest()
    assert fingerprint(certificate(key)) == digest
    assert fingerprint(certificate(key)) == digest  # another certificate for the same key


def test_what_is_no_certificate_is_refused() -> None:
    whole = certificate(ec.generate_private_key(ec.SECP256R1()))
    for end in range(len(whole)):
        with pytest.raises(ValueError, match="not a certificate"):
            fingerprint(whole[:end])


@given(st.binary(max_size=64))
def test_bytes_from_anywhere_raise_nothing_else(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a certificate"):
        fingerprint(data)


def test_the_words_are_short_plain_and_told_apart_by_their_beginning() -> None:
    assert len(WORDS) == 2048
    assert list(WORDS) == sorted(WORDS)
    assert len({word[:4] for word in WORDS}) == 2048
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)


def test_six_words_are_the_first_66_bits() -> None:
    assert fingerprint_words(bytes(32)) == "-".join([WORDS[0]] * 6)
    assert fingerprint_words(b"\xff" * 32) == "-".join([WORDS[-1]] * 6)
    bits = "".join(format(number, "011b") for number in (1, 2, 3, 4, 5, 2047))
    digest = int(bits.ljust(256, "1"), 2).to_bytes(32, "big")
    assert fingerprint_words(digest) == "-".join(WORDS[number] for number in (1, 2, 3, 4, 5, 2047))
    flipped = bytearray(digest)
    flipped[8] ^= 0b01000000  # the last of the 66
    assert fingerprint_words(bytes(flipped)) != fingerprint_words(digest)
