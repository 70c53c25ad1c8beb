// What a change of rules or map does to each criterion, by matches of the same seeds.
import {catalogue, post} from './api.js';
import {folding, h, show} from './dom.js';
import {estimate, minutesText, num, t} from './i18n.js';
import {nearestIdeal} from './ideals.js';
import {toggleBorder} from './map_model.js';
import {continentName, criterionTitle, ruleTitle, ruleValue} from './names.js';
import {ruleControl} from './rules.js';
import {link} from './runs.js';
import {draft} from './source.js';

/** The table of a comparison, as `evaluate` of two variants gives it. */
export function comparisonTable(result) {
  const [first, second] = result.variants;
  const row = (label, a, b, d, ideal) => {
    // On different sides of the ideal, which of the two is nearer was not tested.
    const beyond = value => value.mean - nearestIdeal({ideal, mean: value.mean});
    const nearer = ideal === undefined || beyond(a) * beyond(b) < 0 ? 0 : Math.abs(beyond(b)) - Math.abs(beyond(a));
    const kind = !d.significant ? 'none' : nearer === 0 ? '' : nearer < 0 ? 'better' : 'worse';
    return h('tr', {}, h('td', {}, label), h('td', {}, estimate(a)), h('td', {}, estimate(b)),
      h('td', {class: kind}, (d.mean > 0 ? '+' : '') + num(d.mean, 3)), h('td', {class: 'text wrap ' + kind}, !d.significant ? t('change.none') : kind === 'better' ? t('change.better') : kind === 'worse' ? t('change.worse') : t('change.sure')));
  };
  return h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, [t('criterion'), t('before'), t('after'), t('change'), ''].map(text => h(text ? 'th' : 'td', {}, text)))),
    h('tbody', {}, Object.keys(first.criteria).map(name => row(criterionTitle(name), first.criteria[name], second.criteria[name], result.comparison.criteria[name], first.criteria[name].ideal)),
      row(t('fitness'), first.fitness, second.fitness, result.comparison.fitness, 0), row(t('turns'), first.turns, second.turns, result.comparison.turns),
      h('tr', {}, h('td', {}, t('wish.minutes')), [first, second].map(one => h('td', {}, minutesText(one.minutes))), h('td', {}), h('td', {})))));
}

/** The section: rules and map to change, and what that does. */
export async function whatIfView(element, state) {
  const {rules} = await catalogue();
  const changed = structuredClone(state.variant);
  // A variant says nothing of rules that are as usual.
  const complete = variant => { for (const rule of rules) variant.rules[rule.key] ??= rule.default; return variant; };
  complete(changed);
  const original = complete(structuredClone(state.variant)).rules;
  const answer = h('div', {'aria-live': 'polite'}), list = h('ul');
  let asked = 0;

  const changes = () => {
    const texts = [];
    for (const rule of rules) if (JSON.stringify(changed.rules[rule.key]) !== JSON.stringify(original[rule.key])) texts.push(`${ruleTitle(rule.key)}: ${ruleValue(rule.key, original[rule.key])} → ${ruleValue(rule.key, changed.rules[rule.key])}`);
    const key = ([a, b]) => a < b ? `${a}–${b}` : `${b}–${a}`;
    const before = new Set(state.map.borders.map(key)), after = new Set(changed.map.borders.map(key));
    for (const border of after) if (!before.has(border)) texts.push(t('border.added', {border}));
    for (const border of before) if (!after.has(border)) texts.push(t('border.removed', {border}));
    changed.map.continents.forEach((continent, c) => { if (continent.bonus !== state.map.continents[c].bonus) texts.push(`${continentName(state.map, c)}: +${state.map.continents[c].bonus} → +${continent.bonus}`); });
    return texts;
  };

  async function ask() {
    const texts = changes(), mine = ++asked;
    show(list, texts.map(text => h('li', {}, text)));
    if (!texts.length) return void show(answer, h('p', {class: 'empty'}, t('whatif.none')));
    show(answer, h('p', {class: 'empty'}, t('measuring')));
    try {
      changed.name = state.variant.name + ' *';
      const result = await post('whatif', {variant: state.variant, changed, matches: 20000, ...(state.objective ? {objective: state.objective} : {})});
      if (mine !== asked || state.here.gone) return;
      show(answer, comparisonTable(result), h('small', {}, t('whatif.note', {n: num(result.variants[0].matches, 0), seconds: num(result.seconds, 1)})),
        h('p', {}, link('variant', draft(changed), t('whatif.open'), {class: 'button'})));
    } catch (error) {
      if (mine === asked) show(answer, h('p', {class: 'error'}, error.message));
    }
  }
  state.tryChange = change => { change(changed); ask(); draw(); content.open = true; element.scrollIntoView({behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'}); };

  const controls = h('div', {class: 'fields'}), borders = h('div', {class: 'row'});
  const draw = () => {
    show(controls, rules.filter(rule => rule.key !== 'objective').map(rule => h('label', {class: 'field'}, h('span', {title: rule.meaning}, ruleTitle(rule.key)), ruleControl(rule, changed.rules[rule.key], value => { changed.rules[rule.key] = value; ask(); }))),
      changed.map.continents.map((continent, c) => h('label', {class: 'field'}, h('span', {}, t('bonus.of', {name: continentName(changed.map, c)})), h('input', {type: 'number', min: 1, max: 1000, value: continent.bonus, onchange: event => { continent.bonus = Number(event.target.value); ask(); }}))));
    const a = h('input', {type: 'number', min: 0, max: changed.map.territories.length - 1, 'aria-label': t('territory')}), b = a.cloneNode();
    const toggle = () => {
      if (a.value === '' || b.value === '') return;
      toggleBorder(changed.map, Number(a.value), Number(b.value));
      ask();
    };
    show(borders, t('whatif.border'), a, b, h('button', {onclick: toggle}, t('whatif.toggle')),
      h('button', {onclick: () => { Object.assign(changed, complete(structuredClone(state.variant))); draw(); ask(); }}, t('reset')));
  };
  draw();
  const content = folding(t('whatif'), false, h('p', {class: 'faint'}, t('whatif.about')), h('div', {class: 'even'}, h('div', {}, controls, borders), h('div', {}, list, answer)));
  show(element, content);
  show(answer, h('p', {class: 'empty'}, t('whatif.none')));
}
