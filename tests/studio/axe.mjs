// Every page and report under axe-core, at two widths, light and dark, in both languages:
//   node axe.mjs PROGRAM AXE.JS [PART OF A PAGE'S NAME]
// Prints what is found, and fails on serious and critical findings. scripts/axe.sh fetches axe-core.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {breed, run, serve} from './serve.mjs';

const [program, library, only = ''] = process.argv.slice(2);
const axe = readFileSync(library, 'utf8'), directory = mkdtempSync(join(tmpdir(), 'evorisk-axe-'));
const make = (...words) => run(program, directory, ...words);

function material() {
  breed(program, directory);
  make('explain', 'garden-4', '--matches', '100');
  breed(program, directory, 'many', ['algorithm=map_elites', 'final.matches=100', 'map_elites.fresh_matches=50']);
  const short = {format: 1, title: 'Two boards', matches: 3000, finalists: 3, screen: 40, fresh_matches: 100, fairness: .3, completeness: 0, agents: ['cautious', 'strategist'],
    shortlist: [{title: 'Small', players: 2, territories: [10, 12]}, {title: 'For three', players: 3, territories: [14, 16], rules: 'wild'}]};
  const sweep = {format: 1, base: {format: 1, matches: 10, monitor_matches: 0, final: {matches: 20}, generations: 2, tournament: 2}, grid: {population: [4, 8], mutation_rate: [.2, .6]}, repetitions: 2};
  for (const [name, json] of Object.entries({short, sweep})) writeFileSync(join(directory, name + '.json'), JSON.stringify(json));
  make('evolve', 'short.json', '--out', 'short', '--quiet');
  make('arena', 'thesis-9', 'thesis-8', '--agents', 'random,cautious,builder', '--matches', '60', '--out', 'arena');
  make('sweep', 'plan', 'sweep.json', '--out', 'swept', '--pilot', '0');
  make('sweep', 'run', 'swept');
  make('sweep', 'report', 'swept');
  make('reproduce', 'table-5.5', '--profile', 'text', '--scale', '0.01', '--generations', '2', '--out', 'tables');
}

const best = 'run:garden-4%23best', imported = (file, names) => `const {${names}} = await import('./${file}.js');`;
const friends = `${imported('api', 'get, post')}
    const {id} = await post('play/begin', {variant: 'library:thesis-9', agents: ['person', 'person'], friends: true});`;
// Each with what there is when it is whole; some with what is done to it first, once a selector finds something.
const studioPages = {
  runs: ['#/runs', 'document.querySelectorAll("main .grid .card img").length > 2'],
  wishes: [`#/runs?start=${best}&keep=rules&keep=continent:A`, 'document.querySelector("#wishes button")'],
  run: ['#/run?id=garden-4', 'document.querySelectorAll("main tbody tr").length >= 8 && document.querySelectorAll("main svg.chart").length >= 4'],
  evolve: ['#/evolve', 'document.querySelectorAll("main input").length > 20'],
  variant: [`#/variant?name=${best}`, 'document.querySelectorAll("#courses svg.chart").length >= 4 && document.querySelector("#criteria svg.chart")'],
  'variant, changed': [`#/variant?name=${best}`, 'document.querySelectorAll("#whatif tbody tr").length === 10 && document.querySelectorAll("#sensitivity tbody tr").length > 20', `
    const dice = document.querySelector('#whatif input[aria-label="Attack dice"], #whatif input[aria-label="Dados de ataque"]');
    dice.value = 1;
    dice.dispatchEvent(new Event('change'));
    document.querySelector('#sensitivity button').click();`, '#whatif input'],
  'variant, kept': [`#/variant?name=${best}`, 'document.querySelectorAll(".lock").length === 3', `
    for (const one of ['.over', '.edge', 'rect.badge']) document.querySelector(one).dispatchEvent(new MouseEvent('click', {bubbles: true}));`, '#breed'],
  compare: [`#/compare?name=library:risk&name=${best}`, 'document.querySelectorAll("main section.card").length === 3 && document.querySelectorAll("main tbody").length >= 3'],
  'watch, to choose': ['#/watch', 'document.querySelector("main select")'],
  watch: [`#/watch?name=${best}&seed=2`, 'document.querySelector(".controls")', 'for (let i = 0; i < 9; ++i) document.querySelectorAll(".controls button")[3].click();'],
  'play, to choose': ['#/play', 'document.querySelectorAll("main select").length >= 3'],
  play: ['#/play', 'document.querySelector(".task") && document.querySelectorAll(".choice").length', `${imported('api', 'get, post')}
    const {variant} = await get('variant', {name: 'library:risk'});
    variant.rules.players = 3;
    const {id} = await post('play/begin', {variant, agents: ['person', 'person', 'cautious']});
    location.hash = '#/play?' + new URLSearchParams({id});`],
  'table of friends': ['#/play', 'document.querySelectorAll("#links .qr svg").length === 3 && document.querySelector(".task")', `${friends}
    location.hash = '#/play?' + new URLSearchParams({id});`],
  'seat at a table': ['#/play', 'document.querySelector(".lesson") && document.querySelector("form input")', `${friends}
    localStorage.removeItem('lessons');
    location.href = (await get('play/links', {id})).seats[0].url;`],
  playtest: ['#/play', 'document.querySelector("#questionnaire input")', `${imported('questionnaire', 'questionnaire')}
    document.querySelector('main > div').append(questionnaire('x', [{agent: 'person', person: true}]));`],
  editor: ['#/editor?name=library:thesis-9', 'document.querySelector("#checks .better")'],
};
const reports = {'run report': 'garden-4/report.html', archive: 'many-4/report.html', shortlist: 'short/report.html', 'arena report': 'arena/report.html', 'sweep report': 'swept/report.html', reproduction: 'tables/table-5.5.html', 'saved match': 'saved.html'};

