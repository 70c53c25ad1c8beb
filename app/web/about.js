// What rules, criteria, agents, maps and operators are: in English as the program says it.
import portuguese from './about_pt.js';
import {language} from './i18n.js';

/** What `kind` ("agent") of that name is; `english` comes from the program's catalogue. */
export function about(kind, name, english) {
  return language === 'pt' ? portuguese[`${kind}.${name}`] ?? english : english;
}
