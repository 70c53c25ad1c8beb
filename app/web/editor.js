// The map editor.
import {catalogue, get, post} from './api.js';
import {download, field, h, notice, select, show} from './dom.js';
import {t} from './i18n.js';
import {editorCanvas} from './editor_canvas.js';
import {continentsPanel, problemsPanel, territoryPanel} from './editor_panel.js';
import {addTerritory, crossings, emptyMap, removeTerritory, toggleBorder} from './map_model.js';
import {variantSelect} from './choose.js';
import {draft, source} from './source.js';

async function opened(given) {
  if (!given) return {map: emptyMap(), rules: undefined};
  const variant = typeof given === 'string' ? (await get('variant', {name: given})).variant : given;
  return {map: (await post('map/layout', {map: variant.map})).map, rules: variant.rules};
}

/** The page. */
export async function editorPage(main, parameters, here) {
  const [list, all] = await Promise.all([get('list'), catalogue()]);
  const start = await opened(source(parameters));
  if (here.gone) return;
  const past = [], future = [];
  const editor = {
    map: start.map, selected: -1, tool: 'move', bad: new Set(), checked: null, crossing: [],
    select(i) { editor.selected = i; drawAll(); },
    /** Every change goes through here: it can be undone, and is checked. */
    change(make) { past.push(JSON.stringify(editor.map)); future.length = 0; make(); if (past.length > 300) past.shift(); changed(); },
    moved(i, x, y, done) {
      if (!editor.before) editor.before = JSON.stringify(editor.map);
      Object.assign(editor.map.territories[i], {x, y});
      if (!done) return canvas.draw();
      past.push(editor.before);
      future.length = 0;
      editor.before = null;
      changed();
    },
    add(x, y) { editor.change(() => { editor.selected = addTerritory(editor.map, x, y, Math.max(0, editor.map.continents.findIndex(c => c.territories.includes(editor.selected)))); }); },
    connect(a, b) { editor.change(() => toggleBorder(editor.map, a, b)); },
    remove(i) { editor.change(() => { removeTerritory(editor.map, i); editor.selected = -1; }); }};
  const canvas = editorCanvas(editor);
  const panels = {territory: h('section', {class: 'card'}), continents: h('section', {class: 'card'}), problems: h('section', {class: 'card', 'aria-live': 'polite', id: 'checks'})};
  const buttons = h('div', {class: 'row tool-row'}), title = h('input', {value: editor.map.name ?? '', placeholder: t('editor.untitled'), 'aria-label': t('name'), onchange: event => editor.change(() => { editor.map.name = event.target.value.trim(); })});
  // Made once: a button that is replaced while it is pressed hears no click.
  const tools = ['move', 'add', 'connect', 'remove'];
  const toolButtons = tools.map(tool => h('button', {onclick: () => { editor.tool = tool; editor.selected = -1; drawAll(); }}, t('tool.' + tool)));
  const undo = h('button', {onclick: () => back(past, future)}, t('undo')), redo = h('button', {onclick: () => back(future, past)}, t('redo'));
  show(buttons, toolButtons, undo, redo, h('button', {onclick: () => tidy()}, t('editor.tidy')));

  function drawAll() {
    canvas.draw();
    territoryPanel(panels.territory, editor);
    continentsPanel(panels.continents, editor);
    problemsPanel(panels.problems, editor);
    tools.forEach((tool, i) => {
      toolButtons[i].setAttribute('aria-pressed', String(editor.tool === tool));
      toolButtons[i].classList.toggle('main', editor.tool === tool);
    });
    undo.disabled = !past.length;
    redo.disabled = !future.length;
  }
  function back(from, to) {
    to.push(JSON.stringify(editor.map));
    editor.map = JSON.parse(from.pop());
    editor.selected = -1;
    title.value = editor.map.name ?? '';
    changed();
  }

  // Checked by the server a moment after the last change.
  let waiting = 0, timer = null;
  function changed() {
    editor.crossing = crossings(editor.map);
    editor.bad = new Set(editor.crossing.flat());
    drawAll();
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++waiting;
      try {
        const checked = await post('map/check', {map: editor.map});
        if (mine !== waiting || here.gone) return;
        editor.checked = checked;
        editor.bad = new Set([...editor.crossing.flat(), ...editor.map.borders.map(([a, b], i) => checked.offending?.some(([p, q]) => (p === a && q === b) || (p === b && q === a)) ? i : -1).filter(i => i >= 0)]);
        drawAll();
      } catch (error) {
        editor.checked = {problems: [error.message]};
        drawAll();
      }
    }, 150);
  }

  const load = map => { editor.change(() => { editor.map = map; editor.selected = -1; }); title.value = map.name ?? ''; };
  const attempt = work => async (...given) => { try { await work(...given); } catch (error) { notice(error.message); } };
  const tidy = attempt(async () => load((await post('map/layout', {map: {...editor.map, territories: editor.map.territories.map(({name}) => name ? {name} : {})}})).map));
  const open = variantSelect(list, all);
  const file = h('input', {type: 'file', 'aria-label': t('editor.import'), onchange: attempt(async event => {
    const chosen = event.target.files[0];
    const {map, notes} = await post('map/import', {text: await chosen.text(), name: chosen.name});
    load((await post('map/layout', {map})).map);
    notes.forEach(note => notice(note));
  })});
  const exportAs = attempt(async format => {
    if (!format) return;
    const {text, notes, extension} = await post('map/export', {map: editor.map, format});
    download((editor.map.name || 'map').replace(/[^\w-]+/g, '-') + extension, text, 'text/plain');
    notes.forEach(note => notice(note));
  });
  const generate = attempt(async () => load((await post('map/generate', {territories: 20, continents: 4, density: 45, seed: Date.now() % 1000000})).map));
  const save = attempt(async () => notice(t('saved', {file: (await post('map/save', {map: editor.map})).id})));
  const asVariant = () => ({format: 1, name: editor.map.name || t('editor.untitled'), rules: start.rules ?? {preset: 'thesis'}, map: editor.map});

  show(main, h('div', {class: 'head'}, h('div', {class: 'row'}, h('h1', {}, t('nav.editor')), title),
    h('div', {class: 'row'}, h('button', {class: 'main', onclick: () => { location.hash = '#/variant?' + new URLSearchParams(draft(asVariant())); }}, t('editor.measure')),
      h('button', {onclick: () => { location.hash = '#/play?' + new URLSearchParams(draft(asVariant())); }}, t('play')), h('button', {onclick: save}, t('save')),
      select([['', t('editor.export')], ...all.formats.filter(format => format.written).map(format => [format.name, format.name])], '', exportAs))),
  h('div', {class: 'two'}, h('div', {}, buttons, h('div', {class: 'map'}, canvas.svg), h('p', {class: 'faint'}, t('editor.keys')), panels.continents),
    h('div', {}, panels.problems, panels.territory, h('section', {class: 'card'}, h('h2', {}, t('editor.start')), field(t('editor.from'), h('div', {class: 'row'}, open, h('button', {onclick: attempt(async () => load((await opened(open.value)).map))}, t('open')))),
      h('div', {class: 'row'}, h('button', {onclick: generate}, t('editor.generate')), h('button', {onclick: () => load(emptyMap())}, t('editor.empty'))), h('p', {}, h('label', {class: 'button'}, t('editor.import'), file))))));
  changed();
}
