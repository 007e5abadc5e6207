import { expect, test } from 'vitest';
import { readState } from '../../../cli/read-state.ts';

test('a state is taken in any case, and one that does not exist is refused', () => {
  expect(readState('az')).toBe('AZ');
  expect(readState('BC')).toBe('BC');
  expect(() => readState('XX')).toThrow('It takes the two letters of a state or province, such as AZ.');
});
