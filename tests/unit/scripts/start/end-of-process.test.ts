import { expect, test } from 'vitest';
import { endOf } from '../../../../scripts/start/end-of-process.ts';
import { StartRefused } from '../../../../scripts/start/refusal.ts';

const ended = {
  logFile: '/data/logs/worker.log',
  logTail: '{"level":"error","msg":"JOB_TYPES names ./a.ts"}',
};

test('a process with wrong settings refuses the start in its own words', () => {
  const refused = endOf('the worker', { ...ended, end: { code: 2, signal: null } });
  expect(refused).toBeInstanceOf(StartRefused);
  expect(refused.message).toBe('The process of the worker refuses to run: JOB_TYPES names ./a.ts');
});

test('a process that crashed has a log and an exit code', () => {
  const crashed = endOf('the worker', { ...ended, end: { code: 1, signal: null } });
  expect(crashed).not.toBeInstanceOf(StartRefused);
  expect(crashed.message).toBe(
    'The process of the worker ended for good: JOB_TYPES names ./a.ts (exit code 1); its log: /data/logs/worker.log',
  );
});
