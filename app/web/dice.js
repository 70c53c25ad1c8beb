// Dice as they fall.
import {h} from './dom.js';
import {t} from './i18n.js';
import {seatName} from './names.js';

const spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

function dieView(face, seat, lost) {
  return h('span', {class: `cube b${seat}${lost ? ' lost' : ''}`}, Array.from({length: 9}, (_, i) => h('i', {class: spots[face].includes(i) ? 'spot' : ''})));
}

/** The dice of an attack, those that lose fainter; both sides' compared in pairs, the highest first. */
export function diceView(event) {
  const [own, theirs] = event.faces?.length ? event.faces : [[], []];
  const pairs = Math.min(own.length, theirs.length), [lost, taken] = event.losses;
  // Of each pair one loses: the attacker's where its die is not above the other's, as often as it lost.
  let left = lost;
  const fails = Array.from({length: pairs}, (_, i) => own[i] < theirs[i] ? (--left, true) : false);
  for (let i = 0; i < pairs && left > 0; ++i) if (own[i] === theirs[i] && !fails[i]) { fails[i] = true; --left; }
  const label = t('dice.are', {own: own.join(' '), theirs: theirs.join(' '), seat: seatName(event.seat), other: seatName(event.against), lost, taken});
  return h('span', {class: 'cast', role: 'img', 'aria-label': label},
    h('span', {class: 'side'}, own.map((face, i) => dieView(face, event.seat, i < pairs && fails[i]))), h('span', {class: 'against'}, '⚔'),
    h('span', {class: 'side'}, theirs.map((face, i) => dieView(face, event.against, i < pairs && !fails[i]))));
}
