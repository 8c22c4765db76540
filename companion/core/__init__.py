"""The rules core: pure, frozen, without clock, randomness, input or output."""
