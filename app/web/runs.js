// Everything below the studio's directory: shortlists, runs, sweeps, variants, maps, records.
import {catalogue, get, post} from './api.js';
import {attempt, h, show} from './dom.js';
import {num, rangeText, t, tOr} from './i18n.js';
import {agentNames, quantityName} from './names.js';
import {polling, untouched} from './polling.js';
import {thumbnailOf} from './map_view.js';
import {wishesForm} from './wishes.js';

const poll = 1500;

/** A link to a page of the studio. */
export function link(page, parameters, text, attributes) {
  return h('a', {...attributes, href: `#/${page}?${new URLSearchParams(parameters)}`}, text);
}

/** A run's state as a small sign. */
export function pill(state) {
  return h('span', {class: 'pill ' + state}, t('state.' + state));
}

/** Turns and minutes of a match, as far as they are known: "36–43 turns · 66 to 216 minutes". */
export const lengthText = of => [of.turns ? t('board.turns', {n: rangeText(...[of.turns].flat())}) : '', of.minutes ? t('board.minutes', {from: num(of.minutes.quick_table, 0), to: num(of.minutes.slow_table, 0)}) : ''].filter(Boolean).join(' · ');

/** Players, size, turns (a number, or the least and the most) and minutes of a board, as far as they are known. */
export function boardFacts(of) {
  return h('small', {}, [of.players ? t('board.facts', of) : of.territories ? t('board.size', of) : '', lengthText(of)].filter(Boolean).join(' · '));
}

/** The fitness of a run's best: at its end, else by fresh matches, else by those that chose it. */
export const bestFitness = (run, last) => (run.best ?? last.monitor)?.fitness.mean ?? last.fitness.best;

function runCard(run, title = run.id) {
  const generation = Math.max(0, (run.written ?? 0) - 1);
  return h('div', {class: 'card'},
    h('div', {class: 'row spread'}, link('run', {id: run.id}, h('b', {}, title)), pill(run.state)),
    run.problem ? h('p', {class: 'error'}, run.problem) : [
      run.board ? [thumbnailOf(`run:${run.id}#best`, run.written), boardFacts(run.board)] : null,
      h('progress', {max: run.generations, value: generation, 'aria-label': t('run.progress')}),
      h('small', {}, t('run.where', {generation, of: run.generations, population: run.population})),
      run.last ? h('div', {class: 'row spread'}, h('small', {}, t('run.bestSoFar', {fitness: num(bestFitness(run, run.last), 3)})),
        link('variant', {name: `run:${run.id}#best`}, t('see.best'))) : null]);
}

// The title of a shortlist's entry; those of the shortlist that comes with the program in the page's language.
const bredOn = 'Bred on from ';
const titleOf = title => title.startsWith(bredOn) ? t('entry.bredOn', {name: title.slice(bredOn.length)}) : tOr('entry.' + title, title);

// What an entry is about, and what of its wishes its variant does not keep.
function entryNote(entry) {
  if (!entry?.not_kept) return titleOf(entry?.title);
  return [titleOf(entry.title), ' ', h('span', {class: 'worse'}, t('shortlist.not_kept', {what: entry.not_kept.map(quantityName).join(', ')}))];
}

// Where a shortlist's files are; the studio may have been opened in its directory.
const inside = shortlist => shortlist.id === '.' ? '' : shortlist.id + '/';
// Whether the card of the shortlist shows this variant or run.
const holds = (shortlist, {id}) => id.startsWith(inside(shortlist) + 'variants/') || shortlist.entries?.some(({run}) => run === id);

// A shortlist: its variants once it is done; before that its entries, as far as they are bred.
function shortlistCard(shortlist, list, look) {
  const steer = order => h('button', {onclick: attempt(() => post('run/steer', {id: shortlist.id, order}).then(look))}, t(order));
  const bred = list.variants.filter(file => file.id.startsWith(inside(shortlist) + 'variants/'));
  const entry = ({title, run: id, done}) => {
    const run = list.runs.find(one => one.id === id);
    return run ? runCard(run, titleOf(title)) : h('div', {class: 'card'}, h('div', {class: 'row spread'}, h('b', {}, titleOf(title)), h('small', {}, t(done ? 'state.done' : 'shortlist.waits'))));
  };
  return h('section', {class: 'card'},
    h('div', {class: 'row spread'}, h('div', {class: 'row'}, h('h3', {}, shortlist.id === '.' ? titleOf(shortlist.title ?? '.') : shortlist.id), pill(shortlist.state)),
      h('div', {class: 'row'}, shortlist.steerable && shortlist.state === 'running' ? steer('pause') : null, shortlist.steerable && ['running', 'paused'].includes(shortlist.state) ? steer('stop') : null,
        ['paused', 'interrupted', 'failed'].includes(shortlist.state) ? steer('continue') : null)),
    shortlist.problem ? h('p', {class: 'error'}, shortlist.problem) : [
      shortlist.state === 'done' ? null : [h('progress', {max: shortlist.entries.length, value: shortlist.entries.filter(one => one.done).length, 'aria-label': t('run.progress')}),
        h('small', {}, t('shortlist.where', {done: shortlist.entries.filter(one => one.done).length, of: shortlist.entries.length}))],
      h('div', {class: 'grid'}, bred.length ? bred.map((file, i) => boardCard('file:' + file.id, file.name, file, entryNote(shortlist.entries[i]), h('span', {}, link('run', {id: shortlist.entries[i].run}, t('shortlist.run')), ' · ', link('play', {name: 'file:' + file.id}, t('play'))))) : shortlist.entries.map(entry))]);
}

