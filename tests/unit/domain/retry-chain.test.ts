import { expect, test } from 'vitest';
import { FAILURE_KINDS } from '../../../domain/errors.ts';
import { retryChainAfterMs } from '../../../domain/retry-chain.ts';

const FIRST = { retryCount: 0, maxRetries: 3 };

test('a chain runs again after one, two and four minutes, and never more often than was asked for', () => {
  const minutes = [0, 1, 2, 3].map((retryCount) => {
    const afterMs = retryChainAfterMs('Blocked', { retryCount, maxRetries: 3 });
    return afterMs === null ? null : afterMs / 60_000;
  });
  expect(minutes).toEqual([1, 2, 4, null]);
  expect(retryChainAfterMs('Timeout', { retryCount: 15, maxRetries: 20 })).toBe(3_600_000);
  expect(retryChainAfterMs('Blocked', { retryCount: 0, maxRetries: 0 })).toBeNull();
});

test('no retry is spent on what another run would meet again', () => {
  const kinds = Object.keys(FAILURE_KINDS).filter((kind) => retryChainAfterMs(kind, FIRST) === null);
  expect(kinds.toSorted()).toEqual([
    'ContractBroken',
    'InvalidInput',
    'NotFound',
    'StaleAttempt',
    'SuspectPayload',
  ]);
});
