import { expect, test } from 'vitest';
import { countsByName } from '../../../config/counts-by-name.ts';

test('names with counts stand beside each other', () => {
  expect(countsByName.parse(' instagram = 2, a site=10')).toEqual({ instagram: 2, 'a site': 10 });
});

test.each(['instagram', 'instagram=0', 'instagram=-1', 'instagram=1.5', '=1', 'a=1;b=2', ''])(
  '%j is refused',
  (given) => {
    expect(countsByName.safeParse(given).success).toBe(false);
  },
);
