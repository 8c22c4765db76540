"""Every text a person sees: message references, catalogues, and their rendering.

Importing this package loads `text` alone, because the rules core names messages without ever
rendering one. Faces import `companion.i18n.translator`.
"""

from companion.i18n.text import Atom, Param, Ref, SeatRef, Text

__all__ = ["Atom", "Param", "Ref", "SeatRef", "Text"]
