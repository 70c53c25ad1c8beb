// Who else is at the table: turn order, who is there, who stays away, who asks for something.
import {attempt, h, show} from './dom.js';
import {t} from './i18n.js';
import {agentName, seatName} from './names.js';

/** `at`: the device. The elements top, seats and asks go into the page; see(view) brings them up to date. */
export function company({at, guest, id}) {
  const top = h('div'), seats = h('ol', {class: 'seats order'}), asks = h('div', {class: 'asks', 'aria-live': 'polite'}), left = h('span', {class: 'clock'});
  let ends = 0, named = false;
  const ask = (what, body) => attempt(() => at.post(what, body));
  const replace = seat => guest ? ask('stand_in', {seat, on: true}) : ask('host', {seat, stand_in: 'strategist'});
  const ticking = setInterval(() => {
    for (const button of seats.querySelectorAll('[data-until]')) button.hidden &&= Date.now() < button.dataset.until;
    if (ends) left.textContent = t('table.left', {time: `${Math.floor(Math.max(0, ends - Date.now()) / 60000)}:${String(Math.floor(Math.max(0, ends - Date.now()) / 1000) % 60).padStart(2, '0')}`});
  }, 500);

  function seatView(view, seat, i) {
    const mine = view.mine.includes(i), away = seat.here === false && !seat.stand_in;
    const who = !seat.person ? agentName(seat.agent) : mine && guest ? t('table.you') : seat.name ? '' : seat.here === undefined ? t('person') : '';
    return h('li', {class: `seat l${i}${view.seat === i && !view.over ? ' on' : ''}${seat.eliminated ? ' out' : ''}`, 'aria-current': view.seat === i && !view.over ? 'step' : null},
      h('b', {}, seatName(i) + (who ? ` · ${who}` : '')),
      seat.stand_in ? h('small', {class: 'pill'}, t('table.standIn', {agent: agentName(seat.stand_in)})) : away ? h('small', {class: 'pill'}, t('table.away')) : null,
      h('span', {class: 'long'}, t('seat.holds', seat)), h('span', {class: 'short', role: 'img', 'aria-label': t('seat.holds', seat)}, `⬢ ${seat.territories}  ♟ ${seat.troops}  ❏ ${seat.cards}`),
      away && !mine && view.decides === i && (view.mine.length || !guest) ? h('button', {class: 'plain', hidden: guest && seat.patience > 0, 'data-until': Date.now() + 1000 * seat.patience, onclick: replace(i)}, t('table.replace')) : null);
  }

  // For a guest that has not said what it is called.
  function nameForm(seat) {
    const text = h('input', {maxlength: 20, autocomplete: 'nickname', 'aria-label': t('table.name')});
    return h('form', {class: 'card row', onsubmit: async event => {
      event.preventDefault();
      named = true;
      await ask('name', {name: text.value.trim()})();
    }}, h('label', {class: 'grow'}, t('table.name') + ' ', text), h('button', {class: 'main', type: 'submit'}, t('table.ok')));
  }

  return {
    top, seats, asks,
    connection(state) {
      show(top, state === 'here' ? null : h('p', {class: 'card error', role: 'alert'}, t('table.' + state)));
    },
    clock(view) {
      ends = view.seconds === undefined || view.over ? 0 : Date.now() + 1000 * view.seconds;
      return ends ? left : null;
    },
    see(view) {
      show(seats, view.seats.map((seat, i) => seatView(view, seat, i)));
      const own = guest && view.mine.length ? view.mine[0] : -1, parts = [];
      if (own >= 0 && !view.seats[own].name && !named) {
        // Not drawn anew while it is being filled in.
        if (asks.querySelector('form')) return;
        parts.push(nameForm(own));
      }
      if (own >= 0 && view.seats[own].stand_in) parts.push(h('div', {class: 'card row'}, h('span', {class: 'grow'}, t('table.played', {agent: agentName(view.seats[own].stand_in)})), h('button', {class: 'main', onclick: ask('stand_in', {seat: own, on: false})}, t('table.back'))));
      const wish = view.asks;
      if (wish && own >= 0) parts.push(wish.of.includes(own) && !wish.agreed.includes(own)
        ? h('div', {class: 'card row'}, h('span', {class: 'grow'}, t('table.wantsBack', {seat: seatName(wish.seat), turn: wish.turn, now: view.turn})), h('button', {class: 'main', onclick: ask('agree', {yes: true})}, t('table.agree')), h('button', {onclick: ask('agree', {yes: false})}, t('table.decline')))
        : h('p', {class: 'card'}, t('table.waitsForAll', {list: wish.of.filter(i => !wish.agreed.includes(i)).map(seatName).join(', ')})));
      if (guest && !view.mine.length) parts.push(h('p', {class: 'faint'}, t('table.looking')));
      show(asks, parts);
    },
    end() { clearInterval(ticking); },
  };
}
