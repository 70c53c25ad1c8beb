// The studio's pages, used as a person would: node pages.mjs PROGRAM [DIRECTORY FOR PICTURES [STEP]]
// A run made for it, a program serving it, a browser; every page, a whole match to its end. Fails on
// the first thing that does not happen, on any error in the console, on any request elsewhere.
import assert from 'node:assert';
import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {hiddenNames, unnamed} from './faults.mjs';
import {breed, run, serve} from './serve.mjs';

const program = process.argv[2], pictures = process.argv[3] || '';
const directory = mkdtempSync(join(tmpdir(), 'evorisk-studio-'));
breed(program, directory);
// Other tests run beside this one, and pages are what is tried: runs take one processor.
const studio = await serve(program, directory, '--threads', '1'), {address} = studio;

let browser, page;
const steps = [];
/** A named step; what fails is told with its name. */
const step = (name, work) => steps.push({name, work});
/** Goes to a page; `complete` waits for all of it. */
const at = hash => page.run(`new Promise(done => {
  if (location.hash === ${JSON.stringify(hash)}) return done();
  addEventListener('hashchange', () => done(), {once: true});
  location.hash = ${JSON.stringify(hash)};
})`);
const complete = () => page.until('!document.querySelector("#main > [aria-busy]")', 'the whole page');
const text = () => page.run('document.querySelector("main").innerText');
const picture = async (name, whole) => { if (pictures) await page.screenshot(join(pictures, `studio-${name}.png`), whole); };

step('runs', async () => {
  await page.until('document.querySelector("main .grid .card")');
  assert.match(await text(), /garden-4/);
  assert.match(await text(), /2 players · \d+ territories · \d+ continents? · \d+ turns · \d+ to \d+ minutes/);
  await page.until('document.querySelector("main .grid .card .thumb img").naturalWidth > 0', 'the board of the run');
  await picture('runs');
  await page.click('main .grid .card a');
  await page.until('document.querySelectorAll("main tbody tr").length === 8 && document.querySelectorAll("main svg.chart").length >= 4');
  assert.match(await text(), /Fresh matches/);
  // Sorted by fitness, then by size the other way round.
  const column = n => page.run(`[...document.querySelectorAll("main tbody tr")].map(row => Number(row.children[${n}].textContent))`);
  const fitness = await column(1);
  assert.deepEqual(fitness, [...fitness].sort((a, b) => a - b));
  await page.click('main thead th:nth-child(3) button');
  const sizes = await column(2);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b));
  await page.click('text:Filter');
  await page.fill('main details[open] input[aria-label="territories from"]', String(Math.max(...sizes)));
  assert.equal((await column(2)).length, sizes.filter(size => size === Math.max(...sizes)).length);
  await page.fill('main details[open] input[aria-label="territories from"]', '');
  await page.run('window.scrollTo(0, 0)');
  await picture('run');
});

// Said while a run is at work, taken back before it hears it, heard, forgotten; by keyboard.
step('a report', async () => {
  const report = await browser.open('file://' + join(directory, 'garden-4/report.html'));
  await report.resize(390, 800);
  await report.until('document.querySelector(".zoom svg")');
  const width = () => report.run('document.querySelector(".zoom svg").getBoundingClientRect().width');
  assert.ok(await width() < 390);
  await report.click('.zoom svg');
  await report.until('document.querySelector(".zoom").getBoundingClientRect().height === innerHeight', 'the board in all of the window');
  assert.ok(await width() >= 900);
  await report.click('.zoom .close');
  await report.until('document.querySelector(".zoom").getBoundingClientRect().height < innerHeight', 'the page again');
  assert.deepEqual(report.problems, []);
  await report.close();
});

step('likes', async () => {
  const run = join(directory, 'long-1');
  const bred = spawn(program, ['evolve', 'thesis', '--set', 'generations=100000', '--set', 'population=8', '--set', 'tournament=2', '--set', 'matches=60', '--set', 'monitor_matches=0',
    '--set', 'search_space.initial_maps=["thesis-9","thesis-10"]', '--seed', '1', '--threads', '1', '--out', run, '--quiet'], {stdio: 'ignore'});
  const ended = new Promise(end => bred.once('exit', end));
  try {
    while (!existsSync(join(run, 'generations.jsonl'))) await new Promise(go => setTimeout(go, 50));
    await at('#/run?id=long-1');
    await page.until('document.querySelectorAll(".judged-boards .card").length > 0', 'boards to choose among');
    const id = await page.run('document.querySelector(".judged-boards .card a").textContent');
    await page.run('document.querySelector(".judged-boards .judge button").focus()');
    await page.send('Input.dispatchKeyEvent', {type: 'keyDown', key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13});
    await page.send('Input.dispatchKeyEvent', {type: 'keyUp', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13});
    await page.until(`document.querySelector('.judged-boards button[aria-label="Like ${id}"]').getAttribute('aria-pressed') === 'true'`);
    await page.until(`document.querySelector('button[aria-label="Forget what was said of ${id}"]')`, 'the run has heard it');
    assert.match(readFileSync(join(run, 'likes.txt'), 'utf8'), new RegExp(`^like ${id}\n\\d+ like ${id}\n$`));
    await page.until('/sure/.test(document.querySelector("section[aria-label=\'What you like\']").innerText)', 'what is understood');
    await picture('likes', true);
    await page.run(`document.querySelector('button[aria-label="Forget what was said of ${id}"]').click()`);
    await page.until(`!document.querySelector('button[aria-label="Forget what was said of ${id}"]')`, 'it is forgotten');
    // Said while nothing hears it, taken back, and that taken back.
    bred.kill('SIGSTOP');
    const liked = answer => page.until(`document.querySelector('.judged-boards button[aria-label="Like ${id}"]').getAttribute('aria-pressed') === '${answer}'`);
    const press = label => page.run(`document.querySelector('button[aria-label="${label}"]').click()`);
    await press(`Like ${id}`);
    for (const answer of [true, false, true]) {
      await liked(answer);
      await press(`Undo what was said of ${id}`);
    }
    await liked(false);
    await at('#/compare');  // else the page asks for a run that is removed
    await complete();
  } finally {
    bred.kill('SIGCONT');
    bred.kill('SIGTERM');
    await ended;
    rmSync(run, {recursive: true, force: true});
  }
});

