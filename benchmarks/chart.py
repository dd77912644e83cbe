"""results.svg from the figures of all sections: a bar for the seconds of each row, on one logarithmic scale."""

import math
from html import escape

WIDTH, NAMES, RIGHT, BAR, GAP, HEAD = 900, 270, 110, 14, 6, 34
OURS, PEERS, INK, FAINT = "#1b7f79", "#b9bec6", "#222831", "#e4e7eb"


def text(x, y, words, **style):
    attributes = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:.0f}" y="{y:.0f}"{attributes}>{escape(words)}</text>'


class Scale:
    """Powers of ten around all seconds, on the width that is left between names and figures."""

    def __init__(self, seconds):
        self.low, self.high = math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds)))
        self.high = max(self.high, self.low + 1)

    def place(self, seconds):
        return NAMES + (math.log10(seconds) - self.low) / (self.high - self.low) * (WIDTH - NAMES - RIGHT)


def row_bar(row, y, scale):
    parts = [text(NAMES - 8, y + BAR - 3, row["name"], text_anchor="end", fill=INK)]
    if row["failed"]:
        return [*parts, text(NAMES + 4, y + BAR - 3, f"failed: {row['failed'][:80]}", fill="#8a5a00")]
    end = scale.place(row["seconds"])
    colour = OURS if row["stages"] else PEERS
    return [*parts, f'<rect x="{NAMES}" y="{y}" width="{end - NAMES:.1f}" height="{BAR}" rx="2" fill="{colour}"/>',
            text(end + 5, y + BAR - 3, f"{row['seconds']:.3g} s", fill=INK)]


def svg(results):
    sections = [section for section in results["sections"].values() if section.get("rows")]
    scale = Scale([row["seconds"] for section in sections for row in section["rows"] if row["seconds"]] or [1])
    parts, y = [], 10
    for section in sections:
        parts.append(text(10, y + HEAD - 12, section["title"], fill=INK, font_weight="600", font_size="13"))
        y += HEAD
        for row in section["rows"]:
            parts += row_bar(row, y, scale)
            y += BAR + GAP
    powers = range(scale.low, scale.high + 1)
    places = [(scale.place(10.0**power), f"{10.0**power:g} s") for power in powers]
    lines = [f'<line x1="{x:.0f}" y1="30" x2="{x:.0f}" y2="{y}" stroke="{FAINT}"/>' for x, _ in places]
    labels = [text(x, y + 16, words, text_anchor="middle", fill="#5a6472") for x, words in places]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 26}" font-family="sans-serif" '
            f'font-size="11">\n<rect width="100%" height="100%" fill="#ffffff"/>\n' + "\n".join(lines + parts + labels)
            + "\n</svg>\n")
