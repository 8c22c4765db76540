"""Islekeeper: the companion that stands beside the physical board."""

__version__ = "0.1.0"
