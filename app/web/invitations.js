// The links of a table, for its host: who may sit where, each with a code to hold a phone against.
import {get, post} from './api.js';
import {attempt, h, notice, select, show} from './dom.js';
import {t} from './i18n.js';
import {pictureOf} from './map_view.js';
import {seatName} from './names.js';

/** A section that shows the links of a match and changes them. */
export async function invitations(id) {
  const element = h('section', {class: 'card', id: 'links'});
  const host = attempt(async body => { await post('play/host', {id, ...body}); await draw(); });
  const linkView = (seat, link) => h('li', {class: seat < 0 ? '' : `l${seat}`}, h('b', {}, seat < 0 ? t('table.watchers') : seatName(seat)),
    link ? [h('div', {class: 'qr', role: 'img', 'aria-label': t('table.code')}, pictureOf(link.qr)), h('a', {href: link.url, target: '_blank', rel: 'noopener'}, t('table.open')),
      h('div', {class: 'row'}, h('button', {onclick: async () => { await navigator.clipboard.writeText(link.url); notice(t('copied')); }}, t('copy')), h('button', {onclick: () => host({seat, link: 'new'})}, t('table.renew')), h('button', {onclick: () => host({seat, link: 'none'})}, t('table.revoke')))]
      : h('div', {class: 'row'}, h('button', {onclick: () => host({seat, link: 'new'})}, t('table.invite'))));
  async function draw() {
    const {seats, people, watchers, seconds, reachable} = await get('play/links', {id});
    show(element, h('details', {open: true}, h('summary', {}, t('table.links')), h('p', {class: 'faint'}, t(reachable ? 'table.linksNote' : 'table.unreachable')),
      h('ul', {class: 'links'}, seats.map((link, seat) => people.includes(seat) ? linkView(seat, link) : null), linkView(-1, watchers)),
      h('label', {}, t('table.seconds') + ' ', select([0, 30, 60, 120, 300, 900].map(n => [n, n ? t('table.perTurn', {n}) : t('table.noLimit')]), seconds, value => host({seconds: Number(value)})))));
  }
  await draw();
  return element;
}
