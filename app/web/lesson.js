// The rules in steps: what a phase's rules say, when it comes up for the first time.
import {h, show} from './dom.js';
import {t} from './i18n.js';

const topics = {pick: 'Beginning', initial: 'Beginning', continent: 'Reinforcement', reinforce: 'Reinforcement', exchange: 'Cards', attack: 'Attack', fortify: 'Fortification'};
const kept = 'lessons';

function state() {
  try { return JSON.parse(localStorage.getItem(kept)) ?? {}; } catch { return {}; }
}

/** `words`: the rules as the server tells them. lesson(view) fills `element` with what is new in this phase, or empties it. */
export function lessons(words) {
  const element = h('div', {class: 'lessons'});
  // Who knows a rule is not told it again, on any board that has it.
  const text = topic => words.rules.filter(rule => rule.topic === topic).map(rule => rule.text);
  const known = topic => { const all = state(); return all.off || text(topic).every(line => all[line]); };
  const learn = (topic, off) => {
    const all = state();
    for (const line of text(topic)) all[line] = 1;
    if (off) all.off = 1;
    localStorage.setItem(kept, JSON.stringify(all));
    show(element);
  };
  let shown = '';
  return {
    element,
    see(view) {
      const topic = view.waits && topics[view.phase];
      // What ends the match is told before the first turn.
      const due = topic && (!known('End') ? 'End' : !known(topic) ? topic : '');
      if (!due) { shown = ''; return void show(element); }
      if (shown === due) return;
      shown = due;
      show(element, h('section', {class: 'card lesson'}, h('h2', {}, t(due === 'End' ? 'lesson.aim' : 'topic.' + due)), h('ul', {}, text(due).map(line => h('li', {}, line))),
        due === 'End' && words.missions ? h('p', {}, t('lesson.mission')) : null,
        h('div', {class: 'row'}, h('button', {class: 'main', onclick: () => { learn(due); this.see(view); }}, t('lesson.seen')), h('button', {class: 'plain', onclick: () => learn(due, true)}, t('lesson.off')))));
    },
  };
}
