// How pages hand variants to one another: by the server's name for them, or as a draft in this
// browser.
import {t} from './i18n.js';

/** The variant that an address names: a text for the server, or a variant. */
export function source(parameters, otherwise) {
  const draft = parameters.get('draft');
  if (draft) {
    const kept = localStorage.getItem('draft:' + draft);
    if (!kept) throw new Error(t('draft.gone'));
    return JSON.parse(kept);
  }
  return parameters.get('name') ?? otherwise;
}

const fewSteps = 40;  // a browser keeps some MB

/** The steps that can be undone and redone of a draft, {past, future}, as far as this tab has kept them. */
export function steps(key) {
  const kept = JSON.parse(sessionStorage.getItem('steps') ?? '{}');
  return kept.draft === key ? kept : {past: [], future: []};
}

/** Keeps the newest of them. */
export function keepSteps(key, {past, future}) {
  try {
    sessionStorage.setItem('steps', JSON.stringify({draft: key, past: past.slice(-fewSteps), future: future.slice(-fewSteps)}));
  } catch {
    sessionStorage.removeItem('steps');  // no room: they are lost with the page
  }
}

/** Keeps a variant as a draft, in place of a `former` one; the parameters of an address that names it. */
export function draft(variant, former) {
  const key = former?.draft ?? Date.now().toString(36);
  const old = Object.keys(localStorage).filter(name => name.startsWith('draft:')).sort();
  for (const name of old.slice(0, Math.max(0, old.length - 40))) localStorage.removeItem(name);
  localStorage.setItem('draft:' + key, JSON.stringify(variant));
  return {draft: key};
}
