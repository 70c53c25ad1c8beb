// The editor's drawing: the board itself, on which territories are dragged, split and joined.
import {closeUp} from './close_up.js';
import {h, s} from './dom.js';
import {t} from './i18n.js';
import {onBoard} from './map_model.js';
import {discsOf, pictureOf} from './map_view.js';

/**
 * The board. `editor` has: map, tool, selected, bad (Set of border indices), and the functions
 * select(i), placeOf(i), moved(i, x, y, done), moveBack(), add(x, y), pair(a, b) (what the tool does to two territories),
 * split(i, from, to), uncrossed(), remove(i), bonus(continent). show(svg) draws a new picture, mark() only what lies upon it.
 */
export function editorBoard(editor) {
  const element = h('div', {class: 'map editing', tabindex: 0, role: 'application', 'aria-label': t('editor.canvas')});
  let svg = null, discs = [], borders = [], drag = null, width = 1, height = 1;
  const over = s('g'), line = s('path', {class: 'stroke'}), held = s('circle', {class: 'held', r: 14});

  // One pointer moves an enlarged picture where it edits nothing.
  const edits = () => drag && drag.badge < 0 && !['add', 'remove'].includes(editor.tool) && (drag.i >= 0 || editor.tool === 'split');
  const near = closeUp(element, () => !edits());
  const place = event => {
    const {x, y} = near.place(event.clientX, event.clientY);
    return {x: onBoard(x), y: onBoard(y)};
  };
  const onPicture = at => ({x: at.x * width, y: at.y * height});
  // The territories of a pair are marked while it is drawn.
  const aim = end => svg.querySelectorAll('.area').forEach((area, i) => area.classList.toggle('picked', i === editor.selected || end !== undefined && (i === drag.i && pairs() || i === end)));
  // What is done to two territories, by a drag or by two clicks. Afterwards none is chosen, so that the next pair is one of its own.
  const pairs = () => ['join', 'continent', 'connect'].includes(editor.tool);
  const pair = (a, b) => { editor.pair(a, b); editor.select(-1); };
  // The territory at a place of the window, or -1.
  const territoryAt = (x, y) => Number(document.elementsFromPoint(x, y).find(one => one.dataset?.territory && svg.contains(one))?.dataset.territory ?? -1);

  element.addEventListener('pointerdown', event => {
    if (!svg?.contains(event.target)) return;
    // A second finger enlarges the picture, and ends what the first one began.
    if (near.two()) return drop(event);
    const i = territoryAt(event.clientX, event.clientY), badge = [...svg.querySelectorAll('rect.badge')].indexOf(event.target);
    if (badge >= 0) event.preventDefault();  // else the press takes the focus from its bonus
    drag = {i, badge, at: place(event), x: event.clientX, y: event.clientY};
    if (editor.tool === 'move' && i >= 0 && badge < 0) editor.select(i);
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener('pointermove', event => {
    if (!drag || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 5)) return;
    drag.moved = true;
    if (!edits()) return;
    const at = place(event);
    if (editor.tool === 'move') {
      held.setAttribute('cx', at.x * width);
      held.setAttribute('cy', at.y * height);
      over.append(held);
      return editor.moved(drag.i, at.x, at.y, false);
    }
    // Between two territories it goes from disc to disc.
    const end = pairs() ? territoryAt(event.clientX, event.clientY) : -1, from = pairs() && discs[drag.i] || onPicture(drag.at), to = discs[end] ?? onPicture(at);
    line.setAttribute('d', `M${from.x} ${from.y}L${to.x} ${to.y}`);
    aim(end);
    over.append(line);
  });
  const drop = event => {
    const {moved, i, badge, at: from, x, y} = drag ?? {}, edited = edits();
    drag = null;
    line.remove();
    held.remove();
    if (i === undefined) return;
    aim();
    if (event.type !== 'pointerup') return moved && edited && editor.tool === 'move' ? editor.moveBack() : undefined;
    // A press that slips a little counts as one.
    if (!moved || (!edited && !near.moved())) {
      if (badge >= 0) return editor.bonus(badge);
      if (editor.tool === 'add') return editor.add(from.x, from.y);
      if (i < 0) return editor.select(-1);
      if (editor.tool === 'remove') return editor.remove(i);
      if (pairs()) editor.selected >= 0 && editor.selected !== i ? pair(editor.selected, i) : editor.select(i);
      return;
    }
    if (!edited) return;
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
    if (event.target !== element || near.key(event, i < 0)) return;
    if (event.key === 'n' || event.key === 'p') return editor.select((i + (event.key === 'n' ? 1 : count - 1) + count) % count);
    if (i < 0) return;
    const step = event.shiftKey ? .08 : .02, one = editor.placeOf(i);
    const moves = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]};
    if (moves[event.key]) {
      event.preventDefault();
      editor.moved(i, onBoard(one.x + moves[event.key][0]), onBoard(one.y + moves[event.key][1]), true);
    } else if (event.key === 'Delete' || event.key === 'Backspace') editor.remove(i);
  });

  /** The chosen territory, and borders where they matter: all while they are drawn, those that are bad or not in the picture always. */
  function mark() {
    if (!svg) return;
    aim();
    element.classList.toggle('connecting', editor.tool === 'connect');
    const {map, bad} = editor, at = i => discs[i] ?? onPicture(map.territories[i]);
    const whole = discs.length === map.territories.length;
    over.replaceChildren(...map.borders.flatMap(([a, b], i) => !bad.has(i) && whole && borders.some(([p, q]) => p === a && q === b) ? [] : [
      s('path', {class: 'link' + (bad.has(i) ? ' bad' : ''), d: `M${at(a).x} ${at(a).y}L${at(b).x} ${at(b).y}`})]));
    if (drag?.moved) over.append(editor.tool === 'move' ? held : line);
  }
  function show(text) {
    svg?.remove();
    svg = pictureOf(text);
    discs = discsOf(svg);
    borders = [...editor.map.borders];
    svg.querySelectorAll('.area').forEach((area, i) => { area.dataset.territory = i; });
    svg.append(over);
    element.prepend(svg);
    [width, height] = near.show(svg);
    mark();
  }
  element.append(h('div', {class: 'below'}, h('span', {class: 'tip'}), near.tools));
  return {element, show, mark};
}
