import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobTurn } from '../../../temporal-config/job-turns.ts';

test('each account has a turn of its own, and jobs without one share theirs', () => {
  expect(jobTurn(3, 'ann')).toEqual({ priorityKey: 3, fairnessKey: 'account:ann' });
  expect(jobTurn(10, undefined)).toEqual({ priorityKey: 10, fairnessKey: 'no-account' });
  expect(jobTurn(1, 'no-account').fairnessKey).not.toBe(jobTurn(1, undefined).fairnessKey);
});

test('a fairness key has at most the 64 bytes that the server takes, whatever the account', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (account) => {
      const { fairnessKey = '' } = jobTurn(5, account);
      expect(Buffer.byteLength(fairnessKey)).toBeLessThanOrEqual(64);
      expect(`account:${account}`.startsWith(fairnessKey)).toBe(true);
    }),
  );
});
