// Beside the editor's drawing: the chosen territory, the continents, what is wrong, suggestions.
import {field, h, s, select, show, within} from './dom.js';
import {num, t} from './i18n.js';
import {continentName, territoryName} from './names.js';
import {bordering, continentOf, moveToContinent, onBoard, toggleBorder} from './map_model.js';

/** The chosen territory. */
export function territoryPanel(element, editor) {
  const {map, selected: i} = editor;
  if (i < 0) return show(element, h('h2', {}, t('territory')), h('p', {class: 'faint'}, t('editor.choose')));
  const options = [...map.continents.map((_, c) => [String(c), continentName(map, c)]), [String(map.continents.length), t('editor.newContinent')]];
  const neighbours = map.territories.map((_, j) => j).filter(j => bordering(map, i, j));
  const others = map.territories.map((_, j) => j).filter(j => j !== i && !neighbours.includes(j));
  // Along a line through the middle of the territory.
  const halve = (dx, dy) => { const {x, y} = editor.placeOf(i); return editor.split(i, {x: onBoard(x - dx), y: onBoard(y - dy)}, {x: onBoard(x + dx), y: onBoard(y + dy)}); };
  show(element, h('h2', {}, `${t('territory')} ${i}`),
    field(t('name'), h('input', {value: map.territories[i].name ?? '', onchange: event => editor.reword(() => { map.territories[i].name = event.target.value.trim(); })})),
    field(t('continent'), select(options, String(continentOf(map, i)), value => editor.change(() => moveToContinent(map, i, Number(value))))),
    h('div', {class: 'scroll'}, h('table', {}, h('tbody', {}, neighbours.map(j => h('tr', {}, h('td', {class: 'text'}, territoryName(map, j)),
      h('td', {}, h('button', {onclick: () => editor.join(i, j)}, t('tool.join')), ' ', h('button', {title: t('editor.cut'), 'aria-label': `${t('editor.cut')}: ${territoryName(map, j)}`, onclick: () => editor.connect(i, j)}, '×'))))))),
    h('div', {class: 'row'}, select([['', t('editor.link')], ...others.map(j => [String(j), territoryName(map, j)])], '', value => { if (value) editor.change(() => toggleBorder(map, i, Number(value))); }), h('button', {title: t('editor.halves'), 'aria-label': t('editor.halves') + ' |', onclick: () => halve(0, .5)}, '◫'), h('button', {title: t('editor.halves'), 'aria-label': t('editor.halves') + ' –', onclick: () => halve(.5, 0)}, '⊟'), h('button', {onclick: () => editor.remove(i)}, t('remove'))));
}

/** The continents, with what their bonus usually is for what must be defended. */
export function continentsPanel(element, editor) {
  const {map, checked} = editor;
  const lands = document.querySelectorAll('.map .land');  // as they are drawn, in order
  show(element, h('h2', {}, t('continents')), h('div', {class: 'scroll'}, h('table', {class: 'continents'}, h('thead', {}, h('tr', {}, [t('name'), t('bonus'), t('editor.usual'), t('editor.gates')].map(text => h('th', {}, text)))), h('tbody', {}, map.continents.map((continent, c) => {
    const facts = checked?.continents?.[c];
    const off = facts && facts.usual_bonus !== continent.bonus;
    return h('tr', {}, h('td', {}, s('svg', {class: 'evm swatch', viewBox: '0 0 16 16', 'aria-hidden': 'true'}, s('circle', {class: lands[c]?.getAttribute('class') ?? 'land', cx: 8, cy: 8, r: 7})), h('input', {value: continent.name, placeholder: continentName(map, c), size: 10, 'aria-label': t('name'), onchange: event => editor.reword(() => { continent.name = event.target.value.trim(); })})),
      h('td', {}, h('input', {type: 'number', min: 1, max: 1000, value: continent.bonus, 'aria-label': t('bonus'), onchange: event => editor.reword(() => { continent.bonus = within(event.target); })})),
      h('td', {}, facts ? off ? h('button', {class: 'plain', title: t('editor.use'), onclick: () => editor.reword(() => { continent.bonus = facts.usual_bonus; })}, '+' + facts.usual_bonus) : '✓' : '–'),
      h('td', {class: facts?.parts > 1 ? 'wrap worse' : 'wrap'}, t('editor.gatesOf', {gates: facts?.gates ?? '–', size: continent.territories.length}), facts?.parts > 1 ? ' · ' + t('editor.parts', {n: facts.parts}) : null));
  })))), h('small', {}, t('editor.usualNote')));
}

/** What is wrong with the map, and what could be better. */
export function problemsPanel(element, editor) {
  const {checked, map} = editor;
  if (!checked) return show(element, h('h2', {}, t('editor.checks')), h('p', {class: 'empty'}, t('loading')));
  const problems = [...checked.problems];
  const parts = checked.parts ?? [];
  const hints = [];
  if (checked.planar === false) problems.push(t('editor.notPlanar', {borders: checked.offending.map(pair => pair.join('–')).join(', ')}));
  if (parts.length > 1) problems.push(t('editor.apart', {parts: parts.map(part => part.length > 6 ? part.slice(0, 6).join(' ') + ' …' : part.join(' ')).join(' | ')}));
  if (checked.cut_territories?.length) hints.push(t('editor.cuts', {list: checked.cut_territories.map(i => territoryName(map, i)).join(', ')}));
  checked.continents?.forEach((facts, c) => {
    const size = facts.size, gates = facts.gates;
    if (size > 1 && gates === size) hints.push(t('editor.open', {name: continentName(map, c)}));
    if (facts.usual_bonus && Math.abs(map.continents[c].bonus - facts.usual_bonus) >= 2) hints.push(t(map.continents[c].bonus > facts.usual_bonus ? 'editor.rich' : 'editor.poor', {name: continentName(map, c), usual: facts.usual_bonus, gates}));
  });
  show(element, h('h2', {}, t('editor.checks')),
    problems.length ? h('ul', {class: 'error'}, problems.map(text => h('li', {}, text))) : h('p', {class: 'better'}, '✓ ' + t('editor.whole')),
    hints.length ? [h('h3', {}, t('editor.hints')), h('ul', {}, hints.map(text => h('li', {}, text)))] : null,
    h('small', {}, t('editor.facts', {diameter: checked.diameter >= 0 ? checked.diameter : '–', degree: num(checked.mean_degree, 1)})));
}
