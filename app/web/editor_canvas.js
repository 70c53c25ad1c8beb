// The editor's drawing: territories to drag, borders to draw between them.
import {s, show} from './dom.js';
import {t} from './i18n.js';
import {continentName, territoryName} from './names.js';
import {continentOf} from './map_model.js';

const width = 960, height = 720, radius = 15, margin = 36;

// From the unit square to the drawing.
const left = x => margin + x * (width - 2 * margin), top = y => margin + y * (height - 2 * margin);
const within = value => Math.min(1, Math.max(0, value));

/**
 * The canvas. `editor` has: map, selected, tool, bad (Set of border indices), and the functions
 * select(i), moved(i, x, y, done), add(x, y), connect(a, b), remove(i).
 */
export function editorCanvas(editor) {
  const svg = s('svg', {class: 'evm', viewBox: `0 0 ${width} ${height}`, tabindex: 0, role: 'application', 'aria-label': t('editor.canvas')});
  const place = event => {
    const box = svg.getBoundingClientRect();
    return {x: within(((event.clientX - box.left) / box.width * width - margin) / (width - 2 * margin)), y: within(((event.clientY - box.top) / box.height * height - margin) / (height - 2 * margin))};
  };
  let drag = null, line = null;

  svg.addEventListener('pointerdown', event => {
    const index = event.target.dataset?.territory;
    const at = place(event);
    if (index === undefined) {
      if (editor.tool === 'add') editor.add(at.x, at.y); else editor.select(-1);
      return;
    }
    const i = Number(index);
    if (editor.tool === 'remove') return editor.remove(i);
    svg.setPointerCapture(event.pointerId);
    drag = {i, moved: false, connect: editor.tool === 'connect' || event.shiftKey};
    if (drag.connect && editor.selected >= 0 && editor.selected !== i) { editor.connect(editor.selected, i); drag = null; return; }
    editor.select(i);
  });
  svg.addEventListener('pointermove', event => {
    if (!drag) return;
    drag.moved = true;
    const at = place(event);
    if (!drag.connect) return editor.moved(drag.i, at.x, at.y, false);
    const from = editor.map.territories[drag.i];
    line ??= svg.appendChild(s('path', {class: 'arrow'}));
    line.setAttribute('d', `M${left(from.x)} ${top(from.y)}L${left(at.x)} ${top(at.y)}`);
  });
  svg.addEventListener('pointerup', event => {
    if (!drag) return;
    line?.remove();
    line = null;
    const at = place(event);
    if (drag.connect && drag.moved) {
      const near = editor.map.territories.findIndex(one => Math.hypot(left(one.x) - left(at.x), top(one.y) - top(at.y)) < radius * 1.6);
      if (near >= 0 && near !== drag.i) editor.connect(drag.i, near);
    } else if (drag.moved) editor.moved(drag.i, at.x, at.y, true);
    drag = null;
  });
  svg.addEventListener('dblclick', event => {
    if (event.target.dataset?.territory !== undefined || editor.tool === 'add') return;
    const at = place(event);
    editor.add(at.x, at.y);
  });
  svg.addEventListener('keydown', event => {
    const i = editor.selected;
    const count = editor.map.territories.length;
    if (event.key === 'n' || event.key === 'p') return editor.select((i + (event.key === 'n' ? 1 : count - 1)) % count);
    if (i < 0) return;
    const step = event.shiftKey ? .05 : .01, one = editor.map.territories[i];
    const moves = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
    if (moves[event.key]) {
      event.preventDefault();
      editor.moved(i, within(one.x + moves[event.key][0]), within(one.y + moves[event.key][1]), true);
    } else if (event.key === 'Delete' || event.key === 'Backspace') editor.remove(i);
  });

  function draw() {
    const {map, bad, selected} = editor;
    const at = map.territories.map(one => ({x: left(one.x), y: top(one.y)}));
    show(svg, s('rect', {class: 'sea', width, height, rx: 12}),
      map.borders.map(([a, b], i) => s('path', {class: (continentOf(map, a) === continentOf(map, b) ? 'border' : 'route') + (bad.has(i) ? ' bad' : ''), d: `M${at[a].x} ${at[a].y}L${at[b].x} ${at[b].y}`})),
      map.territories.map((one, i) => {
        const c = continentOf(map, i);
        return s('g', {}, s('title', {}, `${territoryName(map, i)}${c < 0 ? '' : ' · ' + continentName(map, c)}`),
          s('circle', {class: `edit-node land k${Math.max(0, c) % 9}${i === selected ? ' picked' : ''}`, cx: at[i].x, cy: at[i].y, r: radius, 'data-territory': i}),
          s('text', {x: at[i].x, y: at[i].y + 5, 'font-size': 14, 'pointer-events': 'none'}, i),
          one.name ? s('text', {class: 'name', x: at[i].x, y: at[i].y + radius + 13, 'font-size': 12, 'pointer-events': 'none'}, one.name) : null);
      }));
  }
  return {svg, draw};
}
