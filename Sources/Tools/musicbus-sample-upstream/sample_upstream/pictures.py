"""The picture of an album or an artist, which belongs to the words: a sleeve with its title, or a portrait."""

import math
from collections.abc import Callable
from typing import NamedTuple

from .drawing import (EVERYTHING, Canvas, Color, Part, Shape, circle, ellipse, lettered, polygon, rectangle,
                      split_lines, width, write)
from .texts import stable_number

MAX_SIZE = 1000
# Paper, ink and three colours between them, which go well together.
PALETTES = [[Color.of(int(color, 16)) for color in line.split()] for line in """
f4ecd8 1d2b3a e4572e f3a712 669bbc
10131f f6f1e7 7c5cff ff6f91 2ec4b6
f7d9c4 2b2d42 d8315b f18f01 3e92cc
0b3142 f3e9d2 f26430 2a9d8f e9c46a
e9e3d5 222222 c1121f 003049 d9a441
2d1e2f fde8e9 f15946 f9c22e 53b3cb
dfe7e3 16302b 2f6690 e07a5f f2cc8f
14213d f5f3ee fca311 8ecae6 e63946
faf3dd 3d405b 81b29a e07a5f f2cc8f
241023 f4f1de 6b0f1a d5573b 94c9a9
1b4332 f1faee 52b788 f4a261 e9d8a6
f2e8cf 2f3e46 6a994e bc4749 a7c957
03071e fff3e0 e85d04 ffba08 9d0208
e8e1ef 231942 5e548e be95c4 f28482
""".strip().splitlines()]


class Subject(NamedTuple):
    """What a picture shows: an album, or the number of people of an artist."""

    artist: str
    title: str = ""
    people: int = 0

    @property
    def seed(self) -> str:
        return f"portrait/{self.artist}" if self.people else f"sleeve/{self.artist}/{self.title}"


def draw(subject: Subject, width: int, height: int) -> Canvas:
    """A size over the bound is brought down to it, one below 1 up."""
    canvas = Canvas(min(max(1, width), MAX_SIZE), min(max(1, height), MAX_SIZE))
    Portrait(subject, canvas).draw() if subject.people else Sleeve(subject, canvas).draw()
    return canvas


class Picture:
    """A canvas with the colours and numbers that belong to a subject."""

    def __init__(self, subject: Subject, canvas: Canvas) -> None:
        self.subject, self.canvas = subject, canvas
        self.paper, self.ink, *self.colors = PALETTES[self.number("palette", len(PALETTES))]
        self.turn = self.number("turn", 3)
        # The darker one of paper and ink.
        self.dark = self.ink if self.ink.luminance < self.paper.luminance else self.paper

    def number(self, name: str, below: int) -> int:
        return stable_number(f"{self.subject.seed}/{name}", below)

    def share(self, name: str) -> float:
        """A number from 0 up to 1 that belongs to the picture."""
        return self.number(name, 1000) / 1000

    def color(self, index: int) -> Color:
        """A colour that is neither paper nor ink."""
        return self.colors[(index + self.turn) % 3]


