// Marks of what is kept of a variant, on its board and in the list of its rules; then breeding on.
import {post} from './api.js';
import {h, notice, s, show} from './dom.js';
import {t} from './i18n.js';
import {ruleTitle} from './names.js';
import {keepText} from './wishes.js';

const ofMap = /^(territory|continent|border|bonus):/;

// The variant as evolve --from names it in the studio's directory; nothing for what is in no file.
function fileOf(name) {
  const [kind, ...rest] = name.split(':'), path = rest.join(':');
  return kind === 'run' ? path.endsWith('#best') ? path.replace(/#best$/, '/best.json') : '' : path;
}

const quoted = text => /^[\w:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

// A padlock with its middle at a place.
const lock = ({x, y}) => s('g', {class: 'lock', transform: `translate(${x} ${y})`}, s('circle', {r: 11}), s('path', {d: 'M-3.4 -1V-3.6a3.4 3.4 0 0 1 6.8 0V-1'}), s('rect', {x: -5.4, y: -1, width: 10.8, height: 7.6, rx: 1.6}));

/**
 * Marks for a variant that the server knows as `name`. `view` is its board. The result's `section`
 * goes into the page, `mark(keys)` makes the box for the sentence of some rules, pick(i) presses
 * territory i on the board.
 */
export function breedOn(name, map, view) {
  const kept = new Set(), boxes = [], names = map.territories.map(one => one.name), locks = s('g');
  const {svg} = view, areas = [...svg.querySelectorAll('.area')], edges = [...svg.querySelectorAll('.edge')], badges = [...svg.querySelectorAll('rect.badge')];
  const continentOf = i => map.continents.find(one => one.territories.includes(i));
  const borderOf = ([a, b]) => `border:${names[a]}-${names[b]}`;
  svg.querySelector('circle.over').parentNode.before(locks);

  // What can be pressed on the board: what it keeps, press by press; what contains it; where its lock may be.
  const corners = ({x, y, r}) => [[1, -1], [-1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => ({x: x + dx * r, y: y + dy * r}));
  const along = edge => { const length = edge.getTotalLength(); return length ? [.5, .35, .65, .2, .8].map(part => edge.getPointAtLength(part * length)) : []; };
  const whole = c => c ? ['map', 'continent:' + c.name] : ['map'];
  const targets = [
    ...names.map((one, i) => ({element: view.overs[i], shows: areas[i], steps: ['territory:' + one], within: whole(continentOf(i)), places: () => corners(view.discs[i])})),
    ...map.borders.map((border, i) => ({element: edges[i], shows: edges[i], steps: [borderOf(border)], within: whole(continentOf(border[0]) === continentOf(border[1]) && continentOf(border[0])), places: () => along(edges[i])})),
    ...map.continents.map((one, c) => ({element: badges[c], shows: badges[c], steps: ['bonus:' + one.name, 'continent:' + one.name], within: ['map'], places: () => { const b = badges[c].getBBox(); return [b.y, b.y + b.height].flatMap(y => [b.x + b.width, b.x].map(x => ({x, y}))); }}))].filter(target => target.element);
  const says = ({steps, within}) => {
    const around = within.find(one => kept.has(one)), own = steps.find(one => kept.has(one)), next = steps[steps.indexOf(own) + 1];
    return around ? t('keep.within', {part: keepText(steps[0]), whole: keepText(around)}) : [own ? t('keep.is', {part: keepText(own)}) : null, next ? t('keep.press', {part: keepText(next)}) : t('keep.release')].filter(Boolean).join(' · ');
  };
  function press(target) {
    if (!target.within.some(one => kept.has(one))) {
      const own = target.steps.find(one => kept.has(one)), next = target.steps[target.steps.indexOf(own) + 1];
      return change(next ? [next] : [], own ? [own] : []).then(() => { if (!problem.textContent) view.say(says(target)); });
    }
    view.say(says(target));
  }
  targets.forEach((target, i) => {
    const {element} = target;
    element.setAttribute('role', 'button');
    element.setAttribute('tabindex', i ? '-1' : '0');
    if (!element.classList.contains('over')) {
      element.addEventListener('click', () => { if (!view.moved()) press(target); });
      element.addEventListener('pointerenter', () => view.say(says(target)));
      element.addEventListener('pointerleave', () => view.say());
    }
    element.addEventListener('focus', () => view.say(says(target)));
    // One stop of the Tab key for all; arrows lead from each to the next.
    element.addEventListener('keydown', event => {
      const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (!by && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (!by) { if (!element.classList.contains('over')) press(target); return; }
      const next = targets[(i + by + targets.length) % targets.length].element;
      element.setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    });
  });

  // Nothing is marked that the search would refuse: the server is asked for each mark, one after another.
  let queue = Promise.resolve();
  const change = (add, remove) => queue = queue.then(() => changed(add, remove));
  async function changed(add, remove) {
    const before = [...kept];
    for (const one of remove) kept.delete(one);
    for (const one of add) kept.add(one);
    // The whole contains its parts.
    for (const one of [...kept]) {
      const inside = kept.has('map') && ofMap.test(one) || kept.has('rules') && one.startsWith('rule:') || targets.some(({steps, within}) => steps[0] === one && within.some(whole => whole !== one && kept.has(whole)));
      if (inside) kept.delete(one);
    }
    draw();
    if (!add.length) return show(problem);
    try {
      await post('run/wish', {wishes: {format: 1, keep: [...kept]}, start: name});
      show(problem);
    } catch (error) {
      kept.clear();
      for (const one of before) kept.add(one);
      draw();
      show(problem, error.message);
      view.say(error.message);
    }
  }

  function draw() {
    const taken = [...svg.querySelectorAll('text.name')].map(text => text.getBBox()), shown = [];
    const free = ({x, y}, own) => taken.every(box => x + 9 < box.x || x - 9 > box.x + box.width || y + 9 < box.y || y - 9 > box.y + box.height)
      && view.discs.every((disc, i) => view.overs[i] === own || Math.hypot(disc.x - x, disc.y - y) > disc.r + 9);
    for (const target of targets) {
      const own = target.steps.some(one => kept.has(one)), around = target.within.some(one => kept.has(one));
      target.element.setAttribute('aria-pressed', String(own || around));
      target.element.setAttribute('aria-label', target.steps.map(keepText).join(' / '));
      target.shows.classList.toggle('kept', own || around);
      const places = own || around && target.shows.matches('.badge') ? target.places() : [];
      if (places.length) shown.push(lock(places.find(place => free(place, target.element)) ?? places[0]));
    }
    locks.replaceChildren(...shown);
    for (const {input, whats} of boxes) {
      const whole = kept.has('rules') && whats[0].startsWith('rule:');
      input.checked = whole || whats.every(one => kept.has(one));
      input.disabled = whole;
      input.closest('dd')?.classList.toggle('kept', input.checked);
    }
    show(list, [...kept].map(what => h('button', {type: 'button', title: t('remove'), onclick: () => change([], [what])}, keepText(what) + ' ×')));
    const all = [...kept].join(','), from = fileOf(name);
    command.value = [...kept].some(what => what.includes(',')) ? t('keep.comma') : `${from ? `evorisk evolve --from ${quoted(from)} ` : ''}--keep ${quoted(all)}`;
    text.hidden = go.disabled = !kept.size;
  }

  const go = h('button', {class: 'main', onclick: () => {
    location.hash = '#/runs?' + new URLSearchParams([['start', name], ...[...kept].map(what => ['keep', what])]);
  }}, t('keep.go'));
  const box = (whats, label, attributes) => {
    const input = h('input', {type: 'checkbox', ...attributes, onchange: event => change(event.target.checked ? whats : [], event.target.checked ? [] : whats)});
    boxes.push({input, whats});
    return h('label', {}, input, ' ', label);
  };
  const group = (title, whats) => h('optgroup', {label: t(title)}, whats.map(what => h('option', {value: what}, keepText(what))));
  const part = h('select', {'aria-label': t('keep.part')}, group('territories', names.map(one => 'territory:' + one)), group('borders', map.borders.map(borderOf)), group('continents', map.continents.flatMap(one => ['continent:' + one.name, 'bonus:' + one.name])));
  const add = () => {
    const around = targets.find(({steps}) => steps.includes(part.value))?.within.find(one => kept.has(one));
    if (around) show(problem, t('keep.within', {part: keepText(part.value), whole: keepText(around)})); else change([part.value], []);
  };
  const list = h('div', {class: 'row', 'aria-live': 'polite'}), problem = h('p', {class: 'error', role: 'alert'});
  const command = h('textarea', {readonly: true, rows: 2, 'aria-label': t('keep.text'), onfocus: () => command.select()});
  const copy = async () => { command.select(); try { await navigator.clipboard.writeText(command.value); notice(t('copied')); } catch { document.execCommand('copy'); } };
  const text = h('div', {class: 'row command'}, h('small', {}, t('keep.text')), command, h('button', {type: 'button', onclick: copy}, t('copy')));
  svg.classList.add('keeping');
  const section = h('section', {class: 'card', id: 'breed'}, h('h2', {}, t('keep.title')), h('p', {class: 'faint'}, t('keep.about')),
    h('div', {class: 'row'}, box(['map'], t('keep.map')), box(['rules'], t('keep.rules'))),
    h('div', {class: 'row'}, part, h('button', {type: 'button', onclick: add}, t('keep.add'))), problem, list, text, h('p', {}, go));
  text.hidden = true;
  go.disabled = true;
  return {section, ready: draw, mark: keys => box(keys.map(key => 'rule:' + key), '', {title: t('keep.this'), 'aria-label': `${t('keep.this')}: ${keys.map(ruleTitle).join(', ')}`}), pick: i => press(targets[i])};
}
