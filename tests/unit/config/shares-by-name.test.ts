import { expect, test } from 'vitest';
import { sharesByName } from '../../../config/shares-by-name.ts';

test('names with shares stand beside each other', () => {
  expect(sharesByName.parse(' gone = 0.2, missing=0.1')).toEqual({ gone: 0.2, missing: 0.1 });
});

test.each(['gone', 'gone=1.1', 'gone=-0.1', 'gone=0.2;fewer=0.1', 'gone=.', '=0.1', ''])(
  '%j is refused',
  (given) => {
    expect(sharesByName.safeParse(given).success).toBe(false);
  },
);
