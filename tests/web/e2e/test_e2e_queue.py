"""The queue in the browser: who waits for a solver sees at which place."""

import json

from e2e_tools import HARD, Table
from websockets.sync.client import connect

NEW = {"game": "superpuzz", "size": "6", "deal": "6"}
"""A deal that no other test asks about: what the server knows already does not wait."""
CLEAR = "document.querySelector('#verdict-detail').textContent"


def test_a_question_that_waits_shows_its_place_in_both_languages(table: Table) -> None:
    # Nothing is read from this socket in the end, not even the answers to pings.
    with connect(table.address.replace("http", "ws") + "/api/socket", ping_interval=None) as other:
        asked = {"type": "ask", "what": "shortest", "setup": HARD, "moves": [], "seconds": 120}
        for number in range(6):  # More than there are workers.
            other.send(json.dumps(asked | {"id": f"n{number}"}))
        while json.loads(other.recv(timeout=60)) != {"type": "queued", "id": "n5", "place": 4}:
            pass
        table.open(NEW)
        table.wait(f"/^Place [1-5] in the queue$/.test({CLEAR})")
        table.click("#language")
        table.wait(f"/^順番待ち：[1-5]番目$/.test({CLEAR})")
    table.verdict("won")
