// The editor's drawing: the board itself, on which territories are dragged, split and joined.
import {h, s} from './dom.js';
import {t} from './i18n.js';
import {discsOf, pictureOf} from './map_view.js';

const within = value => Math.min(1, Math.max(0, value));

/**
 * The board. `editor` has: map, tool, selected, bad (Set of border indices), and the functions
 * select(i), placeOf(i), moved(i, x, y, done), add(x, y), pair(a, b) (what the tool does to two territories),
 * split(i, from, to), uncrossed(), remove(i), bonus(continent). show(svg) draws a new picture, mark() only what lies upon it.
 */
export function editorBoard(editor) {
  const element = h('div', {class: 'map editing', tabindex: 0, role: 'application', 'aria-label': t('editor.canvas')});
  let svg = null, discs = [], drag = null, width = 1, height = 1;
  const over = s('g'), line = s('path', {class: 'stroke'}), held = s('circle', {class: 'held', r: 14});

  const place = event => {
    const box = svg.getBoundingClientRect();
    return {x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height)};
  };
  // What is done to two territories, by a drag or by two clicks. Afterwards none is chosen, so that the next pair is one of its own.
  const pairs = () => ['join', 'continent', 'connect'].includes(editor.tool);
  const pair = (a, b) => { editor.pair(a, b); editor.select(-1); };
  // The territory at a place of the window, or -1.
  const territoryAt = (x, y) => Number(document.elementsFromPoint(x, y).find(one => one.dataset?.territory && svg.contains(one))?.dataset.territory ?? -1);

  element.addEventListener('pointerdown', event => {
    const i = territoryAt(event.clientX, event.clientY), at = place(event);
    const badge = [...svg.querySelectorAll('rect.badge')].indexOf(event.target);
    if (badge >= 0) { event.preventDefault(); return editor.bonus(badge); }
    if (editor.tool === 'add') return editor.add(at.x, at.y);
    if (i < 0 && editor.tool !== 'split') return editor.select(-1);
    if (editor.tool === 'remove') return editor.remove(i);
    if (editor.tool === 'move') editor.select(i);
    drag = {i, at, x: event.clientX, y: event.clientY};
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', event => {
    if (!drag || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5)) return;
    drag.moved = true;
    const at = place(event);
    if (editor.tool === 'move') {
      held.setAttribute('cx', at.x * width);
      held.setAttribute('cy', at.y * height);
      over.append(held);
      return editor.moved(drag.i, at.x, at.y, false);
    }
    line.setAttribute('d', `M${drag.at.x * width} ${drag.at.y * height}L${at.x * width} ${at.y * height}`);
    over.append(line);
  });
  const drop = event => {
    const {moved, i, at: from, x, y} = drag ?? {};
    drag = null;
    line.remove();
    held.remove();
    if (event.type === 'pointercancel' || i === undefined) return;
    if (!moved) {
      if (pairs()) editor.selected >= 0 && editor.selected !== i ? pair(editor.selected, i) : editor.select(i);
      return;
    }
    const at = place(event);
    if (editor.tool === 'move') return editor.moved(i, at.x, at.y, true);
    const end = territoryAt(event.clientX, event.clientY);
    if (pairs()) { if (end >= 0 && end !== i) pair(i, end); return; }
    // The territory that the line crosses is the one at its middle; it ends outside of that.
    const crossed = territoryAt((x + event.clientX) / 2, (y + event.clientY) / 2);
    if (crossed >= 0 && i !== crossed && end !== crossed) editor.split(crossed, from, at);
    else editor.uncrossed();
  };
  element.addEventListener('pointerup', drop);
  element.addEventListener('pointercancel', drop);
  element.addEventListener('keydown', event => {
    const i = editor.selected, count = editor.map.territories.length;
    if (event.key === 'n' || event.key === 'p') return editor.select((i + (event.key === 'n' ? 1 : count - 1) + count) % count);
    if (i < 0) return;
    const step = event.shiftKey ? .08 : .02, one = editor.placeOf(i);
    const moves = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
    if (moves[event.key]) {
      event.preventDefault();
      editor.moved(i, within(one.x + moves[event.key][0]), within(one.y + moves[event.key][1]), true);
    } else if (event.key === 'Delete' || event.key === 'Backspace') editor.remove(i);
  });

  /** The chosen territory, and borders where they matter: all while they are drawn, bad ones always. */
  function mark() {
    if (!svg) return;
    svg.querySelectorAll('.area').forEach((area, i) => area.classList.toggle('picked', i === editor.selected));
    const {map, bad} = editor, at = i => discs[i] ?? {x: map.territories[i].x * width, y: map.territories[i].y * height};
    const whole = discs.length === map.territories.length;
    over.replaceChildren(...map.borders.flatMap(([a, b], i) => !bad.has(i) && editor.tool !== 'connect' && whole ? [] : [
      s('path', {class: 'link' + (bad.has(i) ? ' bad' : ''), d: `M${at(a).x} ${at(a).y}L${at(b).x} ${at(b).y}`})]));
    if (drag?.moved) over.append(editor.tool === 'move' ? held : line);
  }
  function show(text) {
    svg?.remove();
    svg = pictureOf(text);
    [, , width, height] = svg.getAttribute('viewBox').split(/[ ,]+/).map(Number);
    discs = discsOf(svg);
    svg.querySelectorAll('.area').forEach((area, i) => { area.dataset.territory = i; });
    svg.append(over);
    element.append(svg);
    mark();
  }
  return {element, show, mark};
}
