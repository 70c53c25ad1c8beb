// Marks of what is kept of a variant, on its board and in the list of its rules; then breeding on.
import {h} from './dom.js';
import {t} from './i18n.js';
import {continentName} from './names.js';

/**
 * Marks for a variant that the server knows as `name`. `view` is its board. The result's `section`
 * goes into the page, `mark(keys)` makes the box for the sentence of some rules.
 */
export function breedOn(name, map, view) {
  const kept = new Set(), areas = [...view.svg.querySelectorAll('.area')];
  const go = h('button', {class: 'main', onclick: () => {
    location.hash = '#/runs?' + new URLSearchParams([['start', name], ...[...kept].map(what => ['keep', what])]);
  }}, t('keep.go'));
  const draw = () => {
    for (const [c, continent] of map.continents.entries()) {
      for (const i of continent.territories) areas[i].classList.toggle('kept', kept.has('map') || kept.has('continent:' + continentName(map, c)));
    }
  };
  const box = (what, label, attributes) => h('label', attributes, h('input', {type: 'checkbox', onchange: event => {
    for (const one of [what].flat()) if (event.target.checked) kept.add(one); else kept.delete(one);
    draw();
  }}), ' ', label);
  return {
    mark: keys => box(keys.map(key => 'rule:' + key), '', {title: t('keep.this'), 'aria-label': t('keep.this')}),
    section: h('section', {class: 'card', id: 'breed'}, h('h2', {}, t('keep.title')), h('p', {class: 'faint'}, t('keep.about')),
      h('div', {class: 'row'}, box('map', t('keep.map')), box('rules', t('keep.rules')), map.continents.map((_, c) => box('continent:' + continentName(map, c), `${t('keep.continent')} ${continentName(map, c)}`))), h('p', {}, go)),
  };
}
