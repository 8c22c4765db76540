"""What is said of boards, for every face: why there is none, and what one does not keep."""

from __future__ import annotations

from companion.i18n.text import Ref, Text
from companion.setup.generate import Answer
from companion.setup.wishes import Broken


def why_none(answer: Answer) -> tuple[Text, ...]:
    """Why there is no board, and each single wish that would have to give way by a step."""
    if answer.outcome == "board":
        return ()
    texts = [Text(f"boards.made.{answer.outcome}")]
    for step in answer.relax:
        wish = Ref("wish", step.wish)
        if step.limit is None:
            texts.append(Text("boards.made.give_up", {"wish": wish}))
        else:
            texts.append(Text("boards.made.loosen", {"wish": wish, "n": step.limit}))
    return tuple(texts)


def broken_text(fault: Broken) -> Text:
    """What a board does not keep, and by how much."""
    return Text(f"boards.broken.{fault.wish}", {"n": fault.found, "limit": fault.limit})
