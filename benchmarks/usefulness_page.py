"""docs/usefulness.md from the scores of usefulness.py."""

from measure import THREADS
from report import table

BUSY = 0.2  # cores that other programs took: seconds that were measured beside more work are in brackets

PAGE = """# What the maps show

Maps of {components} coordinates of data whose groups, or whose order, are known; nothing is set but the number of
coordinates. Every row stands twice: the data as they are, and with 0.5 % of planted points, uniform in a box of five
times the range of the data. *one ε*, *α-decay* and *variable bandwidth* are `--kernel gaussian`, `alpha-decay` and
`variable-bandwidth`, *the paper* is `--preset paper`; the others are the packages themselves with their defaults, PHATE with
{components} dimensions, and the first {components} principal components. pyDiffMap's call of ARPACK, which has no options, does not
converge on some sets, marked *: there it is pyDiffMap's generator, whose eigenvectors are found by shift and invert.
Differences of 0.003 in accuracy mean nothing: on 80 % of the points a set's difference varies by 0.005.
A dash stands for a run that failed, an empty cell for one that was not made.

`make usefulness` writes this page: codimap's columns anew each time, those of other packages once, since they do not change with
codimap. [usefulness.json](usefulness.json) keeps the figures.

## Are the groups there?

Leave-one-out accuracy of the labels by 15 nearest neighbours in the {components} coordinates: CD8 T cells or not, clusters of
bone marrow cells, digits, clothes, arms of the tree, tenths of the roll.

{accuracy}

The bone marrow cells without outliers are two connected components, each with coordinates of its own in the same columns, where
points of both overlap. Their column `component` tells them apart: with neighbours of the same component alone it is 0.995, and
in {components} coordinates of the merged spectrum (`merged_map`, `--write-diffmap`) 0.996.

## Is the order there?

The best single coordinate's |Spearman ρ| with the known position: distance from the root of the tree, length along the
roll.

{rho}

## Is there a picture?

The same accuracy in two dimensions: the first two coordinates, codimap's layout, PHATE and UMAP with their defaults.

![The pictures](pictures.png)

{picture_accuracy}

DEMaP, PHATE's score: Spearman's correlation of distances in the picture with geodesics on the noiseless data.

{demap}

## How many coordinates are about a few points?

Coordinates, of {components}, whose participation ratio (Σv²)²/Σv⁴ is below 1 % of the points.

{few}

## Seconds

With {threads} threads. codimap's are those of the whole program, reading and writing included; a peer's begin with the points in
memory. In brackets: measured while other programs took more than {busy} cores.

{seconds}
"""


def cell(score, value):
    if not score:
        return ""
    text = "–" if "failed" in score else value(score)
    return text + ("*" if text and "instead" in score else "")


def lines(scores, titles, columns, value):
    """A row for each set where the value is known of one column at least."""
    for kind, title in titles.items():
        cells = [cell(scores[kind].get(column), value) for column in columns]
        if any(text not in ("", "–") for text in cells):
            yield [title, *cells]


def known(name, form):
    return lambda score: format(score[name], form) if name in score else ""


def seconds(score):
    text = f"{score['seconds']:.2f}"
    return f"({text})" if score["others"] > BUSY else text


def mean_row(rows):
    """Of the columns that have a number in every row."""
    columns = [[text.rstrip("*") for text in column if text not in ("", "–")] for column in list(zip(*rows))[1:]]
    return ["mean", *(f"{sum(map(float, column)) / len(rows):.3f}" if len(column) == len(rows) else "" for column in columns)]


def page(scores, titles, maps, pictures, components):
    def of(columns, value, mean=False):
        rows = list(lines(scores, titles, columns, value))
        return table([["data", *columns], *rows, *([mean_row(rows)] if mean else [])])

    accuracy = known("accuracy", ".3f")
    return PAGE.format(components=components, threads=THREADS, busy=BUSY, accuracy=of(maps, accuracy, True),
                       picture_accuracy=of(pictures, accuracy, True), demap=of(pictures, known("demap", ".3f"), True),
                       rho=of(maps, known("rho", ".2f")), few=of(maps, known("few", "d")), seconds=of(maps, seconds))