class Sleeve(Picture):
    """One of ten motifs, with the title and the artist below it."""

    def draw(self) -> None:
        motifs: list[Callable[[], None]] = [
            self.sun, self.rings, self.circles, self.bands, self.tiles, self.hills, self.curtain, self.record,
            self.arches, self.prism]
        motifs[self.number("motif", len(motifs))]()
        self.letter(lettered(self.subject.title), lettered(self.subject.artist))

    def letter(self, title: str, artist: str) -> None:
        """The title on up to three lines, and the artist below it."""
        lines = split_lines(title, 3 if len(title) > 26 else 2 if len(title) > 11 else 1)
        widest = max(width(line, 1) for line in lines)
        size = min([0.088, 0.064, 0.044][len(lines) - 1], 0.84 / max(1.0, widest))
        for index, line in enumerate(lines if title else []):
            y = 0.87 - size - (len(lines) - 1 - index) * size * 1.55
            write(line, (0.08, y), size, 0.95, self.ink, self.canvas)
        small = min(0.03, 0.84 / max(1.0, width(artist, 1)))
        write(artist, (0.08, 0.915), small, 0.85, self.ink.mixed(self.paper, 0.25), self.canvas)

    def ground(self) -> None:
        self.canvas.fill(EVERYTHING, self.paper.mixed(self.color(2), 0.16 * 0.4), self.paper.mixed(self.color(0), 0.16))

    def foot(self) -> None:
        """The place below the motif, for the title."""
        self.canvas.fill(rectangle((-1, 2), (0.655, 2)), self.paper)

    def sun(self) -> None:
        upper, lower = self.paper.mixed(self.color(0), 0.55), self.paper.mixed(self.color(1), 0.35)
        self.canvas.fill(EVERYTHING, upper, lower)
        self.canvas.fill(circle(0.35 + self.share("x") * 0.3, 0.4, 0.26), self.color(2), self.color(1))
        for stripe in range(6):
            y = 0.46 + stripe * 0.045
            shade = self.paper.mixed(self.color(0), 0.5 - stripe * 0.03)
            self.canvas.fill(rectangle((-1, 2), (y, y + 0.006 + stripe * 0.004)), shade)
        self.foot()

    def rings(self) -> None:
        self.ground()
        x = 0.0 if self.share("x") < 0.5 else 1.0
        for ring in range(7):
            shade = self.paper if ring % 4 == 3 else self.color(ring)
            self.canvas.fill(circle(x, 0.7, 0.8 - ring * 0.11), shade)
        self.foot()

    def circles(self) -> None:
        self.ground()
        tilt = (self.share("tilt") - 0.5) * 0.16
        self.canvas.fill(circle(0.36, 0.35 + tilt, 0.22), self.color(0))
        self.canvas.fill(circle(0.64, 0.35 - tilt, 0.22), self.color(1), opacity=0.82)
        self.canvas.fill(circle(0.5, 0.35, 0.055), self.ink)

    def bands(self) -> None:
        self.ground()
        slope = 0.5 if self.share("slope") < 0.5 else -0.5
        for band in range(4):
            x = 0.1 + band * 0.2 - slope * 0.2
            form = polygon([(x, -0.1), (x + 0.13, -0.1), (x + 0.13 + slope, 0.74), (x + slope, 0.74)])
            self.canvas.fill(form, self.color(band), self.color(band).mixed(self.paper, 0.25))
        self.foot()

    def tiles(self) -> None:
        self.canvas.fill(EVERYTHING, self.paper)
        side = 0.25
        for row in range(3):
            for column in range(4):
                x, y = column * side, row * side
                cell = self.number(f"{row}/{column}", 12)
                box, tall = (x, x + side), (y, min(0.655, y + side))
                if cell % 3 != 2:
                    self.canvas.fill(rectangle(box, tall), self.color(cell))
                corner = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)][cell % 4]
                form = circle(*corner, side) if cell < 8 else circle(x + side / 2, y + side / 2, side * 0.3)
                self.canvas.fill(form.clipped(box, tall), self.ink if cell % 5 == 0 else self.color(cell + 1))

    def hills(self) -> None:
        upper, lower = self.color(0).mixed(self.paper, 0.55), self.paper.mixed(self.color(1), 0.3)
        self.canvas.fill(EVERYTHING, upper, lower)
        self.canvas.fill(circle(0.25 + self.share("moon") * 0.5, 0.3, 0.09), self.paper)
        for ridge in range(4):
            shade = self.color(0).mixed(self.ink, 0.12 + 0.2 * ridge).mixed(self.paper, 0.32 - 0.1 * ridge)
            base = 0.36 + ridge * 0.1
            for peak in range(-1, 4):
                shift = self.share(f"peak{ridge}{peak}")
                x = peak * 0.36 + shift * 0.2 + 0.1
                form = polygon([(x, base - 0.02 + shift * 0.1), (x + 0.46, 1), (x - 0.46, 1)])
                self.canvas.fill(form, shade)
        self.foot()

    def curtain(self) -> None:
        self.ground()
        waves, depth = 6 + self.share("waves") * 5, 0.03 + self.share("depth") * 0.03
        for fold in range(7):
            shade = self.color(fold)
            self.canvas.fill(strip(fold, waves, depth), shade, shade.mixed(self.ink, 0.25))
        self.foot()

    def record(self) -> None:
        self.canvas.fill(EVERYTHING, self.color(0).mixed(self.paper, 0.3), self.color(0))
        x = 0.5 + (self.share("x") - 0.5) * 0.5
        for groove in range(9):
            dark = self.ink if groove % 2 == 0 else self.ink.mixed(self.color(0), 0.16)
            self.canvas.fill(circle(x, 0.36, 0.29 - groove * 0.02), dark)
        self.canvas.fill(circle(x, 0.36, 0.12), self.color(1), self.color(2))
        self.canvas.fill(circle(x, 0.36, 0.02), self.paper)
        self.foot()

    def arches(self) -> None:
        self.ground()
        for arch in range(3):
            x, top = 0.2 + arch * 0.3, 0.3 + self.share(f"top{arch}") * 0.16
            for step in range(3):
                radius = 0.135 - step * 0.042
                shade = self.color(arch + step).mixed(self.ink, 0.35 if step == 2 else 0)
                self.canvas.fill(circle(x, top, radius), shade)
                self.canvas.fill(rectangle((x - radius, x + radius), (top, 0.74)), shade)
        self.foot()

    def prism(self) -> None:
        self.ground()
        x = 0.3 + self.share("x") * 0.4
        self.canvas.fill(polygon([(x, 0.1), (x + 0.38, 0.62), (x - 0.38, 0.62)]), self.color(0), self.color(1))
        light = polygon([(x, 0.1), (x + 0.38, 0.62), (x + 0.05, 0.62)])
        self.canvas.fill(light, self.paper, self.color(2), opacity=0.85)
        self.canvas.fill(circle(1 - x, 0.3, 0.1), self.color(2))


