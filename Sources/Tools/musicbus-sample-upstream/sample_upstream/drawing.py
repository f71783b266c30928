"""Pictures that are drawn line by line, and written as PNG, with capital letters of a pen with round ends.

A shape is in units of the larger side of a picture: it covers at most one part of each line, whose edges are soft.
"""

import math
import re
import struct
import zlib
from collections.abc import Callable
from typing import NamedTuple

from .texts import folded

Point = tuple[float, float]
Part = tuple[float, float] | None
QUARTERS = (0.125, 0.375, 0.625, 0.875)


class Color(NamedTuple):
    """A colour of the screen."""

    red: float
    green: float
    blue: float

    @classmethod
    def of(cls, number: int) -> "Color":
        return cls(number >> 16 & 0xFF, number >> 8 & 0xFF, number & 0xFF)

    def mixed(self, other: "Color", share: float) -> "Color":
        """Between this colour and another one: 0 is this one."""
        return Color(self.red + (other.red - self.red) * share, self.green + (other.green - self.green) * share,
                     self.blue + (other.blue - self.blue) * share)

    @property
    def rgb(self) -> bytes:
        return bytes((int(self.red), int(self.green), int(self.blue)))

    @property
    def luminance(self) -> float:
        return 0.3 * self.red + 0.59 * self.green + 0.11 * self.blue


class Shape(NamedTuple):
    """`part` is what the shape covers of the line at a height between `top` and `bottom`."""

    top: float
    bottom: float
    part: Callable[[float], Part]

    def clipped(self, x: Point, y: Point) -> "Shape":
        """The part of this shape inside a rectangle."""
        def part(line: float) -> Part:
            found = self.part(line) if y[0] <= line <= y[1] else None
            return (max(found[0], x[0]), min(found[1], x[1])) if found else None

        return Shape(*y, part)


EVERYTHING = Shape(-1, 2, lambda line: (-1, 2))


def circle(x: float, y: float, radius: float) -> Shape:
    return ellipse(x, y, radius, radius)


def ellipse(x: float, y: float, width: float, height: float) -> Shape:
    def part(line: float) -> Part:
        rest = 1 - (line - y) * (line - y) / (height * height)
        if rest <= 0:
            return None
        half = math.sqrt(rest) * width
        return x - half, x + half

    return Shape(y - height, y + height, part)


def rectangle(x: Point, y: Point) -> Shape:
    return Shape(*y, lambda line: x if y[0] <= line <= y[1] else None)


def polygon(corners: list[Point]) -> Shape:
    """A convex polygon."""
    sides = list(zip([corners[-1], *corners], corners))

    def part(line: float) -> Part:
        crossings = [x + (line - y) / (next_y - y) * (next_x - x) for (x, y), (next_x, next_y) in sides
                     if (y <= line) != (next_y <= line)]
        return (min(crossings), max(crossings)) if crossings else None

    return Shape(min(y for _, y in corners), max(y for _, y in corners), part)


