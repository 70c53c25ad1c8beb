// Watching a match: one of the directory's records, or one that is played for it.
import {catalogue, get, post} from './api.js';
import {attempt, download, field, h, notice, show} from './dom.js';
import {t} from './i18n.js';
import {playerView} from './player.js';
import {savedPage} from './saved.js';
import {agentSelect, variantSelect} from './choose.js';
import {agentName, agentNames} from './names.js';
import {link} from './runs.js';
import {source} from './source.js';

async function choosing(main) {
  const [list, all] = await Promise.all([get('list'), catalogue()]);
  const variant = variantSelect(list, all);
  const agents = h('div', {class: 'row'}, agentSelect(all, 'cautious'), agentSelect(all, 'cautious'));
  const seed = h('input', {type: 'number', min: 0, value: 1});
  const play = async () => {
    const names = [...agents.querySelectorAll('select')].map(select => select.value);
    const {variant: {rules}} = await get('variant', {name: variant.value});
    while (names.length < rules.players) names.push(names[0]);
    location.hash = '#/watch?' + new URLSearchParams({name: variant.value, agents: names.join(','), seed: seed.value, match: 0});
  };
  show(main, h('h1', {}, t('nav.watch')), h('div', {class: 'even'},
    h('section', {class: 'card'}, h('h2', {}, t('watch.another')), field(t('variant'), variant), field(t('seats'), agents, t('watch.agentsNote')), field(t('config.seed'), seed), h('button', {class: 'main', onclick: play}, t('watch'))),
    h('section', {class: 'card'}, h('h2', {}, t('records')), list.records.length ? h('ul', {}, list.records.map(file => h('li', {}, link('watch', {file: file.id}, file.name), ' ', h('small', {}, agentNames(file.agents) + ' · ' + file.id)))) : h('p', {class: 'empty'}, t('records.none')))));
}

/** The page. */
export async function watchPage(main, parameters, here) {
  const file = parameters.get('file'), variant = source(parameters);
  if (!file && !variant) return void await choosing(main);
  const agents = parameters.get('agents')?.split(',').filter(Boolean);
  const asked = {variant, ...(agents ? {agents} : {}), seed: Number(parameters.get('seed') ?? 1), match: Number(parameters.get('match') ?? 0)};
  const match = file ? await get('watch', {file}) : await post('watch', asked);
  if (here.gone) return;
  const player = h('div');
  const keep = attempt(async () => notice(t('saved', {file: (await post('watch', {...asked, save: 1})).id})));
  show(main, h('div', {class: 'head'}, h('div', {}, h('h1', {}, match.variant), h('p', {class: 'faint'}, match.agents.map(agentName).join(', ') + ` · ${t('config.seed')} ${match.seed}, ${t('match')} ${match.match}`), match.problem ? h('p', {class: match.unfinished ? 'faint' : 'error'}, match.unfinished ? t('watch.still') : match.problem) : null),
    h('div', {class: 'row'}, file ? null : h('button', {onclick: keep}, t('watch.keep')),
      h('button', {onclick: async () => download(match.variant, '.html', await savedPage(match), 'text/html')}, t('watch.save')))), player);
  return playerView(player, match);
}
