// A table for friends in several browsers: node table.mjs PROGRAM [DIRECTORY FOR PICTURES]
// The host's desk, two phones, somebody who looks on; a server that is killed and comes back.
import assert from 'node:assert';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {unnamed} from './faults.mjs';
import {serve} from './serve.mjs';

const program = process.argv[2], pictures = process.argv[3] || '';
const directory = mkdtempSync(join(tmpdir(), 'evorisk-table-'));
let studio = await serve(program, directory);
const {address} = studio, port = new URL(address).port;
const browsers = [];
const browser = async options => (browsers.push(await Browser.start(options)), browsers.at(-1));
const picture = async (page, name, whole) => { if (pictures) await page.screenshot(join(pictures, `table-${name}.png`), whole); };
const body = page => page.run('document.body.innerText');
const mine = '!!document.querySelector(".task-card.mine")';

// What whoever is asked does next: all troops at once, every fight above even odds.
const decide = `(() => {
  const button = what => [...document.querySelectorAll('main button')].find(b => what.test(b.textContent) && !b.disabled);
  const click = e => e.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  if (!document.querySelector('.task-card.mine')) return '';
  button(/^Got it/)?.click();
  const task = document.querySelector('.task').textContent, choices = [...document.querySelectorAll('.over[tabindex="0"]')];
  const end = button(/^Roll to the end/) ?? [...document.querySelectorAll('main button[title^="conquers"]')].filter(b => parseFloat(b.title.split(' with ')[1]) > 45)[0];
  if (end) return end.click(), 'fight';
  if (/place|claim/i.test(task) && choices.length) {
    const amount = document.querySelector('[name=amount]');
    if (amount) amount.value = amount.max;
    return click(choices[0]), 'place';
  }
  if (/exchange/i.test(task)) return (button(/^Keep/) ?? [...document.querySelectorAll('.cardlet')].slice(0, 3).forEach(card => card.click()) ?? button(/^Exchange/))?.click(), 'exchange';
  if (/attack/i.test(task)) {
    window.tried ??= new Set();
    const next = choices.find(c => !window.tried.has(c.dataset.territory));
    if (/choose where from/.test(task) && next) return window.tried.add(next.dataset.territory), click(next), 'choose';
    window.tried.clear();
    return button(/^Stop attacking/)?.click(), 'stop';
  }
  return button(/^End the turn/)?.click(), 'end';
})()`;
const played = page => page.run('document.querySelectorAll(".story li").length');

