"""The kit the screens are built of. Texts come in as strings: nothing here translates."""
