import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const WORKER = [process.execPath, 'workers/main.ts'];
const env = { ...process.env, DATABASE_URL: '', TERM: 'xterm-256color' };

test('a program logs for people in a terminal, and JSON elsewhere', () => {
  const piped = spawnSync(WORKER[0]!, WORKER.slice(1), { env, encoding: 'utf8' });
  expect(JSON.parse(piped.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
    level: 'error',
    msg: expect.stringContaining('DATABASE_URL'),
  });
  // `script` runs the program in a terminal.
  const shown = spawnSync('script', ['-qec', WORKER.join(' '), '/dev/null'], { env, encoding: 'utf8' });
  expect(shown.stdout).toMatch(/^\[\d\d:\d\d:\d\d\] .*ERROR.*: .*DATABASE_URL is not set/m);
});
