// The cards of a person, its mission among them, and exchanging three of them.
import {h, show} from './dom.js';
import {t} from './i18n.js';
import {seatName, territoryName} from './names.js';

const symbols = ['♟', '♞', '♜'];

/** The hand; behind a button where several people look at the same screen. */
export function cardsView(view, map, hidden, reveal, act) {
  if (!view.hand?.length && !view.mission) return null;
  if (hidden) return h('section', {class: 'card'}, h('button', {onclick: reveal}, t('cards.show', {n: view.hand.length + (view.mission ? 1 : 0)})));
  const chosen = new Set(), exchanging = view.waits && view.phase === 'exchange';
  const sets = (view.legal ?? []).filter(action => action.kind === 'exchange');
  const keep = (view.legal ?? []).some(action => action.kind === 'keep');
  const choice = h('div', {class: 'row'});
  const cards = view.hand.map(card => h('button', {class: 'cardlet', 'aria-pressed': 'false', disabled: !exchanging, onclick: event => {
    const button = event.currentTarget;
    if (chosen.delete(card)) button.setAttribute('aria-pressed', 'false');
    else { chosen.add(card); button.setAttribute('aria-pressed', 'true'); }
    draw();
  }}, h('span', {}, symbols[card % 3]), territoryName(map, card)));
  const draw = () => {
    const fitting = sets.filter(set => set.cards.length === chosen.size && set.cards.every(card => chosen.has(card)));
    show(choice, fitting.map(set => h('button', {class: 'main', onclick: () => act(set)}, set.bonus_territory === undefined ? t('exchange') : t('exchange.bonus', {place: territoryName(map, set.bonus_territory)}))),
      chosen.size === 3 && !fitting.length ? h('small', {}, t('exchange.noSet')) : null,
      keep ? h('button', {onclick: () => act({kind: 'keep'})}, t('cards.keep')) : exchanging ? h('small', {}, t('exchange.must')) : null);
  };
  if (exchanging) draw();
  return h('section', {class: 'card'}, h('h2', {}, t('cards')), view.mission ? h('p', {}, h('b', {}, t('mission')), ` ${view.mission}.`, view.victim >= 0 ? ` (${seatName(view.victim)})` : null) : null, h('div', {class: 'row'}, cards), exchanging ? choice : null);
}
