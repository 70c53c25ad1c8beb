// The part of a picture that is seen: moved and enlarged by buttons, keys, a wheel and fingers.
import {h} from './dom.js';
import {t} from './i18n.js';

/**
 * The close-up of the pictures that `element` shows, one at a time; enlarged, it is of class `near`.
 * `moves()`: whether one pointer, and not two alone, moves the picture just now.
 */
export function closeUp(element, moves = () => true) {
  // In shares of the picture; what is seen has the picture's proportions.
  let part = {x: 0, y: 0, size: 1};
  let svg = null, width = 1, height = 1, from = null, moved = false;
  const pointers = new Map();

  const look = ({x, y, size}) => {
    if (!svg) return;
    const inside = value => Math.min(Math.max(value, 0), 1 - size);
    part = {x: inside(x), y: inside(y), size};
    svg.setAttribute('viewBox', [part.x * width, part.y * height, size * width, size * height].join(' '));
    element.classList.toggle('near', size < 1);
  };
  // What lies at a place of the window, as a share of what is seen.
  const seen = (x, y) => { const box = svg.getBoundingClientRect(); return [(x - box.left) / box.width, (y - box.top) / box.height]; };
  // `start`, smaller or larger, with what lies at the share (fx, fy) of it where it is.
  const zoom = (factor, [fx, fy] = [.5, .5], start = part) => {
    const size = Math.min(1, Math.max(1 / 12, start.size * factor));
    look({x: start.x + fx * (start.size - size), y: start.y + fy * (start.size - size), size});
  };
  const move = (dx, dy, start = part) => look({x: start.x + dx, y: start.y + dy, size: part.size});

  element.addEventListener('wheel', event => {
    if (!svg?.contains(event.target) || (!event.ctrlKey && !event.metaKey && part.size === 1 && event.deltaY > 0)) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, seen(event.clientX, event.clientY));
  }, {passive: false});

  const begin = () => {
    const [a, b] = [...pointers.values()];
    from = a && {x: b ? (a.x + b.x) / 2 : a.x, y: b ? (a.y + b.y) / 2 : a.y, apart: b && Math.hypot(a.x - b.x, a.y - b.y), part};
  };
  element.addEventListener('pointerdown', event => {
    if (!svg?.contains(event.target)) return;
    if (!pointers.size) moved = false;
    pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    begin();
  });
  element.addEventListener('pointermove', event => {
    if (!from || !event.buttons || !pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, {x: event.clientX, y: event.clientY});
    const [a, b] = [...pointers.values()], box = svg.getBoundingClientRect();
    const dx = (b ? (a.x + b.x) / 2 : a.x) - from.x, dy = (b ? (a.y + b.y) / 2 : a.y) - from.y;
    if (b) {
      moved = true;
      zoom(from.apart / Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), seen(from.x, from.y), from.part);
      return move(-dx * part.size / box.width, -dy * part.size / box.height);
    }
    if ((!moved && Math.hypot(dx, dy) < 5) || part.size === 1 || !moves()) return;
    moved = true;
    svg.classList.add('dragging');
    move(-dx * part.size / box.width, -dy * part.size / box.height, from.part);
  });
  const drop = event => { pointers.delete(event.pointerId); begin(); svg.classList.remove('dragging'); };
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) element.addEventListener(end, drop);

  const step = () => part.size / 8;
  const keys = {'+': () => zoom(.8), '=': () => zoom(.8), '-': () => zoom(1.25), '0': () => zoom(12),
    ArrowLeft: () => move(-step(), 0), ArrowRight: () => move(step(), 0), ArrowUp: () => move(0, -step()), ArrowDown: () => move(0, step())};
  const button = (label, text, factor) => h('button', {type: 'button', title: t(label), 'aria-label': t(label), onclick: () => zoom(factor)}, text);

  return {
    tools: h('div', {class: 'tools'}, button('zoom.in', '+', .75), button('zoom.out', '−', 1.33)),
    /** Shows a picture, the same part of it as of the one before; returns its width and height. */
    show(picture) {
      svg = picture;
      [, , width, height] = svg.getAttribute('viewBox').split(/[ ,]+/).map(Number);
      look(part);
      return [width, height];
    },
    /** The place in the picture, in shares of it, that lies at a place of the window. */
    place(x, y) { const [fx, fy] = seen(x, y); return {x: part.x + fx * part.size, y: part.y + fy * part.size}; },
    /** Whether the gesture that is going on, or the last one, moved the picture. */
    moved: () => moved,
    /** Whether two fingers lie on the picture. */
    two: () => pointers.size > 1,
    /** Does what a key stands for; false where it stands for nothing. */
    key(event, arrows = true) {
      if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key] || (event.key.startsWith('Arrow') && (!arrows || part.size === 1))) return false;
      event.preventDefault();
      keys[event.key]();
      return true;
    },
    /** Moves what is seen so far that points {x, y} of the picture are in it. */
    reveal(points) {
      const room = .12 * part.size, next = {...part};
      for (const point of points) {
        const x = point.x / width, y = point.y / height;
        next.x = Math.max(Math.min(next.x, x - room), x + room - part.size);
        next.y = Math.max(Math.min(next.y, y - room), y + room - part.size);
      }
      look(next);
    },
  };
}
