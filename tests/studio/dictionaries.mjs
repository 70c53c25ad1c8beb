// Whether the page speaks both languages whole: every key that it asks for, and what the program's
// sources say that it shows. node dictionaries.mjs APP/WEB
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

// What agents give as reasons, and what a person or the studio can do wrong, is known in Portuguese.
const root = join(directory, '..', '..');
const source = file => readFileSync(join(root, file), 'utf8');
const cppFiles = folder => readdirSync(join(root, folder)).filter(name => name.endsWith('.cpp')).map(name => join(folder, name));
const string = /"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*/;
const unquoted = text => [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(match => match[1]).join('').replaceAll('\\"', '"');
globalThis.navigator ??= {};
globalThis.localStorage = {getItem: () => 'pt', setItem: () => {}};
const sentences = await load('said_pt.js');
const pieces = sentences.flatMap(([english]) => english.split('{}')).map(piece => piece.trim());
let checked = 0;
const missing = [];
const isKnown = (text, where) => {
  for (const piece of text.split(/\{[^}]*\}|: /).map(part => part.trim().replace(/ seat$/, '').replace(/^[", ]+|[", ]+$/g, '')).filter(part => /[a-z]{3}/.test(part) && part !== 'objective')) {
    if (!pieces.some(known => known.includes(piece))) missing.push(`${where}: "${piece}"`);
    ++checked;
  }
};
for (const file of cppFiles('risk/agents').filter(name => !name.endsWith('external.cpp')))
  for (const [body] of source(file).matchAll(/(?:std::string reason|Explanation explain)\([^;{]*\{[\s\S]*?\n  \}/g))
    for (const [text] of body.matchAll(new RegExp(string, 'g'))) isKnown(unquoted(text), file);
for (const [, text] of source('risk/legal.cpp').match(/refusal_text[\s\S]*?\n\}/)[0].matchAll(new RegExp(`return (${string.source})`, 'g'))) if (unquoted(text) !== 'it is legal') isKnown(unquoted(text), 'risk/legal.cpp');
for (const file of cppFiles('app/studio').filter(name => !name.endsWith('http.cpp')))
  for (const [, text] of source(file).matchAll(new RegExp(`(?:InputError|BusyError|SystemError|error_response)\\((?:\\d+, )?\\s*(?:fmt::format\\(\\s*)?(${string.source})`, 'g'))) isKnown(unquoted(text), file);
assert.deepEqual(missing, [], 'not in said_pt.js');
assert.ok(checked > 50, `only ${checked} sentences found`);
for (const [english, said] of sentences) assert.equal(said.split('{}').length, english.split('{}').length, english);
// As the page joins them.
const joined = source('app/web/said.js').replace(/^import .*$/gm, '').replaceAll('export ', '');
const {inPortuguese} = new Function('said_pt', 'language', joined + '; return {inPortuguese};')(sentences, 'pt');
assert.equal(inPortuguese('that cannot be done: one troop must stay behind'), 'isso não pode ser feito: um exército deve ficar para trás');
assert.equal(inPortuguese('Stage: opening; weights: attack 1.0, complete 0.5; proposals, in troops after weighing: attack seat 2 (5), complete Ásia (3).'),
  'Fase: abertura; pesos: atacar 1.0, completar 0.5; propostas, em exércitos depois de pesadas: atacar jogador 2 (5), completar Ásia (3).');
assert.equal(inPortuguese('conquer 18 territories with at least 2 troops each'), 'conquistar 18 territórios com ao menos 2 exércitos em cada');
assert.equal(inPortuguese('conquer Europa, Oceania and a third continent'), 'conquistar Europa, Oceania e um terceiro continente à escolha');
