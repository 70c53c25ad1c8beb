// Elements, made short.

const svgSpace = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

// What scrolls is a stop of the Tab key while there is more in it than can be seen.
const scrolling = new ResizeObserver(entries => {
  for (const {target} of entries) {
    if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});

/** An HTML element: h('p', {class: 'faint', onclick: f}, 'text', child, [children]). */
export function h(tag, attributes, ...children) {
  const element = fill(document.createElement(tag), attributes, children);
  if (attributes?.class === 'scroll') scrolling.observe(element);
  return element;
}

/** An SVG element, as h(). */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

/** Content below a heading; a phone shows it once the heading is pressed, and what is `open` at once. */
export function folding(title, open, ...children) {
  return h('details', {open: open || matchMedia('(min-width: 861px)').matches}, h('summary', {}, h('h2', {}, title)), ...children);
}

/** Replaces everything in an element. */
export function show(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/** A drop-down list of [value, text] pairs. */
export function select(options, value, onchange, attributes) {
  return h('select', {...attributes, onchange: event => onchange?.(event.target.value)},
    options.map(([key, text]) => h('option', {value: key, selected: key === value}, text)));
}

/** A labelled form field. */
export function field(label, control, note) {
  return h('label', {class: 'field'}, h('span', {}, label), control, note ? h('small', {}, note) : null);
}

/** The whole number of an input that is nearest to what was typed, within its bounds. */
export const within = input => Math.min(input.max, Math.max(input.min, Math.round(input.value)));

/** Offers a text as a file to keep, of this name and extension. */
export function download(name, extension, text, type = 'application/json') {
  const link = h('a', {href: URL.createObjectURL(new Blob([text], {type})), download: name.replace(/[^\p{L}\p{N}_-]+/gu, '-') + extension});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A remark that goes away by itself. */
export function notice(text) {
  const line = h('div', {class: 'fade'}, text);
  document.getElementById('notice').append(line);
  setTimeout(() => line.remove(), 6000);
}

/** A function that does `work`; where that fails, a remark says why. */
export const attempt = work => async (...given) => { try { await work(...given); } catch (error) { notice(error.message); } };
