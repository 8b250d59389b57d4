"""The token: a secret that clients of the server must know.

A program sends it with every request (``Authorization: Bearer …``).  A browser gets it once, after the ``#``
of a link, which browsers do not send, and exchanges it for a cookie, which no script can read and no page of
another origin can use.  The cookie is derived from the token, and is not the token.
"""

import hashlib
import hmac
import re
import secrets

from starlette.datastructures import Headers

from yomikiri.core.errors import InputError

DRAWN = "random"
"""The word that asks for a random token."""
COOKIE_SECONDS = 30 * 24 * 3600
_FORM = re.compile(r"[A-Za-z0-9._~-]{16,200}", re.ASCII)


def read_token(text: str) -> str:
    """The given token, or a random one."""
    if text == DRAWN:
        return secrets.token_urlsafe(24)
    if not _FORM.fullmatch(text):
        raise InputError(
            "the token cannot be used: expected 16 to 200 letters, digits and . _ ~ - (or 'random')"
        )
    return text


class Token:
    """A token and its cookie, compared in constant time."""

    def __init__(self, word: str) -> None:
        self._word = word.encode()
        self._pass = hmac.new(self._word, b"yomikiri cookie", hashlib.sha256).hexdigest()
        # Cookies belong to a host and not to a port: another server there has another token and another name.
        self.cookie = "yomikiri_" + hashlib.sha256(b"name " + self._word).hexdigest()[:8]

    def is_right(self, word: str) -> bool:
        return hmac.compare_digest(word.encode(errors="replace"), self._word)

    def admits(self, headers: Headers) -> bool:
        """Whether a request carries the token or its cookie."""
        kind, _, word = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self.is_right(word.strip()):
            return True
        given = [pair.strip().partition("=") for pair in headers.get("cookie", "").split(";")]
        return any(
            name == self.cookie and hmac.compare_digest(value.encode(errors="replace"), self._pass.encode())
            for name, _, value in given
        )

    def set_cookie(self, *, secure: bool) -> str:
        """The header that gives a browser its cookie."""
        words = [
            f"{self.cookie}={self._pass}",
            "Path=/",
            f"Max-Age={COOKIE_SECONDS}",
            "HttpOnly",
            "SameSite=Strict",
        ]
        return "; ".join([*words, "Secure"] if secure else words)
