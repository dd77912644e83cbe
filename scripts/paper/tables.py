"""The tables of the page. Times are parts or multiples of one another, so that they carry over to other machines."""

import math
import statistics

from figures import five_numbers
from runs import APPROXIMATIONS, METHODS

FITTED = 4  # sizes, the largest ones, that a slope is fitted to: smaller runs are mostly start-up


def number(value):
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def table(head, rows, left=1):
    """Markdown with columns of even width; so many columns to the left, numbers to the right."""
    lines = [head, ["---"] * left + ["---:"] * (len(head) - left), *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    padded = ([cell.ljust(width) if column < left else cell.rjust(width)
               for column, (cell, width) in enumerate(zip(line, widths))] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)


def slope(by_size):
    """The exponent b of a·Nᵇ, by least squares on logarithms."""
    logs = [(math.log(size), math.log(spent)) for size, spent in sorted(by_size.items())[-FITTED:]]
    return statistics.linear_regression(*zip(*logs)).slope


def method_table():
    rows = [[method.label, f"`{' '.join(method.words)}`" if method.words else "no option"]
            for method in METHODS.values()]
    return table(["on this page", "options of `codimap embed`"], rows, left=2)


def roll_table(errors):
    rows = []
    for name in APPROXIMATIONS:
        low, first, median, third, high = map(number, five_numbers(errors.by_roll[name]))
        rows.append([METHODS[name].label, median, f"{first} – {third}", f"{low} – {high}"])
    return table(["SSE", "median", "quartiles", "range"], rows)


def time_table(times, plan):
    rows = [[METHODS[name].label, *(number(times.seconds["exact"][size] / spent) for size, spent in by_size.items()),
             f"{slope(by_size):.2f}"] for name, by_size in times.seconds.items()]
    return table(["times as fast as the exact map", *(f"{size} points" for size in plan.sizes), "slope"], rows)


def regions_needed(by_count, target):
    """The fewest regions tried that bring the median error down to the target."""
    enough = [count for count, sample in by_count.items() if statistics.median(sample) <= target]
    return str(min(enough)) if enough else f"more than {max(by_count)}"


def count_table(errors, plan):
    target = statistics.median(errors.by_count["literal"][plan.regions])
    rows = [[METHODS[name].label, *(number(statistics.median(sample)) for sample in by_count.values()),
             regions_needed(by_count, target)] for name, by_count in errors.by_count.items()]
    return table(["median SSE", *(f"{count} regions" for count in plan.counts), "regions needed"], rows)


def cheapest(found, target):
    """Regions and seconds of the quickest run that brings the error down to the target, None where none does."""
    enough = [(spent, count) for count, spent, sse in found if sse <= target]
    return min(enough)[::-1] if enough else None


def trade_target(times, plan):
    return next(sse for count, _, sse in times.trade["compressed"] if count == plan.regions)


def trade_table(times, plan):
    rows = []
    for name, found in times.trade.items():
        best = cheapest(found, trade_target(times, plan))
        rows.append([METHODS[name].label, *(f"{number(sse)} in {spent / times.exact:.2g}" for _, spent, sse in found),
                     f"{best[1] / times.exact:.2g} with {best[0]}" if best else "not reached"])
    counts = [f"{count} regions" for count in plan.trade_counts]
    return table(["SSE in parts of the time of the exact map", *counts, "time needed"], rows)


def cell_table(cells, first):
    exact = cells.seconds["exact"]
    rows = [[METHODS[name].label, f"{cells.seconds[name] / exact:.2g}", number(cells.first_sse[name]),
             number(cells.sse[name])] for name in APPROXIMATIONS]
    return table(["cells", "time (exact = 1)", f"SSE, first {first}", "SSE, all"], [["exact", "1", "0", "0"], *rows])
