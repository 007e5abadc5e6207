import { expect, test } from 'vitest';
import { readFaultOptions } from '../../../faults/options.ts';

test('without options every fault has one round', () => {
  const { faults, ...rest } = readFaultOptions([]);
  const names = faults.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['worker-kill', 'api-kill']));
  expect(new Set(names).size).toBe(names.length);
  expect(rest).toEqual({ seed: 1, rounds: 1, json: false, write: false, help: null });
});

test('some faults alone are named, and an unknown one is refused with those that there are', () => {
  const { faults } = readFaultOptions(['--only', 'api-kill,worker-kill']);
  expect(faults.map(({ name }) => name)).toEqual(['api-kill', 'worker-kill']);
  expect(() => readFaultOptions(['--only', 'api-kil'])).toThrow(
    `--only has "api-kil"; it takes some of ${readFaultOptions([])
      .faults.map(({ name }) => name)
      .join(', ')}`,
  );
});

test('the page is written from all faults, never from some', () => {
  expect(() => readFaultOptions(['--write', '--only', 'api-kill'])).toThrow('--write takes neither');
  expect(() => readFaultOptions(['--write', '--round', '2'])).toThrow('--write takes neither');
});

test('the help names every fault', () => {
  const { help, faults } = readFaultOptions(['--help']);
  for (const { name, about } of faults) expect(help).toMatch(new RegExp(`^  ${name} +${about}$`, 'm'));
});

test('one round alone is named, to repeat it', () => {
  expect(readFaultOptions(['--only', 'api-kill', '--round', '3'])).toMatchObject({ onlyRound: 3 });
});
