// Whether what is read stands out from what it lies on, in light and in dark: the colours of the
// studio, of reports, and of boards. node contrast.mjs SOURCE_DIRECTORY EVORISK
import assert from 'node:assert';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const [root, program] = process.argv.slice(2);

/** The contrast of two colours, 1 to 21 (WCAG 2, relative luminance). */
function contrast(a, b) {
  const light = colour => {
    const hex = colour.length === 4 ? [...colour.slice(1)].map(digit => digit + digit).join('') : colour.slice(1);
    const [r, g, b] = [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + .05) / (low + .05);
}

assert.equal(Math.round(contrast('#000', '#ffffff')), 21);

/** How a colour looks (CIE L*a*b*) to an eye without the first, second or third kind of cones, or with all: Machado et al. (2009). */
const eyes = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998],
  deuteranopia: [.367322, .860646, -.227968, .280085, .672501, .047413, -.01182, .04294, .968881],
  tritanopia: [1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .3039],
};
function looks(hex, eye) {
  const times = (matrix, v) => [0, 3, 6].map(row => matrix[row] * v[0] + matrix[row + 1] * v[1] + matrix[row + 2] * v[2]);
  const light = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  const seen = times(eyes[eye], light).map(v => Math.min(1, Math.max(0, v)));
  const [x, y, z] = times([.433953, .376219, .189828, .2126729, .7151522, .072175, .017757, .109472, .87277], seen).map(v => v > .008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
assert.deepEqual(looks('#ffffff', 'all').map(Math.round), [100, 0, 0]);
const few = [];
function check(where, colours, text, grounds, least) {
  for (const ground of grounds) {
    assert.ok(colours[text] && colours[ground], `${where}: no ${text} or ${ground}`);
    const found = contrast(colours[text], colours[ground]);
    if (found < least) few.push(`${where}: ${text} on ${ground}: ${found.toFixed(2)}, not ${least}`);
  }
}

// What a style sheet says for light, and with its dark parts upon that; a pattern finds name and colour.
function lightAndDark(css, pattern) {
  const read = text => Object.fromEntries([...text.matchAll(pattern)].map(([, name, colour]) => [name, colour]));
  let dark = '';
  const rest = css.replace(/@media ?\(prefers-color-scheme: ?dark\) ?\{((?:[^{}]*\{[^{}]*\})*)\s*\}/g, (_, part) => { dark += part; return ''; });
  return {light: read(rest), dark: {...read(rest), ...read(dark)}};
}

const variable = /--([\w-]+): ?(#\w+)/g, seats = ['s0', 's1', 's2', 's3', 's4', 's5'];
for (const [mode, colours] of Object.entries(lightAndDark(readFileSync(join(root, 'app/web/style.css'), 'utf8'), variable))) {
  const where = 'studio, ' + mode;
  for (const text of ['ink', 'faint', 'accent', 'good', 'bad']) check(where, colours, text, ['paper', 'card', 'wash'], 4.5);
  for (const ground of ['accent']) check(where, colours, 'accent-ink', [ground], 4.5);
  check(where, colours, 'card', ['good', 'bad', 's4'], 4.5);
  // Numbers of troops on the colours of seats, and lines of charts.
  colours.number = mode === 'dark' ? '#0d1218' : '#fff';
  check(where, colours, 'number', seats, 4.5);
  for (const line of [...seats, 's6', 's7']) check(where, colours, line, ['card'], 3);
}
for (const [mode, colours] of Object.entries(lightAndDark(readFileSync(join(root, 'app/view/page_style.css'), 'utf8'), variable))) {
  for (const text of ['ink', 'soft', 'accent', 'good', 'bad']) check('reports, ' + mode, colours, text, ['paper', 'card'], 4.5);
}
const charts = readFileSync(join(root, 'app/view/chart_style.css'), 'utf8');
for (const [mode, colours] of Object.entries(lightAndDark(charts, /\.chart (?:\.line)?\.?(text|paper|c\d)\{(?:[^}]*;)?(?:fill|stroke):(#\w+)/g))) {
  check('charts, ' + mode, colours, 'text', ['paper'], 4.5);
  for (const line of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']) check('charts, ' + mode, colours, line, ['paper'], 3);
}
const board = execFileSync(program, ['map', 'draw', 'risk'], {encoding: 'utf8'});
const boardStyle = board.match(/<style>(.*?)<\/style>/s)[1], opacity = Number(boardStyle.match(/\.badge\{[^}]*fill-opacity:([\d.]+)/)[1]);
for (const [mode, colours] of Object.entries(lightAndDark(boardStyle, /\.evm (\.?\w+)\{(?:[^}]*;)?fill:(#\w+)/g))) {
  const where = 'boards, ' + mode, of = letter => Array.from({length: 12}, (_, c) => `.${letter}${c}`);
  check(where, colours, 'text', ['.disc'], 4.5);
  check(where, colours, '.name', [...of('k'), '.sea'], 4.5);
  // The three lands beyond the scheme of nine lie farther from all than the nearest two of it.
  for (const eye of Object.keys(eyes)) {
    const lands = of('k').map(land => looks(colours[land], eye)), apart = (i, j) => Math.hypot(...lands[i].map((v, axis) => v - lands[j][axis]));
    const nearest = (from, to) => Math.min(...lands.flatMap((_, i) => lands.slice(0, i).map((_, j) => i >= from && i < to ? apart(i, j) : Infinity)));
    if (nearest(9, 12) < nearest(0, 9)) few.push(`${where}: lands beyond the ninth lie ${nearest(9, 12).toFixed(1)} apart for ${eye}, not ${nearest(0, 9).toFixed(1)}`);
  }
  // A badge has the colour of its continent's land, and lets through a little of the sea or of other land.
  const mixed = (own, ground) => {
    const part = (colour, i) => parseInt(colour.slice(2 * i + 1, 2 * i + 3), 16);
    const mix = i => Math.round(opacity * part(colours[own], i) + (1 - opacity) * part(colours[ground], i));
    return '#' + [0, 1, 2].map(i => mix(i).toString(16).padStart(2, '0')).join('');
  };
  of('t').forEach((text, c) => {
    const badge = '.badge ' + c, own = '.k' + c;
    for (const ground of [own, '.sea']) colours[badge + ' on ' + ground] = mixed(own, ground);
    check(where, colours, text, [badge + ' on ' + own, badge + ' on .sea'], 4.5);
  });
}
assert.deepEqual(few, []);
