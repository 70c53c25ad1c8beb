// Who an individual descends from: a dot each, by generation of birth, the fittest on top.
import {get} from './api.js';
import {h, s, show} from './dom.js';
import {num, t} from './i18n.js';
import {ruleTitle, ruleValue} from './names.js';

const describe = individual => `${individual.id}: ${t('fitness')} ${num(individual.fitness.mean, 3)}, ${individual.territories} ${t('territories')}; ` +
  Object.entries(individual.genes).map(([key, value]) => `${ruleTitle(key)} ${ruleValue(key, value)}`).join(', ') +
  (individual.mutations.length ? '; ' + individual.mutations.join(', ') : '');

/** Shows the ancestors of an individual of a run. */
export async function ancestryView(element, id, individual) {
  const all = await get('run/ancestry', {id, individual, depth: 14});
  const columns = new Map();
  for (const one of all) columns.set(one.born, [...(columns.get(one.born) ?? []), one]);
  const births = [...columns.keys()].sort((a, b) => a - b);
  const tallest = Math.max(1, ...[...columns.values()].map(list => list.length));
  const step = Math.max(10, Math.min(24, 280 / tallest)), width = 720, height = tallest * step + 40;
  const places = new Map();
  births.forEach((born, i) => columns.get(born).sort((a, b) => a.fitness.mean - b.fitness.mean).forEach((one, j) =>
    places.set(one.id, {x: 30 + (births.length > 1 ? i * (width - 60) / (births.length - 1) : 0), y: 14 + j * step, one})));
  const svg = s('svg', {class: 'chart', viewBox: `0 0 ${width} ${height}`});
  for (const {x, y, one} of places.values()) {
    for (const parent of new Set(one.parents)) {
      const from = places.get(parent);
      if (from) svg.append(s('path', {class: 'line c7', opacity: .45, 'stroke-width': 1, d: `M${from.x} ${from.y}C${(from.x + x) / 2} ${from.y} ${(from.x + x) / 2} ${y} ${x} ${y}`}));
    }
  }
  for (const {x, y, one} of places.values()) {
    const link = s('a', {href: `#/variant?${new URLSearchParams({name: `run:${id}#${one.id}`})}`}, s('title', {}, describe(one)),
      s('circle', {class: one.id === individual ? 'f1' : 'f0', cx: x, cy: y, r: Math.min(step / 2 - .5, 2 + .8 * Math.sqrt(one.territories))}));
    svg.append(link);
  }
  births.forEach((born, i) => svg.append(s('text', {x: 30 + (births.length > 1 ? i * (width - 60) / (births.length - 1) : 0), y: height - 6, 'text-anchor': 'middle'}, born)));
  show(element, h('h2', {}, t('ancestry.of', {id: individual})), svg, h('small', {}, t('ancestry.note')));
}
