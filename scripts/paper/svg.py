"""Axes, lines, boxes and clouds of points as SVG: what the figures are drawn with."""

import math
from dataclasses import dataclass
from html import escape

INK, SOFT, FAINT = "#222831", "#5a6472", "#e4e7eb"
SMALLEST = 1e-12  # on a logarithmic axis, in place of zero


def text(x, y, words, **style):
    style = {"fill": INK, **style}
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{attributes}>{escape(words)}</text>'


def line(x1, y1, x2, y2, colour=FAINT, width=1.0):
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width}" fill="none"/>'


def document(width, height, parts):
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                      'font-family="sans-serif" font-size="12">',
                      '<rect width="100%" height="100%" fill="#ffffff"/>', *parts, "</svg>\n"])


def tick_words(base, power, times):
    if base == 10 and -3 < power < 4:
        return f"{times * 10.0**power:g}"
    raised = f"{base}{str(power).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
    return raised if times == 1 else f"{times}·{raised}"


class LogScale:
    """Values to pixels, with room at both ends; ticks at powers of the base, and between them where those are few."""

    def __init__(self, values, start, end, base=10):
        places = [math.log(max(value, SMALLEST), base) for value in values]
        room = 0.05 * max(max(places) - min(places), 0.5)
        self.low, self.high = min(places) - room, max(places) + room
        self.start, self.end, self.base = start, end, base

    def __call__(self, value):
        place = math.log(max(value, SMALLEST), self.base)
        return self.start + (place - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        span = self.high - self.low
        between = (1, 2, 5) if self.base == 10 and span < 2 else (1,)
        powers = range(math.floor(self.low), math.ceil(self.high) + 1)
        kept = [(power, times) for power in powers if power % math.ceil(span / 7) == 0 for times in between
                if self.low <= power + math.log(times, self.base) <= self.high]
        return [(self(times * float(self.base) ** power), tick_words(self.base, power, times))
                for power, times in kept]


@dataclass
class Axes:
    """A frame at (left, top) with a scale for each direction, drawn before what is in it."""
    left: float
    top: float
    width: float
    height: float
    title: str
    x_words: str
    y_words: str

    def scales(self, xs, ys, x_base=10):
        self.x = LogScale(xs, self.left, self.left + self.width, x_base)
        self.y = LogScale(ys, self.top + self.height, self.top)

    def frame(self):
        bottom = self.top + self.height
        parts = [text(self.left, self.top - 12, self.title, font_weight="600", font_size="13")]
        for x, words in self.x.ticks():
            parts += [line(x, self.top, x, bottom), text(x, bottom + 16, words, text_anchor="middle", fill=SOFT)]
        for y, words in self.y.ticks():
            parts += [line(self.left, y, self.left + self.width, y),
                      text(self.left - 6, y + 4, words, text_anchor="end", fill=SOFT)]
        middle = self.top + self.height / 2
        parts.append(text(self.left + self.width / 2, bottom + 34, self.x_words, text_anchor="middle", fill=SOFT))
        parts.append(text(self.left - 40, middle, self.y_words, text_anchor="middle", fill=SOFT,
                          transform=f"rotate(-90 {self.left - 40:.1f} {middle:.1f})"))
        return parts

    def curve(self, points, colour):
        """A line through points, each of them marked."""
        places = [(self.x(x), self.y(y)) for x, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dots = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places)
        return [f'<path d="M{path}" stroke="{colour}" stroke-width="1.8" fill="none" stroke-linejoin="round"/>',
                f'<path d="{dots}" stroke="{colour}" stroke-width="6" stroke-linecap="round"/>']


def legend(left, top, entries):
    """Names with their colours, one below the other."""
    parts = []
    for row, (words, colour) in enumerate(entries):
        y = top + 18 * row
        parts += [line(left, y, left + 18, y, colour, 3), text(left + 25, y + 4, words)]
    return parts


def box(x, middle, half, summary, colour):
    """Whiskers to the extremes, a box between the quartiles, a bar at the median; along x."""
    low, first, median, third, high = (x(value) for value in summary)
    return [line(low, middle, high, middle, colour, 1.5),
            *(line(end, middle - half / 2, end, middle + half / 2, colour, 1.5) for end in (low, high)),
            f'<rect x="{first:.1f}" y="{middle - half:.1f}" width="{max(third - first, 1):.1f}" '
            f'height="{2 * half:.1f}" fill="{colour}" fill-opacity="0.3" stroke="{colour}"/>',
            line(median, middle - half, median, middle + half, colour, 3)]
