// Events of a match in words.
import {t} from './i18n.js';
import {seatName, territoryName} from './names.js';

const out = seat => t('event.out', {seat: seatName(seat)});

/** How a match ended, that of a winner's mission with what it was. */
export function endOf({winner, won_by: mission}, turns) {
  const seat = seatName(winner);
  return winner < 0 ? t('watch.unfinished', {turns}) : mission ? t('watch.wonBy', {seat, turns, mission}) : t('watch.won', {seat, turns});
}

/** One event as a sentence, or nothing for what need not be told; `missions`: what the cards say. */
export function tell(event, map, missions) {
  return (event.late ? t('event.late', {seat: seatName(event.seat)}) + ' ' : '') + told(event, map, missions);
}

function told(event, map, missions) {
  const name = i => territoryName(map, i), seat = seatName(event.seat);
  switch (event.kind) {
    case 'pick': return t('event.pick', {seat, place: name(event.territory)});
    case 'place': return t('event.place', {seat, n: event.troops, place: name(event.territory)});
    case 'exchange': return t('event.exchange', {seat});
    case 'attack': return t(event.conquered ? 'event.conquest' : 'event.attack', {seat, from: name(event.from), to: name(event.to), own: event.losses[0], theirs: event.losses[1]}) + (event.eliminated ? ' ' + out(event.against) : '');
    case 'fortify': return t('event.fortify', {seat, n: event.troops, from: name(event.from), to: name(event.to)});
    case 'draw': return event.card === undefined ? t('event.draw', {seat}) : t('event.drawCard', {seat, card: name(event.card)});
    case 'mission': return event.mission === undefined ? t('event.mission', {seat}) : t('event.missionCard', {seat, mission: missions[event.mission]});
    default: return '';
  }
}

/** An action (a hint, an explanation) as a few words. */
export function tellAction(action, map) {
  const name = i => territoryName(map, i);
  switch (action.kind) {
    case 'pick': return t('action.pick', {place: name(action.territory)});
    case 'place': return t('action.place', {n: action.troops, place: name(action.territory)});
    case 'attack': return t('action.attack', {from: name(action.from), to: name(action.to)});
    case 'fortify': return t('action.fortify', {n: action.troops, from: name(action.from), to: name(action.to)});
    default: return t('action.' + action.kind);
  }
}

/** What has happened since a seat last decided something, as sentences: conquests, and who is out. */
export function since(events, seat, map) {
  const decides = event => event.seat === seat && !['draw', 'deal', 'mission'].includes(event.kind);
  const from = events.findLastIndex(decides);
  const conquests = new Map(), eliminated = [];
  for (const event of from < 0 ? [] : events.slice(from + 1)) {
    if (!event.conquered) continue;
    if (event.eliminated) eliminated.push(out(event.against));
    const key = `${event.seat} ${event.against}`;
    conquests.set(key, [...(conquests.get(key) ?? []), territoryName(map, event.to)]);
  }
  return [...conquests].map(([key, places]) => {
    const [who, whose] = key.split(' ').map(Number);
    return t(whose === seat ? 'since.yours' : 'since.theirs', {seat: seatName(who), other: seatName(whose), places: places.join(', ')});
  }).concat(eliminated);
}
