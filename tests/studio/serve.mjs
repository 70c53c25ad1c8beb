// What the tests of the pages start from: a small finished run, and the studio serving its directory.
import {execFileSync, spawn} from 'node:child_process';
import {join, resolve} from 'node:path';

/** Runs the program in a directory, and returns what it prints. */
export function run(program, directory, ...words) {
  return execFileSync(resolve(program), words, {cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26});
}

/** The run "garden-4" in a directory; `sets` are further settings, such as "generations=2". */
export function breed(program, directory, name = 'garden', sets = []) {
  const all = ['generations=4', 'population=8', 'tournament=2', 'matches=60', 'monitor_matches=100', 'final.matches=300', 'search_space.initial_maps=["thesis-9","thesis-10"]', `name=${name}`, ...sets];
  run(program, directory, 'evolve', 'thesis', ...all.flatMap(set => ['--set', set]), '--seed', '4', '--out', join(directory, `${name}-4`), '--quiet');
}

/** A studio of a directory: {address, stop(), kill()}; stop() gives its exit code, kill() leaves it no time. EVORISK_WEB names a directory of pages under work. */
export async function serve(program, directory, ...words) {
  const web = process.env.EVORISK_WEB ? ['--web', process.env.EVORISK_WEB] : [];
  const studio = spawn(program, ['studio', directory, ...web, ...words], {stdio: ['ignore', 'pipe', 'inherit']});
  const ended = new Promise(done => studio.once('exit', done));
  const address = await new Promise((found, failed) => {
    let said = '';
    studio.stdout.on('data', data => { said += data; if (said.includes('\n')) found(said.trim()); });
    ended.then(() => failed(new Error('the studio ended')));
  });
  return {address, stop() { studio.kill('SIGINT'); return ended; }, kill() { studio.kill('SIGKILL'); return ended; }};
}
