import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSettledByRepeating, judgeMenu, type MenuEvidence } from '../../../domain/judge-menu.ts';

const thresholds = { missingShareMax: 0.02, goneShareMax: 0.5, repricedShareMax: 0.5 };
const usual: MenuEvidence = {
  unique: 200,
  totalCount: 200,
  missing: 0,
  known: 200,
  gone: 0,
  priced: 200,
  repriced: 0,
  twin: null,
};

function faultOf(change: Partial<MenuEvidence>): string | null {
  return judgeMenu({ ...usual, ...change }, thresholds)?.fault ?? null;
}

describe('judgeMenu', () => {
  test.each<[string, Partial<MenuEvidence>]>([
    ['a menu like the last one', {}],
    ['a first menu', { known: 0, priced: 0 }],
    ['a store that never had a product', { unique: 0, totalCount: 0, known: 0, priced: 0 }],
    ['one product that did not come', { totalCount: 20, unique: 19, missing: 1 }],
    ['2 % that did not come', { totalCount: 200, unique: 196, missing: 4 }],
    ['half of the menu gone', { gone: 100 }],
    ['a small menu that loses nearly all', { known: 19, gone: 18, unique: 1, priced: 19 }],
    ['half of the prices changed', { repriced: 100 }],
  ])('lets in %s', (_title, change) => {
    expect(faultOf(change)).toBeNull();
  });

  test.each<[string, Partial<MenuEvidence>, string]>([
    ['more than 2 % that did not come', { totalCount: 200, unique: 195, missing: 5 }, 'incomplete'],
    ['one of three that did not come', { totalCount: 3, unique: 2, missing: 1 }, 'incomplete'],
    ['a count, and no product', { totalCount: 1, unique: 0, missing: 1, known: 0 }, 'incomplete'],
    ['an empty menu where there were products', { unique: 0, totalCount: 0, gone: 200 }, 'empty'],
    ['an empty menu without a count', { unique: 0, totalCount: null, gone: 200 }, 'empty'],
    ['a page of another store', { twin: { payloadId: 7, dispensaryId: 3 } }, 'twin'],
    ['more than half gone', { gone: 101, unique: 99, totalCount: 99 }, 'gone'],
    ['more than half repriced', { repriced: 101 }, 'repriced'],
  ])('suspects %s', (_title, change, fault) => {
    expect(faultOf(change)).toBe(fault);
  });

  test('never lets an empty menu in where products are known', () => {
    const count = fc.nat(5000);
    fc.assert(
      fc.property(
        count,
        fc.option(count),
        fc.integer({ min: 1, max: 5000 }),
        (missing, totalCount, known) => {
          expect(faultOf({ unique: 0, missing, totalCount, known, gone: known })).not.toBeNull();
        },
      ),
    );
  });
});

test('what a block can look like is never settled by asking again', () => {
  const faults = ['incomplete', 'empty', 'gone', 'repriced', 'twin'] as const;
  expect(faults.filter((fault) => isSettledByRepeating({ fault }))).toEqual(['gone', 'repriced']);
});
