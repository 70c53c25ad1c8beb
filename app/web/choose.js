// Choosing variants and agents from lists.
import {h} from './dom.js';
import {t} from './i18n.js';
import {agentName} from './names.js';

/** A list of all variants: of runs, files and the library. */
export function variantSelect(list, all, chosen, attributes = {}) {
  const group = (label, entries) => entries.length ? h('optgroup', {label}, entries.map(([value, text]) => h('option', {value, selected: value === chosen}, text))) : null;
  const known = new Set();
  const keep = entries => { for (const [value] of entries) known.add(value); return entries; };
  // Of several of one name the file tells which.
  const named = ({id, name}, _, all) => ['file:' + id, all.filter(other => other.name === name).length > 1 ? `${name} (${id})` : name];
  const groups = [
    group(t('runs'), keep(list.runs.filter(run => run.written).map(run => [`run:${run.id}#best`, t('best.of', {run: run.id})]))),
    group(t('variants'), keep(list.variants.map(named))),
    group(t('maps'), keep(list.maps.map(named))),
    group(t('library'), keep([...all.games, ...all.library].map(({name}) => ['library:' + name, name])))];
  return h('select', {'aria-label': t('variant'), ...attributes}, chosen && !known.has(chosen) ? h('option', {value: chosen, selected: true}, chosen) : null, groups);
}

/** A list of agents, with people if `people`. */
export function agentSelect(all, chosen, people = false) {
  const names = [...(people ? ['person'] : []), ...all.agents.map(agent => agent.name)];
  return h('select', {'aria-label': t('agent')}, names.map(name => h('option', {value: name, selected: name === chosen, title: all.agents.find(agent => agent.name === name)?.summary}, agentName(name))));
}
