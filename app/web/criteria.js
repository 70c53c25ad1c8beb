// The criteria of a variant against their ideals.
import {post} from './api.js';
import {intervals} from './charts.js';
import {h, show} from './dom.js';
import {estimate, minutesText, num, t} from './i18n.js';
import {idealText} from './ideals.js';
import {agentName, criterionTitle} from './names.js';

/** Measures the variant and shows what came out. */
export async function criteriaView(element, state) {
  show(element, h('h2', {}, t('criteria')), h('p', {class: 'empty'}, t('measuring')));
  const result = await post('evaluate', {variant: state.variant, matches: 20000, ...(state.objective ? {objective: state.objective} : {})});
  if (state.here.gone) return;
  state.criteria = result.criteria;
  const rows = Object.entries(result.criteria).map(([name, c]) => ({label: criterionTitle(name), value: c.mean, interval: c.interval, ideal: c.ideal, note: c.meaning}));
  show(element, h('h2', {}, t('criteria')),
    h('div', {class: 'tiles'}, h('div', {}, h('b', {}, num(result.fitness.mean, 3)), h('span', {}, t('fitness.note'))), h('div', {}, h('b', {}, num(result.turns.mean, 1)), h('span', {}, t('turns'))), h('div', {}, h('b', {}, minutesText(result.minutes)), h('span', {}, t('wish.minutes')))),
    intervals(rows), h('small', {}, t('criteria.note', {n: num(result.matches, 0)}), state.objective ? ' ' + t('criteria.ofRun') : null, state.judges.length ? ' ' + t('criteria.judges', {agents: state.judges.map(agentName).join(', ')}) : null),
    h('details', {}, h('summary', {}, t('criteria.words')), h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, [t('criterion'), t('value'), t('ideal')].map(text => h('th', {}, text)))),
      h('tbody', {}, Object.entries(result.criteria).map(([name, c]) => [h('tr', {class: 'joined'}, h('td', {}, criterionTitle(name)), h('td', {}, estimate(c)), h('td', {}, idealText(c.ideal))),
        h('tr', {}, h('td', {class: 'wrap', colspan: 3}, c.meaning))]))))));
}