try {
  const desk = await browser({width: 1280, height: 900}), phone = await browser({width: 390, height: 800}), other = await browser({width: 390, height: 800, dark: true});
  const host = await desk.open(address + '#/play?name=library:thesis-9&friends=1');
  await host.until('document.querySelectorAll("main select").length >= 3');
  await host.fill('main input[type=number]', '3');
  await host.until('document.querySelectorAll("main section select").length >= 4');
  await host.run('(() => { const s = [...document.querySelectorAll("main select")].at(-1); s.value = "strategist"; s.dispatchEvent(new Event("change")); })()');
  await host.click('text:Open a table for friends');
  await host.until('document.querySelectorAll("#links .qr svg").length === 3', 'two seats and one link to look on');
  const links = await host.run('[...document.querySelectorAll("#links a")].map(a => a.href)');
  assert.equal(new Set(links).size, 3);
  await picture(host, 'host', true);

  // Each comes by its link, is named, and sees what its seat may.
  const ana = await phone.open(links[0]), rui = await other.open(links[1]), onlooker = await desk.open(links[2]);
  for (const [page, name] of [[ana, 'Ana'], [rui, 'Rui']]) {
    await page.until('document.querySelector("form input") && document.querySelector(".order")', 'the table');
    await page.fill('form input', name);
    await page.click('form button');
    await page.run('(() => { const s = document.querySelector(".head select"); s.value = "0"; s.dispatchEvent(new Event("change")); })()');
  }
  for (const page of [ana, rui, onlooker, host]) await page.until('document.body.innerText.includes("Ana") && document.body.innerText.includes("Rui")', 'all know the names');
  assert.match(await body(onlooker), /You are looking on/);
  await ana.until('document.body.innerText.includes("How to win")', 'the rules come in steps');
  await picture(ana, 'phone-lesson');
  for (const page of [ana, rui, onlooker]) {
    assert.deepEqual(await page.run(unnamed), []);
    assert.ok(await page.run('document.documentElement.scrollWidth <= innerWidth'), 'too wide');
  }

  // What one decides, all see at once.
  const playing = async until => {
    const end = Date.now() + 120000;
    for (let done = false; !done; done = await until()) {
      assert.ok(Date.now() < end, 'the match stands still: ' + await body(ana));
      for (const page of [ana, rui]) if (await page.run(mine)) await page.run(decide);
      await new Promise(done => setTimeout(done, 10));
    }
  };
  await playing(async () => await ana.run('document.querySelector(".task")?.textContent.includes("attack: choose where from") && !!document.querySelector(".over[tabindex=\\"0\\"]")'));
  await ana.run('[...document.querySelectorAll("main button")].find(b => /^Got it/.test(b.textContent))?.click()');
  await ana.run('document.querySelector(".over[tabindex=\\"0\\"]").dispatchEvent(new MouseEvent("click", {bubbles: true}))');
  await ana.until('document.querySelectorAll("main button[title^=conquers]").length', 'odds before an attack');
  await ana.run('document.querySelectorAll(".over[tabindex=\\"0\\"]")[0].dispatchEvent(new MouseEvent("click", {bubbles: true}))');
  await ana.until('document.querySelector(".odds")', 'the odds of one attack');
  await ana.run('scrollTo(0, 0)');
  await picture(ana, 'phone-attack');
  await picture(ana, 'phone-whole', true);
  const lines = await played(ana);
  await ana.click('text:Roll once');
  for (const page of [ana, rui, onlooker, host]) await page.until('document.querySelector(".cast .cube")', 'the dice');
  const faces = page => page.run('document.querySelector(".cast").getAttribute("aria-label").replace(/[^0-9 ]/g, "")');
  assert.equal(await faces(rui), await faces(ana));
  await picture(onlooker, 'watch');

  // It is taken back when the other agrees.
  await ana.click('text:Ask to take it back');
  await rui.click('text:Agree');
  for (const page of [ana, rui, onlooker]) await page.until(`document.querySelectorAll(".story li").length === ${lines}`, 'taken back');
  await ana.until(mine);

  // The server is killed at once; all come back into their seats, with their names.
  await studio.kill();
  await ana.until('document.body.innerText.includes("The connection is lost")');
  const before = await ana.run('[...document.querySelectorAll("text.troops")].map(e => e.textContent).join()');
  await new Promise(done => setTimeout(done, 100));
  studio = await serve(program, directory, '--port', port);
  for (const page of [ana, rui, onlooker]) await page.until('!document.body.innerText.includes("The connection is lost")', 'the connection');
  assert.equal(await ana.run('[...document.querySelectorAll("text.troops")].map(e => e.textContent).join()'), before);
  assert.match(await body(rui), /Ana/);
  // What goes wrong while a move is shown freezes no page.
  await rui.run('void (document.querySelector(".story").append = function () { delete this.append; throw new Error("once"); })');
  await playing(async () => await rui.run(mine));
  await picture(rui, 'phone-dark', true);

  // Who goes away is replaced, and comes back.
  await rui.go('about:blank');
  await ana.until('document.querySelector(".order").innerText.includes("away")', 'Rui has gone');
  // The others wait for a while; the host need not.
  assert.doesNotMatch(await body(ana), /Let an agent play/);
  await host.click('text:Let an agent play');
  await ana.until(mine, 'the agent has played');
  await rui.go(links[1]);
  await rui.click('text:I am back');
  await ana.until('!document.querySelector(".order").innerText.includes("meanwhile")', 'Rui is back');

  // A revoked link shows itself as such.
  await host.go(address);
  await host.until('document.querySelector("main .grid")');
  await host.run('location.hash = "#/play?id=" + encodeURIComponent([...document.querySelectorAll("a")].map(a => new URLSearchParams(a.hash.split("?")[1]).get("file") ?? "").find(Boolean))');
  await host.until('document.querySelectorAll("#links .qr").length === 3');
  await host.click('#links li:first-child button:last-child');
  await ana.until('document.body.innerText.includes("not valid any more")', 'the link is void');
  assert.ok((await played(rui)) > 0);

  // Nothing went elsewhere, and no page had an error but for the time without a server and the void link.
  for (const page of [ana, rui, onlooker, host]) {
    assert.deepEqual(page.requests.filter(url => new URL(url).origin !== new URL(address).origin && !/^(data|blob|about):/.test(url)), []);
    assert.deepEqual(page.requests.filter(url => links.some(link => url.includes(link.split('#')[1]) && !url.includes('#'))), [], 'a secret in an address');
    assert.deepEqual(page.problems.filter(text => !/Failed to load resource|ERR_/.test(text)), []);
  }
} catch (error) {
  console.error(`FAILED: ${error.stack}`);
  process.exitCode = 1;
} finally {
  for (const each of browsers) await each.close();
  const code = await studio.stop();
  if (code !== 0) { console.error(`the studio ended with ${code}`); process.exitCode = 1; }
  rmSync(directory, {recursive: true, force: true});
}
