// What matches of a variant are like: length, seats, contested ground, leads.
import {post} from './api.js';
import {histogram, legend} from './charts.js';
import {folding, h, show} from './dom.js';
import {num, percent, plusMinus, t} from './i18n.js';
import {idealText} from './ideals.js';
import {leadChart} from './leads.js';
import {seatName, territoryName} from './names.js';
import {link} from './runs.js';
import {draft} from './source.js';

function seatsSection(result) {
  const fair = result.seats.reduce((sum, seat) => sum + seat.win_share, 0) / result.seats.length;
  const [lows, highs] = [0, 1].map(end => result.seats.map(seat => seat.interval[end]));
  return h('section', {class: 'card'}, h('h2', {}, t('seatAdvantage')), h('div', {class: 'scroll'}, h('table', {}, h('tbody', {}, result.seats.map((seat, i) => h('tr', {}, h('td', {}, h('span', {class: 'swatch b' + i}), seatName(i)),
    h('td', {title: `${percent(lows[i], 1)} – ${percent(highs[i], 1)}`}, percent(seat.win_share, 1), ' ', h('small', {}, plusMinus(100 * Math.max(highs[i] - seat.win_share, seat.win_share - lows[i]), 1))),
    h('td', {class: lows[i] > fair || highs[i] < fair ? 'wrap worse' : 'wrap none'}, lows[i] > fair ? t('seat.ahead') : highs[i] < fair ? t('seat.behind') : t('seat.fair'))))))),
    h('small', {}, t('seat.note', {fair: percent(fair, 1), open: percent((result.ends.turn_limit ?? 0) / result.matches, 1)})));
}

function heatSection(result, state) {
  let shown = '';
  const buttons = ['rolls', 'conquests'].map(kind => h('button', {'aria-pressed': 'false', onclick: event => {
    shown = shown === kind ? '' : kind;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === event.target && shown !== ''));
    state.view.heat(shown ? result[kind].map(n => n / result.matches) : result.rolls.map(() => 0));
    if (!shown) state.view.svg.querySelectorAll('.heat').forEach(circle => circle.remove());
  }}, t('heat.' + kind)));
  const top = result.rolls.map((n, i) => [n, i]).sort((a, b) => b[0] - a[0]).slice(0, 5);
  return h('section', {class: 'card'}, h('div', {class: 'row spread'}, h('h2', {}, t('heat')), h('div', {class: 'row'}, buttons)),
    h('p', {}, h('small', {}, t('heat.top', {list: top.map(([n, i]) => `${territoryName(state.map, i)} (${num(n / result.matches, 1)})`).join(', ')}))));
}

/** Plays matches and shows them. */
export async function coursesView(element, state) {
  show(element, h('p', {class: 'empty'}, t('measuring')));
  const result = await post('courses', {variant: state.variant, matches: 1000});
  if (state.here.gone) return;
  const kept = draft(state.variant), ideal = state.objective?.parameters.ideal_turns ?? 24;
  show(element, h('div', {class: 'even'},
    h('section', {class: 'card'}, h('h2', {}, t('lengths')), histogram(result.lengths, {ideal, xLabel: t('turns')}), h('small', {}, t('lengths.note', {n: num(result.matches, 0), ideal: idealText(ideal, 0)}))),
    seatsSection(result)), heatSection(result, state),
    h('section', {class: 'card'}, folding(t('leads'), false, h('small', {}, t('lead.note')), h('div', {class: 'even'}, result.shown.map(match => {
      const {chart, series} = leadChart(match.curve);
      return h('div', {}, h('h3', {}, t('match.' + match.kind)), chart, legend(series),
        h('div', {class: 'row spread'}, h('small', {}, t('match.facts', {turns: match.turns, winner: seatName(match.winner), changes: match.curve.lead_changes.length})),
          link('watch', {...kept, match: match.match, seed: result.seed}, t('watch'))));
    })))));
}
