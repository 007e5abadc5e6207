import { describe, expect, test } from 'vitest';
import {
  agrees,
  CONFIRMED_BY,
  confirmMenu,
  isConfirmedByTime,
  isSeenAgain,
  isWorthRecheck,
  type Look,
} from '../../../../domain/belief/confirm-menu.ts';
import type { Suspicion } from '../../../../domain/belief/suspicion.ts';
import type { Fault } from '../../../../domain/belief/rule.ts';

const MINUTE = 60_000;
const CONFIRM_AFTER = 30 * MINUTE;

type Measured = Suspicion['measured'];

function suspect(faults: Fault[], measured: Measured, doubts = measured.length): Suspicion {
  const [fault = 'shrunk'] = faults;
  const evidence = { unique: 60, totalCount: 60, missing: 0, known: 100, twin: null, stale: null };
  return { fault, faults, message: 'It is odd.', measured, doubts, samples: [], evidence };
}

function look(minutes: number, changes: Partial<Look> = {}): Look {
  return {
    exitAddress: '203.0.113.1',
    proxyOwner: 'north',
    fetchedAt: new Date(minutes * MINUTE),
    ...changes,
  };
}

const shrunk = suspect(['shrunk'], [{ rule: 'gone', count: 40, of: 100 }]);
const elsewhere = { exitAddress: '203.0.113.2', proxyOwner: 'south' };

describe('what the store or its platform can do', () => {
  test('is not confirmed by another identity at once', () => {
    const now = { ...look(5, elsewhere), suspicion: shrunk };
    expect(confirmMenu(now, [{ id: 1, ...look(0), suspicion: shrunk }], CONFIRM_AFTER)).toBeNull();
  });

  test('is confirmed by a look that is late enough, and the answer names all that agree', () => {
    const now = { ...look(31), suspicion: shrunk };
    const earlier = [
      { id: 2, ...look(29), suspicion: shrunk },
      { id: 1, ...look(0), suspicion: shrunk },
    ];
    expect(confirmMenu(now, earlier, CONFIRM_AFTER)).toEqual({ by: 'time', payloadIds: [2, 1] });
  });

  test('is not where the earlier look saw something else', () => {
    const now = { ...look(60), suspicion: shrunk };
    for (const other of [
      suspect(['shrunk'], [{ rule: 'gone', count: 80, of: 100 }]),
      suspect(['unstocked'], [{ rule: 'went-out', count: 40, of: 100 }]),
    ])
      expect(confirmMenu(now, [{ id: 1, ...look(0), suspicion: other }], CONFIRM_AFTER)).toBeNull();
  });

  const sample = (now: string) => ({
    rule: 'rec-changed',
    id: 'p1',
    name: 'Blue Dream',
    field: 'rec' as const,
    option: '3.5g',
    before: '35.00',
    now,
  });
  const repriced = (now: string, fault: Fault = 'repriced') => ({
    ...suspect([fault], [{ rule: 'rec-changed', count: 40, of: 100, up: 40 }]),
    samples: [sample(now)],
  });

  test.each(['repriced', 'another-store'] as const)(
    'is confirmed at once where a person has confirmed a menu with the same values: %s',
    (fault) => {
      const believed = { id: 1, ...look(0), suspicion: repriced('38.00', fault), believedBy: 'ada' };
      const now = { ...look(1), suspicion: repriced('38.00', fault) };
      expect(confirmMenu(now, [believed], CONFIRM_AFTER)).toEqual({
        by: 'person',
        person: 'ada',
        payloadIds: [1],
      });
    },
  );

  test('is not where the menu that a person has confirmed had other values, or nobody has', () => {
    const now = { ...look(1), suspicion: repriced('3500.00') };
    for (const earlier of [
      { id: 1, ...look(0), suspicion: repriced('38.00'), believedBy: 'ada' },
      { id: 1, ...look(0), suspicion: repriced('3500.00'), believedBy: null },
    ])
      expect(confirmMenu(now, [earlier], CONFIRM_AFTER)).toBeNull();
  });

  test('is not where prices went the other way', () => {
    const up = suspect(['repriced'], [{ rule: 'rec-changed', count: 40, of: 100, up: 40 }]);
    const down = suspect(['repriced'], [{ rule: 'rec-changed', count: 40, of: 100, up: 0 }]);
    const earlier = [{ id: 1, ...look(0), suspicion: down }];
    expect(confirmMenu({ ...look(60), suspicion: up }, earlier, CONFIRM_AFTER)).toBeNull();
  });

  test('is confirmed where an earlier look counted the same without doubting it', () => {
    const before = suspect(
      ['shrunk'],
      [
        { rule: 'gone', count: 40, of: 100 },
        { rule: 'went-out', count: 9, of: 60 },
      ],
      1,
    );
    const now = suspect(
      ['shrunk', 'unstocked'],
      [
        { rule: 'gone', count: 41, of: 100 },
        { rule: 'went-out', count: 11, of: 60 },
      ],
    );
    const earlier = [{ id: 1, ...look(0), suspicion: before }];
    expect(confirmMenu({ ...look(31), suspicion: now }, earlier, CONFIRM_AFTER)).not.toBeNull();
  });
});

test('a suspicion that says nothing of what was counted agrees with no other', () => {
  const { measured: _, ...old } = shrunk;
  expect(agrees(shrunk, old as Suspicion)).toBe(false);
  expect(agrees(old as Suspicion, shrunk)).toBe(false);
  expect(agrees(shrunk, shrunk)).toBe(true);
});

