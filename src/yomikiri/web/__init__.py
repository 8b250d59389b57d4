"""The web app: play, ask, watch it think.  It needs the extra ``yomikiri[web]``.

Nothing here knows the rules of a game: a request is checked and handed to the library, and the answer is
written as JSON.  Searches run in worker processes (:mod:`yomikiri.web.pool`), so that a heavy one neither
slows the page down nor takes the server with it when it dies.
"""