const found = new Map(), counts = {};
/** Opens what is folded and counts what axe-core finds. */
async function examine(page, name, view) {
  await page.run('for (const d of document.querySelectorAll("details")) d.open = true');
  await page.run(`(() => { ${axe}; })()`);
  const violations = await page.run(`axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(({id, impact, help, nodes}) => ({id, impact, help, nodes: nodes.map(({html, failureSummary}) => ({html: html.slice(0, 160), why: failureSummary.split('\\n').slice(1, 2).join('').trim()}))})))`);
  for (const {id, impact, help, nodes} of violations) {
    counts[impact] = (counts[impact] ?? 0) + nodes.length;
    const key = `${impact} ${id}: ${help}`;
    if (!found.has(key)) found.set(key, new Map());
    for (const {html, why} of nodes) {
      const places = found.get(key), one = `${name}: ${html}\n      ${why}`;
      places.set(one, (places.get(one) ?? new Set()).add(view));
    }
  }
}

let browser, studio;
try {
  material();
  studio = await serve(program, directory);
  browser = await Browser.start();
  const wanted = pages => Object.entries(pages).filter(([name]) => name.includes(only));
  let saved = false;
  for (const width of [1280, 390]) for (const dark of [false, true]) {
    browser.view = {width, height: 900, dark};
    for (const language of ['en', 'pt']) {
      const view = `${width} ${dark ? 'dark' : 'light'} ${language}`, page = await browser.open(studio.address);
      await page.until('document.querySelector("#bar select")');
      if (!saved) writeFileSync(join(directory, 'saved.html'), await page.run(`(async () => { ${imported('saved', 'savedPage')} ${imported('api', 'post')} return savedPage(await post('watch', {variant: 'library:thesis-9', seed: 2})); })()`));
      saved = true;
      await page.run(`localStorage.setItem('language', '${language}')`);
      for (const [name, [hash, whole, act, ready = 'main h1']] of wanted(studioPages)) {
        await page.go('about:blank');
        await page.go(new URL(hash, studio.address).href);
        await page.until(`document.querySelector(${JSON.stringify(ready)})`);
        if (act) await page.run(`(async () => { ${act} })()`);
        await page.until(whole, `${name}: ${whole}`);
        await examine(page, name, view);
      }
      await page.close();
    }
    for (const [name, file] of wanted(reports)) {
      const page = await browser.open('file://' + join(directory, file));
      await page.until('document.readyState === "complete" && document.querySelector("main h1, main h2")', name);
      await examine(page, name, `${width} ${dark ? 'dark' : 'light'}`);
      await page.close();
    }
  }
  const places = [...found.values()].flatMap(map => [...map.keys()]).length;
  for (const [key, map] of [...found].sort()) {
    console.log(key);
    for (const [where, views] of map) console.log(`  ${where} (${[...views].join(', ')})`);
  }
  console.log(`${places} places with findings; over all views: ${Object.entries(counts).map(([impact, n]) => `${n} ${impact}`).join(', ') || 'none'}`);
  if (counts.serious || counts.critical) process.exitCode = 1;
} catch (error) {
  console.error(error.stderr ?? error.stack);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await studio?.stop();
  rmSync(directory, {recursive: true, force: true});
}
