import { expect, test } from 'vitest';
import { faultOf } from '../../../../dashboard/platforms/read-limits.ts';

test.each(['', ' ', '0.5', '1', ' 1.5 ', '1000'])('a limit %j of requests a second is accepted', (typed) => {
  expect(faultOf('requests_per_second', typed)).toBe(null);
});

test.each(['0', '0.0', '1,5', '1,000', '-1', '1e3', '1.', '.5', 'fast', '1001', 'Infinity', '0x10'])(
  'a limit %j of requests a second is refused, with what is accepted',
  (typed) => {
    expect(faultOf('requests_per_second', typed)).toBe(
      `"${typed}" is not a number above 0 and up to 1000, such as 1.5.`,
    );
  },
);

test.each(['1.5', '0', '1001'])('a limit %j of requests at once is refused', (typed) => {
  expect(faultOf('max_concurrent_requests', typed)).toBe(`"${typed}" is not a whole number from 1 to 1000.`);
});
