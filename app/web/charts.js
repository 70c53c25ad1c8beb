// Charts in SVG: lines, bars, intervals against ideals, radar.
import {s, h} from './dom.js';
import {num} from './i18n.js';

function ticks(low, high, count) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(m => m * power).find(value => value >= raw);
  const list = [];
  for (let value = Math.ceil(low / step - 1e-9) * step; value <= high + step * 1e-6; value += step) list.push(Number(value.toPrecision(12)));
  return list;
}

const decimalsOf = list => list.length > 1 ? Math.max(0, -Math.floor(Math.log10(list[1] - list[0]) + 1e-9)) : 0;

/**
 * Lines over a common x axis. Series: {label, x: [], y: [], low?: [], high?: [], colour}.
 * Options: low, high of y; xLabel; marks: [{x, label, long: with long dashes}]; cursor: x; onpick(x).
 */
export function lineChart(series, {low, high, height = 230, xLabel = '', marks = [], cursor, onpick} = {}) {
  const width = 460, left = 36, right = 10, top = 12, bottom = xLabel ? 34 : 22;
  const all = series.flatMap(line => [...line.y, ...(line.low ?? []), ...(line.high ?? [])]).filter(Number.isFinite);
  const xs = series.flatMap(line => line.x);
  if (!all.length) return Object.assign(s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`}), {moveCursor() {}});
  let y0 = low ?? Math.min(...all), y1 = high ?? Math.max(...all);
  if (y1 - y0 < 1e-9) { y0 -= 0.5; y1 += 0.5; }
  const x0 = Math.min(...xs), x1 = Math.max(...xs, x0 + 1);
  const px = x => left + (x - x0) / (x1 - x0) * (width - left - right);
  const py = y => top + (y1 - y) / (y1 - y0) * (height - top - bottom);
  const svg = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': series.map(line => line.label).join(', ')});
  const yTicks = ticks(y0, y1, 5), xTicks = ticks(x0, x1, 7).filter(Number.isInteger);
  for (const y of yTicks) svg.append(s('path', {class: 'axis', d: `M${left} ${py(y)}H${width - right}`}), s('text', {x: left - 6, y: py(y) + 4, 'text-anchor': 'end'}, num(y, decimalsOf(yTicks))));
  for (const x of xTicks) svg.append(s('text', {x: px(x), y: height - bottom + 15, 'text-anchor': 'middle'}, num(x, 0)));
  if (xLabel) svg.append(s('text', {x: (left + width) / 2, y: height - 4, 'text-anchor': 'middle'}, xLabel));
  for (const mark of marks) svg.append(s('path', {class: mark.long ? 'mark long' : 'mark', d: `M${px(mark.x)} ${top}V${height - bottom}`}, s('title', {}, mark.label)));
  for (const line of series) {
    if (line.low) {
      const there = line.x.map((x, i) => `${px(x)} ${py(line.high[i])}`), back = line.x.map((x, i) => `${px(x)} ${py(line.low[i])}`).reverse();
      svg.append(s('path', {class: 'band f' + line.colour, d: 'M' + [...there, ...back].join('L') + 'Z'}));
    }
    const d = line.x.map((x, i) => `${i ? 'L' : 'M'}${px(x).toFixed(1)} ${py(line.y[i]).toFixed(1)}`).join('');
    svg.append(s('path', {class: 'line c' + line.colour, d, 'stroke-dasharray': line.dash}));
    if (line.x.length === 1) svg.append(s('circle', {class: 'f' + line.colour, cx: px(line.x[0]), cy: py(line.y[0]), r: 3}));
  }
  if (cursor !== undefined) svg.append(s('path', {class: 'ideal cursor', d: `M${px(cursor)} ${top}V${height - bottom}`}));
  if (onpick) svg.addEventListener('click', event => {
    const box = svg.getBoundingClientRect();
    onpick(Math.round(x0 + ((event.clientX - box.left) / box.width * width - left) / (width - left - right) * (x1 - x0)));
  });
  svg.moveCursor = x => svg.querySelector('.cursor')?.setAttribute('d', `M${px(Math.min(x, x1))} ${top}V${height - bottom}`);
  return svg;
}

/** The legend of a line chart. */
export function legend(series) {
  return h('div', {class: 'legend'}, series.map(line => h('span', {}, h('i', {class: 'b' + line.colour}), line.label)));
}

/** The ends of an ideal: two of a band, one of a number, none where there is no ideal. */
export const endsOf = ideal => [ideal ?? []].flat();

/** Counts of the whole numbers 0, 1, ...; gathered in bars of a suitable width. The ideal is a number or a band. */
export function histogram(counts, {ideal, xLabel = ''} = {}) {
  const least = counts.findIndex(count => count > 0);
  if (least < 0) return s('svg', {class: 'chart'});
  // The ideal is in sight even where no match is.
  const ends = endsOf(ideal), first = Math.min(least, ...ends.map(Math.floor)), beyond = Math.max(counts.findLastIndex(count => count > 0) + 1, ...ends.map(end => Math.ceil(end) + 1));
  const span = beyond - first, size = Math.max(1, Math.ceil(span / 40));
  const bars = [];
  for (let i = first; i < beyond; i += size) bars.push({x: i, n: counts.slice(i, i + size).reduce((a, b) => a + b, 0)});
  const width = 460, height = 190, left = 10, bottom = 34, top = 8, most = Math.max(...bars.map(bar => bar.n));
  const each = (width - 2 * left) / bars.length;
  const svg = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': xLabel});
  const px = value => left + (value - first + .5) / size * each;
  if (ends.length > 1) svg.append(s('rect', {class: 'band f6', x: px(ends[0]), y: 0, width: px(ends[1]) - px(ends[0]), height: height - bottom}));
  bars.forEach((bar, i) => {
    const tall = bar.n / most * (height - top - bottom);
    svg.append(s('rect', {class: 'bar', x: left + i * each + .6, y: height - bottom - tall, width: each - 1.2, height: tall}, s('title', {}, `${bar.x}${size > 1 ? '–' + (bar.x + size - 1) : ''}: ${bar.n}`)));
    if (i % Math.ceil(bars.length / 12) === 0) svg.append(s('text', {x: left + (i + .5) * each, y: height - bottom + 15, 'text-anchor': 'middle'}, bar.x));
  });
  for (const end of ends) svg.append(s('path', {class: 'mark', d: `M${px(end)} 0V${height - bottom}`}));
  svg.append(s('text', {x: width / 2, y: height - 4, 'text-anchor': 'middle'}, xLabel));
  return svg;
}

/** Values 0 ... 1 with 95 % intervals against ideals. Rows: {label, value, interval: [low, high], ideal: a number or a band, note}. */
export function intervals(rows) {
  const width = 520, left = 140, right = 62, step = 32, height = rows.length * step + 24;
  const px = value => left + Math.min(1.04, Math.max(0, value)) * (width - left - right);
  const svg = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': rows.map(row => `${row.label} ${num(row.value, 3)}`).join(', ')});
  for (const x of [0, .25, .5, .75, 1]) svg.append(s('path', {class: 'axis', d: `M${px(x)} 4V${height - 18}`}), s('text', {x: px(x), y: height - 4, 'text-anchor': 'middle'}, num(x, 2)));
  rows.forEach((row, i) => {
    const y = i * step + 18, [low, high] = row.interval ?? [row.value, row.value], ends = endsOf(row.ideal).map(px);
    svg.append(s('g', {}, s('title', {}, row.note ?? row.label),
      inTwo(row.label).map((line, k, {length}) => s('text', {class: 'label', x: left - 10, y: y + 4, dy: `${k - (length - 1) / 2}em`, 'text-anchor': 'end'}, line)),
      ends.length > 1 ? s('rect', {class: 'band f6', x: ends[0], y: y - 9, width: ends[1] - ends[0], height: 18}) : null,
      s('path', {class: 'line c0', d: `M${px(low)} ${y}H${px(high)}`}),
      s('circle', {class: 'f0', cx: px(row.value), cy: y, r: 4.5}),
      ends.map(x => s('path', {class: 'ideal', d: `M${x} ${y - 9}V${y + 9}`})),
      s('text', {class: 'label', x: width - right + 10, y: y + 4}, num(row.value, 3))));
  });
  return svg;
}

// A long label as two lines.
function inTwo(label) {
  const words = label.split(' ');
  return label.length > 12 && words.length > 1 ? [words[0], words.slice(1).join(' ')] : [label];
}

/**
 * Several profiles on axes of their own scales. Axes: {label, low, high, ideal}: from the middle to
 * the rim; profiles: {label, values, colour}. The ideals, numbers or bands, are strokes, joined by dashes.
 */
export function radar(axes, profiles) {
  const width = 520, height = 430, centre = {x: width / 2, y: height / 2}, reach = 140, inner = .14;
  const way = i => 2 * Math.PI * i / axes.length - Math.PI / 2;
  const at = (i, part) => [centre.x + Math.cos(way(i)) * reach * part, centre.y + Math.sin(way(i)) * reach * part];
  const part = (i, value) => inner + (1 - inner) * Math.min(1, Math.max(0, (value - axes[i].low) / (axes[i].high - axes[i].low)));
  const closed = points => 'M' + points.map(point => point.map(x => x.toFixed(1)).join(' ')).join('L') + 'Z';
  const svg = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': profiles.map(profile => profile.label).join(', ')});
  for (const r of [inner, .57, 1]) svg.append(s('path', {class: 'axis', d: closed(axes.map((_, i) => at(i, r)))}));
  axes.forEach((axis, i) => {
    const [x0, y0] = at(i, inner), [x1, y1] = at(i, 1), [x, y] = at(i, 1.12);
    const anchor = Math.abs(x - centre.x) < 20 ? 'middle' : x > centre.x ? 'start' : 'end';
    svg.append(s('path', {class: 'axis', d: `M${x0} ${y0}L${x1} ${y1}`}),
      s('text', {x, y, 'text-anchor': anchor}, [...inTwo(axis.label), `${num(axis.low)} … ${num(axis.high)}`].map((text, k, all) =>
        s('tspan', {class: k + 1 < all.length ? 'label' : null, x, dy: k ? '1.15em' : y < centre.y - 60 ? `${-1.1 * (all.length - 1) + .6}em` : 0}, text))));
  });
  const ends = axes.map(axis => endsOf(axis.ideal)), [lowEnds, highEnds] = [0, -1].map(end => closed(axes.map((axis, i) => at(i, part(i, ends[i].at(end) ?? axis.low)))));
  if (lowEnds !== highEnds) svg.append(s('path', {class: 'band f6', 'fill-rule': 'evenodd', d: highEnds + lowEnds}));
  for (const d of new Set([lowEnds, highEnds])) svg.append(s('path', {class: 'line c6', 'stroke-width': 1, 'stroke-dasharray': '4 4', d}));
  for (const profile of profiles) {
    svg.append(s('path', {class: 'line c' + profile.colour, d: closed(profile.values.map((value, i) => at(i, part(i, value))))}, s('title', {}, profile.label)));
    profile.values.forEach((value, i) => {
      const [x, y] = at(i, part(i, value));
      svg.append(s('circle', {class: 'f' + profile.colour, cx: x, cy: y, r: 3.2}, s('title', {}, `${profile.label}: ${axes[i].label} ${num(value, 3)}`)));
    });
  }
  axes.forEach((axis, i) => ends[i].forEach(ideal => {
    const [x, y] = at(i, part(i, ideal)), across = way(i) + Math.PI / 2, dx = Math.cos(across) * 7, dy = Math.sin(across) * 7;
    svg.append(s('path', {class: 'ideal', d: `M${x - dx} ${y - dy}L${x + dx} ${y + dy}`}, s('title', {}, `${axis.label}: ${ends[i].map(end => num(end)).join(' – ')}`)));
  }));
  return svg;
}
