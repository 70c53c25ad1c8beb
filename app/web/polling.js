// Looking again and again at what changes, as long as anybody sees it.

const longest = 20000;

/** Calls look() every so many milliseconds while the page is seen; less often when it fails. Returns what ends it. */
export function polling(look, every) {
  let timer = null, wait = every, busy = false, over = false;
  const tick = async () => {
    clearTimeout(timer);
    if (over || busy || document.hidden) return;
    busy = true;
    try {
      await look();
      wait = every;
    } catch {
      wait = Math.min(2 * wait, longest);
    }
    busy = false;
    if (!over) timer = setTimeout(tick, wait);
  };
  document.addEventListener('visibilitychange', tick);
  timer = setTimeout(tick, wait);
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}
