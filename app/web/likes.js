// What you like of a run's candidates: the buttons that say it, what was said, what is understood.
import {get, post} from './api.js';
import {attempt, h, show} from './dom.js';
import {t} from './i18n.js';
import {thumbnailOf} from './map_view.js';
import {boardFacts, link} from './runs.js';

const shown = 8;  // boards to choose among

/** The likes of a run. `card` shows them; `buttons` makes those of a candidate. */
export function likesOf(run) {
  const card = h('section', {class: 'card', 'aria-label': t('likes.title')});
  let known = {refused: '', on: true, said: [], waiting: [], understood: [], problems: []};
  let faces = [], generation = -1, newest = -1;

  const of = statement => statement.id ? known.waiting.filter(one => one.id === statement.id) : known.waiting.filter(one => !one.id);
  // What holds of a candidate once all that waits is heard.
  const verdict = id => (of({id}).at(-1) ?? known.said.find(one => one.id === id))?.verdict ?? 'forget';
  const bends = () => (of({id: ''}).at(-1)?.verdict ?? (known.on ? 'on' : 'off')) === 'on';

  const say = attempt(async (what, individual) => take(await post('run/likes', {id: run, verdict: what, ...individual ? {individual} : {}})));

  /** Like and drop, each pressed again to forget. */
  function buttons(id) {
    const make = what => h('button', {class: 'plain', 'aria-label': t(`likes.${what}Of`, {id}), onclick: () => say(verdict(id) === what ? 'forget' : what, id)}, t(`likes.${what}`));
    const pair = {like: make('like'), drop: make('drop')};
    const box = h('span', {class: 'judge'}, pair.like, pair.drop);
    const draw = () => {
      box.hidden = known.refused !== '';
      for (const what of ['like', 'drop']) pair[what].setAttribute('aria-pressed', verdict(id) === what);
    };
    faces.push({box, draw});
    draw();
    return box;
  }

  // What takes a statement back that nothing has heard yet: what held before it.
  const undo = statement => {
    const before = of(statement).at(-2)?.verdict;
    if (!statement.id) return say(before ?? (known.on ? 'on' : 'off'));
    return say(before ?? known.said.find(one => one.id === statement.id)?.verdict ?? 'forget', statement.id);
  };

  const head = h('div'), words = h('ul', {'aria-live': 'polite'}), list = h('div'), boards = h('div', {class: 'grid judged-boards'});
  const more = h('button', {onclick: () => choose(newest)});
  const onOff = h('input', {type: 'checkbox', onchange: () => say(onOff.checked ? 'on' : 'off')});
  const toggle = h('label', {}, onOff, ' ', t('likes.on'));
  show(card, h('div', {class: 'row spread'}, h('h2', {}, t('likes.title')), toggle), head, words, list, more, boards);

  function statementRow(one, waits) {
    const name = one.id || t('likes.everything');
    const back = waits
      ? of(one).at(-1) === one && one.generation === 0 && h('button', {class: 'plain', 'aria-label': t('likes.undoOf', {id: name}), onclick: () => undo(one)}, t('likes.undo'))
      : h('button', {class: 'plain', 'aria-label': t('likes.forgetOf', {id: name}), onclick: () => say('forget', one.id)}, t('likes.forget'));
    return h('li', {}, h('span', {class: 'pill ' + one.verdict}, t('likes.is.' + one.verdict)), ' ', one.id ? link('variant', {name: `run:${run}#${one.id}`}, one.id) : '', ' ',
      h('small', {}, waits ? one.generation ? t('likes.at', {n: one.generation}) : t('likes.waiting') : t('likes.since', {n: one.generation})), known.refused ? null : back);
  }

  function draw() {
    const said = known.said.length + known.waiting.length > 0;
    card.hidden = known.refused !== '' && !said;
    toggle.hidden = !said;
    onOff.checked = bends();
    onOff.disabled = known.refused !== '';
    show(head, known.refused ? h('p', {class: 'faint'}, known.refused) : h('p', {class: 'faint'}, t('likes.about')), known.problems.map(problem => h('p', {class: 'error'}, problem)));
    show(words, known.understood.map(sentence => h('li', {}, sentence)));
    show(list, said ? h('ul', {class: 'statements'}, known.waiting.map(one => statementRow(one, true)), known.said.filter(one => !of(one).length).map(one => statementRow(one, false))) : null);
    more.hidden = boards.hidden = known.refused !== '';
    faces = faces.filter(face => face.box.isConnected);
    for (const face of faces) face.draw();
  }

  function take(answer) {
    const focus = document.activeElement?.getAttribute('aria-label');
    const inside = list.contains(document.activeElement);
    known = answer;
    draw();
    // The pressed button may be gone with its line.
    if (inside && !document.activeElement?.getAttribute('aria-label')) ([...list.querySelectorAll('button')].find(one => one.getAttribute('aria-label') === focus) ?? list.querySelector('button') ?? toggle.firstChild)?.focus();
  }

  // The boards stay while you look at them, whatever is bred meanwhile.
  async function choose(number) {
    const {individuals} = await get('run/generation', {id: run, n: number});
    generation = number;
    const best = individuals.filter(one => !one.filtered).sort((a, b) => (a.violation ?? 0) - (b.violation ?? 0) || a.fitness.mean - b.fitness.mean).slice(0, shown);
    show(boards, best.map(one => h('div', {class: 'card'}, thumbnailOf(`run:${run}#${one.id}`), h('div', {class: 'row spread'}, link('variant', {name: `run:${run}#${one.id}`}, one.id), buttons(one.id)),
      boardFacts({...one, turns: one.length}))));
    label();
  }

  function label() {
    more.textContent = generation === newest ? t('likes.shown', {n: generation}) : t('likes.newest', {n: newest});
    more.disabled = generation === newest;
  }

  /** Looks anew; `number` is the newest generation. */
  async function look(number) {
    const answer = await get('run/likes', {id: run});
    newest = number;
    take(answer);
    if (known.refused) return;
    if (generation < 0) await choose(number); else label();
  }

  return {card, buttons, look};
}
