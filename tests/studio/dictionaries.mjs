// Whether both languages have every key that the page asks for: node dictionaries.mjs APP/WEB
import assert from 'node:assert';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const directory = process.argv[2];
// Modules without a package beside them: read as text.
const load = async name => (await import('data:text/javascript,' + encodeURIComponent(readFileSync(join(directory, name), 'utf8')))).default;
const [en, pt] = [await load('en.js'), await load('pt.js')];
assert.deepEqual(Object.keys(pt), Object.keys(en));
for (const key of Object.keys(en)) {
  const parameters = text => [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort();
  assert.deepEqual(parameters(pt[key]), parameters(en[key]), key);
}
for (const file of readdirSync(directory).filter(name => name.endsWith('.js'))) {
  for (const [, key] of readFileSync(join(directory, file), 'utf8').matchAll(/\bt\('([\w.]+)'[,)]/g)) assert.ok(key in en, `${file}: ${key}`);
}
