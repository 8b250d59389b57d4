"""Certificates: proofs, which anyone can check, that a position cannot be won, or not in fewer moves.

A solution proves itself.  That there is none, or none shorter, is proved by a table of lower bounds that is
closed under one move (``docs/certificates.md``); this package writes such tables (:func:`write_certificate`),
reads them, and checks them with the rules alone (:func:`check`).  ``docs/certificate-format.md`` specifies
the file, and ``checker/`` is an independent program that shares no code with this one and reads it, too.
"""

from yomikiri.certificates.check import Verdict, check
from yomikiri.certificates.closure import write_certificate, write_greatest
from yomikiri.certificates.format import NotACertificate

__all__ = ["NotACertificate", "Verdict", "check", "write_certificate", "write_greatest"]