def stroke(start: Point, end: Point, pen: float) -> Shape:
    """A line of a pen; `pen` is half its width."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1e-9, math.sqrt(dx * dx + dy * dy))
    nx, ny = -dy / length * pen, dx / length * pen
    return polygon([(start[0] + nx, start[1] + ny), (end[0] + nx, end[1] + ny), (end[0] - nx, end[1] - ny),
                    (start[0] - nx, start[1] - ny)])


class Canvas:
    """The pixels of a picture; the unit square is cut to its form."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.scale = float(max(width, height))
        self.left, self.top = (self.scale - width) / 2, (self.scale - height) / 2
        self.pixels = bytearray(3 * width * height)

    def fill(self, shape: Shape, upper: Color, lower: Color | None = None, opacity: float = 1) -> None:
        """Fills a shape with colours from top to bottom of the picture."""
        first = max(0, math.floor(shape.top * self.scale - self.top))
        last = min(self.height, math.ceil(shape.bottom * self.scale - self.top))
        for row in range(first, last):
            parts = self.parts(shape, row)
            if parts:
                paint = upper.mixed(lower, (row + self.top) / self.scale) if lower else upper
                self.draw(parts, row, paint, opacity)

    def parts(self, shape: Shape, row: int) -> list[Point]:
        """What the shape covers of the four quarters of a line, in pixels."""
        found = []
        for quarter in QUARTERS:
            part = shape.part((row + quarter + self.top) / self.scale)
            if part:
                start = max(0.0, part[0] * self.scale - self.left)
                end = min(float(self.width), part[1] * self.scale - self.left)
                if start < end:
                    found.append((start, end))
        return found

    def draw(self, parts: list[Point], row: int, paint: Color, opacity: float) -> None:
        starts, ends = [start for start, _ in parts], [end for _, end in parts]
        outer = range(int(min(starts)), min(self.width, math.ceil(max(ends))))
        inner = range(math.ceil(max(starts)), math.floor(min(ends)))
        if len(parts) < 4 or opacity != 1 or not inner:
            return self.blend(parts, row, outer, paint, opacity)
        begin = 3 * (row * self.width + inner.start)
        self.pixels[begin:begin + 3 * len(inner)] = paint.rgb * len(inner)
        self.blend(parts, row, range(outer.start, inner.start), paint, opacity)
        return self.blend(parts, row, range(inner.stop, outer.stop), paint, opacity)

    def blend(self, parts: list[Point], row: int, columns: range, paint: Color, opacity: float) -> None:
        """Draws pixels that the shape covers in part, or through which others can be seen."""
        for column in columns:
            covered = sum(max(0.0, min(column + 1.0, end) - max(float(column), start)) for start, end in parts) / 4
            begin = 3 * (row * self.width + column)
            before = Color(*self.pixels[begin:begin + 3])
            self.pixels[begin:begin + 3] = before.mixed(paint, covered * opacity).rgb

    def png(self) -> bytes:
        """The lines, each after the number of its filter, which is none; 8 bits for each of three colours."""
        size = 3 * self.width
        lines = b"".join(b"\0" + self.pixels[row * size:(row + 1) * size] for row in range(self.height))
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 1)) + chunk(b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + chunks


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


# Lines through points of a grid of five columns and seven rows, both from the top left.
TABLE = """
A 06 02 20 42 46|04 44;B 03 33 42 41 30 00 06 36 45 44 33;C 41 30 10 01 05 16 36 45;D 00 06 26 44 42 20 00
E 40 00 06 46|03 33;F 40 00 06|03 33;G 41 30 10 01 05 16 36 45 43 23;H 00 06|40 46|03 43;I 00 06;J 40 45 36 16 05
K 00 06|40 03 46;L 00 06 46;M 06 00 23 40 46;N 06 00 46 40;O 10 30 41 45 36 16 05 01 10;P 06 00 30 41 42 33 03
Q 10 30 41 45 36 16 05 01 10|24 46;R 06 00 30 41 42 33 03|23 46;S 41 30 10 01 02 13 33 44 45 36 16 05;T 00 40|20 26
U 00 05 16 36 45 40;V 00 26 40;W 00 16 23 36 40;X 00 46|40 06;Y 00 23 40|23 26;Z 00 40 06 46
0 10 30 41 45 36 16 05 01 10;1 01 10 16;2 01 10 30 41 42 06 46;3 00 40 23 33 44 45 36 16 05;4 36 30 04 44
5 40 00 03 33 44 45 36 06;6 30 10 01 05 16 36 45 44 33 03;7 00 40 16;8 13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33
9 16 36 45 41 30 10 01 02 13 43;- 13 33;. 06 06;& 46 02 01 10 20 21 04 05 16 26 44;! 00 04|06 06
? 01 10 30 41 42 24|26 26;' 00 01;+ 21 25|03 43;/ 40 06;, 06 07
"""
LETTERS = {entry[0]: [[(float(point[0]), float(point[1])) for point in line.split()] for line in entry[2:].split("|")]
           for entry in re.split("[;\n]", TABLE.strip())}


def lettered(text: str) -> str:
    """A text as it can be lettered; empty if too much of it cannot."""
    upper = folded(text).replace("’", "'").replace("æ", "ae").replace("ø", "o").upper()
    letters = "".join(sign for sign in upper if sign in LETTERS or sign == " ")
    return "" if len(letters) * 4 < len(upper) * 3 else letters.strip()


def advance(letter: str) -> float:
    """The width of a letter and the space after it, in columns."""
    return max((x for line in LETTERS.get(letter, []) for x, _ in line), default=1.4) + 1.9


def width(text: str, height: float) -> float:
    total = 0.0
    for letter in text:
        total += advance(letter)
    return (total - 1.9) * height / 6


def write(text: str, origin: Point, height: float, weight: float, color: Color, canvas: Canvas) -> None:
    """Writes one line; `weight` is the width of the pen in columns."""
    unit = height / 6
    left, top = origin
    for letter in text:
        for line in LETTERS.get(letter, []):
            points = [(left + x * unit, top + y * unit) for x, y in line]
            for start, end in zip(points, points[1:]):
                canvas.fill(stroke(start, end, weight * unit / 2), color)
            for x, y in points:
                canvas.fill(circle(x, y, weight * unit / 2), color)
        left += advance(letter) * unit


def split_lines(text: str, count: int) -> list[str]:
    """Words on up to `count` lines of similar length."""
    words = text.split()
    if count < 2 or len(words) < 2:
        return [text]
    limit = max(len(text) // count + 1, *map(len, words))
    lines: list[str] = []
    for word in words:
        if lines and (len(lines) == count or len(lines[-1]) + len(word) < limit + 1):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
