#include "app/report/html.hpp"

#include <fmt/format.h>

#include <cmath>

#include "metrics/totals.hpp"

namespace evorisk::app {

namespace {

constexpr std::string_view style = R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #22262b; --soft: #5c6670; --rule: #dcd9d0;
  --accent: #0b6e99; --good: #2a7a4b; --bad: #b3401f;
  --c1: #0072b2; --c2: #c65200; --c3: #00805d; --c4: #a8518a; --c5: #8a6d00; --c6: #4a5a6a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16191d; --card: #1e2227; --ink: #e6e4de; --soft: #a2abb4; --rule: #363c44;
    --accent: #63bfe6; --good: #6ac48f; --bad: #f08a68;
    --c1: #5cb3ec; --c2: #f0944d; --c3: #44c79d; --c4: #dd93c4; --c5: #d9bb4e; --c6: #a9b7c6;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 28px 20px 64px; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 1.2rem; margin: 40px 0 10px; }
p { margin: 8px 0; max-width: 72ch; }
a { color: var(--accent); }
.lead { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  padding: 16px 18px; margin: 14px 0; min-width: 0; }
.columns { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); }
.columns > .card { margin: 0; }
.tiles { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); margin: 18px 0; }
.tile { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 12px 14px; }
.tile b { display: block; font-size: 1.45rem; font-variant-numeric: tabular-nums; line-height: 1.25; }
.tile span { color: var(--soft); font-size: 0.85rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 0.9rem; }
th, td { padding: 6px 10px; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { white-space: normal; }
th { color: var(--soft); font-weight: 600; }
table.sortable th { cursor: pointer; user-select: none; }
table.sortable th:focus-visible { outline: 2px solid var(--accent); }
th[aria-sort="ascending"]::after { content: " \2191"; }
th[aria-sort="descending"]::after { content: " \2193"; }
tr.best td { background: color-mix(in srgb, var(--accent) 12%, transparent); }
pre, code { font: 0.86rem/1.5 ui-monospace, "DejaVu Sans Mono", Consolas, monospace; }
pre { background: var(--card); border: 1px solid var(--rule); border-radius: 8px; padding: 12px 14px;
  overflow-x: auto; }
h3 { font-size: 1rem; margin: 22px 0 6px; }
table.tight th, table.tight td { padding: 3px 6px; white-space: normal; }
td.verdict { text-align: left; color: var(--soft); }
td.verdict.good { color: var(--good); } td.verdict.bad { color: var(--bad); }
td.effect { font-weight: 650; } td.quiet { color: var(--soft); }
td small { color: var(--soft); }
.rules { columns: 2 340px; column-gap: 34px; }
.rules p { break-inside: avoid; margin: 0 0 10px; }
svg.chart { width: 100%; min-width: 540px; height: auto; display: block; }
.card:has(> svg.chart) { overflow-x: auto; }
svg.chart text { font: 12px system-ui, sans-serif; fill: var(--soft); }
svg.chart text.label, svg.chart text.legend { fill: var(--ink); font-size: 13px; }
svg.chart .grid { stroke: var(--rule); stroke-width: 1; }
svg.chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg.chart .dashed { stroke-dasharray: 5 4; }
svg.chart .band { stroke: none; opacity: 0.18; }
svg.chart .line.c1 { stroke: var(--c1); } svg.chart .band.c1, svg.chart .dot.c1 { fill: var(--c1); }
svg.chart .line.c2 { stroke: var(--c2); } svg.chart .band.c2, svg.chart .dot.c2 { fill: var(--c2); }
svg.chart .line.c3 { stroke: var(--c3); } svg.chart .band.c3, svg.chart .dot.c3 { fill: var(--c3); }
svg.chart .line.c4 { stroke: var(--c4); } svg.chart .band.c4, svg.chart .dot.c4 { fill: var(--c4); }
svg.chart .line.c5 { stroke: var(--c5); } svg.chart .band.c5, svg.chart .dot.c5 { fill: var(--c5); }
svg.chart .line.c6 { stroke: var(--c6); } svg.chart .band.c6, svg.chart .dot.c6 { fill: var(--c6); }
svg.chart .dot.c4 { fill: var(--c4); } svg.chart .dot.c5 { fill: var(--c5); }
svg.chart .line.c4 { stroke: var(--c4); } svg.chart .line.c5 { stroke: var(--c5); }
svg.chart .dot.c6 { fill: var(--c6); } svg.chart .line.c6 { stroke: var(--c6); }
svg.chart .kin { fill: none; stroke: var(--c6); stroke-width: 0.8; opacity: 0.45; }
svg.chart .descent { fill: none; stroke: var(--c2); stroke-width: 2.5; }
svg.chart .distance { stroke: var(--c2); stroke-width: 4; opacity: 0.35; }
svg.chart .ideal { stroke: var(--ink); stroke-width: 2; }
svg.chart .error { stroke: var(--c1); stroke-width: 2; }
svg.chart .value { fill: var(--c1); }
@media (max-width: 560px) { main { padding: 18px 12px 48px; } h1 { font-size: 1.4rem; } }
@media print { body { background: #fff; } .card, .tile { break-inside: avoid; } }
)css";

constexpr std::string_view script = R"js(
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
)js";

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string tile(std::string_view value, std::string_view label) {
  return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", escape_html(value),
                     escape_html(label));
}

std::string plus_minus(const metrics::Estimate& estimate, int decimals) {
  if (estimate.se == 0) return fmt::format("{:.{}f}", estimate.mean, decimals);
  const double unit = std::pow(10, decimals);
  return fmt::format("{:.{}f} ± {:.{}f}", estimate.mean, decimals,
                     std::ceil(estimate.se * unit - 1e-9) / unit, decimals);
}

std::string html_page(const std::string& title, const std::string& body) {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  page += escape_html(title);
  page += "</title>\n<style>";
  page += style;
  page += "</style>\n</head>\n<body>\n<main>\n";
  page += body;
  page += "</main>\n<script>";
  page += script;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace evorisk::app
