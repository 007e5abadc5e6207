import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readIsolatedModule } from '../../../jobs/isolation/read-isolated-module.ts';
import { ISOLATION } from '../../support/misbehaving-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a payload is checked in a process of the module, which is replaced when it breaks or takes too long', async () => {
  const module = join(await temporaryFolder('job-types-'), 'types.mjs');
  await writeFile(
    module,
    `const fault = (message) => ({ error: { issues: [{ code: 'custom', path: ['how'], message }] } });
    const payload = { safeParse({ how }) {
      if (how === 'exit') process.exit(4);
      for (; how === 'loop';);
      if (how === 'time') return fault(performance.timeOrigin + ' ' + Date.now());
      return how === 'tell' ? fault(String(process.env.DATABASE_URL) + process.pid) : {};
    } };
    export const jobTypes = [{ name: 'check', about: 'Checks.', payload, run() {} }];`,
  );
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  const [type] = await readIsolatedModule(module, ISOLATION);
  const faultsOf = (how: string) => type!.findFaults({ how });
  const [told, again] = [await faultsOf('tell'), await faultsOf('tell')];
  expect(told).toEqual([
    {
      path: ['payload', 'how'],
      message: expect.stringMatching(new RegExp(`^does not fit: undefined(?!${process.pid}$)`)),
    },
  ]);
  expect(again).toEqual(told);
  const broke =
    'does not fit: its schema broke: The process of the job ended with exit code 4 before the job did';
  expect(await faultsOf('exit')).toEqual([{ path: ['payload'], message: broke }]);
  expect(await faultsOf('sound')).toEqual([]);
  // A payload that breaks the schema is no fault of those that are checked at the same time.
  const together = await Promise.all(['sound', 'exit', 'sound', 'tell'].map(faultsOf));
  expect(together).toMatchObject([[], [{ message: broke }], [], [{ path: ['payload', 'how'] }]]);
  // Nor does it start a process for each of these at once.
  const timed = await Promise.all(['exit', ...Array.from({ length: 8 }, () => 'time')].map(faultsOf));
  const lives = timed
    .slice(1)
    .map(([fault]) => fault!.message.match(/[\d.]+/g)!.map(Number) as [number, number]);
  const atOnce = lives.map(([begin]) => lives.filter(([from, to]) => from <= begin && begin < to).length);
  expect(Math.max(...atOnce)).toBeLessThanOrEqual(4);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const looping = faultsOf('loop');
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  const message = 'does not fit: its schema broke: it took more than 5000 ms';
  expect(await looping).toEqual([{ path: ['payload'], message }]);
  expect(await faultsOf('sound')).toEqual([]);
});
