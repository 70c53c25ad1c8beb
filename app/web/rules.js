// Rules in plain words, and a form to change them.
import {h, select} from './dom.js';
import {language, t, tOr} from './i18n.js';
import {ruleTitle, ruleValue} from './names.js';

/** The rules as sentences; in other languages than English as titles and values. */
export function rulesView(words, rules) {
  if (language === 'en' || !rules) return h('dl', {class: 'words', lang: 'en'}, words.map((word, i) => [
    i && words[i - 1].topic === word.topic ? null : h('dt', {}, word.topic), h('dd', {}, word.text)]));
  return h('dl', {class: 'words'}, words.flatMap(word => (word.keys ?? []).map(key =>
    [h('dt', {}, ruleTitle(key)), h('dd', {}, ruleValue(key, rules[key]), h('small', {}, ' ' + tOr('about.' + key, '')))])));
}

/** A control for one rule; `change(value)` is called with what it becomes. */
export function ruleControl(rule, value, change) {
  const label = ruleTitle(rule.key);
  if (rule.kind === 'choice') return select(rule.choices.map(choice => [choice.name, ruleValue(rule.key, choice.name)]), value, change, {'aria-label': label});
  if (rule.kind === 'boolean') return select([['true', t('yes')], ['false', t('no')]], String(value), text => change(text === 'true'), {'aria-label': label});
  if (rule.kind === 'integers') return h('input', {value: value.join(', '), 'aria-label': label, onchange: event => change(event.target.value.split(/[ ,]+/).filter(Boolean).map(Number))});
  return h('input', {type: 'number', min: rule.lowest, max: rule.highest, value, 'aria-label': label, onchange: event => change(Number(event.target.value))});
}
