import { expect, test } from 'vitest';
import { describeEnd } from '../../../../dashboard/quarantine/describe-doubt-end.ts';

const AT = '2026-01-10T06:00:00Z';
const NOW_MS = Date.parse('2026-01-10T05:36:00Z');
const end = { by: 'look_again' as const, at: AT, why: '' };

test.each([
  [end, NOW_MS, ['Believed by itself ', AT, ', if the store shows the same then.']],
  [
    end,
    Date.parse(AT),
    ['Believed by itself at the extra crawl that is due', null, ', if the store shows the same then.'],
  ],
  [
    { ...end, by: 'next_crawl' as const, at: null },
    NOW_MS,
    ['Believed by itself at the next crawl', null, ', if the store shows the same then.'],
  ],
  [
    { ...end, by: 'person' as const, at: null },
    NOW_MS,
    ['Never believed automatically: it needs your decision.', null, ''],
  ],
])('%o at %d', (one, nowMs, [before, at, after]) => {
  expect(describeEnd(one, nowMs)).toEqual({ before, at, after });
});
