// Rules in plain words, and a form to change them.
import {h, select} from './dom.js';
import {t} from './i18n.js';
import {ruleTitle, ruleValue} from './names.js';

/** The rules as sentences, and the missions where there are some. `words` as the server tells them; `mark(keys)`, if given, stands before each. */
export function rulesView(words, mark) {
  const list = words.rules;
  return [h('dl', {class: 'words'}, list.map((word, i) => [
    i && list[i - 1].topic === word.topic ? null : h('dt', {}, t('topic.' + word.topic)), h('dd', {}, mark && word.keys.length ? mark(word.keys) : null, word.text)])),
  words.missions ? h('dl', {class: 'words missions'}, h('dt', {}, t('missions')), words.missions.map(mission => h('dd', {}, mission)), h('dd', {class: 'faint'}, t('missions.otherwise', {mission: words.otherwise}))) : null];
}

/** The values of a list as people write them: "4, 6, 8". */
export const listed = text => text.split(/[ ,]+/).filter(Boolean).map(value => Number.isNaN(Number(value)) ? value : Number(value));

/** A control for one rule; `change(value)` is called with what it becomes. */
export function ruleControl(rule, value, change) {
  const label = ruleTitle(rule.key);
  if (rule.kind === 'choice') return select(rule.choices.map(choice => [choice, ruleValue(rule.key, choice)]), value, change, {'aria-label': label});
  if (rule.kind === 'boolean') return select([['true', t('yes')], ['false', t('no')]], String(value), text => change(text === 'true'), {'aria-label': label});
  if (rule.kind === 'integers') return h('input', {value: value.join(', '), 'aria-label': label, onchange: event => change(listed(event.target.value))});
  return h('input', {type: 'number', min: rule.lowest, max: rule.highest, value, 'aria-label': label, onchange: event => change(Number(event.target.value))});
}
