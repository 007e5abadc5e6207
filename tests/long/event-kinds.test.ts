import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { platformSettings } from '../../config/platform-settings.ts';
import { readEnvironment } from '../../config/environment.ts';
import { normalizeMenu } from '../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { EVENT_KINDS, eventKindNamed } from '../../sandbox/world/events/event-kinds.ts';
import { summaryOfProduct, summaryOfTruth } from '../conformance/summaries.ts';
import {
  FROM_PASS,
  happening,
  REST_STORES,
  STORES,
  storesFor,
} from '../unit/sandbox/world/events/happening.ts';

const registry = createPlatformRegistry(platformSettings(readEnvironment({})));
const NAMES = EVENT_KINDS.map(({ name }) => name);
const seeds = fc.nat();

test('kinds have names in kebab-case, each once, and say in a sentence what happens', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  for (const { name, about } of EVENT_KINDS) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(about).toMatch(/^[A-Z].*\.$/);
  }
});

test('a kind that does not exist is refused with the kinds there are', () => {
  expect(() => eventKindNamed('fire')).toThrow(/one of closing-sale, .*drops-medical; got fire/);
});

describe.each(NAMES)('%s', (kind) => {
  const stores = fc.constantFrom(...storesFor(kind));

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(stores, seeds, (store, seed) => {
        const [one, other] = [happening(store, kind, { seed }), happening(store, kind, { seed })];
        expect(one.menuAt(FROM_PASS)).toEqual(other.menuAt(FROM_PASS));
        expect(one.profileAt(FROM_PASS)).toEqual(other.profileAt(FROM_PASS));
      }),
      { numRuns: 2 },
    );
  });

  it('changes the menu', () => {
    for (const store of storesFor(kind).slice(0, 3))
      expect(happening(store, kind).menuAt(FROM_PASS)).not.toEqual(store.menuAt(FROM_PASS));
  });

  it('leaves no trace in the passes before it and after it', () => {
    fc.assert(
      fc.property(stores, seeds, (store, seed) => {
        const changed = happening(store, kind, { seed, untilPass: FROM_PASS + 2 });
        for (const pass of [FROM_PASS - 1, FROM_PASS + 2]) {
          expect(changed.menuAt(pass)).toEqual(store.menuAt(pass));
          expect(changed.profileAt(pass)).toEqual(store.profileAt(pass));
        }
      }),
      { numRuns: 3 },
    );
  });

  it('happens to one store alone', () => {
    const [store, other] = [
      storesFor(kind)[0]!,
      STORES.find((candidate) => candidate !== storesFor(kind)[0])!,
    ];
    const event = happening(other, kind, { store: store.platformId });
    expect(event.menuAt(FROM_PASS)).toEqual(other.menuAt(FROM_PASS));
  });

  it.each(['dutchie', 'blaze'] as const)('tells the truth that the normalizer of %s reads', (name) => {
    const candidates = storesFor(kind, name === 'dutchie' ? STORES : REST_STORES);
    // Stores of the other platform have only one price list, so events of the licence cannot happen to them.
    if (candidates.length === 0) return;
    fc.assert(
      fc.property(fc.constantFrom(...candidates), seeds, fc.nat(7), (store, seed, age) => {
        const menu = happening(store, kind, { seed }).menuAt(FROM_PASS + age);
        const read = normalizeMenu(
          registry[name],
          menu.map(({ record }) => record),
        );
        expect(read.skipped).toEqual([]);
        expect(read.products.map(summaryOfProduct)).toEqual(menu.map(({ truth }) => summaryOfTruth(truth)));
        expect(new Set(menu.map(({ id }) => id)).size).toBe(menu.length);
      }),
      { numRuns: 5 },
    );
  });
});
