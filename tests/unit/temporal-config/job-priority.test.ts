import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobPriority } from '../../../temporal-config/job-priority.ts';

test('each account has a turn of its own, and jobs without one share theirs', () => {
  expect(jobPriority(3, 'ann')).toEqual({ priorityKey: 3, fairnessKey: 'account:ann' });
  expect(jobPriority(10, undefined)).toEqual({ priorityKey: 10, fairnessKey: 'no-account' });
  expect(jobPriority(1, 'no-account').fairnessKey).not.toBe(jobPriority(1, undefined).fairnessKey);
});

test('a fairness key has at most the 64 bytes that the server takes, whatever the account', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (account) => {
      const { fairnessKey = '' } = jobPriority(5, account);
      expect(Buffer.byteLength(fairnessKey)).toBeLessThanOrEqual(64);
      expect(`account:${account}`.startsWith(fairnessKey)).toBe(true);
    }),
  );
});
