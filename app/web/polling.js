// Looking again and again at what changes, as long as anybody sees it.
import {h} from './dom.js';

const longest = 20000;

let pressed = false;
const waiting = [];
addEventListener('pointerdown', () => { pressed = true; }, true);
for (const end of ['pointerup', 'pointercancel', 'blur']) addEventListener(end, () => {
  pressed = false;
  // After the click that this makes.
  setTimeout(() => { for (const go of waiting.splice(0)) go(); });
}, true);

/** Until nothing is being pressed: what is replaced under a pressed button hears no click. */
export const untouched = () => pressed ? new Promise(go => waiting.push(go)) : undefined;

/** Calls look() every so many milliseconds while the page is seen; less often when it fails. Returns what ends it. */
export function polling(look, every) {
  let timer = null, wait = every, busy = false, over = false;
  const sign = h('div', {class: 'lost', role: 'status'});  // why what is shown may be old
  const tick = async () => {
    clearTimeout(timer);
    if (over || busy || document.hidden) return;
    busy = true;
    try {
      await look();
      wait = every;
      sign.remove();
    } catch (error) {
      wait = Math.min(2 * wait, longest);
      sign.textContent = error.message;
      if (!over) document.getElementById('notice').append(sign);
    }
    busy = false;
    if (!over) timer = setTimeout(tick, wait);
  };
  document.addEventListener('visibilitychange', tick);
  timer = setTimeout(tick, wait);
  return () => {
    over = true;
    sign.remove();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}
