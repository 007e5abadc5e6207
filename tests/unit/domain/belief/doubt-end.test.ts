import { expect, test } from 'vitest';
import { findDoubtEnd } from '../../../../domain/belief/doubt-end.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 10, 6, minutes));
const LOOK = { since: at(1), due: at(31) };
const DOUBTED = {
  suspicion: { fault: 'repriced' as const, faults: ['repriced' as const], measured: [] },
  fetchedAt: at(0),
  seenBefore: [],
  look: LOOK,
  isCrawled: true,
};

test('a menu is believed at the look that was started for it', () => {
  expect(findDoubtEnd(DOUBTED)).toMatchObject({ by: 'look_again', at: at(31) });
});

test('a look that waited before the menu came settles it only if an earlier menu saw the same', () => {
  const later = { ...DOUBTED, fetchedAt: at(20) };
  expect(findDoubtEnd(later)).toMatchObject({ by: 'next_crawl', at: null });
  expect(findDoubtEnd({ ...later, seenBefore: [at(10), at(0)] })).toMatchObject({
    by: 'look_again',
    at: at(31),
  });
});

test('without a look that waits, the next crawl may believe it', () => {
  expect(findDoubtEnd({ ...DOUBTED, look: null })).toMatchObject({ by: 'next_crawl', at: null });
});

test('one fault that no store has leaves it to a person, and is named', () => {
  const suspicion = { ...DOUBTED.suspicion, faults: ['repriced' as const, 'unpriced' as const] };
  expect(findDoubtEnd({ ...DOUBTED, suspicion })).toEqual({
    by: 'person',
    at: null,
    why: 'Time does not confirm this (`unpriced`): a person decides.',
  });
  expect(findDoubtEnd({ ...DOUBTED, suspicion: { fault: 'twin' } }).why).toContain('`twin`');
});

test('a store that is not crawled any more, and a menu whose counts were not kept, are left to a person', () => {
  expect(findDoubtEnd({ ...DOUBTED, isCrawled: false }).by).toBe('person');
  expect(findDoubtEnd({ ...DOUBTED, suspicion: { fault: 'repriced' } }).by).toBe('person');
});
