import { describe, expect, test } from 'vitest';
import { judgeMenu, RULE_SHARES, type MenuToJudge } from '../../../../domain/belief/judge-menu.ts';
import { makeFetched, makeKnown, makeProducts, remembered } from './make-menus.ts';

function judge(changes: Partial<MenuToJudge> = {}, shares = RULE_SHARES) {
  const products = makeProducts(100);
  return judgeMenu(
    {
      known: makeKnown(products),
      fetched: makeFetched(products),
      ofOtherStores: { count: 0, first: [] },
      twin: null,
      stale: null,
      ...changes,
    },
    shares,
  );
}

const lacking = (missing: number, totalCount = 100) =>
  makeFetched(makeProducts(totalCount - missing), { totalCount, missing });

test('nothing is wrong with a menu that did not change', () => {
  expect(judge()).toBeNull();
});

describe('a menu that lacks what the platform counts', () => {
  test('is incomplete', () => {
    expect(judge({ fetched: lacking(3) })).toMatchObject({
      fault: 'incomplete',
      message: expect.stringContaining('The platform counts 100 products on the menu'),
      evidence: { unique: 97, totalCount: 100, missing: 3, known: 100 },
    });
  });

  test('may lack a product or two: menus change while they are asked for', () => {
    expect(judge({ fetched: lacking(2) })).toBeNull();
  });

  test('may not when it has only a few', () => {
    const known = makeKnown(makeProducts(5));
    expect(judge({ known, fetched: lacking(1, 5) })).toMatchObject({ fault: 'incomplete' });
  });

  test('is believed where its count is always as much too high', () => {
    const known = makeKnown(makeProducts(100), { recentMissing: [3, 3, 4] });
    expect(judge({ known, fetched: lacking(3) })).toBeNull();
    expect(judge({ known, fetched: lacking(4) })).toMatchObject({ fault: 'incomplete' });
  });
});

test('an empty menu of a store that had products is not believed; of one that had none, it is', () => {
  const fetched = makeFetched([]);
  expect(judge({ fetched })).toMatchObject({ fault: 'empty' });
  expect(judge({ fetched, known: makeKnown([]) })).toBeNull();
});

test('a page that came for another store is not believed, also of a store that nothing is known of', () => {
  const twin = { payloadId: 7, dispensaryId: 8 };
  expect(judge({ twin, known: makeKnown([]) })).toMatchObject({
    fault: 'twin',
    message: expect.stringContaining('one of dispensary 8 in payload 7'),
  });
});

test('a page from before the last menu is not believed, unless the menu is so small that it may repeat itself', () => {
  const stale = { payloadId: 7, dispensaryId: 1 };
  const changed = makeFetched(makeProducts(100, (place) => (place === 7 ? { quantity: 99 } : {})));
  const suspicion = judge({ stale, fetched: changed });
  expect(suspicion).toMatchObject({ fault: 'stale', message: expect.stringContaining('payload 7') });
  // The last menu was fetched in the other order, so its pages differ although its content is the same.
  expect(judge({ stale })).toBeNull();
  const few = makeProducts(19, (place) => (place === 7 ? { quantity: 99 } : {}));
  expect(judge({ stale, known: makeKnown(makeProducts(19)), fetched: makeFetched(few) })).toBeNull();
});

test('a menu of which more than half cannot be read is unreadable, and says why', () => {
  const unreadable = (count: number) =>
    makeFetched(makeProducts(100), {
      unreadable: Array.from({ length: count }, (_, place) => ({
        id: `id-${place}`,
        reason: 'expected a name, got nothing',
      })),
    });
  expect(judge({ fetched: unreadable(50) })).toBeNull();
  expect(judge({ fetched: unreadable(51) })).toMatchObject({
    fault: 'unreadable',
    message: '51 of 100 products cannot be read: expected a name, got nothing.',
  });
  // What can be read of this menu proves nothing about the rest: half of the menu is not gone.
  const rest = { ...unreadable(60), products: makeProducts(40) };
  expect(judge({ fetched: rest })?.faults).toEqual(['unreadable']);
});

test('all that is doubted is told, what doubts it first, and what else was counted after it', () => {
  const products = makeProducts(100, (place) =>
    place < 30 ? { inStock: false, name: `Other ${place}` } : place < 33 ? { brandName: 'Another' } : {},
  );
  const suspicion = judge({ fetched: makeFetched(products) });
  expect(suspicion).toMatchObject({ fault: 'unstocked', faults: ['unstocked', 'relabelled'] });
  expect(suspicion?.message).toContain('24 of 100 products are out of stock at once.');
  expect(suspicion?.message).toContain('30 of 100 products have another name.');
  const rules = suspicion?.measured.map(({ rule }) => rule) ?? [];
  expect(rules.slice(0, suspicion?.doubts)).toContain('went-out');
  expect(rules.slice(suspicion?.doubts)).toContain('rebranded');
});

test('a setting changes what a rule tolerates', () => {
  const fetched = makeFetched(makeProducts(100, (place) => (place < 30 ? null : {})));
  expect(judge({ fetched })).toMatchObject({ fault: 'shrunk' });
  expect(judge({ fetched }, { ...RULE_SHARES, gone: 0.4, fewer: 0.4 })).toMatchObject({ fault: 'unstocked' });
  expect(judge({ fetched }, { ...RULE_SHARES, gone: 0.4, fewer: 0.4, 'fewer-in-stock': 0.4 })).toBeNull();
});

test('after an empty menu the next one is compared with the last that had products, and staying empty is no news', () => {
  const known = makeKnown(makeProducts(100), { recent: [remembered({ inStock: 0 })] });
  expect(judge({ known, fetched: makeFetched([]) })).toBeNull();
  const half = makeFetched(makeProducts(50));
  expect(judge({ known, fetched: half })).toMatchObject({ fault: 'shrunk' });
});