describe('what a block or a proxy can do', () => {
  const cut = suspect(['incomplete'], [{ rule: 'missing', count: 40, of: 100 }]);
  const earlier = [{ id: 1, ...look(0), suspicion: cut }];

  test('is confirmed through the proxy of another owner', () => {
    const now = { ...look(1, elsewhere), suspicion: cut };
    expect(confirmMenu(now, earlier, CONFIRM_AFTER)).toEqual({ by: 'refetch', payloadIds: [1] });
  });

  test.each<[string, Partial<Look>]>([
    ['of the same owner', { ...elsewhere, proxyOwner: 'north' }],
    ['of nobody known', { ...elsewhere, proxyOwner: null }],
    ['at the same address', { ...elsewhere, exitAddress: '203.0.113.1' }],
  ])('is not through one %s', (_, where) => {
    expect(confirmMenu({ ...look(1, where), suspicion: cut }, earlier, CONFIRM_AFTER)).toBeNull();
    expect(confirmMenu({ ...look(30, where), suspicion: cut }, earlier, CONFIRM_AFTER)).toEqual({
      by: 'time',
      payloadIds: [1],
    });
  });

  test('waits with what else is doubted', () => {
    const both = suspect(
      ['incomplete', 'unstocked'],
      [
        { rule: 'missing', count: 40, of: 100 },
        { rule: 'went-out', count: 40, of: 60 },
      ],
    );
    const now = (minutes: number) => ({ ...look(minutes, elsewhere), suspicion: both });
    const before = [{ id: 1, ...look(0), suspicion: both }];
    expect(confirmMenu(now(1), before, CONFIRM_AFTER)).toBeNull();
    expect(confirmMenu(now(31), before, CONFIRM_AFTER)).toEqual({ by: 'time', payloadIds: [1] });
  });
});

test('what no store does is confirmed by nothing', () => {
  const never = Object.entries(CONFIRMED_BY).flatMap(([fault, way]) =>
    way === 'never' ? [fault as Fault] : [],
  );
  expect(never).toEqual(['unreadable', 'unread', 'unpriced', 'another-store', 'twin']);
  for (const fault of never) {
    const odd = suspect([fault], [{ rule: fault, count: 100, of: 100 }]);
    const now = { ...look(10_000, elsewhere), suspicion: odd };
    expect(confirmMenu(now, [{ id: 1, ...look(0), suspicion: odd }], CONFIRM_AFTER)).toBeNull();
    expect(isConfirmedByTime(['shrunk', fault])).toBe(false);
  }
  expect(isConfirmedByTime(['shrunk', 'repriced'])).toBe(true);
});

test('suspects of earlier versions, which do not say what they counted, settle nothing', () => {
  const old = { fault: 'shrunk', message: 'Gone.', evidence: {} } as unknown as Suspicion;
  const now = { ...look(60, elsewhere), suspicion: shrunk };
  expect(confirmMenu(now, [{ id: 1, ...look(0), suspicion: old }], CONFIRM_AFTER)).toBeNull();
});

test('a look is seen again where one through another address saw the same', () => {
  const now = { ...look(1, elsewhere), suspicion: shrunk };
  const before = (changes: Partial<Look>, suspicion = shrunk) => [{ id: 1, ...look(0, changes), suspicion }];
  expect(isSeenAgain(now, before({}))).toBe(true);
  expect(isSeenAgain(now, before(elsewhere))).toBe(false);
  expect(isSeenAgain(now, before({}, suspect(['shrunk'], [{ rule: 'gone', count: 80, of: 100 }])))).toBe(
    false,
  );
});

describe('a look later', () => {
  const unpriced = suspect(['unpriced'], [{ rule: 'unpriced', count: 100, of: 100 }]);
  const now = { ...look(600), suspicion: shrunk };
  const earlier = (suspicion: Suspicion, minutes: number) =>
    Array.from({ length: 6 }, (_, id) => ({ id, ...look(minutes), suspicion }));

  test('is worth it where time can settle the doubt, and not where it cannot', () => {
    expect(isWorthRecheck(now, [], CONFIRM_AFTER)).toBe(true);
    expect(isWorthRecheck({ ...now, suspicion: unpriced }, [], CONFIRM_AFTER)).toBe(false);
  });

  test('is not worth it after many in a row that settled nothing', () => {
    expect(isWorthRecheck(now, earlier(shrunk, 599), CONFIRM_AFTER)).toBe(false);
    expect(isWorthRecheck(now, earlier(shrunk, 599).slice(1), CONFIRM_AFTER)).toBe(true);
  });

  test('is worth it after a fault that lasted for hours and that no look could settle', () => {
    expect(isWorthRecheck(now, earlier(unpriced, 599), CONFIRM_AFTER)).toBe(true);
  });

  test('is worth it after suspects of an earlier version, which have their first fault alone', () => {
    const { fault, message, evidence } = shrunk;
    const old = { fault, message, evidence } as Suspicion;
    expect(isWorthRecheck(now, earlier(old, 599).slice(1), CONFIRM_AFTER)).toBe(true);
    expect(isWorthRecheck(now, earlier(old, 599), CONFIRM_AFTER)).toBe(false);
  });

  test('is worth it again at a later regular crawl', () => {
    expect(isWorthRecheck(now, earlier(shrunk, 360), CONFIRM_AFTER)).toBe(true);
  });
});
