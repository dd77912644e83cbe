"""The figures of the paper's evaluation, each as the text of an SVG file."""

import statistics
import sys
from pathlib import Path

from runs import APPROXIMATIONS, METHODS
from svg import SOFT, Axes, LogScale, box, document, legend, line, text

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from draw import COLOURS, colour, scaled

SIDE, GAP, HEAD = 300, 24, 44
CENTROID = "#17b01a"


def five_numbers(values):
    quartiles = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return (min(values), *quartiles, max(values))


def shades(panels):
    """Place of every point's error on one scale of colours; the hundredth part with the largest share the last."""
    everything = sorted(value for panel in panels if panel.error for value in panel.error)
    top = everything[len(everything) * 99 // 100] or 1
    return lambda value: min(int(value / top * COLOURS), COLOURS - 1)


def cloud(panel, left, top, words, shade, marks):
    """Points of one colour share a path; centroids, where they are wanted, lie on top."""
    x, y = scaled(panel.x, SIDE), scaled(panel.y, SIDE)
    places = [f"M{px:.0f} {SIDE - py:.0f}h0" for px, py in zip(x, y)]
    paths = [[] for _ in range(COLOURS)]
    for row, place in enumerate(places):
        paths[shade(panel.error[row]) if panel.error else 0].append(place)
    parts = [f'<g transform="translate({left} {top})" stroke-width="2.6" stroke-linecap="round">',
             *(text(0, 15 * row - 28, line_words, font_weight=weight)
               for row, (line_words, weight) in enumerate(zip(words, ("600", "400"))))]
    parts += [f'<path stroke="{colour(number / (COLOURS - 1))}" d="{"".join(path)}"/>'
              for number, path in enumerate(paths) if path]
    if marks and panel.marked:
        parts.append(f'<path stroke="{CENTROID}" stroke-width="4" d="{"".join(places[row] for row in panel.marked)}"/>')
    return [*parts, "</g>"]


def clouds(panels, words_of, columns, marks):
    shade, parts = shades(panels), []
    for number, panel in enumerate(panels):
        row, column = divmod(number, columns)
        left, top = GAP + column * (SIDE + 2 * GAP), HEAD + row * (SIDE + HEAD + GAP)
        parts += cloud(panel, left, top, (METHODS[panel.name].label, words_of(panel)), shade, marks)
    rows = -(-len(panels) // columns)
    return document(columns * (SIDE + 2 * GAP), rows * (SIDE + HEAD + GAP), parts)


def example(panels, components):
    def words(panel):
        return f"MSE {sum(panel.error) / len(panel.error) / components:.2g}" if panel.error else "coordinates 1 and 2"

    return clouds(panels, words, 4, marks=True)


def boxes(errors):
    names, height = 190, 34
    values = [value for sample in errors.by_roll.values() for value in sample]
    bottom = 40 + height * len(APPROXIMATIONS)
    x = LogScale(values, names, 760)
    parts = [text(names, 24, f"SSE over all components, {len(errors.by_roll['default'])} Swiss rolls",
                  font_weight="600", font_size="13")]
    for place, words in x.ticks():
        parts += [line(place, 36, place, bottom), text(place, bottom + 16, words, text_anchor="middle", fill=SOFT)]
    for row, name in enumerate(APPROXIMATIONS):
        middle = 40 + height * (row + 0.5)
        parts.append(text(names - 10, middle + 4, METHODS[name].label, text_anchor="end"))
        parts += box(x, middle, 10, five_numbers(errors.by_roll[name]), METHODS[name].colour)
    return document(800, bottom + 26, parts)


def evaluation(errors, times, plan):
    """The three panels of the paper's second figure; seconds as parts of those of the exact map of the largest roll."""
    largest = plan.sizes[-1]
    time_words = f"time (exact map of {largest} points = 1)"
    left = Axes(70, 50, 270, 270, f"Time, {plan.regions} regions", "points", time_words)
    curves = {name: [(size, spent / times.exact) for size, spent in by_size.items()]
              for name, by_size in times.seconds.items()}
    middle = Axes(430, 50, 270, 270, f"Error, {plan.points} points", "regions", "SSE (median)")
    medians = {name: [(count, statistics.median(found)) for count, found in by_count.items()]
               for name, by_count in errors.by_count.items()}
    right = Axes(790, 50, 270, 270, f"Error and time, {largest} points", time_words, "SSE")
    trade = {name: [(spent / times.exact, sse) for _, spent, sse in rows] for name, rows in times.trade.items()}
    parts = []
    for axes, lines, base in ((left, curves, 2), (middle, medians, 10), (right, trade, 10)):
        axes.scales([x for points in lines.values() for x, _ in points],
                    [y for points in lines.values() for _, y in points], base)
        parts += axes.frame()
        for name, points in lines.items():
            parts += axes.curve(points, METHODS[name].colour)
    parts += legend(1085, 60, [(method.label, method.colour) for method in METHODS.values()])
    return document(1280, 372, parts)


def cells(found):
    exact = found.seconds["exact"]

    def words(panel):
        return f"time {panel.seconds / exact:.2g}, SSE {found.sse[panel.name]:.3g}" if panel.error else "time 1"

    return clouds(found.panels, words, len(found.panels), marks=False)
