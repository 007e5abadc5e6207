import { eventKindNamed } from '../../../../../sandbox/world/events/event-kinds.ts';
import { withEvents } from '../../../../../sandbox/world/events/store-events.ts';
import type { StoreEvent } from '../../../../../sandbox/world/events/store-events.ts';
import type { GeneratedStore } from '../../../../../sandbox/world/generated-store.ts';
import { generateRestStores } from '../../../../../sandbox/world/generate-rest-stores.ts';
import { generateWorld } from '../../../../../sandbox/world/generate-world.ts';
import type { ProductTruth } from '../../../../../sandbox/world/product-truth.ts';
import type { MenuEntry, Store } from '../../../../../sandbox/world/world.ts';

/** The pass in which the events of these tests begin. */
export const FROM_PASS = 3;

const usual = { seed: 5, dispensaries: 12, products: 60 };

/** Stores of every licence, with stock reported by tills or counted by hand, a few small shops, and some stores of the other platform. */
export const STORES: readonly GeneratedStore[] = [
  ...generateWorld(usual).stores,
  ...generateWorld({ seed: 8, dispensaries: 4, products: 15 }).stores,
];
export const REST_STORES: readonly GeneratedStore[] = generateRestStores({ ...usual, restDispensaries: 4 });

/** Returns the stores to which an event of this kind can happen. */
export function storesFor(kind: string, stores = STORES): GeneratedStore[] {
  const { needs } = eventKindNamed(kind);
  return stores.filter((store) => {
    const before = { profile: store.profileAt(FROM_PASS - 1), menu: store.menuAt(FROM_PASS - 1) };
    return before.menu.length > 0 && (needs?.isMet(before) ?? true);
  });
}

/** Returns the store with one event, which begins in the pass `FROM_PASS`. */
export function happening(store: GeneratedStore, kind: string, more: Partial<StoreEvent> = {}): Store {
  const event = { kind, store: store.platformId, seed: 1, fromPass: FROM_PASS, untilPass: null, ...more };
  return withEvents(store, () => [event]);
}

/** A product as it is without the event, and as it is with it. */
export interface Pair {
  usual: ProductTruth;
  changed: ProductTruth;
  entry: MenuEntry;
}

/** Pairs the products that exist both without and with the event, `age` passes after the event began. */
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

/** Returns the ids of the products on a store's menu. */
export function idsAt(store: Store, pass: number): Set<string> {
  return new Set(store.menuAt(pass).map(({ id }) => id));
}
