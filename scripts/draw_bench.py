"""How the cost of a match grows with the board, as SVG, from `evorisk bench --json`.

Both axes are logarithmic: territories, and microseconds a match on one thread. One line per engine,
of the cases with the rules (random, 3, min, 3); the other cases are single points.
"""
import math

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
COLOURS = {"bulk": "#2563a8", "plain": "#c2571a"}
LINE_RULES = "(random, 3, min, 3)"


def picture(document):
    rows = [row for row in document["engines"] if row["threads"] == 1]
    points = {}
    for row in rows:
        point = (row["territories"], row["ns_per_match"] / 1000, row["case"])
        points.setdefault(row["engine"], []).append(point)

    costs = [cost for line in points.values() for _, cost, _ in line]
    low, high = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
    most = math.log2(max(t for line in points.values() for t, _, _ in line)) + 0.2

    def x(territories):
        return LEFT + (math.log2(territories) - 0.8) / (most - 0.8) * (WIDTH - LEFT - RIGHT)

    def y(cost):
        return HEIGHT - BOTTOM - (math.log10(cost) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="13">',
           "<title>Microseconds a match by number of territories</title>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for exponent in range(low, high + 1):
        at = y(10 ** exponent)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" '
                   'stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end" fill="#444444">'
                   f'{10 ** exponent:g}</text>')
    for territories in (2, 4, 8, 16, 32, 64, 128, 256):
        if math.log2(territories) > most:
            continue
        at = x(territories)
        out.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" '
                   'stroke="#eeeeee"/>')
        out.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" '
                   f'fill="#444444">{territories}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 10}" '
               'text-anchor="middle">territories</text>')
    out.append(f'<text x="16" y="{TOP - 18}">microseconds a match, one thread</text>')
    for i, (engine, line) in enumerate(sorted(points.items())):
        colour = COLOURS.get(engine, "#555555")
        main_line = sorted(point for point in line if LINE_RULES in point[2])
        path = " ".join(f"{x(t):.1f},{y(cost):.1f}" for t, cost, _ in main_line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for t, cost, case in line:
            fill = colour if LINE_RULES in case else "#ffffff"
            out.append(f'<circle cx="{x(t):.1f}" cy="{y(cost):.1f}" r="4" fill="{fill}" '
                       f'stroke="{colour}"><title>{case}: {cost:.3g} µs</title></circle>')
        at = WIDTH - RIGHT - 90 * (len(points) - i)
        out.append(f'<circle cx="{at}" cy="{TOP - 22}" r="4" fill="{colour}"/>')
        out.append(f'<text x="{at + 10}" y="{TOP - 18}">{engine}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"
