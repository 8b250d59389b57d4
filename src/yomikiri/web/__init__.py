"""The web app: play, ask, watch it think.  It needs the extra ``yomikiri[web]``.

Nothing here knows a rule of a game: a request is checked, handed to the library, and the answer written as
JSON.  Searches run in worker processes (:mod:`yomikiri.web.pool`), so that one that takes all it may
neither slows the page down nor takes it along when it dies.
"""
