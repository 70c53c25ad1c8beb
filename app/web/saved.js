// A match as one page that needs nothing else: the player's own modules, put into it.
import {language} from './i18n.js';

// In the order in which they use one another.
const modules = ['dom.js', 'en.js', 'pt.js', 'i18n.js', 'names.js', 'charts.js', 'leads.js', 'close_up.js', 'map_view.js', 'story.js', 'dice.js', 'player.js'];

// One script of several modules: nothing is imported, nothing exported; dictionaries get names.
function joined(texts) {
  return texts.map((text, i) => text
    .replace(/^import .*;$/gm, '')
    .replace(/^export default /m, `const ${modules[i].replace('.js', '')} = `)
    .replace(/^export /gm, '')).map((text, i) => ['en.js', 'pt.js'].includes(modules[i]) ? text : `// ${modules[i]}\n${text}`).join('\n');
}

/** The page's HTML. */
export async function savedPage(match) {
  const read = async name => (await fetch(name)).text();
  const [texts, styles] = await Promise.all([Promise.all(modules.map(read)), Promise.all(['map.css', 'style.css', 'board.css'].map(read))]);
  // "</script" must not occur inside of a script.
  const safe = text => text.replaceAll('</', '<\\/');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${match.variant.replace(/[<&]/g, '')}</title>
<style>${styles.join('\n').replaceAll('</', '')}</style></head>
<body><main><h1></h1><div id="player"></div></main><div id="notice"></div>
<script type="module">
${safe(joined(texts)).replaceAll("localStorage.getItem('language')", JSON.stringify(language))}
const match = ${safe(JSON.stringify(match))};
document.querySelector('h1').textContent = match.variant;
playerView(document.getElementById('player'), match);
</script></body></html>
`;
}
