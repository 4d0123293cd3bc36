"""The key that this host is recognized by: made at the first start, and the same for as long as its file is kept."""

from __future__ import annotations

import os
import shlex
import ssl
import stat
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from euchre_protocol.fingerprint import fingerprint, fingerprint_words
from euchre_server.failures import StartError
from euchre_server.files import put_in_place

KEY_NAME = "host-key.pem"
"""Private key and certificate in one file, so that there is no moment with only one of them."""

_BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
_NEVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""No well-defined end (RFC 5280, 4.1.2.5): clients recognize the key and look at no dates, and a small computer without
a battery may think that it is 1970."""


@dataclass(frozen=True, slots=True)
class HostKey:
    """A key, ready to be used.

    Attributes:
        context: takes connections with it.
        fingerprint: the SHA-256 of its public half, 32 bytes.
        warning: a sentence about its file, for whoever hosts; empty if all is well.
    """

    context: ssl.SSLContext
    fingerprint: bytes
    warning: str = ""

    @property
    def words(self) -> str:
        """The fingerprint as six words."""
        return fingerprint_words(self.fingerprint)


def host_key(folder: Path) -> HostKey:
    """Load the key in the data folder, or make one.

    Raises:
        StartError: it cannot be read or written, or it is damaged. A damaged key is never replaced: everybody who
            knows this host would be told that it is another one.
    """
    path = folder / KEY_NAME
    if not path.exists() and not path.is_symlink():
        try:
            _write(path, _make())
        except OSError as error:
            raise StartError(
                f"Cannot write the host's key to {path}: {error.strerror}. See --data; --no-tls does without a key."
            ) from error
    return _load(path)


def _load(path: Path) -> HostKey:
    try:
        text = path.read_text(encoding="ascii")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # nobody resumes a session: the token does that
        context.load_cert_chain(path)
        certificate = ssl.PEM_cert_to_DER_cert(text[text.index("-----BEGIN CERTIFICATE") :])
        return HostKey(context, fingerprint(certificate), _warning(path))
    except (OSError, ValueError) as error:  # a damaged file is an SSLError, which is an OSError, or a ValueError
        reason = "it is damaged" if isinstance(error, ValueError | ssl.SSLError) else error.strerror
        if isinstance(error, FileNotFoundError) and path.is_symlink():
            reason = f"it is a link to {path.readlink()}, and nothing is there"
        raise StartError(
            f"Cannot read the host's key {path}: {reason}. Put a copy of it back; or move it away, and a new key is "
            "made, which all who have been here before must accept."
        ) from error


def _warning(path: Path) -> str:
    """What is to be said of who else may read or change the file, which a copy or an unpacked archive easily allows."""
    if stat.S_IMODE(path.stat().st_mode) & 0o077 == 0:
        return ""
    advice = f"chmod 600 {shlex.quote(str(path))}"
    return f"others on this machine may read or change the host's key, and so pass for this host: {advice}"


def _make() -> bytes:
    # Only needed once in a host's life, and slow to import.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "euchre-lan")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), _BEGINNING, _NEVER)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


def _write(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read; whole or not at all, even if the power goes in between."""
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".new")  # mkstemp's mode is 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(Path(draft), path)
    finally:
        Path(draft).unlink(missing_ok=True)
