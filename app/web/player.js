// A recorded match, played back: turn by turn, event by event. Also the whole of a saved page.
import {legend} from './charts.js';
import {diceView} from './dice.js';
import {leadChart} from './leads.js';
import {h, show} from './dom.js';
import {t} from './i18n.js';
import {mapView} from './map_view.js';
import {agentName, seatName, territoryName} from './names.js';
import {endOf, tell} from './story.js';

const speeds = [['0.5', 2000], ['1', 1000], ['2', 500], ['5', 200], ['20', 50]];

/** Fills an element with the player of a match (as /api/watch tells it); returns a function that ends it. */
export function playerView(element, match) {
  const seats = match.agents.length;
  const view = mapView(match.svg, {tip: i => `${territoryName(match.map, i)}: ${owners[i] < 0 ? t('free') : seatName(owners[i]) + ', ' + t('troops', {n: troops[i]})}`, label: t('map')});
  let owners = match.map.territories.map(() => -1), troops = owners.map(() => 0), cards = match.agents.map(() => 0);
  let at = 0, timer = null, pause = 500;
  // What each event undoes, so that one can go back.
  const before = [];
  const turns = [0];
  match.events.forEach((event, i) => { if (event.turn > 0 && event.turn !== match.events[i - 1]?.turn) turns[event.turn] = i; });

  const forward = () => {
    const event = match.events[at];
    before[at] = {changes: event.changes.map(([i]) => [i, owners[i], troops[i]]), hands: event.hands ? [...cards] : null};
    for (const [i, owner, n] of event.changes) { owners[i] = owner; troops[i] = n; }
    if (event.hands) cards = event.hands;
    ++at;
  };
  const back = () => {
    --at;
    for (const [i, owner, n] of before[at].changes) { owners[i] = owner; troops[i] = n; }
    if (before[at].hands) cards = before[at].hands;
  };
  const go = target => {
    target = Math.max(0, Math.min(match.events.length, target));
    while (at < target) forward();
    while (at > target) back();
    draw();
  };

  // To the first event of a turn; 0: the set-up; beyond the last: the end.
  const goTurn = turn => { stop(); go(turn <= 0 ? 0 : turns[turn] === undefined ? match.events.length : turns[turn] + 1); };
  const turnNow = () => match.events[at - 1]?.turn ?? 0;

  const slider = h('input', {type: 'range', min: 0, max: match.events.length, value: 0, 'aria-label': t('watch.position'), oninput: event => { stop(); go(Number(event.target.value)); }});
  const where = h('b'), said = h('span'), dice = h('span'), list = h('div', {class: 'seats'}), story = h('ol', {class: 'story'});
  const {chart, series} = leadChart(match.course, {cursor: 1, onpick: turn => goTurn(Math.max(1, Math.min(match.turns, turn)))});
  const playButton = h('button', {class: 'main', onclick: () => timer ? stop() : start()}, t('watch.play'));
  const stop = () => { clearInterval(timer); timer = null; playButton.textContent = t('watch.play'); };
  const start = () => {
    if (at >= match.events.length) go(0);
    playButton.textContent = t('watch.pause');
    timer = setInterval(() => { if (at >= match.events.length) stop(); else go(at + 1); }, pause);
  };

  function draw() {
    const event = match.events[at - 1];
    view.board(owners, troops);
    if (event?.kind === 'attack') { view.arrow(event.from, event.to); view.flash(event.conquered ? [event.to] : []); }
    else if (event?.kind === 'fortify') { view.arrow(event.from, event.to); view.flash([]); }
    else { view.arrow(); view.flash(event?.territory === undefined ? [] : [event.territory]); }
    slider.value = at;
    const turn = event?.turn ?? 0;
    where.textContent = turn ? t('turn.of', {turn, turns: match.turns}) : t('setup');
    said.textContent = event ? tell(event, match.map, match.missions) : '';
    show(dice, event?.kind === 'attack' ? diceView(event) : null);
    chart.moveCursor(Math.max(1, turn));
    show(list, match.agents.map((agent, seat) => {
      const held = owners.filter(owner => owner === seat).length;
      return h('div', {class: `seat l${seat}${event?.seat === seat ? ' on' : ''}${turn && !held ? ' out' : ''}`}, h('b', {}, `${seatName(seat)} · ${agentName(agent)}`),
        h('span', {}, t('seat.holds', {territories: held, troops: troops.reduce((sum, n, i) => sum + (owners[i] === seat ? n : 0), 0), cards: cards[seat] ?? 0})));
    }));
    const first = turns[turn] ?? 0;
    show(story, match.events.slice(first, at).map(e => tell(e, match.map, match.missions)).filter(Boolean).slice(-40).map(text => h('li', {}, text)));
    story.scrollTop = story.scrollHeight;
    if (at === match.events.length && match.over) said.textContent = endOf(match, match.turns);
  }

  const jump = (turn, text) => h('button', {onclick: () => goTurn(turn)}, text);
  show(element, h('div', {class: 'two'},
    h('div', {}, view.element,
      h('div', {class: 'controls'}, playButton,
        h('button', {'aria-label': t('watch.turnBack'), title: t('watch.turnBack'), onclick: () => goTurn(at > turns[turnNow()] + 1 ? turnNow() : turnNow() - 1)}, '«'),
        h('button', {'aria-label': t('watch.back'), title: t('watch.back'), onclick: () => { stop(); go(at - 1); }}, '‹'),
        h('button', {'aria-label': t('watch.step'), title: t('watch.step'), onclick: () => { stop(); go(at + 1); }}, '›'),
        h('button', {'aria-label': t('watch.turnOn'), title: t('watch.turnOn'), onclick: () => goTurn(turnNow() + 1)}, '»'),
        slider,
        h('select', {'aria-label': t('watch.speed'), onchange: event => { pause = Number(event.target.value); if (timer) { stop(); start(); } }}, speeds.map(([name, value]) => h('option', {value, selected: value === 500}, name + '×')))),
      h('div', {class: 'row'}, where, said, dice)),
    h('div', {}, list,
      // Who is ahead is known from the end of the first turn on.
      match.course.H.length ? h('section', {class: 'card'}, h('h2', {}, t('lead')), chart, legend(series), h('p', {}, h('small', {}, t('lead.note'))),
        h('div', {class: 'row'}, match.course.killer ? jump(match.course.killer, t('watch.toKiller', {turn: match.course.killer})) : null, match.course.lead_changes.map(turn => jump(turn, t('watch.toLead', {turn}))))) : null,
      h('section', {class: 'card'}, h('h2', {}, t('story')), story))));
  go(0);
  const keys = event => {
    if (['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON'].includes(event.target.tagName)) return;
    if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === ' ') { event.preventDefault(); playButton.click(); }
  };
  document.addEventListener('keydown', keys);
  return () => { stop(); document.removeEventListener('keydown', keys); };
}

