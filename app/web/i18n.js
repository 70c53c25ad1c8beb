// Two languages: every text of the page is in both dictionaries, under the same key.
import en from './en.js';
import pt from './pt.js';

const dictionaries = {en, pt};

/** The languages, by their own names. */
export const languages = [['en', 'English'], ['pt', 'Português']];

function usual() {
  const kept = localStorage.getItem('language');
  if (kept in dictionaries) return kept;
  return navigator.language?.toLowerCase().startsWith('pt') ? 'pt' : 'en';
}

/** The language in use. */
export let language = usual();

/** Chooses a language; pages are then built anew by whoever calls. */
export function setLanguage(name) {
  language = name;
  localStorage.setItem('language', name);
  document.documentElement.lang = name;
}

/** The text of a key; {name} in it is replaced by a parameter, {name|one|many} by a word for 1 or for other numbers. Unknown keys show themselves. */
export function t(key, parameters = {}) {
  const text = dictionaries[language][key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) => one === undefined ? parameters[name] ?? '' : String(parameters[name]) === '1' ? one : many);
}

/** The text of a key, or another if there is none: for names that the program may add. */
export function tOr(key, otherwise) {
  return dictionaries[language][key] ?? otherwise;
}

/** A number with so many decimals, as the language writes it. */
export function num(value, decimals = 2) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return value.toLocaleString(language, {minimumFractionDigits: decimals, maximumFractionDigits: decimals});
}

/** A number with as many decimals as it has. */
export function plain(value) {
  return Number(value).toLocaleString(language, {maximumFractionDigits: 6});
}

/** A share as percents. */
export function percent(value, decimals = 0) {
  return num(100 * value, decimals) + ' %';
}

/** A number, or "36–43". */
export function rangeText(low, high = low) {
  return [...new Set([num(low, 0), num(high, 0)])].join('–');
}

/** Minutes at the table, from a quick table to a slow one: "41–115". */
export function minutesText(minutes) {
  return `${num(minutes.quick_table, 0)}–${num(minutes.slow_table, 0)}`;
}

/** "± 0.004": an error, rounded up, so that it still covers. */
export function plusMinus(error, decimals = 3) {
  return '± ' + num(Math.ceil(error * 10 ** decimals - 1e-9) / 10 ** decimals, decimals);
}

/** "0.123 ± 0.004" of {mean, se}. */
export function estimate(value, decimals = 3) {
  if (!value) return '–';
  return num(value.mean, decimals) + (value.se === null ? '' : ' ' + plusMinus(value.se, decimals));
}
