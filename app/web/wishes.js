// What a designer wishes for, as a form; it starts an evolution.
import {post} from './api.js';
import {variantSelect} from './choose.js';
import {field, folding, h, select, show} from './dom.js';
import {t} from './i18n.js';

/**
 * The form. `given` may name a variant to start from and what is kept of it: {start, keep: [...]}.
 * A shortlist begins, of one with a start, and `begun` is called.
 */
export function wishesForm(list, all, given = {}, begun = () => {}) {
  const number = (name, side, low, high) => h('input', {type: 'number', name: `${name}.${side}`, min: low, max: high, placeholder: t(side), 'aria-label': `${t('wish.' + name)} ${t(side)}`});
  const range = (name, low, high) => h('div', {class: 'field'}, h('small', {}, t('wish.' + name)), h('div', {class: 'row'}, number(name, 'from', low, high), number(name, 'to', low, high)));
  const choice = (name, values, chosen) => field(t('wish.' + name), select(values.map(value => [value, t(`wish.${name}.${value || 'any'}`)]), chosen, null, {name}));
  const start = variantSelect(list, all, given.start, {name: 'start', 'aria-label': t('wish.start')});
  start.prepend(h('option', {value: '', selected: !given.start}, t('wish.start.any')));
  const keep = h('div', {class: 'row'});
  const kept = [...given.keep ?? []];
  const drawKeep = () => show(keep, kept.length ? h('span', {class: 'faint'}, t('wish.keep')) : null, kept.map(what => h('button', {type: 'button', title: t('remove'), onclick: () => { kept.splice(kept.indexOf(what), 1); drawKeep(); }}, keepText(what) + ' ×')));
  drawKeep();
  const about = h('p', {class: 'faint'}), drawAbout = () => show(about, t(start.value ? 'wish.about.one' : 'wish.about.six'));
  drawAbout();
  start.addEventListener('change', () => { kept.length = 0; drawKeep(); drawAbout(); });
  const problem = h('p', {class: 'error', role: 'alert'});

  async function begin(event) {
    event.preventDefault();
    const data = new FormData(event.target), whole = name => data.get(name) === '' ? undefined : Number(data.get(name));
    const wishes = {format: 1, ...(data.get('players') ? {players: Number(data.get('players'))} : {}), ...(data.get('rules') ? {rules: data.get('rules')} : {}), ...(data.get('luck') ? {luck: data.get('luck')} : {}), ...(kept.length ? {keep: kept} : {})};
    for (const name of ['minutes', 'territories', 'continents']) {
      const [least, most] = [whole(name + '.from'), whole(name + '.to')];
      if (least !== undefined || most !== undefined) wishes[name] = {...(least === undefined ? {} : {at_least: least}), ...(most === undefined ? {} : {at_most: most})};
    }
    show(problem);
    const button = event.target.querySelector('[type=submit]');
    button.disabled = true;  // until it has begun: a second press would breed the same again
    try {
      await post('run/wish', {wishes, start: data.get('start'), matches: Number(data.get('effort')), seed: Math.floor(Date.now() / 1000) % 100000});
      begun();
    } catch (error) {
      show(problem, error.message);
    }
    button.disabled = false;
  }
  return h('form', {class: 'card', id: 'wishes', onsubmit: begin}, folding(t('wish.title'), given.start || !list.shortlists.length && !list.runs.length, about, h('div', {class: 'fields'},
    field(t('rule.players'), select([['', t('wish.players.any')], ...['2', '3', '4', '5', '6'].map(n => [n, n])], '', null, {name: 'players'})),
    range('minutes', 5, 600), range('territories', 4, 200), range('continents', 1, 40),
    choice('rules', ['', 'classic', 'new', 'wild'], ''), choice('luck', ['', 'luck', 'balanced', 'skill'], ''), field(t('wish.start'), start),
    field(t('wish.effort'), select([['200000', t('wish.effort.quick')], ['2000000', t('wish.effort.usual')], ['20000000', t('wish.effort.long')]], '200000', null, {name: 'effort'}))),
  keep, problem, h('button', {class: 'main', type: 'submit'}, t('wish.begin'))));
}

/** What is kept, in words: "rules", "map", "rule:KEY", "continent:NAME", "territory:NAME", "border:NAME-NAME", "bonus:NAME". */
export function keepText(what) {
  const [kind, ...rest] = what.split(':');
  return rest.length ? `${t('keep.' + kind)} ${kind === 'rule' ? t('rule.' + rest.join(':')) : rest.join(':')}` : t('keep.' + kind);
}
