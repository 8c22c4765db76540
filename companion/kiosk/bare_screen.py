"""How large the screen of an X server without a window manager is.

SDL asks the window manager to enlarge a window to the full screen. Where none runs, as on many
kiosks, nobody answers: SDL believes in the large window, X keeps the small one, and what lies
outside of it is neither seen nor touched. There the window has to be opened in the screen's size.
Kivy is not needed, and must not be imported yet, to find that out.
"""

from __future__ import annotations

import ctypes
import logging
from ctypes import c_char_p, c_int, c_ulong, c_void_p

log = logging.getLogger(__name__)

LIBRARY = "libX11.so.6"  # the one that SDL's X11 driver opens itself
MANAGER = b"_NET_SUPPORTING_WM_CHECK"
"""The property by which a window manager says on the root window that it runs."""


def bare_screen_size(display: str | None = None) -> tuple[int, int] | None:
    """Width and height in pixels of a screen that no window manager looks after.

    `display` as in the environment variable `DISPLAY`, which is taken where it is None. None when
    a window manager runs (it makes windows full screen), or when X cannot be asked.
    """
    try:
        x11 = _library()
    except OSError:
        log.warning("%s is missing: whether a window manager runs cannot be asked", LIBRARY)
        return None
    server = x11.XOpenDisplay(None if display is None else display.encode())
    if not server:
        return None
    try:
        if _is_managed(x11, server):
            return None
        screen = x11.XDefaultScreen(server)
        return x11.XDisplayWidth(server, screen), x11.XDisplayHeight(server, screen)
    finally:
        x11.XCloseDisplay(server)


def _library() -> ctypes.CDLL:
    """Xlib with the types of what is called. Raises `OSError` where it is missing."""
    x11 = ctypes.CDLL(LIBRARY)
    x11.XOpenDisplay.argtypes, x11.XOpenDisplay.restype = [c_char_p], c_void_p
    for name in ("XDefaultScreen", "XCloseDisplay"):
        getattr(x11, name).argtypes = [c_void_p]
    for name in ("XDisplayWidth", "XDisplayHeight"):
        getattr(x11, name).argtypes = [c_void_p, c_int]
    x11.XDefaultRootWindow.argtypes, x11.XDefaultRootWindow.restype = [c_void_p], c_ulong
    x11.XInternAtom.argtypes, x11.XInternAtom.restype = [c_void_p, c_char_p, c_int], c_ulong
    x11.XListProperties.argtypes = [c_void_p, c_ulong, ctypes.POINTER(c_int)]
    x11.XListProperties.restype = ctypes.POINTER(c_ulong)
    x11.XFree.argtypes = [c_void_p]
    return x11


def _is_managed(x11: ctypes.CDLL, server: int) -> bool:
    """Whether a window manager has put its mark on the root window."""
    mark = x11.XInternAtom(server, MANAGER, True)
    if not mark:
        return False  # nobody has ever spoken of it on this server
    count = c_int()
    found = x11.XListProperties(server, x11.XDefaultRootWindow(server), ctypes.byref(count))
    if not found:
        return False
    try:
        return mark in found[: count.value]
    finally:
        x11.XFree(found)
