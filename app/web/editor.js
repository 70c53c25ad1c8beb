// The map editor.
import {catalogue, get, post} from './api.js';
import {attempt, download, field, h, notice, select, show} from './dom.js';
import {t} from './i18n.js';
import {editorBoard} from './editor_board.js';
import {continentsPanel, problemsPanel, territoryPanel} from './editor_panel.js';
import {addTerritory, bordering, continentOf, emptyMap, joinTerritories, moveToContinent, onBoard, removeTerritory, toggleBorder} from './map_model.js';
import {variantSelect} from './choose.js';
import {draft, keepSteps, source, steps} from './source.js';

async function opened(given) {
  if (!given) return {map: emptyMap(), rules: {preset: 'thesis'}};
  return typeof given === 'string' ? (await get('variant', {name: given})).variant : given;
}

/** The page. */
export async function editorPage(main, parameters, here) {
  const [list, all] = await Promise.all([get('list'), catalogue()]);
  // What is edited, but for the map: rules, missions, what it was bred for.
  const {map: start, ...variant} = await opened(source(parameters));
  if (here.gone) return;
  const {past, future} = steps(parameters.get('draft'));
  const editor = {
    // `drawn`: the same map with its places on the board, once that is drawn. `placing`: the
    // territory that is dragged, whose place the drawing keeps.
    map: start, variant, drawn: null, selected: -1, placing: -1, tool: 'move', bad: new Set(), checked: null,
    select(i) { editor.selected = i; drawAll(); },
    /** Every change goes through here: it can be undone, is checked and drawn. */
    change(make) { remember(state()); settle(); editor.placing = -1; editor.checked = null; make(); changed(); },
    /** A change of names or bonuses, which moves nothing. */
    reword(make) { remember(state()); make(); changed(); },
    placeOf(i) { return (editor.drawn ?? editor.map).territories[i]; },
    moved(i, x, y, done) {
      if (!editor.before) {
        editor.before = state();
        settle();
      }
      Object.assign(editor.map.territories[i], {x: onBoard(x), y: onBoard(y)});
      editor.placing = i;
      if (!done) return look();
      remember(editor.before);
      editor.before = null;
      changed();
    },
    /** Ends a move that is not done: the territory is where it was. */
    moveBack() {
      Object.assign(editor, JSON.parse(editor.before));
      editor.before = editor.drawn = null;
      editor.placing = -1;
      changed();
    },
    add(x, y) { editor.change(() => { editor.selected = addTerritory(editor.map, x, y); }); },
    connect(a, b) { editor.change(() => toggleBorder(editor.map, a, b)); },
    join(a, b) { if (enough()) editor.change(() => { joinTerritories(editor.map, a, b); editor.selected = a - (b < a); }); },
    pair(a, b) {
      if (editor.tool === 'connect') return editor.connect(a, b);
      if (editor.tool === 'join') return bordering(editor.map, a, b) ? editor.join(a, b) : notice(t('editor.noBorder'));
      editor.change(() => moveToContinent(editor.map, b, continentOf(editor.map, a)));
    },
    split: attempt(async (i, from, to) => {
      const {map} = await post('map/split', {map: editor.map, territory: i, from, to});
      editor.change(() => { editor.map = map; editor.selected = i; });
    }),
    uncrossed() { notice(t('editor.uncrossed')); },
    bonus(c) { const input = panels.continents.querySelectorAll('input[type=number]')[c]; input?.focus(); input?.select(); },
    remove(i) { if (enough()) editor.change(() => { removeTerritory(editor.map, i); editor.selected = -1; }); }};
  const enough = () => editor.map.territories.length > 2 || void notice(t('editor.fewest'));
  // The board is drawn from its own places from now on: what is shown until then is what is printed of the map as it was.
  const settle = () => {
    if (!editor.drawn) return;
    editor.map.placed = true;
    editor.drawn.territories.forEach(({x, y}, i) => Object.assign(editor.map.territories[i], {x: onBoard(x), y: onBoard(y)}));
    editor.drawn = null;
  };
  const state = () => JSON.stringify({map: editor.map, variant: editor.variant});
  const remember = text => { past.push(text); future.length = 0; if (past.length > 300) past.shift(); };
  const canvas = editorBoard(editor);
  const panels = {territory: h('section', {class: 'card'}), continents: h('section', {class: 'card'}), problems: h('section', {class: 'card', 'aria-live': 'polite', id: 'checks'})};
  const buttons = h('div', {class: 'row tool-row'}), title = h('input', {value: editor.map.name ?? '', placeholder: t('editor.untitled'), 'aria-label': t('name'), onchange: event => editor.reword(() => { editor.map.name = event.target.value.trim(); })});
  // Made once: a button that is replaced while it is pressed hears no click.
  const tools = ['move', 'split', 'join', 'continent', 'connect', 'add', 'remove'];
  const toolButtons = tools.map(tool => h('button', {onclick: () => { editor.tool = tool; editor.selected = -1; drawAll(); }}, t('tool.' + tool)));
  const undo = h('button', {onclick: () => back(past, future)}, t('undo')), redo = h('button', {onclick: () => back(future, past)}, t('redo'));
  show(buttons, toolButtons, undo, redo, h('button', {onclick: () => tidy()}, t('editor.tidy')));

  function drawAll() {
    canvas.mark();
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
    to.push(state());
    Object.assign(editor, JSON.parse(from.pop()));
    editor.drawn = editor.checked = null;
    editor.selected = editor.placing = -1;
    title.value = editor.map.name ?? '';
    changed();
  }

  function changed() {
    drawAll();
    look();
    keep();
  }

  // The address names what is on the page: it is there again after a reload, and when one comes back.
  let kept;
  function keep() {
    if (here.gone) return;
    kept = draft(asVariant(), kept);
    keepSteps(kept.draft, {past, future});
    history.replaceState(null, '', '#/editor?' + new URLSearchParams(kept));
  }

  // Checked and drawn by the server, one request at a time: while territories are dragged, too.
  let looking = false, again = false;
  async function look() {
    if (looking) return void (again = true);
    looking = true;
    canvas.element.setAttribute('aria-busy', 'true');
    do {
      again = false;
      try {
        // What was dragged goes where it can, and what is near gives way.
        const checked = await post('map/check', {map: editor.map, ...editor.placing >= 0 ? {moved: editor.placing} : {}});
        if (here.gone) return;
        editor.checked = checked;
        editor.bad = new Set(editor.map.borders.map(([a, b], i) => checked.offending?.some(([p, q]) => (p === a && q === b) || (p === b && q === a)) ? i : -1).filter(i => i >= 0));
        if (checked.svg) canvas.show(checked.svg);
        // What is drawn is what the next change starts from, names and places included.
        if (checked.map && !again && !editor.before) {
          editor.drawn = checked.map;
          // Where it was put on the board, and not where it was dropped, is where it is.
          if (editor.placing >= 0) settle();
          editor.placing = -1;
          for (const list of ['territories', 'continents']) checked.map[list].forEach(({name}, i) => { editor.map[list][i].name ||= name; });
          if (kept) keep();
          drawAll();
        }
      } catch (error) {
        editor.checked = {problems: [error.message]};
      }
      if (!again && !editor.before) drawAll();
    } while (again);
    looking = false;
    canvas.element.setAttribute('aria-busy', 'false');
    for (const go of waiting.splice(0)) go();
  }
  // Until what is shown is what the map says.
  const waiting = [];
  const seen = () => looking ? new Promise(go => waiting.push(go)) : undefined;

  const load = (map, variant = editor.variant) => { editor.change(() => { Object.assign(editor, {map, variant, selected: -1}); }); title.value = map.name ?? ''; };
  const tidy = attempt(async () => load((await post('map/layout', {map: {...editor.map, territories: editor.map.territories.map(({name}) => name ? {name} : {})}})).map));
  const open = variantSelect(list, all);
  const file = h('input', {type: 'file', 'aria-label': t('editor.import'), onchange: attempt(async event => {
    const chosen = event.target.files[0];
    if (!chosen) return;
    const {map, notes} = await post('map/import', {text: await chosen.text(), name: chosen.name});
    event.target.value = '';  // so that it can be chosen again
    load(map);
    notes.forEach(note => notice(note));
  })});
  // Of the whole document: a button that was pressed may be gone.
  const keys = event => {
    if (here.gone) return document.removeEventListener('keydown', keys);
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
    event.preventDefault();
    if (event.shiftKey ? future.length : past.length) back(...event.shiftKey ? [future, past] : [past, future]);
  };
  document.addEventListener('keydown', keys);
  const exportAs = attempt(async format => {
    if (!format) return;
    exports.value = '';
    await seen();
    const {text, notes, extension} = await post('map/export', {map: editor.map, format});
    download(editor.map.name || 'map', extension, text, 'text/plain');
    notes.forEach(note => notice(note));
  });
  const generate = attempt(async () => load((await post('map/generate', {territories: 20, continents: 4, density: 45, seed: Date.now() % 1000000})).map));
  const exports = select([['', t('editor.export')], ...all.formats.filter(format => format.written).map(format => [format.name, format.name])], '', exportAs, {'aria-label': t('editor.export')});
  const asVariant = () => ({...editor.variant, format: 1, name: editor.map.name || t('editor.untitled'), map: editor.map});
  const save = attempt(async () => { await seen(); notice(t('saved', {file: (await post('map/save', {variant: asVariant()})).id})); });
  const goOn = page => async () => { await seen(); location.hash = `#/${page}?` + new URLSearchParams(draft(asVariant())); };

  show(main, h('div', {class: 'head'}, h('div', {class: 'row'}, h('h1', {}, t('nav.editor')), title),
    h('div', {class: 'row'}, h('button', {class: 'main', onclick: goOn('variant')}, t('editor.measure')),
      h('button', {onclick: goOn('play')}, t('play')), h('button', {onclick: save}, t('save')), exports)),
  h('div', {class: 'two'}, h('div', {}, buttons, canvas.element, h('p', {class: 'faint'}, t('editor.keys')), panels.continents),
    h('div', {}, panels.problems, panels.territory, h('section', {class: 'card'}, h('h2', {}, t('editor.start')), field(t('editor.from'), h('div', {class: 'row'}, open, h('button', {onclick: attempt(async () => { const {map, ...own} = await opened(open.value); load(map, own); })}, t('open')))),
      h('div', {class: 'row'}, h('button', {onclick: generate}, t('editor.generate')), h('button', {onclick: () => load(emptyMap())}, t('editor.empty'))), h('p', {}, h('label', {class: 'button'}, t('editor.import'), file))))));
  drawAll();
  look();
}