def strip(fold: int, waves: float, depth: float) -> Shape:
    """A fold of a curtain."""
    x = 0.02 + fold * 0.14

    def part(line: float) -> Part:
        shift = math.sin(line * waves + fold * 0.35) * depth
        return x + shift, x + shift + 0.088

    return Shape(0, 0.655, part)


class Portrait(Picture):
    """Up to four people before a circle."""

    # The place and size of each, by their number.
    PLACES = [
        [(0.5, 1.0)], [(0.36, 0.8), (0.64, 0.84)], [(0.25, 0.68), (0.75, 0.7), (0.5, 0.8)],
        [(0.16, 0.6), (0.84, 0.6), (0.38, 0.68), (0.64, 0.72)],
    ]

    def draw(self) -> None:
        upper, lower = self.color(0).mixed(self.paper, 0.25), self.color(1).mixed(self.color(0), 0.25)
        self.canvas.fill(EVERYTHING, upper, lower)
        self.canvas.fill(circle(0.5, 0.42, 0.36), self.color(2), self.color(2).mixed(self.color(0), 0.5))
        places = self.PLACES[min(4, self.subject.people) - 1]
        for index, (x, size) in enumerate(places):
            shade = self.dark.mixed(self.color(index), 0.08 if len(places) == 1 else 0.34 - 0.1 * index)
            self.person(x, size, shade, f"person{index}")

    def person(self, x: float, size: float, shade: Color, name: str) -> None:
        """Head, hair and shoulders, in shades of one colour."""
        canvas = self.canvas
        y = 0.46 + (1 - size) * 0.2 + (self.share(name) - 0.5) * 0.05
        head, wide = 0.135 * size, 0.29 * size
        hair = self.number(f"{name}/hair", 4)
        back = shade.mixed(self.dark, 0.45)
        if hair == 1:
            canvas.fill(circle(x, y - head * 0.25, head * 1.55), back)
        if hair == 2:
            canvas.fill(circle(x, y - head * 0.1, head * 1.25), back)
            canvas.fill(rectangle((x - head * 1.25, x + head * 1.25), (y, y + head * 2.2)), back)
        canvas.fill(rectangle((x - head * 0.42, x + head * 0.42), (y, y + head * 2)), shade)
        canvas.fill(circle(x, y + head * 1.75 + wide, wide), shade)
        canvas.fill(rectangle((x - wide, x + wide), (y + head * 1.75 + wide, 2)), shade)
        canvas.fill(ellipse(x, y, head * 0.92, head * 1.18), shade.mixed(self.color(1), 0.18))
        if hair != 1:
            cap = ellipse(x, y - head * 0.06, head * 0.98, head * 1.2)
            canvas.fill(cap.clipped((-1, 2), (-1, y - head * 0.5)), back)
