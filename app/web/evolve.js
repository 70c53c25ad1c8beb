// A form that writes a configuration file and starts an evolution.
import {catalogue, post} from './api.js';
import {field, h, notice, select, show} from './dom.js';
import {t, tOr} from './i18n.js';
import {criterionTitle, ruleTitle, ruleValue} from './names.js';
import {listed} from './rules.js';

const sizes = {quick: {generations: 30, population: 40, tournament: 4, mutation_rate: .3, matches: 500, monitor_matches: 2000, final: {matches: 20000, candidates: 5}},
  usual: {generations: 100, population: 100, tournament: 6, mutation_rate: .3, matches: 3500, monitor_matches: 10000, final: {matches: 50000, candidates: 10}},
  thesis: {}};

/** The form. */
export async function evolvePage(main, parameters, here) {
  const all = await catalogue();
  const config = structuredClone(all.config);
  Object.assign(config, structuredClone(sizes.quick), {name: 'evolution', seed: Math.floor(Date.now() / 1000) % 100000});
  const numbers = {};
  const numeric = (key, low, high, step = 1) => numbers[key] = h('input', {type: 'number', min: low, max: high, step, value: config[key], onchange: event => { config[key] = Number(event.target.value); }});
  const refill = () => { for (const [key, input] of Object.entries(numbers)) input.value = config[key]; };

  const genes = config.search_space.rules;
  const geneBoxes = all.rules.filter(rule => rule.kind !== 'integers' && rule.key !== 'objective').map(rule => {
    const options = rule.kind === 'choice' ? rule.choices : rule.kind === 'boolean' ? [true, false] : null;
    const list = h('span', {class: 'row'});
    const draw = () => {
      if (!genes[rule.key]) return show(list);
      if (options) return show(list, options.map(option => h('label', {}, h('input', {type: 'checkbox', checked: genes[rule.key].includes(option), onchange: event => {
        genes[rule.key] = options.filter(o => o === option ? event.target.checked : genes[rule.key].includes(o));
      }}), ' ', ruleValue(rule.key, option))));
      show(list, h('input', {value: genes[rule.key].join(', '), 'aria-label': ruleTitle(rule.key), onchange: event => { genes[rule.key] = listed(event.target.value); }}));
    };
    draw();
    return h('div', {class: 'row genes'}, h('label', {}, h('input', {type: 'checkbox', checked: rule.key in genes, onchange: event => {
      if (event.target.checked) genes[rule.key] = options ? [...options] : [rule.default, Math.min(rule.highest, rule.default + 1)];
      else delete genes[rule.key];
      draw();
    }}), ' ', h('span', {title: rule.meaning}, ruleTitle(rule.key))), list);
  });

  const terms = config.objective.criteria;
  const termRows = all.criteria.map(criterion => {
    const has = criterion.name in terms;
    const ideal = h('input', {type: 'number', step: .05, min: 0, max: criterion.highest, value: terms[criterion.name]?.ideal ?? criterion.ideal, 'aria-label': t('ideal')});
    const weight = h('input', {type: 'number', step: .1, min: 0, value: terms[criterion.name]?.weight ?? 1, 'aria-label': t('weight')});
    const box = h('input', {type: 'checkbox', checked: has, 'aria-label': criterionTitle(criterion.name)});
    const read = () => {
      if (box.checked) terms[criterion.name] = {ideal: Number(ideal.value), weight: Number(weight.value)};
      else delete terms[criterion.name];
    };
    for (const input of [box, ideal, weight]) input.addEventListener('change', read);
    return h('tr', {}, h('td', {}, h('label', {title: criterion.meaning}, box, ' ', criterionTitle(criterion.name))), h('td', {}, ideal), h('td', {}, weight));
  });

  const maps = new Set(config.search_space.initial_maps);
  const mapBoxes = all.library.map(map => h('label', {title: map.about}, h('input', {type: 'checkbox', checked: maps.has(map.name), onchange: event => {
    if (event.target.checked) maps.add(map.name); else maps.delete(map.name);
  }}), ' ', map.name));

  async function start(event) {
    event.preventDefault();
    config.search_space.initial_maps = all.library.map(map => map.name).filter(name => maps.has(name));
    config.tournament = Math.min(config.tournament, config.population);
    config.format = 1;
    try {
      const {id} = await post('run/start', {config});
      if (!here.gone) location.hash = '#/run?' + new URLSearchParams({id});
    } catch (error) {
      notice(error.message);
      show(problem, error.message);
    }
  }

  const problem = h('p', {class: 'error', role: 'alert'});
  show(main, h('h1', {}, t('evolve.title')), h('p', {class: 'faint'}, t('evolve.about')),
    h('form', {onsubmit: start}, h('div', {class: 'even'},
      h('div', {},
        h('section', {class: 'card'}, h('h2', {}, t('evolve.what')),
          field(t('name'), h('input', {name: 'name', value: config.name, pattern: '[A-Za-z0-9._\\-]+', required: true, onchange: event => { config.name = event.target.value; }})),
          field(t('evolve.size'), select([['quick', t('evolve.quick')], ['usual', t('evolve.usual')], ['thesis', t('evolve.thesis')]], 'quick', value => {
            Object.assign(config, structuredClone(value === 'thesis' ? Object.fromEntries(Object.keys(sizes.usual).map(key => [key, all.config[key]])) : sizes[value]));
            refill();
          })),
          h('div', {class: 'fields'}, field(t('config.generations'), numeric('generations', 1, 100000)), field(t('config.population'), numeric('population', 2, 100000)),
            field(t('config.tournament'), numeric('tournament', 2, 100000)), field(t('config.mutation_rate'), numeric('mutation_rate', 0, 1, .05)),
            field(t('config.matches'), numeric('matches', 1, 1000000)), field(t('config.monitor_matches'), numeric('monitor_matches', 0, 1000000)),
            field(t('config.seed'), numeric('seed', 0, 2 ** 53)), field(t('config.crossover'), h('select', {onchange: event => { config.crossover = event.target.value; }}, all.crossovers.map(row => h('option', {value: row.name, selected: row.name === config.crossover, title: row.summary}, tOr('crossover.' + row.name, row.name))))))),
        h('section', {class: 'card'}, h('h2', {}, t('evolve.rules')), h('p', {class: 'faint'}, t('evolve.rules.note')), geneBoxes)),
      h('div', {},
        h('section', {class: 'card'}, h('h2', {}, t('evolve.objective')), h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, t('criterion')), h('th', {}, t('ideal')), h('th', {}, t('weight')))), h('tbody', {}, termRows)))),
        h('section', {class: 'card'}, h('h2', {}, t('evolve.maps')), h('label', {}, h('input', {type: 'checkbox', checked: config.search_space.map, onchange: event => { config.search_space.map = event.target.checked; }}), ' ', t('evolve.mapEvolves')),
          h('div', {class: 'fields'}, mapBoxes)))),
      problem, h('button', {class: 'main', type: 'submit'}, t('evolve.start'))));
}
