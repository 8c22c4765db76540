"""The touchscreen face.

Importing this package loads no Kivy: the command line may ask `config.detect_display`
first, and `config.prepare` has to run before Kivy is imported anywhere in the process.
"""
