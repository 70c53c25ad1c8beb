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
