// A device at a table: it is told at once what happens there, and asks for what its seats do.
import {answer, reach} from './api.js';
import {language} from './i18n.js';

const silent = 40000;  // milliseconds without a sign after which the connection is taken for lost

/**
 * `path`: 'play' for the studio's owner, with the match's `id`; 'seat' for a guest, with the secret of its `link`.
 * get(what) and post(what, body) answer or throw an Error with the server's sentence.
 * listen(hear, told) calls hear(view, fresh) with every view and the events that are new in it, and told('here', 'lost' or
 * 'void') when the connection is there, is lost, or can never be again; it returns what ends it.
 */
export function device({path, id, link}) {
  const headers = {'Accept-Language': language, ...(link ? {Authorization: 'Bearer ' + link} : {})};
  const address = (what, parameters) => `/api/${path}/${what}?${new URLSearchParams({...(id ? {id} : {}), ...parameters})}`;
  const events = [];
  let view = null;

  async function read(stream, hear, alive) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    for (let text = ''; ;) {
      const {done, value} = await reader.read();
      if (done) return;
      alive();
      text += value;
      for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
        if (!text.startsWith('data: ')) continue;
        view = JSON.parse(text.slice(6, end));
        events.length = view.since;
        events.push(...view.events);
        hear(view, view.events);
      }
    }
  }

  return {
    events,
    get: async what => answer(await reach(address(what), {headers})),
    post: async (what, body) => answer(await reach('/api/' + path + '/' + what, {method: 'POST', headers: {...headers, 'Content-Type': 'application/json'},
      body: JSON.stringify({...(id ? {id} : {}), ...(view ? {events: view.events_played, epoch: view.epoch} : {}), ...body})})),
    listen(hear, told) {
      let over = false, wait = 0, abort = null, timer = null, wake = () => {};
      const alive = () => { clearTimeout(timer); timer = setTimeout(() => abort?.abort(), silent); };
      const connect = async () => {
        while (!over) {
          abort = new AbortController();
          alive();
          try {
            const response = await fetch(address('stream', view ? {known: events.length, epoch: view.epoch} : {}), {headers, signal: abort.signal, cache: 'no-store'});
            if (response.status === 401) return void (over = true, told('void'));
            if (response.ok) {
              wait = 0;
              told('here');
              await read(response.body, hear, alive);
            }
          } catch {
            // Tried again below.
          }
          clearTimeout(timer);
          if (over) return;
          told('lost');
          wait = Math.min(5000, wait ? 2 * wait : 300);
          await new Promise(go => { wake = go; setTimeout(go, wait); });
        }
      };
      // A phone that wakes up tries again at once.
      const seen = () => { if (!document.hidden) wake(); };
      document.addEventListener('visibilitychange', seen);
      addEventListener('online', seen);
      // A page that is left but kept by the browser is at no table.
      const hidden = () => abort?.abort();
      addEventListener('pagehide', hidden);
      connect();
      return () => {
        over = true;
        clearTimeout(timer);
        abort?.abort();
        wake();
        document.removeEventListener('visibilitychange', seen);
        removeEventListener('online', seen);
        removeEventListener('pagehide', hidden);
      };
    },
  };
}