step('wishes', async () => {
  // What cannot be is refused, and nothing is lost.
  await at('#/runs');
  await page.until('document.querySelector("#wishes")');
  await page.fill('#wishes input[name="territories.from"]', '30');
  await page.fill('#wishes input[name="territories.to"]', '10');
  await page.click('#wishes button[type=submit]');
  await page.until('document.querySelector("#wishes .error").innerText !== ""');
  assert.match(await page.run('document.querySelector("#wishes .error").innerText'), /^Territories: 10 is below/);
  assert.equal(await page.run('document.querySelector("#wishes input[name=\\"territories.from\\"]").value'), '30');
  assert.match(page.problems.pop(), /400/);
  // On from the best: a continent and all rules stay.
  await at('#/variant?name=run:garden-4%23best');
  await page.until('document.querySelector("#breed")');
  await page.run('document.querySelectorAll("#breed input[type=checkbox]")[1].click()');
  const key = name => page.send('Input.dispatchKeyEvent', {type: 'keyDown', key: name, code: name, windowsVirtualKeyCode: {Enter: 13, ArrowRight: 39}[name], text: name === 'Enter' ? '\r' : undefined});
  const marks = n => page.until(`document.querySelectorAll('#breed [aria-live] button').length === ${n} && document.querySelectorAll('.lock').length >= ${n - 1}`);
  await page.click('.map .over');
  await marks(2);
  await page.until('/^kept: territory /.test(document.querySelector(".tip").textContent)', 'the tip says what is kept');
  // By keyboard: the next territory, then a border.
  await page.run('document.querySelector(".map .over").focus()');
  await key('ArrowRight');
  await key('Enter');
  await marks(3);
  assert.equal(await page.run('document.activeElement.getAttribute("aria-pressed")'), 'true');
  await page.run('[...document.querySelectorAll(".map .edge")].at(-1).focus()');
  await key('Enter');
  await marks(4);
  // A badge keeps first the bonus, then the continent, of which the territories need no mark of their own.
  await page.click('.map rect.badge');
  await page.until('document.querySelector("#breed .command textarea").value.includes("bonus:")');
  await page.click('.map rect.badge');
  await page.until('/continent:/.test(document.querySelector("#breed .command textarea").value) && !/bonus:/.test(document.querySelector("#breed .command textarea").value)');
  assert.ok(await page.run('document.querySelectorAll(".area.kept").length') > 1);
  assert.match(await page.run('document.querySelector("#breed .command textarea").value'), /^evorisk evolve --from garden-4\/best\.json --keep '?rules,/);
  await page.run('window.scrollTo(0, 0)');
  await picture('keep');
  // What the search would refuse is refused in place, and not marked.
  await page.click('#breed input[type=checkbox]');
  await page.until('document.querySelector("#breed .error").textContent.includes("there is nothing to breed")');
  assert.equal(await page.run('document.querySelector("#breed input[type=checkbox]").checked'), false);
  assert.match(page.problems.pop(), /400/);
  await page.click('text:Breed on');
  await page.until('document.querySelector("#wishes select[name=start]")?.value === "run:garden-4#best" && document.querySelectorAll("#wishes .row button").length >= 3');
  await picture('wishes');
  await page.click('#wishes button[type=submit]');
  await page.until('document.body.innerText.includes("0 of 1")', 'a shortlist of one begins');
  await page.click('text:Stop');
  await page.until('[...document.querySelectorAll("section.card button")].some(button => button.textContent === "Continue")');
  // On the page of its run, the whole shortlist goes on.
  const own = readdirSync(directory).find(name => name.startsWith('from-'));
  const entry = `${own}/${readdirSync(join(directory, own)).find(name => name.startsWith('1-'))}`;
  await at(`#/run?id=${encodeURIComponent(entry)}`);
  await page.click('text:Continue');
  await at('#/runs');
  await page.until('[...document.querySelectorAll("section.card button")].some(button => button.textContent === "Stop")', 'the shortlist goes on');
  await page.click('text:Stop');
  await page.until('[...document.querySelectorAll("section.card button")].some(button => button.textContent === "Continue")');
  const made = readdirSync(join(directory, 'configurations')).find(name => name.endsWith('.json'));
  const {start, keep} = JSON.parse(readFileSync(join(directory, 'configurations', made))).shortlist[0];
  assert.ok(start.map.territories.length > 0);
  assert.equal(keep[0], 'rules');
  assert.match(keep.at(-1), /^continent:/);
  assert.ok(keep.some(what => what.startsWith('border:')));
  // From nothing: a shortlist of six, with its entries; it stops, and goes on.
  await at('#/runs');
  await page.until('document.querySelector("#wishes")');
  await page.fill('#wishes input[name="territories.to"]', '12');
  await page.click('#wishes button[type=submit]');
  await page.until('document.querySelectorAll("section.card h3 ~ *, section.card .grid > .card").length >= 6 && document.body.innerText.includes("0 of 6")', 'the shortlist begins');
  await picture('shortlist');
  await page.click('text:Stop');
  await page.until('[...document.querySelectorAll("section.card button")].some(button => button.textContent === "Continue")', 'it stops');
});

// A shortlist that is done says what its board does not keep, and its run's page which board was chosen.
step('a shortlist that is done', async () => {
  const entry = {title: 'Long', territories: [6, 8], minutes: [50, 51]};
  writeFileSync(join(directory, 'long.json'), JSON.stringify({format: 1, title: 'Long', matches: 3000, screen: 100, fresh_matches: 200, shortlist: [entry]}));
  run(program, directory, 'evolve', 'long.json', '--seed', '4', '--out', 'kept', '--quiet');
  await at('#/runs');
  await page.until('/Long not as bred for: .*minutes/.test(document.querySelector("main").innerText)', 'what is not kept');
  const [file] = readdirSync(join(directory, 'kept', 'variants'));
  const {name} = JSON.parse(readFileSync(join(directory, 'kept', 'variants', file)));
  await at('#/run?id=kept/1-long');
  await page.until(`document.querySelector('main a[href*="kept%2Fvariants%2F"], main a[href*="kept/variants/"]')?.textContent === ${JSON.stringify(name)}`, 'the variant that was chosen');
  // Opened in its own directory, as its report says, the studio shows this board, and its run as a link alone.
  const own = await serve(program, join(directory, 'kept'), '--threads', '1');
  try {
    const there = await browser.open(own.address);
    await there.until(`[...document.querySelectorAll("main section.card h3")].some(title => title.textContent === "Long") && document.querySelector("main section.card .grid").innerText.includes(${JSON.stringify(name)})`, 'the shortlist in its own directory');
    assert.equal(await there.run('[...document.querySelectorAll(\'main a[href*="1-long"]\')].map(link => link.textContent).join()'), 'its search');
    await there.close();
  } finally {
    assert.equal(await own.stop(), 0);
  }
});

step('evolve', async () => {
  await at('#/evolve');
  // A name that cannot be is told of in sight, below the bar.
  await page.fill('main form input[name=name]', 'not a name');
  await page.click('main form button[type=submit]');
  await page.until('document.activeElement.name === "name" && document.activeElement.getBoundingClientRect().top >= document.getElementById("bar").getBoundingClientRect().bottom', 'the name in sight');
  await page.fill('main form input[name=name]', 'sown');
  // A population that takes a while, so that it can be paused and stopped.
  await page.until('document.querySelectorAll("main form input[type=number]").length > 6');
  const set = (label, value) => page.run(`(() => { const e = [...document.querySelectorAll("label.field")].find(l => l.textContent.startsWith(${JSON.stringify(label)})).querySelector("input"); e.value = ${value}; e.dispatchEvent(new Event("change", {bubbles: true})); })()`);
  await set('Generations', 5000);
  await set('Seed', 77);
  await page.click('main form button[type=submit]');
  await page.until('location.hash.startsWith("#/run?") && document.body.innerText.includes("Pause")');
  await page.until('document.querySelectorAll("main svg.chart").length >= 3', 'live curves');
  await page.run('window.old = true');
  await page.send('Page.reload');
  await page.until('!window.old && document.body.innerText.includes("Pause")', 'the run after the page is loaded anew');
  // What is opened stays open, and what is pressed stays there, while the run writes.
  const where = () => page.run('document.querySelector("main progress").value');
  const written = async since => page.until(`document.querySelector("main progress").value > ${since}`);
  await page.click('text:Filter');
  await written(await where());
  await written(await where());
  assert.ok(await page.run('document.querySelector("main details[open] input[aria-label=\\"territories from\\"]") !== null'));
  await page.click('text:Filter');
  await page.click('text:Pause', 1500);
  await page.until('document.body.innerText.includes("paused")');
  await page.click('text:Continue');
  await page.until('document.querySelector(".pill.running")');
  await page.run('(() => { const n = document.querySelector("main label input[type=number]"); n.value = 0; n.dispatchEvent(new Event("change")); })()');
  await written(await where());
  await written(await where());
  assert.equal(await page.run('document.querySelector("main label input[type=number]").value'), '0');
  await page.click('text:Stop');
  await page.until('document.body.innerText.includes("interrupted")');
  const config = JSON.parse(readFileSync(join(directory, 'configurations', 'sown.json')));
  assert.equal(config.generations, 5000);
  assert.ok(existsSync(join(directory, 'sown-77', 'checkpoint.json')));
});

// What the filter takes out has no figures and comes last, after what breaks a constraint.
step('what is not measured', async () => {
  const objective = {name: 'small', criteria: {completeness: {ideal: 1, weight: 1}}, constraints: {territories: {at_most: 12}}};
  breed(program, directory, 'sieve', ['generations=1', 'monitor_matches=0', `objective=${JSON.stringify(objective)}`, 'playability=[{"matches":40,"agent":"cautious","best":0.5}]']);
  await at('#/run?id=sieve-4');
  await page.until('document.querySelectorAll("main tbody tr").length === 8');
  const kinds = () => page.run('[...document.querySelectorAll("main tbody tr")].map(row => row.innerText.includes("not measured") ? 2 : row.innerText.includes("breaks a constraint") ? 1 : 0)');
  // By fitness, either way round.
  for (const times of [1, 2]) {
    await page.click('main thead th:nth-child(2) button');
    const all = await kinds();
    assert.deepEqual(all, [...all].sort(), `sorted ${times} times`);
    assert.deepEqual([...new Set(all)], [0, 1, 2]);
  }
  const last = await page.run('[...document.querySelectorAll("main tbody tr")].at(-1).innerText');
  assert.match(last, /not of the best 50 % by 40 matches/);
  assert.doesNotMatch(last, /\d\.\d{3}/);
  assert.doesNotMatch(await text(), /Fresh matches/);
  rmSync(join(directory, 'sieve-4'), {recursive: true});
});

step('variant', async () => {
  await at('#/variant?name=run:garden-4%23best');
  await page.until('document.querySelectorAll("#courses svg.chart").length >= 4 && document.querySelector("#criteria svg.chart")');
  await picture('variant');
  // "In words" fits its card.
  await page.click('text:In words');
  assert.equal(await page.run('(() => { const box = document.querySelector("#criteria .scroll"); return box.scrollWidth - box.clientWidth; })()'), 0);
  // An ideal that is a band is drawn from end to end.
  const bands = await page.run(`(async () => {
    const {histogram, intervals} = await import('./charts.js');
    const drawn = chart => [...chart.querySelectorAll('.band')].map(band => Number(band.getAttribute('width')) > 20).concat(chart.querySelectorAll('.ideal, .mark').length);
    const row = ideal => intervals([{label: 'Drama', value: .4, se: 0, ideal}]);
    return [[.3, .5], .4, undefined].map(row).concat([[16, 29], 24].map(ideal => histogram([0, 0, 3, 4, 2], {ideal}))).map(drawn);
  })()`);
  assert.deepEqual(bands, [[true, 2], [1], [0], [true, 2], [1]]);
  // Lengths that no match has, up to the limit, leave no empty room.
  const bars = await page.run(`(async () => {
    const {histogram} = await import('./charts.js');
    return histogram([0, 0, 3, 4, 2, ...Array(900).fill(0)]).querySelectorAll('.bar').length;
  })()`);
  assert.equal(bars, 3);
  // Bigger, and back.
  const view = () => page.run('document.querySelector(".map svg").getAttribute("viewBox")');
  const whole = await view();
  await page.click('.map .tools button');
  assert.notEqual(await view(), whole);
  await page.click('.map .tools button:nth-child(2)');
  await page.run('document.querySelector(".over").dispatchEvent(new PointerEvent("pointerenter"))');
  assert.match(await page.run('document.querySelector(".tip").textContent'), /neighbours/);
  await page.click('text:Print and play');
  await page.until('[...document.querySelectorAll("main button")].some(b => b.textContent === "Print and play" && !b.disabled)');
  assert.equal(await page.run('document.querySelector("#notice").innerText'), '');
  await page.click('text:Attacks on the map');
  await page.until('document.querySelectorAll(".heat").length > 3');
  // What if the attacker had a single die?
  await page.fill('#whatif input[aria-label="Attack dice"]', '1');
  await page.until('document.querySelectorAll("#whatif tbody tr").length === 10');
  assert.match(await page.run('document.querySelector("#whatif").innerText'), /Attack dice: 3 → 1/);
  assert.match(await page.run('document.querySelector("#whatif").innerText'), /ideal/);
  await page.click('text:Measure all');
  await page.until('document.querySelectorAll("#sensitivity tbody tr").length > 20');
  await page.click('#sensitivity tbody tr:nth-child(2) button');
  await page.until('document.querySelectorAll("#whatif li").length === 2');
});

step('watch', async () => {
  await at('#/variant?name=run:garden-4%23best');
  await page.click('#courses a[href*="watch"]');
  await page.until('document.querySelector(".controls")');
  await page.click('.controls button[title="One turn on"]');
  await page.click('.controls button[title="One turn on"]');
  assert.match(await text(), /Turn 2 of/);
  // The last events at the highest speed.
  await page.run('(() => { const slider = document.querySelector(".controls input[type=range]"); slider.value = slider.max - 12; slider.dispatchEvent(new Event("input")); })()');
  await page.fill('.controls select', '50');
  await page.click('.controls button.main');
  await page.until('document.querySelector("main").innerText.match(/wins after|Nobody has won/)', 'the end of the match');
  await page.run('[...document.querySelectorAll("main button")].find(b => b.textContent.startsWith("Killer move"))?.click()');
  await picture('watch');
  // The match as one page, opened by itself: nothing is asked of anybody.
  await page.run(`(async () => {
    const {savedPage} = await import('./saved.js');
    const {post} = await import('./api.js');
    window.kept = await savedPage(await post('watch', {variant: 'library:thesis-9', seed: 2}));
  })()`);
  const alone = await browser.open('about:blank');
  await alone.send('Page.setDocumentContent', {frameId: (await alone.send('Page.getFrameTree')).frameTree.frame.id, html: await page.run('window.kept')});
  await alone.until('document.querySelector(".controls")', 'the saved page');
  await alone.click('.controls button[title="One event on"]');
  assert.deepEqual(alone.problems, []);
  assert.deepEqual(alone.requests.filter(url => !url.startsWith('data:')), []);
  await alone.close();
  // A record that breaks off in the first turn: no seat is ahead yet.
  execFileSync(program, ['play', 'thesis-9', '--seed', '7'], {cwd: directory, input: '4 all\nquit\n', stdio: ['pipe', 'ignore', 'ignore']});
  await at('#/watch?file=results/play/thesis-9-7.jsonl');
  await page.until('/still being played/.test(document.querySelector("main").innerText) && document.querySelector(".map circle.disc")', 'a match of less than a turn');
  await page.click('.controls button[title="One turn on"]');
  await page.until('document.querySelectorAll(".story li").length > 0', 'what happened');
});

step('play', async () => {
  await at('#/play?name=library:cycle-4');
  await page.until('document.querySelectorAll("main select").length >= 3');
  await page.fill('main input[type=number]', '50');
  const selects = () => page.run('document.querySelectorAll("main select").length');
  const ofSix = await selects();
  assert.equal(await page.run('document.querySelector("main input[type=number]").value'), '6');
  await page.fill('main input[type=number]', '2');
  assert.equal(await selects(), ofSix - 4);
  await page.run('(() => { const s = [...document.querySelectorAll("main select")].at(-1); s.value = "random"; s.dispatchEvent(new Event("change")); })()');
  await page.click('text:Begin');
  await page.until('document.querySelector(".task") && document.querySelectorAll(".choice").length');
  await page.fill('main .head select', '0');
  // One placement by hand, taken back.
  await page.click('.over[tabindex="0"]');
  await page.until('[...document.querySelectorAll("main button")].some(b => b.textContent === "Undo" && !b.disabled)');
  await page.click('text:Undo');
  await page.until('[...document.querySelectorAll("main button")].some(b => b.textContent === "Undo" && b.disabled)');
  await page.click('text:Hint');
  await page.until('document.querySelector("main").innerText.includes("The strategist would")');
  await picture('play');
  // To the end, by clicks on what can be chosen: all troops at once, every fight above even odds.
  const turn = `(() => {
    if (document.querySelector('#questionnaire')) return 'over';
    const button = (what) => [...document.querySelectorAll('main button')].find(b => b.textContent.match(what) && !b.disabled);
    const task = document.querySelector('.task')?.textContent ?? '';
    const amount = document.querySelector('[name=amount]');
    if (amount) amount.value = amount.max;
    const choices = [...document.querySelectorAll('.over[tabindex="0"]')];
    const click = e => e.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    const open = [...document.querySelectorAll('main button[title^="conquers"]')].filter(b => parseFloat(b.title.split(' with ')[1]) > 45);
    if (open.length) return open[0].click(), 'fight';
    if (/place|claim/i.test(task) && choices.length) return click(choices[Math.floor(Math.random() * choices.length)]), 'place';
    if (/exchange/i.test(task)) {
      const cards = [...document.querySelectorAll('.cardlet')];
      for (const card of cards.slice(0, 3)) if (card.getAttribute('aria-pressed') === 'false') card.click();
      return (button(/^Exchange/) ?? button(/^Keep/))?.click(), 'exchange';
    }
    if (/attack/i.test(task)) {
      window.tried ??= new Set();
      const next = choices.find(c => !window.tried.has(c.dataset.territory));
      if (/choose where from/.test(task) && next) return window.tried.add(next.dataset.territory), click(next), 'choose';
      window.tried.clear();
      return button(/^Stop attacking/)?.click(), 'stop';
    }
    return button(/^End the turn/)?.click(), 'end';
  })()`;
  const end = Date.now() + 240000;
  for (let last = ''; last !== 'over'; last = await page.run(turn)) {
    assert.ok(Date.now() < end, 'the match never ends: ' + await text());
    await new Promise(done => setTimeout(done, 8));
  }
  for (const question of ['fun', 'fair', 'too_long', 'tense', 'again']) await page.click(`#questionnaire input[name=${question}][value="4"]`);
  await page.click('#questionnaire button[type=submit]');
  await page.until('document.querySelector("#questionnaire").innerText.includes("Thank you")');
  assert.doesNotMatch(await text(), /Invite friends/);
  const kept = readdirSync(join(directory, 'play'));
  const answers = JSON.parse(readFileSync(join(directory, 'play', kept.find(name => name.endsWith('.answers.json')))));
  assert.deepEqual(answers.answers, [{seat: 0, fun: 4, fair: 4, too_long: 4, tense: 4, again: 4}]);
  execFileSync(program, ['replay', join(directory, 'play', answers.record), '--verify']);
  // Matches of one variant are told apart by their files.
  await at('#/play');
  await page.until('document.querySelector("main li a")');
  assert.ok((await text()).includes(answers.record));
});

step('compare', async () => {
  await at('#/compare?name=library:risk&name=run:garden-4%23best');
  await page.until('document.querySelectorAll("main section.card").length === 3 && document.querySelector("main").innerText.match(/strategist.*%/)');
  await page.fill('main select', 'library:thesis-9');
  await page.click('text:Add');
  await page.until('document.querySelectorAll("main .thumb").length === 3');
  await page.until('document.querySelectorAll("main svg.chart .line").length === 4');
  await page.run('(window.scrollTo(0, document.querySelector("main section.card").offsetTop - 80))');
  await picture('compare');
  // What is gone is told of, and the others stay.
  await at('#/compare?name=library:risk&name=file:gone.json&name=library:war');
  await page.until('!location.hash.includes("gone") && document.querySelectorAll("main .thumb").length === 2');
  assert.match(page.problems.pop(), /400/);
  // Only an ideal that all share has one that is nearest.
  const compared = () => page.until('document.querySelectorAll("main svg.chart .line").length >= 3');
  await compared();
  assert.ok(await page.run('document.querySelector("main .compared td.better")'));
  assert.match(await text(), /Green: nearest/);
  writeFileSync(join(directory, 'own.json'), JSON.stringify({format: 1, name: 'Own', map: 'war', bred_for: {criteria: {completeness: 1, drama: 1}}}));
  await at('#/compare?name=library:risk&name=file:own.json');
  await page.until('document.querySelector("main").innerText.includes("its own objective")');
  assert.equal(await page.run('document.querySelector("main .compared td.better")'), null);
  assert.doesNotMatch(await text(), /Green: nearest/);
});

step('swatches', async () => {
  // The thirteenth continent cannot have the first one's colour, which it borders on.
  const ring = Array.from({length: 13}, (_, i) => i);
  writeFileSync(join(directory, 'ring.json'), JSON.stringify({format: 1, name: 'Ring', map: {format: 1, name: 'Ring', territories: ring.map(() => ({})), borders: ring.map(i => [i, (i + 1) % 13].sort((a, b) => a - b)), continents: ring.map(i => ({name: 'C' + i, bonus: 1, territories: [i]}))}}));
  await at('#/editor?name=file:ring.json');
  const colours = marks => page.run(`[...document.querySelectorAll('${marks}')].map(mark => mark.getAttribute('class')).join()`);
  await page.until('document.querySelectorAll(".map .land").length === 13 && document.querySelectorAll("main .swatch .land").length === 13');
  await page.until('document.querySelector(".map").getAttribute("aria-busy") === "false"');
  assert.match(await colours('.map .land'), /k1$/);
  assert.equal(await colours('main .swatch .land'), await colours('.map .land'));
});

step('editor', async () => {
  await at('#/editor?name=library:thesis-9');
  await page.until('document.querySelector("#checks .better")');
  const count = () => page.run('document.querySelectorAll(".map .area").length');
  const before = await count();
  // Where a territory is in the window, and the pointer there.
  const spot = i => page.run(`(() => { const area = document.querySelectorAll('.map circle.disc')[${i}].getBoundingClientRect(); return {x: area.x + area.width / 2, y: area.y + area.height / 2}; })()`);
  const mouse = (type, at) => page.send('Input.dispatchMouseEvent', {type, x: at.x, y: at.y, button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: 1});
  const drag = async (from, to) => { await mouse('mousePressed', from); for (const part of [.3, .7, 1]) await mouse('mouseMoved', {x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y)}); await mouse('mouseReleased', to); };
  // Drawn, and nothing moves until the next change.
  const settled = () => page.until('document.querySelector(".map").getAttribute("aria-busy") === "false"');
  // The board is the one that is printed, also after what moves nothing.
  const areas = () => page.run('[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join()');
  const printed = await page.run(`(async () => {
    const {get} = await import('./api.js');
    return [...new DOMParser().parseFromString((await get('variant', {name: 'library:thesis-9'})).svg, 'image/svg+xml').querySelectorAll('.area')].map(area => area.getAttribute('d')).join();
  })()`);
  assert.equal(await areas(), printed);
  await page.fill('main input[type=number][aria-label]', '-5');  // the nearest that there is
  await page.until('document.querySelector("main input[type=number][aria-label]").value === "1"');
  await page.fill('main input[type=number][aria-label]', '7');
  await page.until('[...document.querySelectorAll(".map .badge + text")].some(text => text.textContent.endsWith("+7"))', 'the bonus on its badge');
  assert.equal(await areas(), printed);
  await page.click('text:Undo');
  await settled();
  await page.run('document.querySelector(".map").scrollIntoView({block: "center"})');
  // Dragging redraws the coast.
  const coast = () => page.run('[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join()');
  const first = await coast(), place = await spot(0);
  await drag(place, {x: place.x + 60, y: place.y + 50});
  await page.until(`[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join() !== ${JSON.stringify(first)}`, 'the coast drawn anew');
  await settled();
  // What was dropped stays where it is shown: another name, undone and done again, and after a reload.
  const dropped = await coast();
  await page.fill('main .head input', 'Moved');
  await settled();
  assert.equal(await coast(), dropped, 'a name moves nothing');
  for (const press of ['Undo', 'Undo', 'Redo']) { await page.click('text:' + press); await settled(); }
  assert.equal(await coast(), dropped, 'the same place again');
  await page.run('void location.reload()');
  await page.until('document.querySelector("#checks .better")');
  await settled();
  assert.equal(await coast(), dropped, 'nothing is lost by a reload');
  await page.click('text:Undo');
  await settled();
  assert.notEqual(await coast(), dropped, 'nor what can be undone');
  await page.click('text:Redo');
  await settled();
  assert.equal(await coast(), dropped);
  await at('#/editor?name=library:thesis-9');
  await page.until('document.querySelector("#checks .better")');
  await settled();
  // A line across a territory cuts it in two; both are joined again.
  await page.click('text:Split');
  const middle = await spot(2);
  await drag(middle, {x: middle.x + 4, y: middle.y + 12});
  await page.until('document.body.innerText.includes("from one side of a territory to the other")', 'a line within cuts nothing');
  assert.equal(await page.run('document.querySelectorAll(".map .area").length'), before);
  await drag({x: middle.x, y: middle.y - 90}, {x: middle.x + 4, y: middle.y + 90});
  await page.until(`document.querySelectorAll(".map .area").length === ${before + 1}`, 'a territory cut in two');
  await settled();
  await picture('editor');
  await page.click('text:Join');
  for (const i of [2, before]) { const at = await spot(i); await mouse('mousePressed', at); await mouse('mouseReleased', at); }
  await page.until(`document.querySelectorAll(".map .area").length === ${before}`, 'the two joined');
  await settled();
  // Joined by a button that goes with what it did, and undone by the keyboard.
  const areasAre = (n, what) => page.until(`document.querySelectorAll(".map .area").length === ${n}`, what);
  const undone = async n => { await page.send('Input.dispatchKeyEvent', {type: 'keyDown', key: 'z', code: 'KeyZ', windowsVirtualKeyCode: 90, modifiers: 2}); await areasAre(n, 'ctrl-Z heard'); await settled(); };
  const press = async at => { await mouse('mousePressed', at); await mouse('mouseReleased', at); };
  await page.click('text:Move');
  await press(await spot(3));
  await page.click('main .two > div:last-child td button');
  await areasAre(before - 1, 'joined by the panel');
  await settled();
  await undone(before);
  // A continent goes with its last territory; two territories stay.
  await at('#/editor?name=library:two');
  await areasAre(2, 'another map');
  await settled();
  await page.click('text:Same continent');
  for (const i of [0, 1]) await press(await spot(i));
  await page.until('document.querySelectorAll(".map .badge").length === 1 && document.querySelectorAll("main table thead + tbody tr").length === 1', 'one continent left');
  await settled();
  await page.click('text:Remove');
  await press(await spot(0));
  await page.until('document.body.innerText.includes("A map has at least two territories.")', 'why it stays');
  await undone(2);
  await page.until('document.querySelectorAll(".map .badge").length === 2', 'both continents again');
  await at('#/editor?name=library:thesis-9');
  await areasAre(before, 'the map from before');
  await settled();
  // A badge leads to its bonus; by keyboard, too, everything can be undone.
  const badge = await page.run('(() => { const box = document.querySelector(".map .badge").getBoundingClientRect(); return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()');
  await mouse('mousePressed', badge);
  await mouse('mouseReleased', badge);
  assert.equal(await page.run('document.activeElement.type'), 'number');
  await page.run('document.querySelector(".map").focus()');
  for (const [key, code] of [['n', 78], ['ArrowLeft', 37]]) await page.send('Input.dispatchKeyEvent', {type: 'keyDown', key, code: key, windowsVirtualKeyCode: code, text: key.length === 1 ? key : undefined});
  await page.until('document.querySelector(".area.picked")', 'a territory chosen by keyboard');
  const pair = async (a, b) => { for (const i of [a, b]) { const at = await spot(i); await mouse('mousePressed', at); await mouse('mouseReleased', at); } };
  // While a border is drawn, its line goes from disc to disc, both ends are marked, and the borders that there are stand out.
  await page.click('text:Draw borders');
  const [one, other] = [await spot(0), await spot(3)], off = ({x, y}) => ({x: x + 4, y: y - 4});
  await mouse('mousePressed', off(one));
  for (const place of [one, off(other)]) await mouse('mouseMoved', place);
  assert.deepEqual(await page.run(`(() => {
    const discs = [...document.querySelectorAll('.map circle.disc')], ends = [discs[0], discs[3]].map(disc => ['cx', 'cy'].map(name => Number(disc.getAttribute(name))).join(' '));
    return [document.querySelector('.map .stroke').getAttribute('d') === 'M' + ends.join('L'), document.querySelectorAll('.area.picked').length, [...document.querySelectorAll('.map .edge')].every(edge => getComputedStyle(edge).stroke !== 'none')];
  })()`), [true, 2, true]);
  await mouse('mouseMoved', one);
  await mouse('mouseReleased', one);
  assert.equal(await page.run('document.querySelectorAll(".area.picked").length'), 0);
  // Five territories that all border on one another cannot be drawn.
  for (const [a, b] of [['0', '3'], ['0', '4'], ['1', '4']]) {
    await pair(a, b);
    await settled();
  }
  await page.until('document.querySelector("#checks .error")?.innerText.includes("without crossings")', 'borders that cannot be drawn');
  assert.ok(await page.run('document.querySelectorAll(".map .link.bad").length') >= 9);
  await page.run('document.querySelector("main .head select").value = "domination"; document.querySelector("main .head select").dispatchEvent(new Event("change"))');
  await page.click('text:Measure it');
  await page.until('document.querySelector("#criteria svg.chart")');
});

