// A match with people, played on the page.
import {get, post} from './api.js';
import {h, notice, show} from './dom.js';
import {num, percent, t} from './i18n.js';
import {mapView} from './map_view.js';
import {agentName, continentName, seatName, territoryName} from './names.js';
import {questionnaire} from './questionnaire.js';
import {rulesView} from './rules.js';
import {link} from './runs.js';
import {tell, tellAction} from './story.js';
import {cardsView} from './hand.js';

const moment = ms => new Promise(done => setTimeout(done, ms));

/** Fills the page with a match. */
export async function tableView(main, id, board, here) {
  const map = board.map;
  let view = null, chosen = -1, busy = false, shownSeat = -1, speed = 350;
  const name = i => territoryName(map, i);
  const picture = mapView(board.svg, {label: t('map'), tip, pick});
  const seats = h('div', {class: 'seats'}), task = h('div', {class: 'card', 'aria-live': 'polite'}), story = h('ol', {class: 'story'}), hand = h('div'), advice = h('div');

  const people = () => view.seats.filter(seat => seat.person).length;
  const legal = kind => (view?.legal ?? []).filter(action => action.kind === kind);
  const attackOn = (from, to) => legal('attack').find(action => action.from === from && action.to === to);

  function tip(i) {
    if (!view) return name(i);
    const owner = view.owners[i] < 0 ? t('free') : `${seatName(view.owners[i])}, ${t('troops', {n: view.troops[i]})}`;
    const c = map.continents.findIndex(continent => continent.territories.includes(i));
    const attack = chosen >= 0 && attackOn(chosen, i);
    return `${name(i)} · ${continentName(map, c)} (+${map.continents[c].bonus}) · ${owner}` + (attack ? ` · ${t('odds', {win: percent(attack.win, 1), left: num(attack.left, 1)})}` : '');
  }

  // What a click on a territory means now.
  function pick(i) {
    if (busy || !view?.waits) return;
    const {phase} = view;
    if (phase === 'pick' && legal('pick').some(action => action.territory === i)) return act({kind: 'pick', territory: i});
    if (legal('place').some(action => action.territory === i)) {
      const all = task.querySelector('[name=amount]');
      return act({kind: 'place', territory: i, troops: all ? Math.min(Number(all.value), view.to_place) : 1});
    }
    const kind = phase === 'attack' ? 'attack' : 'fortify';
    const action = chosen >= 0 && legal(kind).find(a => a.from === chosen && a.to === i);
    if (action && kind === 'attack') return fight(action);
    if (action) return moving(action);
    chosen = chosen === i || !legal(kind).some(a => a.from === i) ? -1 : i;
    drawChoices();
    drawTask();
  }

  function fight(action, toEnd) {
    return act({kind: 'attack', from: action.from, to: action.to}, toEnd ?? task.querySelector('[name=until]')?.checked ? 1 : 0);
  }

  function moving(action) {
    const amount = h('input', {type: 'number', min: 1, max: action.troops, value: action.troops, name: 'moved'});
    show(task, h('div', {class: 'task'}, t('task.move', {from: name(action.from), to: name(action.to)})), h('div', {class: 'row'}, amount,
      h('button', {class: 'main', onclick: () => act({kind: 'fortify', from: action.from, to: action.to, troops: Math.min(action.troops, Number(amount.value))})}, t('move')),
      h('button', {onclick: () => { chosen = -1; drawChoices(); drawTask(); }}, t('cancel'))));
    amount.focus();
  }

  function drawChoices() {
    if (!view.waits) return picture.choices([]);
    const kind = view.phase === 'attack' ? 'attack' : view.phase === 'fortify' ? 'fortify' : null;
    if (!kind) return picture.choices([...legal('pick'), ...legal('place')].map(action => action.territory));
    picture.choices([...new Set(legal(kind).filter(a => chosen < 0 || a.from === chosen).map(a => chosen < 0 ? a.from : a.to))], chosen);
  }

  function drawTask() {
    const parts = [];
    const {phase} = view;
    const who = people() > 1 ? seatName(view.seat) + ': ' : '';
    if (view.over) {
      const won = view.winner >= 0;
      parts.push(h('div', {class: 'task'}, won ? t('watch.won', {seat: seatName(view.winner), turns: view.turn}) : t('watch.unfinished', {turns: view.turn})), link('watch', {file: id}, t('watch.match'), {class: 'button'}));
    } else if (!view.waits) {
      parts.push(h('div', {class: 'task'}, t('task.wait', {seat: seatName(view.seat)})));
    } else if (phase === 'pick') {
      parts.push(h('div', {class: 'task'}, who + t('task.pick')));
    } else if (['initial', 'continent', 'reinforce'].includes(phase)) {
      parts.push(h('div', {class: 'task'}, who + (phase === 'continent' ? t('task.continent', {n: view.to_place, name: continentName(map, view.continent)}) : t('task.place', {n: view.to_place}))),
        view.to_place > 1 ? h('label', {}, t('amount') + ' ', h('input', {type: 'number', name: 'amount', min: 1, max: view.to_place, value: Math.min(view.to_place, Number(task.querySelector('[name=amount]')?.value) || 1)})) : null);
    } else if (phase === 'attack') {
      const open = legal('attack').filter(a => a.from === chosen).sort((a, b) => b.win - a.win);
      parts.push(h('div', {class: 'task'}, who + (chosen < 0 ? t('task.attack') : t('task.target', {from: name(chosen)}))),
        h('label', {}, h('input', {type: 'checkbox', name: 'until', checked: task.querySelector('[name=until]')?.checked ?? true}), ' ', t('attack.until')),
        h('div', {class: 'row'}, open.map(a => h('button', {title: t('odds', {win: percent(a.win, 1), left: num(a.left, 1)}), onclick: () => fight(a)}, `${name(a.to)} · ${percent(a.win)}`))),
        h('p', {}, h('button', {onclick: () => act({kind: 'stop'})}, t('attack.stop'))));
    } else if (phase === 'fortify') {
      parts.push(h('div', {class: 'task'}, who + (chosen < 0 ? t('task.fortify') : t('task.fortifyTo', {from: name(chosen)}))), h('button', {onclick: () => act({kind: 'end'})}, t('turn.end')));
    } else if (phase === 'exchange') {
      parts.push(h('div', {class: 'task'}, who + t('task.exchange', {n: view.exchange_brings})));
    }
    const help = view.waits ? h('div', {class: 'row'}, h('button', {onclick: undo, disabled: !view.can_undo}, t('undo')), h('button', {onclick: hint}, t('hint')), h('button', {onclick: explain}, t('explain'))) : null;
    show(task, parts, help);
  }

  function drawSeats() {
    show(seats, view.seats.map((seat, i) => h('div', {class: `seat l${i}${view.seat === i && !view.over ? ' on' : ''}${seat.eliminated ? ' out' : ''}`},
      h('b', {}, `${seatName(i)} · ${agentName(seat.agent)}`), h('span', {}, t('seat.holds', seat)))));
  }

  function drawHand() {
    const hidden = people() > 1 && shownSeat !== view.seat;
    show(hand, view.waits ? cardsView(view, map, hidden, () => { shownSeat = view.seat; drawHand(); }, act) : null);
  }

  function drawAll() {
    picture.board(view.owners, view.troops);
    if (people() > 1 && shownSeat !== view.seat) shownSeat = -1;
    drawSeats();
    drawTask();
    drawChoices();
    drawHand();
    if (view.over) finish();
  }

  // Shows what has happened, event by event, then the position.
  async function follow(next) {
    const owners = view ? [...view.owners] : map.territories.map(() => -1), troops = view ? [...view.troops] : owners.map(() => 0);
    const slow = view && next.events.length < 400;
    let turn = story.dataset.turn;
    for (const event of next.events) {
      if (here.gone) return;
      for (const [i, owner, n] of event.changes) { owners[i] = owner; troops[i] = n; }
      const text = tell(event, map, board.words.missions);
      if (String(event.turn) !== turn) {
        turn = story.dataset.turn = String(event.turn);
        story.append(h('li', {class: 'turn'}, event.turn ? t('turn.head', {turn: event.turn, seat: seatName(event.seat)}) : t('setup')));
      }
      if (text) story.append(h('li', {}, text));
      while (story.children.length > 300) story.firstChild.remove();
      story.scrollTop = story.scrollHeight;
      if (slow && speed && ['attack', 'fortify'].includes(event.kind) && !next.seats[event.seat].person) {
        picture.board(owners, troops);
        picture.arrow(event.from, event.to);
        await moment(speed);
      }
    }
    const last = next.events.at(-1);
    if (last?.kind === 'attack') picture.arrow(last.from, last.to); else picture.arrow();
    view = next;
  }

  async function change(path, body) {
    if (busy) return;
    busy = true;
    show(advice);
    try {
      let next = await post('play/' + path, {id, events: view.events_played, ...body});
      await follow(next);
      while (!here.gone && !view.waits && !view.over) {
        drawSeats();
        drawTask();
        next = await post('play/go', {id, events: view.events_played});
        await follow(next);
      }
    } catch (error) {
      notice(error.message);
      view = await get('play/view', {id, since: 0});
    }
    busy = false;
    if (here.gone) return;
    if (!legal(view.phase === 'attack' ? 'attack' : 'fortify').some(a => a.from === chosen)) chosen = -1;
    drawAll();
  }
  const act = (action, until = 0) => { if (view.phase === 'fortify' || view.phase === 'attack' && action.kind === 'stop') chosen = -1; return change('act', {action, until}); };
  const undo = () => change('undo', {});

  async function hint() {
    try {
      const {action, reason} = await get('play/hint', {id});
      show(advice, h('section', {class: 'card'}, h('h2', {}, t('hint')), h('p', {}, t('hint.would', {action: tellAction(action, map)})), h('p', {class: 'faint'}, reason)));
      if (action.from >= 0) picture.arrow(action.from, action.to);
    } catch (error) {
      notice(error.message);
    }
  }

  async function explain() {
    const {decisions} = await get('play/explain', {id});
    show(advice, h('section', {class: 'card'}, h('h2', {}, t('explain')), decisions.length ? h('ul', {}, decisions.slice(-25).map(decision => h('li', {}, `${seatName(decision.seat)}: ${tellAction(decision.action, map)}`,
      decision.reason ? h('div', {class: 'faint'}, decision.reason) : null,
      decision.options?.length ? h('small', {}, t('considered') + ' ' + decision.options.map(o => `${tellAction(o.action, map)} (${num(o.value, 2)})`).join('; ')) : null))) : h('p', {class: 'empty'}, t('explain.none'))));
  }

  let asked = false;
  function finish() {
    if (asked) return;
    asked = true;
    advice.replaceChildren(questionnaire(id, view.seats));
  }

  show(main, h('div', {class: 'head'}, h('h1', {}, board.variant), h('label', {}, t('pace') + ' ', h('select', {onchange: event => { speed = Number(event.target.value); }}, [[700, 'slow'], [350, 'usual'], [80, 'fast'], [0, 'none']].map(([value, key]) => h('option', {value, selected: value === speed}, t('pace.' + key)))))),
    h('div', {class: 'two'}, h('div', {}, picture.element, h('p', {class: 'faint'}, t('play.keys'))),
      h('div', {}, seats, task, hand, advice, h('section', {class: 'card'}, h('h2', {}, t('story')), story), h('details', {class: 'card'}, h('summary', {}, t('rules')), rulesView(board.words)))));
  const first = await get('play/view', {id, since: 0});
  await follow({...first, seats: first.seats});
  drawAll();
  if (!view.waits && !view.over) await change('go', {});
}
