// The studio's server.
import {said} from './said.js';

async function answer(response) {
  const json = await response.json();
  if (!response.ok) throw new Error(said(json.error) ?? response.statusText);
  return json;
}

/** GET /api/PATH?parameters. Throws an Error with the server's sentence. */
export async function get(path, parameters) {
  const query = parameters ? '?' + new URLSearchParams(parameters) : '';
  return answer(await fetch('/api/' + path + query));
}

/** POST /api/PATH with a JSON body. */
export async function post(path, body) {
  return answer(await fetch('/api/' + path, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)}));
}

let kept;

/** What there is to choose from: rules, criteria, agents, maps; asked for once. */
export function catalogue() {
  kept ??= get('catalogue').catch(error => { kept = undefined; throw error; });
  return kept;
}
