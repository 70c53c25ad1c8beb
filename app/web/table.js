// A match with people: on one screen, or one device of a table. Shows what happens as it is told of it.
import {attempt, h, notice, show} from './dom.js';
import {num, percent, t} from './i18n.js';
import {mapView} from './map_view.js';
import {continentName, namePeople, seatName, territoryName} from './names.js';
import {diceView} from './dice.js';
import {cardsView} from './hand.js';
import {lessons} from './lesson.js';
import {company} from './company.js';
import {questionnaire} from './questionnaire.js';
import {rulesView} from './rules.js';
import {link} from './runs.js';
import {endOf, since, tell, tellAction} from './story.js';

const paces = [[900, 'slow'], [450, 'usual'], [90, 'fast'], [0, 'none']];

/**
 * Fills `main` with a match that `at` (device.js) is told of; returns what ends it. `guest`: by a link. `id`: of the match, for
 * the studio's owner. `over()` is called when the match is.
 */
export function tableView(main, at, board, {guest = false, id = null, over} = {}) {
  const map = board.map;
  let view = null, chosen = -1, target = null, shownSeat = -1, gone = false, asked = false, busy = false;
  let speed = Number(localStorage.getItem('pace') ?? 450), skipped = false, hurry = () => {};
  let owners = map.territories.map(() => -1), troops = owners.map(() => 0);
  const name = i => territoryName(map, i);
  const picture = mapView(board.svg, {label: t('map'), tip, pick});
  const task = h('div', {class: 'card task-card', 'aria-live': 'polite'}), story = h('ol', {class: 'story'}), hand = h('div', {class: 'hand'}), advice = h('div'), news = h('div', {class: 'news'});
  const cast = h('div', {class: 'cast-row'}), skip = h('button', {class: 'plain', hidden: true, onclick: () => { skipped = true; hurry(); }}, t('table.skip'));
  const lesson = lessons(board.words);
  const around = company({at, guest, id});

  const alone = () => view.mine.length === 1;
  const legal = kind => (view?.legal ?? []).filter(action => action.kind === kind);
  const attackOn = (from, to) => legal('attack').find(action => action.from === from && action.to === to);
  const odds = action => t('odds', {win: percent(action.win, 1), left: num(action.left, 1)});

  function tip(i) {
    if (!view) return name(i);
    const owner = owners[i] < 0 ? t('free') : `${seatName(owners[i])}, ${t('troops', {n: troops[i]})}`;
    const c = map.continents.findIndex(continent => continent.territories.includes(i));
    const attack = chosen >= 0 && attackOn(chosen, i);
    return `${name(i)} · ${continentName(map, c)} (+${map.continents[c].bonus}) · ${owner}` + (attack ? ` · ${odds(attack)}` : '');
  }

  const moves = () => view.phase === 'attack' ? 'attack' : view.phase === 'fortify' ? 'fortify' : null;

  // What a press on a territory means now.
  function pick(i) {
    if (!view?.waits) return;
    if (legal('pick').some(action => action.territory === i)) return act({kind: 'pick', territory: i});
    if (legal('place').some(action => action.territory === i)) return act({kind: 'place', territory: i, troops: Math.max(1, Math.min(Number(task.querySelector('[name=amount]')?.value ?? 1), view.to_place))});
    const kind = moves(), action = chosen >= 0 && kind && legal(kind).find(a => a.from === chosen && a.to === i);
    if (action) target = action;
    else {
      target = null;
      chosen = chosen === i || !kind || !legal(kind).some(a => a.from === i) ? -1 : i;
    }
    drawChoices();
    drawTask();
  }

  const forget = () => { chosen = -1; target = null; drawChoices(); drawTask(); };
  const fight = (action, until) => act({kind: 'attack', from: action.from, to: action.to}, until ? 1 : 0);

  function drawChoices() {
    if (!view.waits) return picture.choices([]);
    const kind = moves();
    if (!kind) return picture.choices([...legal('pick'), ...legal('place')].map(action => action.territory));
    picture.choices([...new Set(legal(kind).filter(a => chosen < 0 || a.from === chosen).map(a => chosen < 0 ? a.from : a.to))], chosen);
    if (target) picture.arrow(target.from, target.to);
  }

  const say = text => h('div', {class: 'task'}, (view.waits && !alone() ? seatName(view.seat) + ': ' : '') + text);

  function placing() {
    const n = view.to_place, amount = h('input', {type: 'number', inputmode: 'numeric', name: 'amount', min: 1, max: n, value: Math.min(n, Number(task.querySelector('[name=amount]')?.value) || 1)});
    return [say(view.phase === 'continent' ? t('task.continent', {n, name: continentName(map, view.continent)}) : t('task.place', {n})),
      n > 1 ? h('div', {class: 'row'}, h('label', {}, t('amount') + ' ', amount), [1, Math.ceil(n / 2), n].filter((v, i, all) => all.indexOf(v) === i).map(v => h('button', {onclick: () => { amount.value = v; }}, v === n ? t('amount.all') : v))) : null];
  }

  function attacking() {
    if (target) return [say(t('task.fight', {from: name(target.from), own: troops[target.from], to: name(target.to), theirs: troops[target.to]})), h('p', {class: 'odds'}, odds(target)),
      h('div', {class: 'row'}, h('button', {class: 'main', onclick: () => fight(target, true)}, t('attack.toEnd')), h('button', {onclick: () => fight(target, false)}, t('attack.once')), h('button', {onclick: forget}, t('cancel')))];
    const open = legal('attack').filter(a => a.from === chosen).sort((a, b) => b.win - a.win);
    return [say(chosen < 0 ? t('task.attack') : t('task.target', {from: name(chosen)})),
      h('div', {class: 'row'}, open.map(a => h('button', {title: odds(a), onclick: () => fight(a, true)}, `${name(a.to)} · ${percent(a.win)}`))),
      open.length ? h('small', {}, t('attack.until')) : null,
      h('div', {class: 'row'}, h('button', {onclick: () => act({kind: 'stop'})}, t('attack.stop')))];
  }

  function moving() {
    if (!target) return [say(chosen < 0 ? t('task.fortify') : t('task.fortifyTo', {from: name(chosen)})), h('div', {class: 'row'}, h('button', {class: chosen < 0 ? 'main' : null, onclick: () => act({kind: 'end'})}, t('turn.end')))];
    const amount = h('input', {type: 'number', inputmode: 'numeric', min: 1, max: target.troops, value: target.troops, name: 'moved'});
    return [say(t('task.move', {from: name(target.from), to: name(target.to)})), h('div', {class: 'row'}, amount,
      h('button', {class: 'main', onclick: () => act({kind: 'fortify', from: target.from, to: target.to, troops: Math.min(target.troops, Math.max(1, Number(amount.value)))})}, t('move')), h('button', {onclick: forget}, t('cancel')))];
  }

  function wanted() {
    if (view.over) return [h('div', {class: 'task'}, endOf(view, view.turn)), id ? link('watch', {file: id}, t('watch.match'), {class: 'button'}) : null];
    if (!view.waits) return [h('div', {class: 'task'}, t(view.decides >= 0 ? 'task.turnOf' : 'task.wait', {seat: seatName(view.seat)}))];
    switch (view.phase) {
      case 'pick': return [say(t('task.pick'))];
      case 'attack': return attacking();
      case 'fortify': return moving();
      case 'exchange': return [say(t('task.exchange', {n: view.exchange_brings}))];
      default: return placing();
    }
  }

  function drawTask() {
    const mine = view.mine.length > 0 && !view.over;
    show(task, wanted(), around.clock(view), mine ? h('div', {class: 'row help'},
      view.waits || alone() ? h('button', {onclick: undo, disabled: !view.can_undo && !view.can_ask}, t(view.can_undo || !view.can_ask ? 'undo' : 'table.askUndo')) : null,
      view.waits ? h('button', {onclick: hint}, t('hint')) : null, guest ? null : h('button', {onclick: explain}, t('explain'))) : null);
    task.classList.toggle('mine', view.waits);
    keys.hidden = !mine;
  }

  function drawHand() {
    const hidden = !alone() && shownSeat !== view.seat;
    hand.classList.toggle('up', view.waits && view.phase === 'exchange');
    show(hand, view.hand ? cardsView(view, map, hidden, () => { shownSeat = view.seat; drawHand(); }, act) : null);
  }

  function drawAll() {
    namePeople(view.seats.map(seat => seat.name));
    picture.board(owners = [...view.owners], troops = [...view.troops]);
    if (!alone() && shownSeat !== view.seat) shownSeat = -1;
    if (!moves() || !legal(moves()).some(a => a.from === chosen)) chosen = -1;
    if (target && !(target = legal(moves()).find(a => a.from === target.from && a.to === target.to))) target = null;
    around.see(view);
    drawTask();
    drawChoices();
    drawHand();
    lesson.see(view);
    document.title = (view.waits && guest ? '● ' : '') + document.title.replace(/^● /, '');
    if (view.over) over?.();
    if (view.over && !asked && view.mine.length) {
      asked = true;
      show(advice, questionnaire(at, view.seats.map((seat, i) => ({...seat, person: seat.person && view.mine.includes(i)}))));
    }
  }

  const moment = ms => new Promise(done => { hurry = done; setTimeout(done, ms); });

  function write(event) {
    const text = tell(event, map, board.words.missions), turn = String(event.turn);
    if (turn !== story.dataset.turn) {
      story.dataset.turn = turn;
      story.append(h('li', {class: 'turn'}, event.turn ? t('turn.head', {turn: event.turn, seat: seatName(event.seat)}) : t('setup')));
    }
    if (text) story.append(h('li', {}, text));
    while (story.children.length > 300) story.firstChild.remove();
    story.scrollTop = story.scrollHeight;
  }

  // One roll, as it is seen: the dice tumble, then lie.
  async function roll(event) {
    picture.arrow(event.from, event.to);
    show(cast, diceView(event), h('span', {}, `${name(event.from)} → ${name(event.to)}`));
    cast.classList.add('rolling');
    await moment(speed * .6);
    cast.classList.remove('rolling');
    await moment(skipped ? 0 : speed * .6);
  }

  // Shows what has happened, event by event, then the position.
  async function follow(next, fresh) {
    if (view && next.since < told) {
      show(story);
      delete story.dataset.turn;
      at.events.slice(0, next.since).slice(-200).forEach(write);
    }
    namePeople(next.seats.map(seat => seat.name));
    const slow = view && fresh.length < 400;
    for (const event of fresh) {
      if (gone) return;
      for (const [i, owner, n] of event.changes) { owners[i] = owner; troops[i] = n; }
      write(event);
      if (!slow || !speed || skipped || document.hidden) continue;
      skip.hidden = fresh.length < 2;
      const own = view.mine.includes(event.seat);
      if (event.kind === 'attack') await roll(event);
      if (['attack', 'fortify', 'place', 'pick'].includes(event.kind)) picture.board(owners, troops);
      if (event.kind === 'fortify' && !own) { picture.arrow(event.from, event.to); await moment(speed); }
      if (['place', 'pick'].includes(event.kind) && !own) { picture.flash([event.territory]); await moment(speed / 2); }
    }
    skip.hidden = true;
    const last = fresh.findLast(event => event.kind === 'attack');
    if (last) { show(cast, diceView(last), h('span', {}, `${name(last.from)} → ${name(last.to)}`)); picture.arrow(last.from, last.to); } else picture.arrow();
    const turns = view?.waits;
    view = next;
    if (view.waits && !turns && alone()) {
      const lines = since(at.events, view.mine[0], map);
      show(news, lines.length ? h('section', {class: 'card since'}, h('h2', {}, t('since')), h('ul', {}, lines.map(line => h('li', {}, line)))) : null);
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    } else if (!view.waits) show(news);
  }

  // Views wait for one another: each is shown as long as it takes.
  let told = 0, last = Promise.resolve(), waiting = 0;
  function hear(next, fresh) {
    ++waiting;
    last = last.then(async () => {
      if (!gone) await attempt(follow)(next, fresh);
      [view, told] = [next, next.events_played];  // also where its story could not be shown
      // Only the newest position can be acted on.
      if (--waiting) return;
      skipped = false;
      if (!gone) drawAll();
    }).catch(error => notice(error.message));
  }

  async function act(action, until = 0) {
    if (busy) return;
    busy = true;
    show(advice);
    show(news);
    if (view.phase === 'fortify' || action.kind === 'stop') chosen = -1;
    target = null;
    await attempt(() => at.post('act', {action, until}))();
    await last;
    busy = false;
  }
  const undo = attempt(async () => {
    const asks = !view.can_undo;
    await at.post('undo', {});
    if (asks) notice(t('table.asked'));
  });
  const hint = attempt(async () => {
    const {action, reason} = await at.get('hint');
    show(advice, h('section', {class: 'card'}, h('h2', {}, t('hint')), h('p', {}, t('hint.would', {action: tellAction(action, map)})), h('p', {class: 'faint'}, reason)));
    if (action.from >= 0) picture.arrow(action.from, action.to);
  });
  const explain = attempt(async () => {
    const {decisions, hidden} = await at.get('explain');
    show(advice, h('section', {class: 'card'}, h('h2', {}, t('explain')), decisions.length ? h('ul', {}, decisions.slice(-25).map(decision => h('li', {}, `${seatName(decision.seat)}: ${tellAction(decision.action, map)}`,
      decision.reason ? h('div', {class: 'faint'}, decision.reason) : null,
      decision.options?.length ? h('small', {}, t('considered') + ' ' + decision.options.map(o => `${tellAction(o.action, map)} (${num(o.value, 2)})`).join('; ')) : null))) : h('p', {class: 'empty'}, t(hidden ? 'explain.hidden' : 'explain.none'))));
  });

  const keys = h('p', {class: 'faint keys', hidden: true}, t('play.keys'));
  const pace = h('label', {}, t('pace') + ' ', h('select', {onchange: event => { speed = Number(event.target.value); localStorage.setItem('pace', speed); }}, paces.map(([value, key]) => h('option', {value, selected: value === speed}, t('pace.' + key)))));
  show(main, h('div', {class: 'table'}, h('div', {class: 'head'}, h('h1', {}, board.variant), pace), around.top,
    h('div', {class: 'two'}, h('div', {}, around.seats, picture.element, h('div', {class: 'row spread'}, cast, skip), keys),
      h('div', {}, around.asks, lesson.element, news, task, hand, advice, h('section', {class: 'card'}, h('h2', {}, t('story')), story), h('details', {class: 'card'}, h('summary', {}, t('rules')), rulesView(board.words), h('p', {class: 'faint'}, t('table.hands')))))));
  const end = at.listen(hear, around.connection);
  return () => { gone = true; hurry(); end(); around.end(); namePeople([]); };
}
