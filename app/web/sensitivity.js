// Every single-step change, ranked by what it does.
import {post} from './api.js';
import {h, select, show} from './dom.js';
import {num, plusMinus, t} from './i18n.js';
import {toggleBorder} from './map_model.js';
import {continentName, criterionTitle, ruleTitle, ruleValue} from './names.js';

function name(change, map) {
  if (change.kind === 'rule') return `${ruleTitle(change.key)}: ${ruleValue(change.key, change.from)} → ${ruleValue(change.key, change.to)}`;
  if (change.kind === 'bonus') return `${t('bonus.of', {name: continentName(map, change.continent)})}: ${change.from} → ${change.to}`;
  return t(change.added ? 'border.added' : 'border.removed', {border: `${change.a}–${change.b}`});
}

function apply(change) {
  return variant => {
    if (change.kind === 'rule') variant.rules[change.key] = change.to;
    else if (change.kind === 'bonus') variant.map.continents[change.continent].bonus = change.to;
    else toggleBorder(variant.map, change.a, change.b);
  };
}

/** The section, which measures when asked. */
export function sensitivityView(element, state) {
  const out = h('div', {'aria-live': 'polite'});
  const run = async () => {
    show(out, h('p', {class: 'empty'}, t('measuring')));
    try {
      const result = await post('sensitivity', {variant: state.variant, matches: 1000});
      if (state.here.gone) return;
      const of = (change, key) => key === 'fitness' ? change.fitness : change.criteria[key];
      const body = h('tbody');
      const draw = key => {
        const list = [...result.changes].sort((a, b) => Math.abs(of(b, key).mean) - Math.abs(of(a, key).mean));
        show(body, list.slice(0, 60).map(change => {
          const d = of(change, key);
          const kind = !d.significant ? 'none' : key !== 'fitness' ? '' : d.mean < 0 ? 'better' : 'worse';
          return h('tr', {}, h('td', {}, name(change, state.map)), h('td', {class: kind}, (d.mean > 0 ? '+' : '') + num(d.mean, 3)), h('td', {}, plusMinus(d.se)),
            h('td', {class: 'text ' + kind}, d.significant ? key === 'fitness' ? t(d.mean < 0 ? 'change.better' : 'change.worse') : t('change.sure') : t('change.none')),
            h('td', {}, h('button', {class: 'plain', onclick: () => state.tryChange(apply(change))}, t('try'))));
        }));
      };
      const criteria = Object.keys(result.changes[0]?.criteria ?? {});
      show(out, h('div', {class: 'row spread'}, h('label', {}, t('rank.by') + ' ', select([['fitness', t('fitness')], ...criteria.map(key => [key, criterionTitle(key)])], 'fitness', draw)),
        h('small', {}, t('sensitivity.note', {n: result.changes.length, matches: num(result.matches, 0), seconds: num(result.seconds, 1)}))),
        h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, [t('change'), t('effect'), '', '', ''].map(text => h(text ? 'th' : 'td', {}, text)))), body)));
      draw('fitness');
    } catch (error) {
      show(out, h('p', {class: 'error'}, error.message));
    }
  };
  show(element, h('div', {class: 'row spread'}, h('h2', {}, t('sensitivity')), h('button', {onclick: run}, t('sensitivity.run'))), h('p', {class: 'faint'}, t('sensitivity.about')), out);
}
