// Playing: who sits where; then the match.
import {catalogue, get, post} from './api.js';
import {device} from './device.js';
import {attempt, field, h, show, within} from './dom.js';
import {t} from './i18n.js';
import {agentNames, seatName} from './names.js';
import {agentSelect, variantSelect} from './choose.js';
import {invitations} from './invitations.js';
import {link} from './runs.js';
import {source} from './source.js';
import {tableView} from './table.js';

async function matchPage(main, id, here) {
  const at = device({path: 'play', id});
  const [board, {seats, watchers}] = await Promise.all([at.get('board'), get('play/links', {id})]);
  if (here.gone) return undefined;
  const place = h('div'), friends = seats.some(Boolean) || watchers;
  const links = friends ? await invitations(id) : h('p', {}, h('button', {onclick: async event => {
    const row = event.target.parentNode;
    row.replaceWith(await invitations(id));
  }}, t('table.inviteFriends')));
  // A match that is over needs no guests.
  const end = tableView(place, at, board, {id, over: () => { links.hidden ||= !friends; }});
  show(main, friends ? [links, place] : [place, links]);
  return end;
}

/** The page: with an id the match, else the choice. */
export async function playPage(main, parameters, here) {
  const id = parameters.get('id');
  if (id) return matchPage(main, id, here);
  const [list, all] = await Promise.all([get('list'), catalogue()]);
  const given = source(parameters), friends = parameters.has('friends');
  const isDraft = given !== undefined && typeof given !== 'string';
  const variant = isDraft ? null : variantSelect(list, all, given ?? 'library:thesis-9');
  const players = h('input', {type: 'number', min: 2, max: 6, value: 2});
  const seats = h('div');
  let described = null;
  const drawSeats = () => {
    players.value = within(players);
    show(seats, Array.from({length: Number(players.value)}, (_, seat) =>
      field(seatName(seat), agentSelect(all, seat && !friends ? 'strategist' : 'person', true))));
  };
  const describe = async () => {
    described = isDraft ? given : (await get('variant', {name: variant.value})).variant;
    players.value = described.rules.players;
    drawSeats();
  };
  players.addEventListener('change', drawSeats);
  variant?.addEventListener('change', attempt(describe));
  await describe();
  const begin = attempt(async table => {
    const agents = [...seats.querySelectorAll('select')].map(select => select.value);
    const wanted = structuredClone(described);
    wanted.rules.players = agents.length;
    const {id: made} = await post('play/begin', {variant: wanted, agents, friends: table});
    location.hash = '#/play?' + new URLSearchParams({id: made});
  });
  const open = list.records.filter(file => file.id.startsWith('play/'));
  show(main, h('h1', {}, t('play.title')), h('p', {class: 'faint'}, t('play.about')), h('div', {class: 'even'},
    h('section', {class: 'card'}, isDraft ? h('h2', {}, given.name) : field(t('variant'), variant), field(t('rule.players'), players), seats,
      h('div', {class: 'row'}, h('button', {class: friends ? null : 'main', onclick: () => begin(false)}, t('play.begin')), h('button', {class: friends ? 'main' : null, onclick: () => begin(true)}, t('table.begin'))), h('p', {class: 'faint'}, t('table.about'))),
    h('section', {class: 'card'}, h('h2', {}, t('play.earlier')), open.length ? h('ul', {}, open.map(file => h('li', {}, link('play', {id: file.id}, file.name), ' ', h('small', {}, agentNames(file.agents) + ' · ' + file.id)))) : h('p', {class: 'empty'}, t('play.none')))));
}
