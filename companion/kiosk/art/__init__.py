"""Vector art of the touchscreen: shapes as data, drawn by `render`."""
