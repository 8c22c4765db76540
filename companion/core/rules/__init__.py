"""One file or package for each rule module; `companion.core.registry` lists them."""
