// What a page is asked for its faults: expressions to be evaluated in it.

/** What a screen reader would miss on the page as it is: names of controls and pictures, one heading of the first level, no level left out, ids that are unique. axe.mjs finds more. */
export const unnamed = `(() => {
  const faults = [], say = (what, e) => faults.push(what + ': ' + e.outerHTML.slice(0, 120)), all = selector => [...document.querySelectorAll(selector)];
  for (const e of all('input, select, textarea, button, a[href], [role=button]')) if (e.type !== 'hidden' && !e.closest('[hidden]') && ![...e.labels ?? []].some(label => label.textContent.trim()) && !e.getAttribute('aria-label') && (e.matches('input, select, textarea') || !e.textContent.trim())) say('no name', e);
  for (const e of all('img:not([alt])')) say('no alt', e);
  for (const e of all('svg[role=img]')) if (!e.getAttribute('aria-label') && !e.querySelector(':scope > title')) say('no title', e);
  const levels = all('h1, h2, h3, h4').map(e => Number(e.tagName[1]));
  if (levels.filter(level => level === 1).length !== 1) faults.push('headings of the first level: ' + levels);
  levels.forEach((level, i) => { if (level > (levels[i - 1] ?? 0) + 1) faults.push('a level is left out: ' + levels); });
  const ids = all('[id]').map(e => e.id);
  ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => faults.push('twice: ' + id));
  return faults;
})()`;

/** The names of territories that troops lie upon. */
export const hiddenNames = `(() => {
  const circles = [...document.querySelectorAll('.owner')].map(e => ['cx', 'cy', 'r'].map(name => Number(e.getAttribute(name)))), names = [...document.querySelectorAll('text.name')];
  return names.filter(text => {
    const {x, y, width, height} = text.getBBox();  // with the room for what rises above and hangs below letters
    return circles.some(([cx, cy, r]) => Math.hypot(Math.max(x + 1 - cx, 0, cx - x - width + 1), Math.max(y + .22 * height - cy, 0, cy - y - .8 * height)) < r);
  }).map(text => text.textContent);
})()`;
