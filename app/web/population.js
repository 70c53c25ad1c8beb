// The individuals of a generation: sorted, filtered, looked at.
import {get} from './api.js';
import {field, h, select, show} from './dom.js';
import {minutesText, num, plusMinus, rangeText, t} from './i18n.js';
import {criterionTitle, filterReason, ruleTitle, ruleValue} from './names.js';
import {untouched} from './polling.js';
import {link} from './runs.js';

// What the filter takes out plays no matches: its figures say nothing.
const measured = individual => !individual.filtered && individual.matches > 0;
const breaks = individual => individual.violation > 0;
const capital = text => text[0].toUpperCase() + text.slice(1);
const kept = {sort: 'fitness', down: false, filters: {}, open: false};

function columns(individuals) {
  const first = individuals[0];
  return [
    {key: 'fitness', title: t('fitness'), figure: true, value: i => i.fitness.mean, text: i => [breaks(i) ? h('small', {class: 'worse'}, t('population.breaks') + ' ') : null, num(i.fitness.mean, 3)], note: i => plusMinus(i.fitness.se)},
    {key: 'territories', title: t('territories'), value: i => i.territories, text: i => i.territories},
    {key: 'continents', title: t('continents'), value: i => i.continents, text: i => i.continents},
    ...Object.keys(first.genes).map(key => ({key, title: ruleTitle(key), rule: true, value: i => String(i.genes[key]), text: i => ruleValue(key, i.genes[key])})),
    ...Object.keys(first.criteria).map(name => ({key: name, title: criterionTitle(name), figure: true, value: i => i.criteria[name].mean, text: i => num(i.criteria[name].mean, 3), note: i => plusMinus(i.criteria[name].se)})),
    {key: 'turns', title: t('turns'), figure: true, value: i => i.length?.[0] ?? 0, text: i => i.length ? rangeText(...i.length) : '–'},
    {key: 'minutes', title: t('wish.minutes'), figure: true, value: i => i.minutes?.quick_table ?? 0, text: i => i.minutes ? minutesText(i.minutes) : '–'}];
}

// Filters: a choice of values for rules, a range for numbers.
function filterRow(all, individuals, redraw) {
  return all.map(column => {
    if (column.rule) {
      const values = [...new Set(individuals.map(column.value))];
      if (values.length < 2) return null;
      return field(column.title, select([['', t('any')], ...values.map(value => [value, ruleValue(column.key, individuals.find(i => column.value(i) === value).genes[column.key])])], kept.filters[column.key] ?? '', value => { kept.filters[column.key] = value; redraw(); }));
    }
    const range = kept.filters[column.key] ??= {};
    const box = side => h('input', {type: 'number', step: 'any', placeholder: t(side), 'aria-label': `${column.title} ${t(side)}`, value: range[side] ?? '', onchange: event => { range[side] = event.target.value; redraw(); }});
    return h('div', {class: 'field'}, h('small', {}, column.title), h('div', {class: 'row'}, box('from'), box('to')));
  });
}

function passes(individual, all) {
  return all.every(column => {
    const filter = kept.filters[column.key];
    if (!filter) return true;
    const value = column.figure && !measured(individual) ? NaN : column.value(individual);
    if (typeof filter === 'string') return value === filter;
    return (!filter.from || value >= Number(filter.from)) && (!filter.to || value <= Number(filter.to));
  });
}

// Whichever way a column is sorted: what has no figure in it comes last, and of fitnesses those that break a constraint after the others.
function place(individual, column) {
  if (!column.figure) return 0;
  return measured(individual) ? Number(column.key === 'fitness' && breaks(individual)) : 2;
}

// The cells of a row. The figures of what was not measured are one cell with the reason.
function cells(individual, all) {
  if (measured(individual)) return all.map(column => h('td', {title: column.note?.(individual)}, column.text(individual)));
  const facts = all.filter(column => !column.figure), why = filterReason(individual.filtered ?? '–');
  return [h('td', {class: 'faint', title: why}, t('population.unmeasured')), facts.map(column => h('td', {}, column.text(individual))),
    h('td', {class: 'faint text', colspan: all.length - facts.length - 1}, why)];
}

/** Shows the newest generation of a run, `number`, or the one that was chosen of `0 ... number`, with buttons of `likes`. */
export async function populationView(element, id, number, likes) {
  const last = number;
  const draw = async generation => {
    const {individuals} = await get('run/generation', {id, n: generation});
    await untouched();
    const all = columns(individuals);
    const body = h('tbody'), count = h('small');
    const redraw = () => {
      const column = all.find(c => c.key === kept.sort) ?? all[0];
      const shown = individuals.filter(individual => passes(individual, all));
      shown.sort((a, b) => { const x = column.value(a), y = column.value(b); return place(a, column) - place(b, column) || (x < y ? -1 : x > y ? 1 : 0) * (kept.down ? -1 : 1); });
      count.textContent = t('population.count', {shown: shown.length, all: individuals.length});
      show(body, shown.map(individual => h('tr', {}, h('td', {}, link('variant', {name: `run:${id}#${individual.id}`}, individual.id), ' ', likes.buttons(individual.id)), cells(individual, all))));
      heads.forEach((head, i) => head.setAttribute('aria-sort', all[i].key === kept.sort ? kept.down ? 'descending' : 'ascending' : 'none'));
    };
    const heads = all.map(column => h('th', {}, h('button', {onclick: () => { kept.down = kept.sort === column.key && !kept.down; kept.sort = column.key; redraw(); }}, capital(column.title))));
    const open = kept.open || Object.values(kept.filters).some(filter => typeof filter === 'string' ? filter : filter.from || filter.to);
    const sideways = element.querySelector('.scroll')?.scrollLeft ?? 0;
    show(element, h('div', {class: 'row spread'}, h('h2', {}, t('population')),
      h('div', {class: 'row'}, count, h('label', {}, t('generation') + ' ', h('input', {type: 'number', min: 0, max: last, value: generation, onchange: event => choose(Math.min(last, Math.max(0, Number(event.target.value))))})))),
      h('details', {open, ontoggle: event => { kept.open = event.target.open; }}, h('summary', {}, t('filter')), h('div', {class: 'grid'}, filterRow(all, individuals, redraw))),
      h('div', {class: 'scroll'}, h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, capital(t('individual'))), heads)), body)));
    redraw();
    element.querySelector('.scroll').scrollLeft = sideways;
  };
  // While a run writes, an older generation that is looked at stays.
  const choose = generation => {
    if (generation < last) element.dataset.generation = generation; else delete element.dataset.generation;
    return draw(generation);
  };
  await draw(Number(element.dataset.generation ?? number));
}
