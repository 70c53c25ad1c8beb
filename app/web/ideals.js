// Ideals of criteria: a number, or a band of them.
import {num} from './i18n.js';

/** What a measured criterion is compared with: of a band, the point nearest to its value. */
export function nearestIdeal(criterion) {
  const {ideal, mean} = criterion;
  return Array.isArray(ideal) ? Math.min(Math.max(mean, ideal[0]), ideal[1]) : ideal;
}

export function idealText(ideal, decimals = 2) {
  return Array.isArray(ideal) ? ideal.map(end => num(end, decimals)).join(' – ') : num(ideal, decimals);
}
