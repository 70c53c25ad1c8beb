// Which page is shown: #/name?parameters.
import {h, show} from './dom.js';
import {language, languages, setLanguage, t} from './i18n.js';
import {runsPage} from './runs.js';
import {runPage} from './run.js';
import {evolvePage} from './evolve.js';
import {variantPage} from './variant.js';
import {watchPage} from './watch.js';
import {playPage} from './play.js';
import {comparePage} from './compare.js';
import {editorPage} from './editor.js';

const pages = {runs: runsPage, run: runPage, evolve: evolvePage, variant: variantPage, watch: watchPage, play: playPage, compare: comparePage, editor: editorPage};
const tabs = [['runs', 'nav.runs'], ['evolve', 'nav.evolve'], ['play', 'nav.play'], ['watch', 'nav.watch'], ['compare', 'nav.compare'], ['editor', 'nav.editor']];
const within = {run: 'runs', variant: 'runs'};

let leave = null;

function bar(current) {
  show(document.getElementById('bar'),
    h('a', {class: 'brand', href: '#/runs'}, h('img', {src: 'icon.svg', alt: ''}), 'evorisk'),
    h('nav', {'aria-label': t('nav.pages')}, tabs.map(([name, key]) =>
      h('a', {href: '#/' + name, 'aria-current': (within[current] ?? current) === name ? 'page' : null}, t(key)))),
    h('select', {'aria-label': t('nav.language'), onchange: event => translate(event.target.value)},
      languages.map(([name, text]) => h('option', {value: name, lang: name, selected: name === language}, text))));
  document.querySelector('#bar [aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
}

/** Shows the page that the address names. */
async function route() {
  const [, name = 'runs', query = ''] = location.hash.match(/^#\/(\w+)(?:\?(.*))?$/) ?? [];
  const page = pages[name] ? name : 'runs';
  leave?.();
  leave = null;
  document.getElementById('notice').replaceChildren();
  bar(page);
  document.getElementById('skip').textContent = t('nav.skip');
  // A place of its own: what a page that is left still shows appears nowhere.
  const main = h('div', {'aria-busy': 'true'}, h('p', {class: 'empty'}, t('loading')));
  show(document.getElementById('main'), main);
  const here = {element: main, gone: false};
  leave = () => { here.gone = true; };
  try {
    const left = await pages[page](main, new URLSearchParams(query), here);
    if (here.gone) left?.();
    else leave = () => { here.gone = true; left?.(); };
  } catch (error) {
    if (!here.gone) show(main, h('div', {class: 'card error', role: 'alert'}, error.message, ' ', h('button', {onclick: route}, t('retry'))));
  }
  if (here.gone) return;
  main.removeAttribute('aria-busy');
  document.title = (main.querySelector('h1')?.textContent ?? '') + ' · evorisk';
}

/** Shows the same page in another language, with what was typed and chosen there. */
async function translate(name) {
  const controls = () => [...document.querySelectorAll('#main :is(input, select, textarea):not([type=file])')];
  const before = controls().map(({value, checked}) => ({value, checked}));
  setLanguage(name);
  await route();
  if (controls().length !== before.length) return;
  controls().forEach((control, i) => {
    if (control.value === before[i].value && control.checked === before[i].checked) return;
    Object.assign(control, control.type === 'checkbox' || control.type === 'radio' ? {checked: before[i].checked} : {value: before[i].value});
    control.dispatchEvent(new Event('change', {bubbles: true}));
  });
}

document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  document.getElementById('main').focus();
});
addEventListener('hashchange', route);
setLanguage(language);
route();
