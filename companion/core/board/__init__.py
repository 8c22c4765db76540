"""The board's geometry: pure functions of nodes and edges."""
