// A map as it is edited: plain data in the form of map files, changed by small functions.

/** The nearest coordinate that is on the board. */
export const onBoard = value => Math.min(1, Math.max(0, value));

/** Adds a territory at a place of the unit square, in the continent of the nearest and bordering on it; returns its index. */
export function addTerritory(map, x, y) {
  const away = map.territories.map(one => Math.hypot(one.x - x, one.y - y)), nearest = away.indexOf(Math.min(...away));
  const added = map.territories.push({name: '', x, y}) - 1;
  map.borders.push([nearest, added]);
  map.continents[Math.max(0, continentOf(map, nearest))].territories.push(added);
  return added;
}

/** Makes one territory of two; the first keeps name and continent, and borders on all neighbours of both. */
export function joinTerritories(map, a, b) {
  for (const [p, q] of [...map.borders]) {
    const other = p === b ? q : q === b ? p : a;
    if (other !== a && !bordering(map, a, other)) map.borders.push([Math.min(a, other), Math.max(a, other)]);
  }
  const [one, two] = [map.territories[a], map.territories[b]];
  Object.assign(one, {x: (one.x + two.x) / 2, y: (one.y + two.y) / 2});
  removeTerritory(map, b);
}

/** Removes a territory with its borders; the others move up. Continents left empty go with it. */
export function removeTerritory(map, index) {
  const renumber = i => i > index ? i - 1 : i;
  map.territories.splice(index, 1);
  map.borders = map.borders.filter(([a, b]) => a !== index && b !== index).map(([a, b]) => [renumber(a), renumber(b)]);
  for (const continent of map.continents) continent.territories = continent.territories.filter(i => i !== index).map(renumber);
  map.continents = map.continents.filter(continent => continent.territories.length);
}

/** Whether two territories border on each other. */
export function bordering(map, a, b) {
  return map.borders.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
}

/** Adds the border between two territories, or removes the one that is there. */
export function toggleBorder(map, a, b) {
  if (a === b) return;
  if (bordering(map, a, b)) map.borders = map.borders.filter(([p, q]) => !((p === a && q === b) || (p === b && q === a)));
  else map.borders.push([Math.min(a, b), Math.max(a, b)]);
}

/** The continent of a territory, or -1. */
export function continentOf(map, index) {
  return map.continents.findIndex(continent => continent.territories.includes(index));
}

/** Puts a territory into a continent; one beyond the last makes a new one. */
export function moveToContinent(map, index, continent) {
  for (const one of map.continents) one.territories = one.territories.filter(i => i !== index);
  if (continent >= map.continents.length) map.continents.push({name: '', bonus: 1, territories: []});
  map.continents[Math.min(continent, map.continents.length - 1)].territories.push(index);
  map.continents = map.continents.filter(one => one.territories.length);
}

/** A map of nothing but two neighbours, to start from. */
export function emptyMap() {
  return {format: 1, name: '', territories: [{name: '', x: .4, y: .5}, {name: '', x: .6, y: .5}], borders: [[0, 1]], continents: [{name: '', bonus: 1, territories: [0, 1]}]};
}
