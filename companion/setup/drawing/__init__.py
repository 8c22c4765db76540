"""One drawing of a board for every face: a flat list of shapes, and what turns it into pictures."""