function sweepCard(sweep) {
  return h('div', {class: 'card'}, h('div', {class: 'row spread'}, h('b', {}, sweep.id), sweep.at_work ? pill('running') : null),
    sweep.problem ? h('p', {class: 'error'}, sweep.problem) : [
      h('progress', {max: sweep.runs, value: sweep.done, 'aria-label': t('run.progress')}),
      h('small', {}, t('sweep.where', {done: num(sweep.done, 0), runs: num(sweep.runs, 0), failed: sweep.failed, work: sweep.at_work})),
      sweep.broken ? h('p', {class: 'error'}, t('sweep.broken', {n: sweep.broken})) : null]);
}

const section = (title, cards) => cards.length ? [h('h2', {}, title), h('div', {class: 'grid'}, cards)] : null;

// Turns and minutes of variants, by some matches of each; measured one after another.
const lengths = new Map();
let queue = Promise.resolve();
function lengthOf(name, key) {
  if (!lengths.has(key)) {
    const work = queue.then(() => post('evaluate', {variant: name, matches: 400})).then(({turns, minutes}) => ({turns: turns.mean, minutes}));
    lengths.set(key, work);
    queue = work.catch(() => lengths.delete(key));
  }
  return lengths.get(key);
}

// A board as a card: `name` as the server knows it. How long a variant takes whose file does not say it is told once it is seen.
function boardCard(name, title, of, note, links) {
  const board = thumbnailOf(name), facts = h('div', {}, boardFacts(of));
  if (of.players && !of.turns) board.firstChild.addEventListener('load', () => lengthOf(name, name + JSON.stringify(of)).then(length => show(facts, boardFacts({...of, ...length})), () => {}));
  return h('div', {class: 'card'}, board, h('div', {class: 'row spread'}, link('variant', {name}, h('b', {}, title)), links), facts, note ? h('div', {}, h('small', {}, note)) : null);
}

function files(list) {
  return [
    section(t('variants'), list.variants.map(file => boardCard('file:' + file.id, file.name, file, file.id, link('play', {name: 'file:' + file.id}, t('play'))))),
    section(t('maps'), list.maps.map(file => boardCard('file:' + file.id, file.name, file, file.id, link('editor', {name: 'file:' + file.id}, t('edit'))))),
    list.records.length ? h('section', {class: 'card'}, h('h2', {}, t('records')), h('div', {class: 'scroll'}, h('table', {class: 'compared'}, h('thead', {}, h('tr', {}, [t('name'), t('seats'), t('file')].map(text => h('th', {class: 'text'}, text)))),
      h('tbody', {}, list.records.map(file => h('tr', {}, [link('watch', {file: file.id}, file.name), agentNames(file.agents), file.id].map((cell, i) => h('td', {class: i === 2 ? 'text path' : 'text'}, cell)))))))) : null];
}

/** The first page. Looks anew every moment. */
export async function runsPage(main, parameters, here) {
  const runs = h('div'), rest = h('div'), wishes = h('div');
  let seen = '';
  const look = async () => {
    const list = await get('list');
    await untouched();
    if (here.gone || JSON.stringify(list) === seen) return;
    seen = JSON.stringify(list);
    const order = {running: 0, starting: 0, paused: 1, failed: 2, interrupted: 3, done: 4};
    list.runs.sort((a, b) => order[a.state] - order[b.state]);
    const listed = file => list.shortlists.some(shortlist => holds(shortlist, file));
    const alone = list.runs.filter(run => !listed(run));
    show(runs, list.shortlists.map(shortlist => shortlistCard(shortlist, list, look)),
      alone.length ? h('div', {class: 'grid'}, alone.map(run => runCard(run))) : list.shortlists.length ? null : h('p', {class: 'empty'}, t('runs.none')),
      list.sweeps.length ? [h('h2', {}, t('sweeps')), h('div', {class: 'grid'}, list.sweeps.map(sweepCard))] : null);
    show(rest, files({...list, variants: list.variants.filter(file => !listed(file))}), list.complete ? null : h('p', {class: 'faint'}, t('runs.incomplete')));
  };
  await look();
  const all = await catalogue();
  show(wishes, wishesForm(await get('list'), all, {start: parameters.get('start'), keep: parameters.getAll('keep')}, () => look().then(() => runs.scrollIntoView())));
  show(main, h('div', {class: 'head'}, h('div', {}, h('h1', {}, t('runs.title')), h('p', {class: 'faint'}, t('runs.about'))),
    h('a', {class: 'button', href: '#/evolve'}, t('evolve.byHand'))), wishes, runs, rest, librarySection(all));
  if (parameters.get('start')) wishes.scrollIntoView({block: 'center'});
  return polling(look, poll);
}

function librarySection({games, library}) {
  return h('details', {class: 'card'}, h('summary', {}, t('library')),
    h('div', {class: 'grid'}, [...games, ...library].map(map => boardCard('library:' + map.name, map.name, map, map.about))));
}
