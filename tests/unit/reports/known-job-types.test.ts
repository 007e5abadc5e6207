import { expect, test } from 'vitest';
import type { ListedWorker } from '../../../db/queries/worker-registry.ts';
import { knownJobTypes } from '../../../reports/known-job-types.ts';

const worker = (queues: string[], jobTypes?: string[]) => ({
  queues: queues.map((queue) => ({ queue, slots: 1 })),
  tuner: (jobTypes === undefined ? {} : { job_types: jobTypes }) as ListedWorker['tuner'],
});

test('what any worker that runs jobs knows is known', () => {
  const known = knownJobTypes([
    worker(['jobs'], ['a']),
    worker(['jobs', 'ingest'], ['b']),
    worker(['ingest']),
  ]);
  expect([...known!]).toEqual(['a', 'b']);
});

test('where a worker of an earlier version runs jobs, nobody knows what is known', () => {
  expect(knownJobTypes([worker(['jobs'], ['a']), worker(['jobs'])])).toBeNull();
});
