// The studio's server.
import {language, t} from './i18n.js';
import {labelled} from './names.js';

/** fetch(). Throws an Error with a sentence where no server answers. */
export async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new Error(t('unreachable'));
  }
}

/** The JSON of a response. Throws an Error with the server's sentence. */
export async function answer(response) {
  const json = await response.json();
  if (!response.ok) throw new Error(json.error ? labelled(json.error) : response.statusText);
  return json;
}

/** GET /api/PATH?parameters. Throws an Error with the server's sentence. */
export async function get(path, parameters) {
  const query = parameters ? '?' + new URLSearchParams(parameters) : '';
  return answer(await reach('/api/' + path + query, {headers: {'Accept-Language': language}}));
}

/** POST /api/PATH with a JSON body. */
export async function post(path, body) {
  return answer(await reach('/api/' + path, {
    method: 'POST', headers: {'Content-Type': 'application/json', 'Accept-Language': language}, body: JSON.stringify(body)}));
}

const kept = {};

/** What there is to choose from: rules, criteria, agents, maps; asked for once in each language. */
export function catalogue() {
  const chosen = language;
  kept[chosen] ??= get('catalogue').catch(error => { delete kept[chosen]; throw error; });
  return kept[chosen];
}
