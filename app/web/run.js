// One run: where it stands, its curves, its population, its ancestry.
import {get, post} from './api.js';
import {legend, lineChart} from './charts.js';
import {attempt, h, show} from './dom.js';
import {num, t} from './i18n.js';
import {criterionTitle} from './names.js';
import {ancestryView} from './ancestry.js';
import {finalistsView} from './finalists.js';
import {likesOf} from './likes.js';
import {populationView} from './population.js';
import {polling, untouched} from './polling.js';
import {thumbnailOf} from './map_view.js';
import {bestFitness, boardFacts, link, pill} from './runs.js';

const poll = 1000;

function fitnessCurves(summaries) {
  const x = summaries.map(summary => summary.generation);
  const series = [
    {label: t('curve.best'), x, y: summaries.map(summary => summary.fitness.best), colour: 1},
    {label: t('curve.mean'), x, y: summaries.map(summary => summary.fitness.mean), colour: 7, dash: '4 3'}];
  const monitored = summaries.filter(summary => summary.monitor);
  if (monitored.length) series.unshift({label: t('curve.fresh'), x: monitored.map(summary => summary.generation), colour: 0,
    y: monitored.map(summary => summary.monitor.fitness.mean),
    low: monitored.map(summary => Math.max(0, summary.monitor.fitness.mean - 1.96 * summary.monitor.fitness.se)),
    high: monitored.map(summary => summary.monitor.fitness.mean + 1.96 * summary.monitor.fitness.se)});
  return [lineChart(series, {xLabel: t('generation')}), legend(series), h('small', {}, t('curve.note'), monitored.length ? ' ' + t('curve.freshNote') : null)];
}

function criteriaCurves(summaries) {
  const names = Object.keys(summaries[0].criteria ?? {}).slice(0, 7);
  const series = names.map((name, i) => ({label: criterionTitle(name), colour: i, x: summaries.map(summary => summary.generation),
    y: summaries.map(summary => (summary.monitor ?? summary).criteria[name].mean)}));
  return [lineChart(series, {xLabel: t('generation'), low: 0}), legend(series)];
}

function sizeCurves(summaries) {
  const x = summaries.map(summary => summary.generation);
  const series = [{label: t('territories'), x, colour: 2, y: summaries.map(summary => summary.territories.mean),
    low: summaries.map(summary => summary.territories.least), high: summaries.map(summary => summary.territories.most)}];
  return [lineChart(series, {xLabel: t('generation'), low: 0, height: 190}), legend(series)];
}

function time(seconds) {
  return seconds < 90 ? t('seconds', {n: num(seconds, 1)}) : t('minutes', {n: num(seconds / 60, 1)});
}

/** The page of a run; polls while it lives. */
export async function runPage(main, parameters, here) {
  const id = parameters.get('id');
  let summaries = [], state = '', config = null;
  const likes = likesOf(id);
  const head = h('div'), curves = h('div'), finalists = h('div'), population = h('section', {class: 'card'}), ancestry = h('section', {class: 'card'});

  const steer = order => attempt(async () => {
    await post('run/steer', {id, order});
    await look();
  });

  // Made once, so that they keep the focus: a run writes often.
  const pause = h('button', {onclick: steer('pause')}, t('pause')), stop = h('button', {onclick: steer('stop')}, t('stop'));
  const proceed = h('button', {class: 'main', onclick: steer('continue')}, t('continue'));
  const best = link('variant', {name: `run:${id}#best`}, t('see.best'), {class: 'button main'});
  const title = h('div'), figures = h('div');
  show(head, h('div', {class: 'head'}, title, h('div', {class: 'row'}, pause, stop, proceed, best)), figures);

  function showHead(run) {
    const generation = Math.max(0, (run.written ?? 0) - 1);
    const last = summaries.at(-1);
    pause.hidden = !(run.state === 'running' && run.steerable);
    stop.hidden = !((run.state === 'running' || run.state === 'paused') && run.steerable);
    proceed.hidden = !['paused', 'interrupted', 'failed'].includes(run.state);
    best.hidden = !run.written;
    show(title, h('h1', {}, run.id), h('div', {class: 'row'}, pill(run.state), h('small', {}, run.stopping ? t('run.stopping') : run.generations ? t('run.where', {generation, of: run.generations, population: run.population}) : '')));
    show(figures,
      run.chosen ? h('p', {}, t('run.chosen') + ' ', link('variant', {name: 'file:' + run.chosen.file}, run.chosen.name)) : null,
      run.failure ? h('pre', {class: 'error'}, run.failure) : null,
      run.state === 'done' || !run.generations ? null : h('progress', {max: run.generations, value: generation, 'aria-label': t('run.progress')}),
      h('div', {class: 'row'}, run.board ? h('div', {class: 'card best-board'}, thumbnailOf(`run:${run.id}#best`, run.written), boardFacts(run.board)) : null, h('div', {class: 'tiles'},
        last ? h('div', {}, h('b', {}, num(bestFitness(run, last), 3)), h('span', {}, run.best ? t('tile.final', {n: num(run.best.matches, 0)}) : last.monitor ? t('tile.fresh') : t('tile.seen'))) : null,
        run.best ? h('div', {}, h('b', {}, run.best.territories), h('span', {}, t('tile.territories'))) : null,
        h('div', {}, h('b', {}, time(run.seconds)), h('span', {}, t('tile.time'))))));
  }

  async function look() {
    const run = await get('run', {id, from: summaries.length});
    await untouched();
    if (here.gone) return;
    // The run was begun anew in its directory.
    if ((run.written ?? 0) < summaries.length) { summaries = []; return look(); }
    config = run.config ?? config;
    // Two looks at the same time bring the same generations twice.
    const more = run.summaries.filter(summary => summary.generation >= summaries.length);
    const fresh = more.length > 0, changed = run.state + run.stopping !== state;
    summaries.push(...more);
    state = run.state + run.stopping;
    if (!fresh && !changed && title.firstChild) return;
    showHead(run);
    show(finalists, finalistsView(id, run.panel));
    if (!summaries.length) return void show(curves, h('p', {class: 'empty'}, t('run.nothing')));
    if (!fresh) return changed ? likes.look(summaries.length - 1) : undefined;
    await likes.look(summaries.length - 1);
    show(curves, h('div', {class: 'even'},
      h('section', {class: 'card'}, h('h2', {}, t('curve.fitness')), fitnessCurves(summaries)),
      h('section', {class: 'card'}, h('h2', {}, t('curve.criteria')), criteriaCurves(summaries)),
      h('section', {class: 'card'}, h('h2', {}, t('curve.sizes')), sizeCurves(summaries))));
    await populationView(population, id, summaries.length - 1, likes);
    await ancestryView(ancestry, id, run.best?.id ?? summaries.at(-1).best);
  }

  await look();
  show(main, head, curves, likes.card, finalists, population, ancestry, config ? h('details', {class: 'card'}, h('summary', {}, t('run.config')), h('pre', {}, JSON.stringify(config, null, 2))) : null);
  return polling(async () => { if (!state.startsWith('done')) await look(); }, poll);
}

