import { expect, test } from 'vitest';
import { endOf, RESTARTS } from '../../../../scripts/start/end-of-process.ts';
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

test('all complaints about the settings are shown', () => {
  const logTail = '{"level":"info","msg":"hello"}\nLOG_LEVEL is "loud"\nAPI_PORT is "many"\n';
  const refused = endOf('the API', { ...ended, logTail, end: { code: 2, signal: null } });
  expect(refused.message).toBe(
    'The process of the API refuses to run: LOG_LEVEL is "loud"\nAPI_PORT is "many"',
  );
});

test.each([
  '{"level":"error","refusal":"DatabaseUnreachable","msg":"The database at ::1 cannot be used"}',
  '{"level":"error","refusal":"CannotListen","msg":"The API cannot listen: EADDRINUSE"}',
])('a server that is away is no wrong setting: %s', (logTail) => {
  expect(RESTARTS.refuses({ code: 2, logTail })).toBe(false);
  expect(endOf('it', { ...ended, logTail, end: { code: 2, signal: null } })).not.toBeInstanceOf(StartRefused);
});

test('a refusal with the name of a wrong setting, or with none, is not tried again', () => {
  expect(RESTARTS.refuses({ code: 2, logTail: '{"refusal":"JobTypesRefused","msg":"no list"}' })).toBe(true);
  expect(RESTARTS.refuses({ code: 2, logTail: 'LOG_LEVEL is "loud"' })).toBe(true);
  // Only a name counts: these words may also be quoted by another complaint.
  expect(RESTARTS.refuses({ code: 2, logTail: 'The database at ::1 is no PostgreSQL URL' })).toBe(true);
});

test('a process that crashed has a log and an exit code', () => {
  const crashed = endOf('the worker', { ...ended, end: { code: 1, signal: null } });
  expect(crashed).not.toBeInstanceOf(StartRefused);
  expect(crashed.message).toBe(
    'The process of the worker ended for good: JOB_TYPES names ./a.ts (exit code 1); its log: /data/logs/worker.log',
  );
});
