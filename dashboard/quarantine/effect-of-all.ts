import type { CatalogEffect } from './describe-decision.ts';
import { oldestFirst, type Waiting } from './waiting-rows.ts';

export const NO_EFFECT: CatalogEffect = {
  unpriced: 0,
  repriced: 0,
  outOfStock: 0,
  removed: 0,
  backInStock: 0,
  added: 0,
};

/** Adds the effects of two menus. */
export function addEffects(one: CatalogEffect, other: CatalogEffect): CatalogEffect {
  return {
    unpriced: one.unpriced + other.unpriced,
    repriced: one.repriced + other.repriced,
    outOfStock: one.outOfStock + other.outOfStock,
    removed: one.removed + other.removed,
    backInStock: one.backInStock + other.backInStock,
    added: one.added + other.added,
  };
}

type Shown = Waiting & { current_payload_id: number };

/**
 * Of menus that are confirmed together, returns those that the catalog shows in the end: the newest of each store, unless a later
 * menu is already in the catalog. Leaves out stores that have no menu in the catalog yet.
 */
export function shownInCatalog(payloads: readonly Waiting[]): Shown[] {
  const newest = new Map<number, Waiting>();
  for (const payload of oldestFirst(payloads)) newest.set(payload.dispensary_id, payload);
  return [...newest.values()].filter(replacesAnother);
}

function replacesAnother(payload: Waiting): payload is Shown {
  const { current_payload_id: current, current_payload_fetched_at: shownSince, fetched_at: at } = payload;
  return current !== null && (shownSince === null || shownSince <= at);
}
