// Two to eight variants side by side.
import {catalogue, get, post} from './api.js';
import {endsOf, legend, radar} from './charts.js';
import {h, notice, show} from './dom.js';
import {estimate, minutesText, num, percent, t, tOr} from './i18n.js';
import {idealText, nearestIdeal} from './ideals.js';
import {thumbnail} from './map_view.js';
import {agentName, criterionTitle, ruleTitle, ruleValue} from './names.js';
import {variantSelect} from './choose.js';
import {boardFacts, link} from './runs.js';
import {source} from './source.js';

const most = 8;
const judges = ['random', 'cautious', 'aggressive', 'builder', 'strategist'];

/** The page. Its address lists the variants: name, repeated; a draft may be among them. */
export async function comparePage(main, parameters, here) {
  const [list, all] = await Promise.all([get('list'), catalogue()]);
  const drafts = parameters.get('draft') ? 1 : 0, asked = parameters.getAll('name'), names = asked.slice(0, most - drafts);
  const add = variantSelect(list, all, undefined);
  const address = changed => {
    const next = new URLSearchParams(drafts ? {draft: parameters.get('draft')} : {});
    for (const name of changed) next.append('name', name);
    location.hash = '#/compare?' + next;
  };
  const head = h('div', {class: 'head'}, h('div', {}, h('h1', {}, t('compare.title')), h('p', {class: 'faint'}, t('compare.about')),
    h('div', {class: 'row'}, add, h('button', {class: 'main', disabled: drafts + names.length >= most, onclick: () => address([...names, add.value])}, t('compare.add')))));
  const out = h('div', {class: 'compared'});
  show(main, head, out);
  const given = [...(drafts ? [source(parameters)] : []), ...names];
  if (!given.length) return void show(out, h('p', {class: 'empty'}, t('compare.none')));

  if (asked.length > names.length) notice(t('compare.most', {most}));
  const found = await Promise.allSettled(given.map(one => typeof one === 'string' ? get('variant', {name: one}) : post('variant', {variant: one})));
  if (here.gone) return;
  const lacking = found.find(({status}) => status === 'rejected');
  if (lacking) {
    if (found.slice(0, drafts).includes(lacking)) throw lacking.reason;
    // What is no longer there is told of and left out.
    notice(lacking.reason.message);
    return address(names.filter((_, n) => found[drafts + n].status === 'fulfilled'));
  }
  const variants = found.map(({value}) => value);
  const tone = i => i < 6 ? i : i + 2;  // 6 is the ideal's, 7 faint
  const factsOf = i => ({players: variants[i].variant.rules.players, ...variants[i].facts}), lengths = variants.map((_, i) => h('div', {}, boardFacts(factsOf(i))));
  const cards = h('div', {class: 'grid'}, variants.map(({variant, svg}, i) => h('div', {class: 'card'}, h('div', {class: 'row spread'},
    h('b', {}, h('span', {class: 'swatch b' + tone(i)}), typeof given[i] === 'string' ? link('variant', {name: given[i]}, variant.name) : variant.name),
    typeof given[i] === 'string' ? h('button', {class: 'plain', 'aria-label': t('remove'), onclick: () => address(names.filter((_, n) => drafts + n !== i))}, '×') : null), thumbnail(svg), lengths[i])));
  const criteria = h('section', {class: 'card'}, h('h2', {}, t('criteria')), h('p', {class: 'empty'}, t('measuring'))), rules = h('section', {class: 'card'}), agents = h('section', {class: 'card'});
  show(out, cards, criteria, rules, agents);

  const heads = variants.map(({variant}, i) => h('th', {}, h('span', {class: 'swatch b' + tone(i)}), variant.name));
  const value = (variant, rule) => variant.rules[rule.key] ?? rule.default;
  const differing = all.rules.filter(rule => new Set(variants.map(({variant}) => JSON.stringify(value(variant, rule)))).size > 1);
  show(rules, h('h2', {}, t('compare.rules')), differing.length ? h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), heads.map(head => head.cloneNode(true)))), h('tbody', {}, differing.map(rule => h('tr', {}, h('td', {}, ruleTitle(rule.key)), variants.map(({variant}) => h('td', {}, ruleValue(rule.key, value(variant, rule))))))))) : h('p', {class: 'faint'}, t('compare.sameRules')));

  const measured = [];
  for (const {variant} of variants) {
    const result = await post('evaluate', {variant, matches: 10000});
    if (here.gone) return;
    const {turns, minutes} = result, i = measured.push(result) - 1;
    show(lengths[i], boardFacts({turns: turns.mean, minutes, ...factsOf(i)}));
  }
  // Objectives may measure more than the usual criteria; their ideals may differ.
  const shown = Object.keys(measured[0].criteria).filter(name => measured.every(result => result.criteria[name])), [first] = measured;
  const alike = measured.every(({objective}) => JSON.stringify(objective) === JSON.stringify(first.objective));
  const profiles = measured.map((result, i) => ({label: variants[i].variant.name, colour: tone(i), values: shown.map(name => result.criteria[name].mean)}));
  const axes = shown.map((name, i) => {
    const {ideal} = first.criteria[name], all = [...endsOf(ideal), ...profiles.map(profile => profile.values[i])];
    const low = Math.min(...all), high = Math.max(...all), room = Math.max(.02, .08 * (high - low));
    return {label: criterionTitle(name), ideal, low: low < room ? Math.min(low, 0) : low - room, high: high + room};
  });
  // The nearest to the ideal that all share, where the others are farther by more than chance.
  const nearest = name => {
    if (!alike) return -1;
    const away = measured.map(result => Math.abs(result.criteria[name].mean - nearestIdeal(result.criteria[name]))), best = away.indexOf(Math.min(...away));
    if (best < 0) return -1;  // one has no ideal for it
    return away.length > 1 && away.every((d, i) => i === best || d - away[best] > 1.96 * Math.hypot(measured[i].criteria[name].se, measured[best].criteria[name].se)) ? best : -1;
  };
  show(criteria, h('h2', {}, t('criteria')), h('div', {class: measured.length > 3 ? '' : 'two'}, h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), heads, h('th', {}, t('ideal')))), h('tbody', {},
    shown.map(name => [name, nearest(name)]).map(([name, best]) => h('tr', {}, h('td', {}, criterionTitle(name)), measured.map((result, i) => h('td', {class: i === best ? 'better' : null}, estimate(result.criteria[name]))), h('td', {}, idealText(first.criteria[name].ideal)))),
    h('tr', {class: 'best'}, h('td', {}, t('fitness')), measured.map(result => h('td', {}, estimate(result.fitness))), h('td', {}, '0')),
    h('tr', {}, h('td', {}, t('turns')), measured.map(result => h('td', {}, num(result.turns.mean, 1))), h('td', {}, idealText(first.objective.parameters.ideal_turns, 0))),
    h('tr', {}, h('td', {}, t('wish.minutes')), measured.map(result => h('td', {}, minutesText(result.minutes))), h('td', {}))))),
  h('div', {}, radar(axes, profiles), legend([...profiles, {label: t('ideal'), colour: 6}]))), h('small', {}, t('compare.note'), alike ? ' ' + t('compare.green') : null),
  alike ? null : h('p', {}, h('small', {}, t('compare.own', {list: measured.map(({objective}, i) => `${variants[i].variant.name}: ${tOr('entry.' + objective.name, objective.name)}`).join('; ')}))));

  show(agents, h('h2', {}, t('compare.agents')), h('p', {class: 'empty'}, t('measuring')));
  const duels = [];
  for (const {variant} of variants) {
    duels.push(await post('duels', {variant, agents: judges, matches: 200}));
    if (here.gone) return;
  }
  show(agents, h('h2', {}, t('compare.agents')), h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, t('agent')), heads.map(head => head.cloneNode(true)))), h('tbody', {}, judges.map((judge, j) => h('tr', {}, h('td', {}, agentName(judge)), duels.map(duel => {
    const {win_share: share, interval: [low, high]} = duel.agents[j];
    return h('td', {title: `${percent(low, 1)} – ${percent(high, 1)}`}, percent(share));
  })))))), h('small', {}, t('compare.agentsNote')));
}
