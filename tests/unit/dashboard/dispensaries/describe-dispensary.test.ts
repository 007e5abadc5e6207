import { expect, test } from 'vitest';
import {
  crawlStateOf,
  describeBrowser,
  describeInterval,
  dispensaryIdIn,
  menuLinkOf,
  whyNotCrawled,
} from '../../../../dashboard/dispensaries/describe-dispensary.ts';

const CLOSED = '2026-11-21T10:15:30.000Z';

test('a store that is switched off, closed or both is said to be so, and why schedules skip it', () => {
  const of = (isEnabled: boolean, closedAt: string | null) => {
    const store = { crawl_enabled: isEnabled, closed_at: closedAt };
    return [crawlStateOf(store).word, whyNotCrawled(store)];
  };
  const off = 'Its crawls are switched off: schedules skip it, and no crawl of it can be started.';
  const closed = 'Discovery found it closed; schedules skip it until discovery finds it open again.';
  expect(of(true, null)).toEqual(['crawled', null]);
  expect(of(true, CLOSED)).toEqual(['closed', closed]);
  expect(of(false, null)).toEqual(['not crawled', off]);
  expect(of(false, CLOSED)).toEqual(['not crawled', `${off} ${closed}`]);
});

test('the interval of an operator goes before the adapted one', () => {
  const of = (set: number | null, adapted: number | null) =>
    describeInterval({ crawl_interval_hours: set, adapted_interval_hours: adapted });
  expect(of(12, 6)).toBe('every 12 h, set by an operator');
  expect(of(null, 6.25)).toBe('every 6.3 h, adapted to its changes');
  expect(of(null, null)).toBe('as its schedule says');
});

test('it is said when a browser is used', () => {
  expect((['http', 'auto', 'browser'] as const).map((mode) => describeBrowser({ fetch_mode: mode }))).toEqual(
    [null, 'when plain requests are refused', 'always'],
  );
});

test('only web addresses are links, and only numbers are ids', () => {
  const urls = ['https://dutchie.com/a', 'HTTP://x.example', 'javascript:alert(1)', ''];
  expect(urls.map((url) => menuLinkOf({ menu_url: url }))).toEqual([urls[0], urls[1], null, null]);
  expect(['12', '0', 'abc', '1e3', '1234567890123456'].map(dispensaryIdIn)).toEqual([
    12,
    null,
    null,
    null,
    null,
  ]);
});
