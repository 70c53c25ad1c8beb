// What the program says in English (reasons of agents, missions, errors), in the language of the page.
import {language} from './i18n.js';
import said_pt from './said_pt.js';

const literal = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
// The longest first: the more is said in words, the less is taken for {}.
const known = said_pt.map(([english, said]) => ({said, weight: english.replaceAll('{}', '').length, form: new RegExp('^' + english.split('{}').map(literal).join('(.+?)') + '$', 's')}))
  .sort((a, b) => b.weight - a.weight);

/** A sentence in Portuguese; what is not known stays as it is. */
export function inPortuguese(text) {
  for (const {form, said} of known) {
    const match = text.match(form);
    if (!match) continue;
    let next = 1;
    return said.replaceAll('{}', () => inPortuguese(match[next++]));
  }
  // Lists, and paths before what is wrong there.
  for (const between of ['; ', ', ', ': ']) if (text.includes(between)) return text.split(between).map(inPortuguese).join(between);
  return text;
}

/** A sentence of the program; seats are numbered from 1 for people. */
export function said(text) {
  if (!text) return text;
  const counted = text.replace(/\bseat (\d+)\b/g, (_, n) => `seat ${Number(n) + 1}`);
  return language === 'pt' ? inPortuguese(counted) : counted;
}
