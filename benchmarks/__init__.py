"""Ratios against baselines that run side by side; `make bench` prints them."""
