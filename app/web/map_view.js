// A map that can be moved, enlarged and pointed at, with owners, troops, heat and choices on it.
import {closeUp} from './close_up.js';
import {h, s} from './dom.js';

let views = 0;

/** The server's SVG as an element of the page, as large as there is room. */
export function pictureOf(text) {
  // Ids must be unique in the page, however often a map is in it.
  const svg = new DOMParser().parseFromString(text.replaceAll(/(id="|href="#|url\(#)/g, `$1v${++views}-`), 'image/svg+xml').documentElement;
  document.adoptNode(svg);
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  // The map's name; what follows is English, and stands beside the picture.
  const title = svg.querySelector(':scope > title');
  if (title) title.textContent = title.textContent.replace(/: \d+ territor.*/, '');
  return svg;
}

/** The places for troops of a picture: {x, y, r} of each territory. */
export function discsOf(svg) {
  return [...svg.querySelectorAll('circle.disc:not(.chosen)')].map(disc => ({
    x: Number(disc.getAttribute('cx')), y: Number(disc.getAttribute('cy')), r: Number(disc.getAttribute('r'))}));
}

/**
 * A view of a drawn map. `picture` is the server's SVG.
 * Options: tip(territory) -> text for hovering; pick(territory); label of the picture.
 * The result's `element` goes into the page; board(), heat(), choices(), arrow() and flash() draw
 * over the map.
 */
export function mapView(picture, {tip, pick, label}) {
  const svg = pictureOf(picture);
  const discs = discsOf(svg);
  const layers = Object.fromEntries(['heat', 'arrows', 'marks', 'owners', 'front'].map(name => [name, s('g')]));
  svg.append(layers.owners, layers.front);
  // Heat, arrows and rings lie under discs and names.
  svg.querySelector('circle.disc').parentNode.before(layers.heat, layers.arrows, layers.marks);
  // What can be pressed is part of no image.
  if (pick) svg.setAttribute('role', 'group');
  // What is told of a territory stands below the map, where it hides nothing.
  const tipBox = h('div', {class: 'tip'}), below = h('div', {class: 'below'}, tipBox);
  const element = h('div', {class: 'map'}, svg, below);
  const near = closeUp(element);
  near.show(svg);

  let told = -1;  // the territory of which is told
  const say = text => { told = -1; tipBox.textContent = text ?? ''; };
  const sayOf = index => { say(tip(index)); told = index; };
  discs.forEach((disc, index) => {
    const over = s('circle', {class: 'over', cx: disc.x, cy: disc.y, r: Math.max(disc.r + 3, 14), 'data-territory': index,
      onpointerenter: () => sayOf(index), onpointerleave: () => say()});
    if (pick) {
      over.setAttribute('tabindex', '-1');
      over.setAttribute('role', 'button');
      over.setAttribute('aria-label', tip(index));
      over.addEventListener('click', () => { if (!near.moved()) pick(index); });
      over.addEventListener('keydown', event => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        pick(index);
      });
      over.addEventListener('focus', () => sayOf(index));
    }
    layers.front.append(over);
  });
  svg.querySelectorAll('.area').forEach((area, index) => {
    area.addEventListener('pointerenter', () => sayOf(index));
    area.addEventListener('pointerleave', () => say());
    area.addEventListener('click', () => { if (pick && !near.moved()) pick(index); });
  });

  svg.setAttribute('tabindex', '0');
  if (label) svg.setAttribute('aria-label', label);
  svg.addEventListener('keydown', event => { if (event.target === svg) near.key(event); });
  below.append(near.tools);

  return {
    element, svg, discs, say, overs: [...layers.front.children], moved: near.moved,
    /** Moves what is seen so far that territories are in it; all of it stays where nothing is enlarged. */
    reveal(list) {
      near.reveal(list.map(i => discs[i]));
    },
    /** Owners (seat or -1) and troops of every territory; a free one's number would look like troops. */
    board(owners, troops) {
      layers.owners.replaceChildren(...discs.flatMap((disc, i) => owners[i] < 0 ? [
        s('circle', {class: 'owner free', cx: disc.x, cy: disc.y, r: disc.r})] : [
        s('circle', {class: `owner o${owners[i]}`, cx: disc.x, cy: disc.y, r: disc.r}),
        s('text', {class: 'troops', x: disc.x, y: disc.y + disc.r * .38, 'font-size': troops[i] > 99 ? disc.r * .82 : disc.r * 1.1}, troops[i])]));
      if (told >= 0) sayOf(told);
    },
    /** A value of every territory as red of more or less strength and size. */
    heat(values) {
      const most = Math.max(...values, 1e-9);
      layers.heat.replaceChildren(...discs.map((disc, i) => s('circle', {class: 'heat', cx: disc.x, cy: disc.y, r: disc.r * (1.15 + 1.1 * values[i] / most), opacity: (.08 + .62 * values[i] / most).toFixed(2)})));
    },
    /** Territories that can be chosen, and the one that is. */
    choices(list, chosen = -1) {
      const can = new Set(list);
      for (const over of layers.front.children) over.setAttribute('tabindex', can.has(Number(over.dataset.territory)) ? '0' : '-1');
      layers.marks.replaceChildren(
        ...list.map(i => s('circle', {class: 'choice', cx: discs[i].x, cy: discs[i].y, r: discs[i].r + 2.5})),
        ...(chosen >= 0 ? [s('circle', {class: 'chosen-ring', cx: discs[chosen].x, cy: discs[chosen].y, r: discs[chosen].r + 2.5})] : []));
    },
    /** An arrow from one territory to another; none without them. */
    arrow(a, b) {
      if (a === undefined) return void layers.arrows.replaceChildren();
      this.reveal([a, b]);
      const from = discs[a], to = discs[b], length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
      const end = {x: to.x - ux * (to.r + 6), y: to.y - uy * (to.r + 6)}, start = {x: from.x + ux * from.r, y: from.y + uy * from.r};
      layers.arrows.replaceChildren(s('path', {class: 'arrow', d: `M${start.x} ${start.y}L${end.x - ux * 8} ${end.y - uy * 8}`}),
        s('path', {class: 'arrow-head', d: `M${end.x} ${end.y}L${end.x - ux * 14 - uy * 8} ${end.y - uy * 14 + ux * 8}L${end.x - ux * 14 + uy * 8} ${end.y - uy * 14 - ux * 8}Z`}));
    },
    /** A ring around territories on which something has happened. */
    flash(list) {
      layers.marks.replaceChildren(...list.map(i => s('circle', {class: 'flash', cx: discs[i].x, cy: discs[i].y, r: discs[i].r + 2.5})));
    },
  };
}

/** A small picture of a map, to look at only. */
export function thumbnail(picture) {
  return h('div', {class: 'thumb'}, pictureOf(picture));
}

/** The same of a variant that the server knows by name, loaded when it is scrolled to. */
export function thumbnailOf(name, age = 0) {
  return h('div', {class: 'thumb'}, h('img', {src: 'thumbnail.svg?' + new URLSearchParams({name, age}), alt: '', loading: 'lazy', width: 400, height: 300}));
}