step('languages, sizes and the dark', async () => {
  await at('#/runs');
  await page.fill('[name="minutes.from"]', '45');
  await page.fill('#wishes [name=players]', '3');
  await page.fill('#bar select', 'pt');
  await page.until('document.querySelector("h1").textContent === "Execuções e variantes"');
  // What was typed is there in either language.
  await page.until('document.querySelector("[name=\\"minutes.from\\"]").value === "45" && document.querySelector("#wishes [name=players]").value === "3"');
  // Whatever the program offers to choose from has its words.
  assert.deepEqual(await page.run(`(async () => {
    const all = await (await import('./api.js')).catalogue();
    const [en, pt] = await Promise.all(['en', 'pt'].map(async name => (await import('./' + name + '.js')).default));
    const titles = [...all.rules.flatMap(rule => ['rule.' + rule.key, ...(rule.choices ?? []).map(choice => 'choice.' + choice)]), ...all.criteria.map(criterion => 'criterion.' + criterion.name), ...all.agents.map(agent => 'agent.' + agent.name), ...all.crossovers.map(crossover => 'crossover.' + crossover.name)];
    return titles.filter(key => !(key in en) || !(key in pt));
  })()`), []);
  // So have the reasons of the filter, which the log of a run has in English.
  assert.deepEqual(await page.run(`(async () => {
    const {filterReason} = await import('./names.js');
    return ['early_ends above 0.1', 'turns below 8', 'not of the best 12.5 % by 40 matches', 'a word of a later program'].map(filterReason);
  })()`), ['fins precoces acima de 0,1', 'turnos abaixo de 8', 'não está entre os 12,5 % melhores em 40 partidas', 'a word of a later program']);
  // Errors name what a form calls a value, and no key.
  assert.deepEqual(await page.run(`(async () => {
    const {labelled} = await import('./names.js');
    return ['pedido: config.mutation_rate: a', 'pedido: config.search_space.rules.defence_dice[0]: b', 'pedido: config.search_space.initial_maps: c', 'pedido: config.objective.criteria: d',
      'pedido: config.objective.criteria.drama.ideal: e', 'pedidos: minutes: f', 'wishes: territories.at_most: g', 'pedido: changed.rules.defence_dice: h', 'wishes: players: i', 'pedido: config.elites: j', 'x.json: seed: k'].map(labelled);
  })()`), ['Taxa de mutação: a', 'Dados de defesa: b', 'Primeiros mapas: c', 'O que se busca: d', 'Drama, Ideal: e', 'Minutos à mesa: f', 'Territórios: g', 'Dados de defesa: h', 'Jogadores: i', 'pedido: config.elites: j', 'x.json: seed: k']);
  // And the rules are told in sentences.
  await at('#/variant?name=library:two');
  await page.until('document.querySelector("dl.words")?.innerText.includes("exército")');
  // A long name widens no list.
  run(program, directory, 'map', 'generate', '--seed', '1', '--name', 'A board of islands with a very long name for a list', '--out', 'islands.json');
  await page.resize(390, 800);
  for (const hash of ['#/runs', '#/run?id=garden-4', '#/variant?name=run:garden-4%23best', '#/play', '#/editor', '#/compare?name=library:two&name=run:garden-4%23best', '#/evolve', '#/watch?name=library:thesis-9']) {
    // What is said on a page goes with it.
    await page.run(`import('./dom.js').then(({notice}) => notice('said elsewhere'))`);
    await at(hash);
    await complete();
    assert.equal(await page.run('document.querySelector("#notice").innerText'), '');
    // Nothing is wider than the phone but what scrolls by itself.
    assert.ok(await page.run('document.documentElement.scrollWidth') <= 390, hash + ' is too wide for a phone');
    assert.deepEqual((await page.run(unnamed)).map(fault => hash + ' ' + fault), []);
    // What is there is seen before the form for more, and the variant's page is no scroll of everything.
    if (hash === '#/runs') {
      await page.until('document.querySelector("main .grid .card img")');
      assert.ok(await page.run('document.querySelector("main .grid .card").getBoundingClientRect().top + scrollY') < 500, 'the first run');
      await page.click('#wishes summary');
      await page.until('document.querySelector("#wishes [type=submit]").getClientRects().length');
    }
    if (/variant/.test(hash)) {
      await page.until('document.querySelectorAll("#courses svg.chart").length >= 4 && document.querySelector("#criteria svg.chart") && document.querySelector("#whatif summary")');
      assert.ok(await page.run('document.documentElement.scrollHeight') < 4000, 'the length of the page');
    }
    // Headings begin with capitals, and small tables are seen whole.
    if (/run\?/.test(hash)) assert.deepEqual(await page.run('[...document.querySelectorAll("main th")].map(head => head.innerText.trim()).filter(text => /^\\p{Ll}/u.test(text))'), [], hash);
    if (/runs|evolve|compare|editor/.test(hash)) assert.deepEqual(await page.run('[...document.querySelectorAll("main .scroll")].filter(box => box.scrollWidth > box.clientWidth).map(box => box.innerText.slice(0, 80))'), [], hash);
  }
  await picture('phone');
});

