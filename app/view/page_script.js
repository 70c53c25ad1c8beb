for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  const sort = (column) => {
    const ascending = heads[column].getAttribute('aria-sort') !== 'ascending';
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
    const key = (row) => {
      const cell = row.cells[column];
      const text = cell.dataset.value ?? cell.textContent.trim();
      const number = Number.parseFloat(text);
      return Number.isNaN(number) ? text : number;
    };
    const rows = [...table.tBodies[0].rows];
    rows.sort((a, b) => {
      const x = key(a), y = key(b);
      const order = typeof x === 'number' && typeof y === 'number'
        ? x - y : String(x).localeCompare(String(y), undefined, {numeric: true});
      return ascending ? order : -order;
    });
    table.tBodies[0].append(...rows);
  };
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.addEventListener('click', () => sort(column));
    head.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sort(column); }
    });
  });
}
// What scrolls is a stop of the Tab key while there is more in it than can be seen.
const scrolling = new ResizeObserver((entries) => {
  for (const {target} of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
for (const box of document.querySelectorAll('.scroll, pre, .card:has(> svg.chart)')) scrolling.observe(box);
// A table that is wider than paper is printed in smaller letters.
addEventListener('beforeprint', () => {
  for (const table of document.querySelectorAll('table')) {
    const ratio = 10 / Number.parseFloat(getComputedStyle(table).fontSize);  // of printed letters
    table.style.setProperty('--fit', Math.min(1, 670 / (ratio * table.scrollWidth)));
  }
});
