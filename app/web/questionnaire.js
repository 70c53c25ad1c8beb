// What people say of the match they have played; stored beside its record.
import {attempt, h, show} from './dom.js';
import {t} from './i18n.js';
import {seatName} from './names.js';

const questions = ['fun', 'fair', 'too_long', 'tense', 'again'];

/** The form, one for each person of a device (device.js) in turn. */
export function questionnaire(at, seats) {
  const people = seats.map((seat, i) => seat.person ? i : -1).filter(i => i >= 0);
  const element = h('section', {class: 'card', id: 'questionnaire'});
  const ask = index => {
    if (index >= people.length) return show(element, h('h2', {}, t('questions')), h('p', {}, t('questions.thanks')));
    const answers = {seat: people[index]};
    const row = question => h('fieldset', {class: 'questions'}, h('legend', {}, t('question.' + question)), h('div', {class: 'scale'}, [1, 2, 3, 4, 5].map(n =>
      h('label', {}, h('input', {type: 'radio', name: question, value: n, onchange: () => { answers[question] = n; }}), ' ', n))));
    const comment = h('textarea', {maxlength: 1000, 'aria-label': t('comment'), placeholder: t('comment')});
    const send = attempt(async event => {
      event.preventDefault();
      if (comment.value.trim()) answers.comment = comment.value.trim();
      await at.post('answers', {answers});
      ask(index + 1);
    });
    show(element, h('form', {onsubmit: send}, h('h2', {}, t('questions')), people.length > 1 ? h('p', {}, h('b', {}, seatName(people[index]))) : null, h('p', {class: 'faint'}, t('questions.scale')),
      questions.map(row), comment, h('div', {class: 'row'}, h('button', {class: 'main', type: 'submit'}, t('questions.send')), h('button', {type: 'button', onclick: () => ask(index + 1)}, t('questions.skip')))));
  };
  ask(0);
  return element;
}
