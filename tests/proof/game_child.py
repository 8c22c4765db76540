"""Plays a game through a session without end and acknowledges each input: to be killed.

Usage: ``python -m tests.proof.game_child JOURNAL SEED``. It goes on where the journal ends.
Each line is written only after the answer came: the record's number, kind and command id, and
the digest of the state after it.
"""

import json
import sys
from pathlib import Path
from random import Random

from companion.session import Options, Session
from tests.session.playing import TABLES, Player, begun, digest


def main(path: Path, seed: int) -> None:
    rng = Random(seed)
    with Session(Options(path)) as session:
        if session.ready.result().game is None:
            begun(session, TABLES[seed % len(TABLES)])
        player = Player(session, rng)
        while True:
            done = player.step()
            if done is None:
                continue
            line = {
                "game": done.game,
                "n": done.record.n,
                "kind": done.record.kind,
                "id": player.last_id,
                "digest": digest(done.log.state),
            }
            sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
