// The finalists of a run that has several judges: what each judge says of them.
import {h} from './dom.js';
import {num, plusMinus, t} from './i18n.js';
import {agentName} from './names.js';
import {link} from './runs.js';

const interval = tau => `${num(tau.mean, 2)} (${num(Math.max(-1, tau.mean - 1.96 * tau.se), 2)} – ${num(Math.min(1, tau.mean + 1.96 * tau.se), 2)})`;
const rank = (all, value, i) => 1 + all.filter(other => value(other) < value(all[i])).length;

/** A card with their ranks, and how well the judges agree; null where there is nothing to compare. */
export function finalistsView(id, panel) {
  if (!panel?.agreement.length) return null;
  const columns = ['fitness', 'advantage'].flatMap(what => panel.judges.map((agent, j) => ({title: `${t(what === 'fitness' ? 'fitness' : 'criterion.advantage')}, ${agentName(agent)}`, what, j})));
  const cell = ({what, j}, i) => {
    const {mean, se} = panel.finalists[i][what][j];
    return h('td', {title: plusMinus(se)}, num(mean, 2), ' ', h('small', {}, `(${rank(panel.finalists, one => one[what][j].mean, i)})`));
  };
  return h('section', {class: 'card'}, h('h2', {}, t('finalists')), h('p', {}, t('finalists.note')),
    panel.agreement.map(own => h('p', {}, t('finalists.agree', {first: agentName(own.judges[0]), second: agentName(own.judges[1]), fitness: interval(own.fitness), fairness: interval(own.fairness)}))),
    h('div', {class: 'scroll'}, h('table', {class: 'compared'}, h('thead', {}, h('tr', {}, h('th', {}, t('individual')), columns.map(column => h('th', {}, column.title)))),
      h('tbody', {}, panel.finalists.map((own, i) => h('tr', {}, h('td', {}, link('variant', {name: `run:${id}#${own.id}`}, own.id)), columns.map(column => cell(column, i))))))));
}
