import { expect, test, vi } from 'vitest';
import type { JobRun } from '../../../../jobs/job-type.ts';
import { dummy } from '../../../../jobs/built-in/dummy.ts';

/** Runs one attempt. */
async function runDummy({ attempt, cursor }: { attempt: number; cursor: number | null }) {
  const report = vi.fn<JobRun<unknown>['report']>();
  const payload = { seconds: 0.02, failures: 1 };
  const run = { payload, attempt, cursor, signal: new AbortController().signal, report };
  return { result: await dummy.run(run as Partial<JobRun<unknown>> as JobRun<unknown>), report };
}

test('dummy reports its seconds, fails half-way as often as requested, and continues from there', async () => {
  await expect(runDummy({ attempt: 1, cursor: null })).rejects.toThrow('Attempt 1 of 1 that were to fail.');
  const { result, report } = await runDummy({ attempt: 2, cursor: 10 });
  expect(result).toEqual({ seconds: 0.02 });
  expect(report.mock.calls).toEqual([[{ percent: 100, message: '0.02 of 0.02 s', cursor: 20 }]]);
});
