// What the program says to people, collected from its sources and its lists: the texts of errors,
// reasons, rules, missions and meanings, and the summaries of all that can be named.
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join, relative} from 'node:path';

// Rooms whose messages the studio shows. Errors of the command line stay English.
const rooms = ['base', 'maps', 'risk', 'metrics', 'ga', 'experiments/sweep', 'experiments/journal.cpp', 'experiments/playtest', 'experiments/shortlist', 'experiments/wishes', 'app/text/words', 'app/play/views.cpp', 'app/print', 'app/export', 'app/studio'];
// Calls with texts, and bodies of functions that return texts.
const calls = /\b(?:InputError|SystemError|BusyError|Message|Message \w+|Refused|unknown_name|fail|refuse|problem|say|item|heading|paragraph)[({]/g;
const bodies = /\n *(?:(?:std::(?:optional|vector)<Message>|Message) \w+(?:::\w+)*|const char\* (?:refusal_text|fault_text|plan_name|stage_name|lanes_refusal))\([^;{}]*\{\n/g;

function sources(root) {
  const files = [];
  const look = folder => {
    for (const entry of readdirSync(folder, {withFileTypes: true})) {
      if (entry.isDirectory()) look(join(folder, entry.name));
      else if (/\.[ch]pp$/.test(entry.name)) files.push(join(folder, entry.name));
    }
  };
  for (const room of rooms) {
    if (/\.cpp$/.test(room)) files.push(join(root, room));
    else if (existsSync(join(root, room))) look(join(root, room));
  }
  return files.map(file => [relative(root, file), readFileSync(file, 'utf8').replace(/\/\/.*$/gm, '')]);
}

// Where the bracket at `i` is closed.
function end(text, i) {
  for (let depth = 0; i < text.length; ++i) {
    if (text[i] === '"') for (++i; text[i] !== '"'; ++i) i += text[i] === '\\';
    else if (text[i] === "'" && /\W/.test(text[i - 1])) i += text[i + 1] === '\\' ? 3 : 2;
    else if ('({['.includes(text[i])) ++depth;
    else if (')}]'.includes(text[i]) && !--depth) return i;
  }
  return i;
}

// The string literals of a piece of source, adjacent ones as one; not what values are compared with.
function literals(text) {
  return [...text.matchAll(/(== *)?("(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*)/g)].filter(([, compared]) => !compared)
    .map(([, , quoted]) => [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(match => match[1]).join('').replace(/\\(.)/g, '$1'));
}

// Whether there is anything to translate in a text: a word beside its values.
const speaks = text => /\p{L}{2}/u.test(text.replace(/\{[^}]*\}/g, ''));
// A name in the program, unless it is what a function returns or counts: "troop".
const isName = text => /^[-\w.]+$/.test(text);

/** Every text that a person may be told, with where it stands; and all literals of the sources. */
export function messages(root, program) {
  const texts = new Map(), all = new Set();
  for (const [file, text] of sources(root)) {
    for (const literal of literals(text)) all.add(literal);
    const add = (piece, names) => {
      for (const literal of literals(piece)) if (speaks(literal) && (names || !isName(literal))) texts.set(literal, file);
    };
    for (const match of text.matchAll(calls)) add(text.slice(match.index, end(text, match.index + match[0].length - 1)), false);
    for (const match of text.matchAll(bodies)) add(text.slice(match.index, end(text, match.index + match[0].length - 2)), true);
  }
  // The rules in words are data.
  const {numbers, sentences} = JSON.parse(readFileSync(join(root, 'risk/rules/rules.json'), 'utf8'));
  const words = sentences.flatMap(({cases}) => cases).flatMap(({text, values = []}) => [text, ...values.flatMap(value => value.words ?? (Array.isArray(value) ? value.slice(1) : []))]);
  for (const text of [...numbers, ...words]) if (speaks(text)) texts.set(text, 'rules.json');
  const list = (...words) => JSON.parse(execFileSync(program, [...words, '--json'], {maxBuffer: 1 << 26}));
  for (const kind of ['rules', 'criteria', 'agents', 'presets', 'crossovers', 'algorithms', 'maps'])
    for (const {summary} of list('list', kind)) texts.set(summary, kind);
  for (const text of texts.keys()) all.add(text);
  for (const text of [...all]) all.add(text + 's');  // as counted() makes them
  return {texts, all};
}
