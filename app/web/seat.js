// The page of a guest: who sits at a table by a link, or looks on. The link's secret stands behind the '#' of the address,
// which browsers send nowhere.
import {device} from './device.js';
import {h, show} from './dom.js';
import {language, languages, setLanguage, t} from './i18n.js';
import {tableView} from './table.js';

let leave = null;

function bar() {
  show(document.getElementById('bar'), h('span', {class: 'brand'}, h('img', {src: 'icon.svg', alt: ''}), 'evorisk'), h('span', {class: 'grow'}),
    h('select', {'aria-label': t('nav.language'), onchange: event => { setLanguage(event.target.value); open(); }},
      languages.map(([name, text]) => h('option', {value: name, lang: name, selected: name === language}, text))));
}

async function open() {
  leave?.();
  leave = null;
  bar();
  const main = h('div', {}, h('p', {class: 'empty'}, t('loading')));
  show(document.getElementById('main'), main);
  const at = device({path: 'seat', link: location.hash.slice(1)});
  try {
    const board = await at.get('board');
    document.title = board.variant + ' · evorisk';
    leave = tableView(main, at, board, {guest: true});
  } catch (error) {
    show(main, h('div', {class: 'card error', role: 'alert'}, error.message), h('button', {class: 'main', onclick: open}, t('table.again')));
  }
}

addEventListener('hashchange', open);
setLanguage(language);
open();
