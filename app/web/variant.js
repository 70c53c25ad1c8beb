// The page of a variant: map, rules, criteria, courses of matches, what-if, sensitivity.
import {get, post} from './api.js';
import {attempt, download, folding, h, notice, show} from './dom.js';
import {t} from './i18n.js';
import {mapView} from './map_view.js';
import {continentName, territoryName} from './names.js';
import {lengthText, link} from './runs.js';
import {criteriaView} from './criteria.js';
import {coursesView} from './courses.js';
import {whatIfView} from './what_if.js';
import {sensitivityView} from './sensitivity.js';
import {rulesView} from './rules.js';
import {source} from './source.js';
import {print} from './print.js';
import {breedOn} from './breed_on.js';

/** What hovering over a territory tells. */
export function territoryTip(map) {
  const neighbours = map.territories.map(() => []);
  for (const [a, b] of map.borders) { neighbours[a].push(b); neighbours[b].push(a); }
  return i => {
    const c = map.continents.findIndex(continent => continent.territories.includes(i));
    return `${territoryName(map, i)} · ${continentName(map, c)} (+${map.continents[c].bonus}) · ${t('neighbours')}: ${neighbours[i].sort((a, b) => a - b).join(', ')}`;
  };
}

/** The page. Its address names the variant, or a draft kept by the browser. */
export async function variantPage(main, parameters, here) {
  const given = source(parameters);
  const described = typeof given === 'string' ? await get('variant', {name: given}) : await post('variant', {variant: given});
  if (here.gone) return;
  const {variant, facts} = described;
  const map = variant.map;
  const breeds = typeof given === 'string';
  const view = mapView(described.svg, {tip: territoryTip(map), label: t('map'), pick: breeds ? i => breed.pick(i) : undefined});
  const state = {variant, map, view, here, objective: described.objective, judges: described.judges ?? []};
  const breed = breeds ? breedOn(given, map, view) : null;
  const criteria = h('section', {class: 'card', id: 'criteria'}), courses = h('div', {id: 'courses'});
  const whatIf = h('section', {class: 'card', id: 'whatif'}), sensitivity = h('section', {class: 'card', id: 'sensitivity'});
  const save = attempt(async () => {
    const {id} = await post('variant/save', {variant});
    notice(t('saved', {file: id}));
    // The file can be bred on from; what it was saved from may be a draft.
    if (!breeds) location.hash = '#/variant?' + new URLSearchParams({name: 'file:' + id});
  });
  const here_ = Object.fromEntries(parameters);
  show(main, h('div', {class: 'head'},
    h('div', {}, h('h1', {}, variant.name), h('p', {class: 'faint'}, t('map.counts', facts), facts.planar ? '' : ' · ' + t('map.notPlanar'), ` · ${t('players', {n: variant.rules.players})}`, facts.turns ? ' · ' + lengthText(facts) : '')),
    h('div', {class: 'row'}, link('play', here_, t('play'), {class: 'button main'}), link('play', {...here_, friends: 1}, t('table.friends'), {class: 'button'}), link('editor', here_, t('edit'), {class: 'button'}),
      link('compare', here_, t('compare'), {class: 'button'}), print(variant),
      h('button', {onclick: () => download(variant.name, '.json', JSON.stringify(variant, null, 2))}, t('download')), h('button', {onclick: save}, t('save')))),
    h('div', {class: 'two'}, h('div', {}, view.element, h('p', {class: 'faint'}, t('map.hint'), breed ? ' ' + t('keep.hint') : ''), courses),
      h('div', {}, criteria, breed?.section ?? '', h('section', {class: 'card'}, folding(t('rules'), false, rulesView(described.words, breed?.mark))))),
    whatIf, sensitivity);
  breed?.ready();
  whatIfView(whatIf, state);
  sensitivityView(sensitivity, state);
  await attempt(() => Promise.all([criteriaView(criteria, state), coursesView(courses, state)]))();
}

