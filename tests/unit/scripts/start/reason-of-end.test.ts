import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { reasonOfEnd } from '../../../../scripts/start/reason-of-end.ts';

const LOG_MODULE = new URL('../../../../observability/log.ts', import.meta.url).href;

/** Runs a program that has a log until it ends. @returns why it ended */
function reasonOf(program: string): string {
  const withLog = `import { createLog } from '${LOG_MODULE}';\nconst log = createLog('info');\n${program}`;
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    withLog,
  ]);
  return reasonOfEnd(`${stdout.toString()}${stderr.toString()}`, { code: status, signal });
}

test('an error that nobody handled is told, not the last line of its trace', () => {
  const program = `log.info('serving'); setImmediate(() => { throw new TypeError('the socket is gone') });`;
  expect(reasonOf(program)).toBe('TypeError: the socket is gone (exit code 1)');
});

test('a crash that was logged is told with what caused it', () => {
  const program = `log.error({ err: new Error('no such namespace') }, 'the worker crashed'); log.info('bye'); process.exitCode = 2;`;
  expect(reasonOf(program)).toBe('the worker crashed: no such namespace (exit code 2)');
});

test('a process that was killed, wrote nothing or could not be started', () => {
  expect(reasonOf(`process.kill(process.pid, 'SIGKILL')`)).toBe('it wrote nothing (ended by SIGKILL)');
  expect(reasonOf('')).toBe('it wrote nothing (exit code 0)');
  expect(reasonOfEnd('', { code: null, signal: null, error: new Error('ENOENT') })).toBe(
    'it could not be started: ENOENT',
  );
});

test('of PostgreSQL the line that says why, not the one that says that it is shut down', () => {
  const log = `2026-01-01 [1] LOG:  starting\n2026-01-01 [1] FATAL:  could not write lock file\n2026-01-01 [1] LOG:  database system is shut down`;
  expect(reasonOfEnd(log, { code: 1, signal: null })).toBe('FATAL:  could not write lock file (exit code 1)');
});
