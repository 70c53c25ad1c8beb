// Names of rules, criteria, seats and territories for people.
import {plain, t, tOr} from './i18n.js';

/** A criterion's title. */
export function criterionTitle(name) {
  return tOr('criterion.' + name, name.replaceAll('_', ' '));
}

/** A quantity that was wished for or bounded, within a sentence. */
export function quantityName(name) {
  return tOr('criterion.' + name, tOr('wish.' + name, tOr('quantity.' + name, name.replaceAll('_', ' ')))).toLowerCase();
}

/** Why the filter took a candidate out: a run's log says it in English. */
export function filterReason(text) {
  const [, quantity, side, bound] = text.match(/^(\w+) (below|above) (\S+)$/) ?? [];
  if (quantity) return t('filtered.' + side, {quantity: quantityName(quantity), bound: plain(bound)});
  const [, share, matches] = text.match(/^not of the best (\S+) % by (\d+) matches$/) ?? [];
  return share ? t('filtered.best', {share: plain(share), matches: plain(matches)}) : text;
}

/** A rule's title. */
export function ruleTitle(key) {
  return tOr('rule.' + key, key.replaceAll('_', ' '));
}

/** A rule's value: choices in words. */
export function ruleValue(key, value) {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.join(', ');
  return tOr('choice.' + value, String(value).replaceAll('_', ' '));
}

// What a form calls the value at a path of the JSON that it sends.
function labelOf(path) {
  const [key, ...rest] = path.replace(/^(config|changed)\./, '').replace(/\[\d+\]$/, '').split('.');
  if (key === 'search_space') return rest[0] === 'rules' ? rest[1] && ruleTitle(rest[1]) : t('evolve.maps');
  if (key === 'objective') return rest.length < 2 ? t('evolve.objective') : [criterionTitle(rest[1]), ...rest.slice(2).map(part => t(part))].join(', ');
  if (key === 'rules' && rest.length) return ruleTitle(rest[0]);
  return tOr('config.' + key, tOr('wish.' + key, key === 'players' ? ruleTitle(key) : key === 'name' ? t(key) : null));
}

/** A sentence of the server on a value that a form sent: it begins with what the form calls it. */
export function labelled(sentence) {
  const [, path, rest] = sentence.match(/^(?:request|pedido|wishes|pedidos|configuration): ([\w.]+(?:\[\d+\])?): (.*)$/s) ?? [], label = path && labelOf(path);
  return label ? `${label}: ${rest}` : sentence;
}

let people = [];

/** What the people at the table are called, by their seats; empty where only by number. */
export function namePeople(names) {
  people = names;
}

/** A seat by its person's name; else they are numbered from 1. */
export function seatName(seat) {
  return people[seat] || t('seat', {n: seat + 1});
}

/** An agent by its description. */
export function agentName(agent) {
  return agent === 'person' ? t('person') : tOr('agent.' + agent, agent);
}

/** Agents as a list of files names them: "person, cautious". */
export function agentNames(list) {
  return list.split(', ').map(agentName).join(', ');
}

/** "12 Brazil", or "12". */
export function territoryName(map, index) {
  const name = map?.territories[index]?.name;
  return name ? index + ' ' + name : String(index);
}

/** A continent's name, or its letter. */
export function continentName(map, index) {
  const name = map.continents[index].name;
  if (name) return name;
  let letters = '';
  for (let i = index; i >= 0; i = Math.floor(i / 26) - 1) letters = String.fromCharCode(65 + i % 26) + letters;
  return letters;
}
