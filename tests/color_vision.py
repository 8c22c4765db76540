"""How colors look to people with a color vision deficiency, and how far apart they then are."""

from __future__ import annotations

from math import dist

from companion.kiosk.palette import rgba

Vector = tuple[float, float, float]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISIONS: dict[str, tuple[Vector, Vector, Vector]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _oklab(color: Vector) -> Vector:
    """Linear RGB in OKLab, whose distances follow what people see (about 0.02 is just visible)."""
    r, g, b = color
    cones = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    x, y, z = (max(0.0, cone) ** (1 / 3) for cone in cones)
    return (
        0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z,
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    )


def _seen(color: str, vision: str) -> Vector:
    linear = [_linear(part) for part in rgba(color)[:3]]
    r, g, b = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True))))
        for row in VISIONS[vision]
    )
    return _oklab((r, g, b))


def difference(one: str, other: str, vision: str) -> float:
    """How far apart two colors look with that vision; 0 is equal, black and white are 1 apart."""
    return dist(_seen(one, vision), _seen(other, vision))
