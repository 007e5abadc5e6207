import { expect, test } from 'vitest';
import { readFaultOptions } from '../../../faults/options.ts';

test('without options every fault has one round', () => {
  const { faults, ...rest } = readFaultOptions([]);
  expect(faults.map(({ name }) => name)).toEqual([
    'worker-kill',
    'postgres-kill',
    'temporal-kill',
    'api-kill',
    'freeze-35s',
    'freeze-2min',
    'link-idle',
    'link-transaction',
    'link-commit',
    'link-hold',
    'link-delay',
  ]);
  expect(rest).toEqual({ seed: 1, rounds: 1, json: false, write: false, help: null });
});

test('some faults alone are named, and an unknown one is refused with those that there are', () => {
  const { faults } = readFaultOptions(['--only', 'api-kill,worker-kill']);
  expect(faults.map(({ name }) => name)).toEqual(['api-kill', 'worker-kill']);
  expect(() => readFaultOptions(['--only', 'api-kil'])).toThrow(
    '--only has "api-kil"; it takes some of worker-kill, postgres-kill, temporal-kill, api-kill, freeze-35s',
  );
});
