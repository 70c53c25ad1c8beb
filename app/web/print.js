// The kit to print: rulebook, board, cards and troops as a PDF, in the language of the page.
import {post} from './api.js';
import {download, h, notice} from './dom.js';
import {language, t} from './i18n.js';

/** The button. */
export function print(variant) {
  const button = h('button', {onclick: async () => {
    button.disabled = true;
    try {
      const {pdf, notes} = await post('print', {variant, language});
      const bytes = Uint8Array.from(atob(pdf), letter => letter.charCodeAt(0));
      download(variant.name, '.pdf', bytes, 'application/pdf');
      for (const note of notes) notice(note);
    } catch (error) {
      notice(error.message);
    }
    button.disabled = false;
  }}, t('print'));
  return button;
}
