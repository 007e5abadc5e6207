import { expect, test } from 'vitest';
import { readQuarantineSearch } from '../../../../dashboard/quarantine/quarantine-search.ts';

test('an address names a payload and a store by their ids; what is no id is as if it were absent', () => {
  expect(readQuarantineSearch({ payload: 57 })).toEqual({ payload: 57 });
  expect(readQuarantineSearch({ payload: '57' })).toEqual({ payload: 57 });
  expect(readQuarantineSearch({ payload: '57', store: '3' })).toEqual({ payload: 57, store: 3 });
  for (const payload of [undefined, '', 'x', -1, 1.5, 1e300, null, {}, true, [5]])
    expect(readQuarantineSearch({ payload, store: payload })).toEqual({});
});
