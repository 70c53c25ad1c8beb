// Whether page and program speak both languages whole: every key that the page asks for, and every
// text of the program that it shows. node dictionaries.mjs APP/WEB EVORISK
import assert from 'node:assert';
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {messages} from './messages.mjs';

const [directory, program] = process.argv.slice(2);
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
// What a wish, a constraint or a filter is about.
for (const {name} of JSON.parse(execFileSync(program, ['list', 'quantities', '--json']))) assert.ok(['criterion.', 'wish.', 'quantity.'].some(kind => kind + name in en), name);

// The catalogue has what the program says to people, no more, and with the same values.
const catalogue = JSON.parse(readFileSync(join(directory, '..', 'text', 'portuguese.json'), 'utf8'));
const entries = Object.values(catalogue).flatMap(Object.entries), known = new Map(entries);
assert.equal(known.size, entries.length, 'a text stands twice');
const values = text => [...text.matchAll(/\{[^{}]*\}/g)].map(match => match[0].replace(/^\{\d+/, '{')).sort();
for (const [english, portuguese] of entries) assert.deepEqual(values(portuguese), values(english), english);
const {texts, all} = messages(join(directory, '..', '..'), program);
assert.ok(texts.size > 500, `only ${texts.size} texts found`);
assert.deepEqual([...texts].filter(([text]) => !known.has(text)), [], 'not in portuguese.json');
assert.deepEqual([...known.keys()].filter(text => !all.has(text)), [], 'nowhere in the sources');