// What of a map is seen; and fingers, at distances from a place of the window.
const view = () => page.run('document.querySelector(".map svg").getAttribute("viewBox").split(" ").map(Number)');
async function fingers(middle) {
  await page.send('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
  const touch = (type, ...places) => page.send('Input.dispatchTouchEvent', {type, touchPoints: places.map(([dx, dy], id) => ({x: middle.x + dx, y: middle.y + dy, id}))});
  // `slips`: how far the first finger goes before the second one comes.
  const pinch = async (slips = []) => {
    await touch('touchStart', [-30, 0]);
    for (const d of slips) await touch('touchMove', [-30 + d, d]);
    await touch('touchStart', [-30, 0], [30, 0]);
    for (const d of [45, 60]) await touch('touchMove', [-d, 0], [d, 0]);
    await touch('touchEnd');
  };
  return {touch, pinch};
}

step('a large board on a phone', async () => {
  await page.resize(390, 800);
  await at('#/watch?name=library:risk&seed=2');
  await page.until('document.querySelectorAll(".map circle.disc").length === 42 && document.querySelector(".controls")');
  await page.run('for (let i = 0; i < 5; ++i) document.querySelectorAll(".controls button")[4].click()');
  // Troops hide no name, and arrows lie below names.
  assert.deepEqual(await page.run(hiddenNames), []);
  await page.until('document.querySelectorAll(".controls button")[3].click() || document.querySelector(".arrow")', 'an attack');
  assert.ok(await page.run('document.querySelector(".arrow").compareDocumentPosition(document.querySelector("text.name")) & Node.DOCUMENT_POSITION_FOLLOWING'));
  // Two fingers enlarge the board, one then moves it.
  const {touch, pinch} = await fingers(await page.point('.map svg'));
  await pinch();
  const near = await view();
  assert.ok(Math.abs(near[2] - 480) < 5, String(near));
  await touch('touchStart', [0, 0]);
  for (const d of [15, 40]) await touch('touchMove', [0, d]);
  await touch('touchEnd');
  assert.ok((await view())[1] < near[1] - 20);
  await page.send('Emulation.setTouchEmulationEnabled', {enabled: false});
});

step('the editor on a phone', async () => {
  await page.resize(390, 800);
  await at('#/editor?name=library:risk');
  await page.until('document.querySelector("#checks .better") && document.querySelector(".map").getAttribute("aria-busy") === "false"');
  const map = () => page.run('[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join()');
  const disc = i => page.run(`(() => { const box = document.querySelectorAll('.map circle.disc')[${i}].getBoundingClientRect(); return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()`);
  const before = await map();
  // Two fingers enlarge, whatever lies below them, and edit nothing.
  for (const tool of [5, 0]) {  // add, move; in any language
    await page.run(`document.querySelectorAll('main button[aria-pressed]')[${tool}].click()`);
    await page.run('document.querySelector(".map").scrollIntoView({block: "center"})');
    const middle = await disc(20);
    await (await fingers({x: middle.x + 30, y: middle.y})).pinch([16, 20]);
  }
  const near = await view();
  assert.ok(near[2] < 400, String(near));
  await page.until(`[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join() === ${JSON.stringify(before)}`, 'the board as before');
  assert.ok(await page.run('[...document.querySelectorAll("main button")].find(one => one.textContent === "Undo" || one.textContent === "Desfazer").disabled'), 'nothing to undo');
  // One finger moves a territory of the enlarged picture.
  const from = await disc(20), one = await fingers(from);
  await one.touch('touchStart', [0, 0]);
  for (const d of [15, 22, 26]) await one.touch('touchMove', [d, d]);
  await page.until(`(() => { const box = document.querySelector(".map .held")?.getBoundingClientRect(); return box && Math.hypot(box.x + box.width / 2 - ${from.x + 26}, box.y + box.height / 2 - ${from.y + 26}) < 1; })()`, 'the territory under the finger');
  await one.touch('touchEnd');
  await page.until(`[...document.querySelectorAll(".map .area")].map(area => area.getAttribute("d")).join() !== ${JSON.stringify(before)}`, 'a territory moved');
  await page.until('document.querySelector(".map").getAttribute("aria-busy") === "false"');
  assert.deepEqual(await view(), near, 'the same part is seen');
  const moved = await map();
  // On the sea it moves the picture.
  const sea = await page.run(`(() => { const box = document.querySelector('.map svg').getBoundingClientRect();
    for (let y = box.y + 20; y < box.bottom - 50; y += 8) for (let x = 60; x < 330; x += 8) if (!document.elementsFromPoint(x, y).some(one => one.matches('.area, .badge, .disc, text'))) return {x, y};
  })()`);
  const there = await fingers(sea);
  await there.touch('touchStart', [0, 0]);
  for (const d of [15, 30, 40]) await there.touch('touchMove', [d, d]);
  await there.touch('touchEnd');
  await page.until(`Number(document.querySelector(".map svg").getAttribute("viewBox").split(" ")[0]) < ${near[0] - 5}`, 'the picture moved');
  assert.equal(await map(), moved);
  // A touch of a badge leads to its bonus.
  await page.run('for (let i = 0; i < 6; ++i) document.querySelector(".map .tools button:last-child").click()');
  const tap = await fingers(await page.point('.map rect.badge'));
  await tap.touch('touchStart', [0, 0]);
  await tap.touch('touchEnd');
  await page.until('document.activeElement.matches("main input[type=number]")', 'the bonus of the badge');
  await picture('editor-phone');
  await page.send('Emulation.setTouchEmulationEnabled', {enabled: false});
});

let failed = '';
try {
  browser = await Browser.start({width: 1120, height: 800});
  page = await browser.open(address);
  for (const {name, work} of steps.filter(({name}) => !process.argv[4] || name === process.argv[4])) {
    failed = name;
    const start = Date.now();
    await work();
    assert.deepEqual(page.problems, [], 'the console has errors');
    console.log(`${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  }
  const own = new URL(address).origin;
  assert.deepEqual(page.requests.filter(url => !url.startsWith(own) && !/^(data|blob|about):/.test(url)), []);
  failed = '';
} catch (error) {
  console.error(`FAILED at "${failed}": ${error.stack}`);
  if (page?.problems.length) console.error('the console says:', page.problems);
  process.exitCode = 1;
} finally {
  await browser?.close();
  const code = await studio.stop();
  if (code !== 0) { console.error(`the studio ended with ${code}`); process.exitCode = 1; }
  rmSync(directory, {recursive: true, force: true});
}
