import { expect, test } from 'vitest';
import { changeOf, faultOf } from '../../../../dashboard/platforms/read-limits.ts';

test.each(['', ' ', '0.5', '1', ' 1.5 ', '1,5', '1000'])(
  'a limit %j of requests a second is accepted',
  (typed) => {
    expect(faultOf('requests_per_second', typed, '2')).toBe(null);
  },
);

test.each(['0', '0.0', '1,000', '1,5,5', '-1', '1e3', '1.', '.5', 'fast', '1001', 'Infinity', '0x10'])(
  'a limit %j of requests a second is refused, with what is accepted',
  (typed) => {
    expect(faultOf('requests_per_second', typed, '2')).toBe(
      `"${typed}" is not a number above 0 and up to 1000, such as 1.5.`,
    );
  },
);

test.each(['1.5', '0', '1001'])('a limit %j of requests at once is refused', (typed) => {
  expect(faultOf('max_concurrent_requests', typed, '')).toBe(
    `"${typed}" is not a whole number from 1 to 1000.`,
  );
});

test('a limit that is left as it was is not judged, and a decimal comma is read as one', () => {
  expect(faultOf('requests_per_second', '1e-7', '1e-7')).toBe(null);
  const before = { requests_per_second: '2', max_concurrent_requests: '4' };
  expect(changeOf({ ...before, requests_per_second: '1,5' }, before)).toEqual({ requests_per_second: 1.5 });
  expect(changeOf({ ...before, max_concurrent_requests: ' ' }, before)).toEqual({
    max_concurrent_requests: null,
  });
});
