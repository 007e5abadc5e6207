import { expect, test } from 'vitest';
import { createGatedJobs, ENDED, FAILED } from '../../support/gated-jobs.ts';

const soon = { timeout: 60_000, interval: 50 };
const [TIME, NEXT_TIME] = ['2100-01-01T00:00:00Z', '2101-01-01T00:00:00Z'];

test.each(['fail', 'skip'] as const)(
  'an edit is refused that is recorded while the job ends: %s',
  async (onFailure) => {
    const { checks, edits, start } = await createGatedJobs();
    const { edit, handle, sees } = await start({ onFailure });
    await expect.poll(checks.calls, soon).toBe(1);
    const refusal = edit(TIME);
    await expect.poll(edits.calls, soon).toBe(1);
    checks.answer(0, FAILED);
    await sees(1);
    edits.answer(0, 'edited');
    expect(await refusal).toBe('The job has ended. Retry it with the new values.');
    const outcome = await handle.result().catch((error: unknown) => (error as Error).message);
    expect(outcome).toBe(onFailure === 'skip' ? null : 'Workflow execution failed');
    expect(checks.calls()).toBe(1);
  },
);

test('a start that is requested right after the time was edited counts for the new time', async () => {
  const { checks, edits, start } = await createGatedJobs();
  const { edit, startNow, handle, sees } = await start({ scheduledFor: TIME });
  checks.answer(0, ENDED);
  await sees(1);
  edits.answer(0, 'edited');
  expect(await edit(NEXT_TIME)).toBeNull();
  await expect.poll(checks.calls, soon).toBe(2);
  expect(await startNow()).toBe(true);
  checks.answer(1, ENDED);
  expect(await handle.result()).toEqual({});
});
