// Chromium, driven over a pipe by its DevTools protocol: all that the tests of the page need.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const patience = 60000;  // milliseconds for anything to happen

/** A browser; open(url) gives a Page. */
export class Browser {
  static async start({width = 1280, height = 900, dark = false} = {}) {
    const browser = new Browser();
    browser.directory = mkdtempSync(join(tmpdir(), 'evorisk-browser-'));
    browser.process = spawn(process.env.CHROMIUM ?? 'chromium', [
      '--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--disable-background-timer-throttling', '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', '--disable-extensions', '--disable-dev-shm-usage', '--hide-scrollbars',
      `--user-data-dir=${browser.directory}`, `--window-size=${width},${height}`, '--lang=en', '--remote-debugging-pipe', 'about:blank'],
    {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    browser.calls = new Map();
    browser.listeners = new Map();
    browser.next = 0;
    browser.view = {width, height, dark};
    let rest = Buffer.alloc(0);
    browser.process.stdio[4].on('data', data => {
      rest = Buffer.concat([rest, data]);
      for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1)) browser.hear(JSON.parse(rest.subarray(0, end).toString()));
    });
    browser.process.on('error', error => { for (const call of browser.calls.values()) call.reject(error); });
    return browser;
  }

  hear(message) {
    if (message.id === undefined) return this.listeners.get(message.sessionId)?.(message.method, message.params);
    const call = this.calls.get(message.id);
    this.calls.delete(message.id);
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
    else call?.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${method}`)), patience);
      const settle = done => value => { clearTimeout(timer); done(value); };
      this.calls.set(id, {method, resolve: settle(resolve), reject: settle(reject)});
      this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    });
  }

  async open(url) {
    const {targetId} = await this.send('Target.createTarget', {url: 'about:blank'});
    const {sessionId} = await this.send('Target.attachToTarget', {targetId, flatten: true});
    const page = new Page(this, sessionId, targetId);
    this.listeners.set(sessionId, (method, params) => page.hear(method, params));
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(domain + '.enable');
    await page.resize(this.view.width, this.view.height);
    await page.send('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value: this.view.dark ? 'dark' : 'light'}, {name: 'prefers-reduced-motion', value: 'reduce'}]});
    await page.go(url);
    return page;
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await new Promise(done => { if (this.process.exitCode !== null) done(); else this.process.once('exit', done); });
    // What its last children still write there is no failure of the page.
    try { rmSync(this.directory, {recursive: true, force: true, maxRetries: 20}); } catch (error) { console.error(`left behind: ${error.message}`); }
  }
}

/** One page: what it logs and whom it asks is kept in `problems` and `requests`. */
export class Page {
  constructor(browser, session, target) {
    Object.assign(this, {browser, session, target, problems: [], requests: []});
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  hear(method, params) {
    if (method === 'Runtime.exceptionThrown') this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type)) this.problems.push(params.args.map(arg => arg.value ?? arg.description).join(' '));
    if (method === 'Log.entryAdded' && ['error', 'warning'].includes(params.entry.level)) this.problems.push(`${params.entry.text} ${params.entry.url ?? ''}`);
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
  }

  /** Closes the page: one behind another is painted, and answers clicks, once a second or so. */
  close() { return this.browser.send('Target.closeTarget', {targetId: this.target}); }

  async go(url) { await this.send('Page.navigate', {url}); }

  resize(width, height) { return this.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 600}); }

  /** The value of an expression in the page; promises are awaited. */
  async run(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(`${exceptionDetails.exception?.description ?? exceptionDetails.text}\nin ${expression}`);
    return result.value;
  }

  /** Waits until an expression is true, and returns its value. */
  async until(expression, what = expression) {
    const end = Date.now() + patience;
    for (;;) {
      // A page that is being loaded answers nothing.
      const value = await this.run(`(() => { try { return ${expression}; } catch { return false; } })()`).catch(() => false);
      if (value) return value;
      if (Date.now() > end) throw new Error(`it never came: ${what}\n${await this.run('document.body.innerText.slice(0, 1500)')}`);
      await new Promise(done => setTimeout(done, 30));
    }
  }

  /** Waits for an element that stays where it is, and moves there: a CSS selector, or text:WORDS of a button or link. */
  async point(what) {
    const find = what.startsWith('text:')
      ? `[...document.querySelectorAll('main button, main a, main summary')].find(e => e.textContent.trim() === ${JSON.stringify(what.slice(5))} && !e.disabled && e.getClientRects().length)`
      : `document.querySelector(${JSON.stringify(what)})`;
    return this.until(`(async () => {
      const find = () => ${find};
      const e = find();
      if (!e) return false;
      e.scrollIntoView({block: 'center'});
      const place = () => { const b = e.getBoundingClientRect(); return {x: b.x + b.width / 2, y: b.y + b.height / 2}; };
      const before = place();
      // What is still being laid out moves from under the pointer.
      await new Promise(done => setTimeout(done, 40));
      const at = place(), top = document.elementFromPoint(at.x, at.y);
      if (!e.contains(top) || at.x !== before.x || at.y !== before.y) return false;
      // Pages draw anew: what is pressed may be another element in the same place.
      window.heard = false;
      window.addEventListener('pointerdown', event => { window.heard = !!find()?.contains(event.target); }, {capture: true, once: true});
      return at;
    })()`, what);
  }

  mouse(type, at) {
    return this.send('Input.dispatchMouseEvent', {type, ...at, button: type === 'mouseMoved' ? 'none' : 'left', buttons: type === 'mousePressed' ? 1 : 0, clickCount: 1});
  }

  /** Clicks an element as point() finds it, pressing for some milliseconds; again when it moved from under the pointer. */
  async click(what, held = 0) {
    for (let tries = 3; ; --tries) {
      const at = await this.point(what);
      await this.mouse('mouseMoved', at);
      await this.mouse('mousePressed', at);
      if (held) await new Promise(done => setTimeout(done, held));
      await this.mouse('mouseReleased', at);
      if (await this.run('window.heard').catch(() => true) !== false) return;
      if (tries === 1) throw new Error(`the click was not heard: ${what}`);
      console.log(`clicked again: ${what}`);
    }
  }

  /** Gives a form control a value, as a person would. */
  async fill(selector, value) {
    await this.until(`document.querySelector(${JSON.stringify(selector)})`);
    return this.run(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.value = ${JSON.stringify(value)}; e.dispatchEvent(new Event('input', {bubbles: true})); e.dispatchEvent(new Event('change', {bubbles: true})); })()`);
  }

  async screenshot(file, whole = false) {
    const {data} = await this.send('Page.captureScreenshot', {format: 'png', captureBeyondViewport: whole});
    writeFileSync(file, Buffer.from(data, 'base64'));
  }
}
