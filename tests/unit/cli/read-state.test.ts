import { expect, test } from 'vitest';
import { readState, readStates } from '../../../cli/read-state.ts';

test('a state is taken in any case, and one that does not exist is refused', () => {
  expect(readState('az')).toBe('AZ');
  expect(readState('BC')).toBe('BC');
  expect(() => readState('XX')).toThrow('It takes the two letters of a state or province, such as AZ.');
});

test('several states have commas between them, and each has to be one', () => {
  expect(readStates('az, NV')).toBe('AZ,NV');
  expect(() => readStates('AZ,ZZ')).toThrow('It takes the two letters');
});
