import { expect, test } from 'vitest';
import { deduplicatedJobId } from '../../../domain/deduplicated-job-id.ts';
import { JOB_ID } from '../../../domain/job.ts';

const WORK = { jobType: 'sync', platform: 'a site', payload: { from: { b: [1, 2], a: null }, to: 2 } };

test('the id of a job by its work does not depend on the order of keys', () => {
  const id = deduplicatedJobId(WORK);
  expect(id).toMatch(JOB_ID);
  expect(deduplicatedJobId({ ...WORK, payload: { to: 2, from: { a: null, b: [1, 2] } } })).toBe(id);
});

test.each([
  { jobType: 'other' },
  { platform: 'another site' },
  { account: 'ann' },
  { account: 'a site', platform: undefined },
  { payload: { from: { b: [2, 1], a: null }, to: 2 } },
  { payload: { from: { b: [1, 2] }, to: 2 } },
])('work with %j has another id', (other) => {
  expect(deduplicatedJobId({ ...WORK, ...(other as object) })).not.toBe(deduplicatedJobId(WORK));
});
