"""Vectors as tuples of floats, in the plane and in space alike."""

import math


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def scaled(s, a):
    return tuple(s * x for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def length(a):
    return math.hypot(*a)


def cross(a, b):
    """In space the vector, in the plane its only component, as a tuple of one."""
    if len(a) == 2:
        return (a[0] * b[1] - a[1] * b[0],)
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    size = length(a)
    return scaled(1.0 / size, a)


def rotation(dimension, quaternion):
    """The rows of the matrix that the quaternion (w, x, y, z) describes, whatever its length."""
    w, x, y, z = quaternion
    size = w * w + x * x + y * y + z * z
    if dimension == 2:
        c, s = (w * w - z * z) / size, 2.0 * w * z / size
        return ((c, -s), (s, c))
    return (((w * w + x * x - y * y - z * z) / size, 2.0 * (x * y - w * z) / size, 2.0 * (x * z + w * y) / size),
            (2.0 * (x * y + w * z) / size, (w * w - x * x + y * y - z * z) / size, 2.0 * (y * z - w * x) / size),
            (2.0 * (x * z - w * y) / size, 2.0 * (y * z + w * x) / size, (w * w - x * x - y * y + z * z) / size))


def turned(rows, a):
    return tuple(dot(row, a) for row in rows)
