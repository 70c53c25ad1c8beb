// Everything below the studio's directory: runs, sweeps, variants, maps, records.
import {get} from './api.js';
import {h, show} from './dom.js';
import {num, t} from './i18n.js';
import {agentNames} from './names.js';
import {polling, untouched} from './polling.js';

const poll = 1500;

/** A link to a page of the studio. */
export function link(page, parameters, text, attributes) {
  return h('a', {...attributes, href: `#/${page}?${new URLSearchParams(parameters)}`}, text);
}

/** A run's state as a small sign. */
export function pill(state) {
  return h('span', {class: 'pill ' + state}, t('state.' + state));
}

function runCard(run) {
  const generation = Math.max(0, (run.written ?? 0) - 1);
  return h('div', {class: 'card'},
    h('div', {class: 'row spread'}, link('run', {id: run.id}, h('b', {}, run.id)), pill(run.state)),
    run.problem ? h('p', {class: 'error'}, run.problem) : [
      h('progress', {max: run.generations, value: generation, 'aria-label': t('run.progress')}),
      h('small', {}, t('run.where', {generation, of: run.generations, population: run.population})),
      run.last ? h('div', {class: 'row spread'}, h('small', {}, t('run.bestSoFar', {fitness: num((run.best ?? run.last.monitor ?? {fitness: {mean: run.last.fitness.best}}).fitness.mean, 3)})),
        link('variant', {name: `run:${run.id}#best`}, t('see.best'))) : null]);
}

function sweepCard(sweep) {
  return h('div', {class: 'card'}, h('div', {class: 'row spread'}, h('b', {}, sweep.id), sweep.at_work ? pill('running') : null),
    sweep.problem ? h('p', {class: 'error'}, sweep.problem) : [
      h('progress', {max: sweep.runs, value: sweep.done, 'aria-label': t('run.progress')}),
      h('small', {}, t('sweep.where', {done: num(sweep.done, 0), runs: num(sweep.runs, 0), failed: sweep.failed, work: sweep.at_work}))]);
}

const table = (title, rows, head) => rows.length ? h('section', {class: 'card'}, h('h2', {}, title),
  h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, head.map(text => h('th', {class: 'text'}, text)))), h('tbody', {}, rows)))) : null;

function files(list) {
  const row = (cells) => h('tr', {}, cells.map(cell => h('td', {class: 'text'}, cell)));
  return [
    table(t('variants'), list.variants.map(file => row([link('variant', {name: 'file:' + file.id}, file.name), file.id, link('play', {name: 'file:' + file.id}, t('play'))])), [t('name'), t('file'), '']),
    table(t('records'), list.records.map(file => row([link('watch', {file: file.id}, file.name), agentNames(file.agents), file.id])), [t('name'), t('seats'), t('file')]),
    table(t('maps'), list.maps.map(file => row([link('variant', {name: 'file:' + file.id}, file.name), file.id, link('editor', {name: 'file:' + file.id}, t('edit'))])), [t('name'), t('file'), ''])];
}

/** The first page. Looks anew every moment. */
export async function runsPage(main, parameters, here) {
  const runs = h('div'), rest = h('div');
  let seen = '';
  const look = async () => {
    const list = await get('list');
    await untouched();
    if (here.gone || JSON.stringify(list) === seen) return;
    seen = JSON.stringify(list);
    const order = {running: 0, starting: 0, paused: 1, failed: 2, interrupted: 3, done: 4};
    list.runs.sort((a, b) => order[a.state] - order[b.state]);
    show(runs, list.runs.length ? h('div', {class: 'grid'}, list.runs.map(runCard)) : h('p', {class: 'empty'}, t('runs.none')),
      list.sweeps.length ? [h('h2', {}, t('sweeps')), h('div', {class: 'grid'}, list.sweeps.map(sweepCard))] : null);
    show(rest, files(list), list.complete ? null : h('p', {class: 'faint'}, t('runs.incomplete')));
  };
  await look();
  show(main, h('div', {class: 'head'}, h('div', {}, h('h1', {}, t('runs.title')), h('p', {class: 'faint'}, t('runs.about'))),
    h('a', {class: 'button main', href: '#/evolve'}, t('evolve.start'))), runs, rest, await librarySection());
  return polling(look, poll);
}

async function librarySection() {
  const {catalogue} = await import('./api.js');
  const {library} = await catalogue();
  return h('details', {class: 'card'}, h('summary', {}, t('library')),
    h('div', {class: 'scroll'}, h('table', {}, h('tbody', {}, library.map(map => h('tr', {},
      h('td', {class: 'text'}, link('variant', {name: 'library:' + map.name}, map.name)),
      h('td', {class: 'text wrap'}, map.about), h('td', {}, t('map.counts', map))))))));
}
