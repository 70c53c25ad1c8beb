// The leads of one match as a chart.
import {lineChart} from './charts.js';
import {t} from './i18n.js';
import {seatName} from './names.js';

/** The chart of a course ({H, killer, lead_changes}), and its series for the legend. */
export function leadChart(curve, options = {}) {
  const seats = curve.H[0]?.length ?? 0;
  const series = Array.from({length: seats}, (_, seat) => ({label: seatName(seat), colour: seat, x: curve.H.map((_, i) => i + 1), y: curve.H.map(values => values[seat])}));
  const marks = [...curve.lead_changes.map(x => ({x, label: t('leadChange')})), ...(curve.killer ? [{x: curve.killer, label: t('killerMove'), long: true}] : [])];
  return {chart: lineChart(series, {low: 0, high: 1, xLabel: t('turn'), marks, height: 190, ...options}), series};
}
