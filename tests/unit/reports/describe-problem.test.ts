import { expect, test } from 'vitest';
import type { Sample } from '../../../domain/belief/suspicion.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../../../domain/quality.ts';
import { describeProblem } from '../../../reports/describe-problem.ts';
import { makeQualityItem } from './make-quality-item.ts';

const MOMENT = new Date('2026-03-01T12:30:45Z');

/** Returns a sample of a changed price. */
function price(rule: string, option: string): Sample {
  return { rule, id: 'p1', name: 'Blue Dream', field: 'rec', option, before: '35.00', now: '0.35' };
}

/** For each problem, sample values and their expected description. */
const CASES: Record<QualityProblem, [change: Parameters<typeof makeQualityItem>[0], words: string][]> = {
  unconfirmed: [
    [
      { suspicion: '60 of 90 products are gone. 20 prices are others.', look_again_at: MOMENT },
      '60 of 90 products are gone. (1 more) It is fetched again at 2026-03-01 12:30:45 UTC.',
    ],
    [
      { suspicion: 'No prices.', look_again_at: null },
      'No prices. It waits for the next regular crawl, or a person.',
    ],
  ],
  quarantined: [
    [
      { quarantined: 2, suspect_id: 57, suspicion: 'The menu came back empty.' },
      '2 waiting; payload 57: The menu came back empty.',
    ],
    [
      {
        quarantined: 1,
        suspect_id: 57,
        suspicion: '2 of 9 prices are others. 1 of 9 products is out of stock.',
        suspicion_samples: [price('rec-doubled', '1g'), price('rec-doubled', '3.5g'), price('other', '7g')],
      },
      '1 waiting; payload 57: 2 of 9 prices are others. (1 more) For example: Blue Dream 1g rec: 35.00 → 0.35; Blue Dream 3.5g rec: 35.00 → 0.35.',
    ],
  ],
  'misses-off': [
    [
      {
        misses_off: 'unreadable',
        products: 17,
        skipped: 3,
        skipped_samples: [{ id: 'b', reason: 'has no name' }],
      },
      '3 of 20 products could not be read: has no name',
    ],
    [{ misses_off: 'incomplete', missing: 12 }, '12 products that the platform counts are missing'],
  ],
  overdue: [
    [{ fetched_at: null, interval_hours: 4 }, 'no menu has been ingested yet, the interval is 4 h'],
    [
      { fetched_at: MOMENT, interval_hours: 1.5, last_error_message: 'The page is a block page.' },
      'the newest menu dates from 2026-03-01 12:30:45 UTC, the interval is 1.5 h; the last crawl reported: The page is a block page.',
    ],
  ],
  unresolved: [
    [
      { last_error_message: null },
      'the platform has not found its slug yet; `crawlchain crawl 12 --wait` searches again and reports the result',
    ],
    [
      { last_error_message: 'dutchie knows no store with the slug no-such-store.' },
      'the last crawl reported: dutchie knows no store with the slug no-such-store.',
    ],
  ],
  confirmed: [
    [
      { confirmed_suspicion: '9 of 9 products have no price.' },
      'payload 40 was ingested: 9 of 9 products have no price.',
    ],
    [
      { confirmed_suspicion: '9 prices are others.', confirmed_samples: [price('rec-doubled', '1g')] },
      'payload 40 was ingested: 9 prices are others. For example: Blue Dream 1g rec: 35.00 → 0.35.',
    ],
  ],
  empty: [[{ fetched_at: MOMENT }, 'payload 40 of 2026-03-01 12:30:45 UTC has no product']],
  drifting: [
    [
      {
        drift: [
          { kind: 'new field', path: 'tax', known: [], found: ['number'], example: '0.09' },
          { kind: 'field gone', path: 'Name', known: ['string'], found: [], example: null },
        ],
      },
      'new field tax (0.09), field gone Name',
    ],
  ],
  skipped: [[{ products: 19, skipped: 1 }, '1 of 20 products: no sample is kept']],
  flawed: [
    [
      {
        skipped_options: 2,
        dropped_values: 3,
        flaw_samples: [{ id: 'p1', cost: 'value', place: 'Prices[0]', reason: 'is no number' }],
      },
      '2 options and 3 values left out or doubted; Prices[0] of product p1: is no number',
    ],
    [{ skipped_options: 1 }, '1 option left out or doubted'],
  ],
};

test.each(QUALITY_PROBLEMS.flatMap((problem) => CASES[problem].map((one) => [problem, ...one] as const)))(
  '%s is described by what shows it',
  (problem, change, text) => {
    expect(describeProblem(problem, makeQualityItem(change))).toBe(text);
  },
);
