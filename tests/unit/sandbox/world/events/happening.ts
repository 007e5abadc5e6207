import { eventKindNamed } from '../../../../../sandbox/world/events/event-kinds.ts';
import { withEvents } from '../../../../../sandbox/world/events/store-events.ts';
import type { StoreEvent } from '../../../../../sandbox/world/events/store-events.ts';
import type { GeneratedStore } from '../../../../../sandbox/world/generated-store.ts';
import { generateRestStores } from '../../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../../sandbox/world/generate-world.ts';
import type { ProductTruth } from '../../../../../sandbox/world/product-truth.ts';
import type { MenuEntry, Store } from '../../../../../sandbox/world/world.ts';

/** The first pass of the events in these tests. */
export const FROM_PASS = 3;

const usual = { seed: 5, dispensaries: 12, products: 60 };

/** Stores of every licence, tills and hands, a few small shops, and some of the other platform. */
export const STORES: readonly GeneratedStore[] = [
  ...generateWorld(usual).stores,
  ...generateWorld({ seed: 8, dispensaries: 4, products: 15 }).stores,
];
export const REST_STORES: readonly GeneratedStore[] = generateRestStores({ ...usual, restDispensaries: 4 });

/** The stores to which such an event can happen. */
export function storesFor(kind: string, stores = STORES): GeneratedStore[] {
  const { needs } = eventKindNamed(kind);
  return stores.filter((store) => {
    const before = { profile: store.profileAt(FROM_PASS - 1), menu: store.menuAt(FROM_PASS - 1) };
    return before.menu.length > 0 && (needs?.isMet(before) ?? true);
  });
}

/** The store with one event from `FROM_PASS` on. */
export function happening(store: GeneratedStore, kind: string, more: Partial<StoreEvent> = {}): Store {
  const event = { kind, store: store.platformId, seed: 1, fromPass: FROM_PASS, untilPass: null, ...more };
  return withEvents(store, () => [event]);
}

/** A product as it would be without the event, and as it is. */
export interface Pair {
  usual: ProductTruth;
  changed: ProductTruth;
  entry: MenuEntry;
}

/** The products that a store would have without the event and still has, in the pass that is so many passes old. */
export function pairsOf(store: GeneratedStore, kind: string, age = 0): Pair[] {
  const changed = new Map(
    happening(store, kind)
      .menuAt(FROM_PASS + age)
      .map((entry) => [entry.id, entry]),
  );
  return store.menuAt(FROM_PASS + age).flatMap(({ id, truth }) => {
    const entry = changed.get(id);
    return entry ? [{ usual: truth, changed: entry.truth, entry }] : [];
  });
}

/** The ids of a menu. */
export function idsAt(store: Store, pass: number): Set<string> {
  return new Set(store.menuAt(pass).map(({ id }) => id));
}
