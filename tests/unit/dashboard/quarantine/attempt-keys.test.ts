import { expect, test } from 'vitest';
import { createAttemptKeys } from '../../../../dashboard/quarantine/attempt-keys.ts';
import { ApiProblem } from '../../../../api-client/answer-of.ts';

const ASKED = { decision: 'confirm', reason: 'they move' } as const;
const problem = (status?: number, code: 'internal' | 'conflict' | 'idempotency-key-in-use' = 'internal') =>
  new ApiProblem({
    title: 'No',
    detail: 'It did not work.',
    code,
    ...(status === undefined ? {} : { status }),
  });

test('while nobody knows whether a decision has arrived, it is sent again under the same key', () => {
  for (const error of [
    problem(),
    problem(503),
    problem(429),
    problem(409, 'idempotency-key-in-use'),
    new Error('broken'),
  ]) {
    const keys = createAttemptKeys();
    const key = keys.keyOf(57, ASKED);
    keys.settle(57, error);
    expect(keys.keyOf(57, ASKED)).toBe(key);
  }
});

test('after an answer, or for another payload, decision or reason, the key is another', () => {
  const keys = createAttemptKeys();
  const seen = [keys.keyOf(57, ASKED)];
  keys.settle(57, problem(409, 'conflict'));
  seen.push(keys.keyOf(57, ASKED));
  keys.settle(57, null);
  seen.push(keys.keyOf(57, ASKED), keys.keyOf(58, ASKED), keys.keyOf(57, { ...ASKED, reason: 'else' }));
  seen.push(keys.keyOf(57, { ...ASKED, decision: 'reject' }));
  expect(new Set(seen).size).toBe(6);
  for (const key of seen) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
