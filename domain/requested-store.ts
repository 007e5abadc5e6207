import type { DiscoveredStore, Dispensary } from './dispensary.ts';

type KnownStore = Pick<Dispensary, 'name' | 'city' | 'stateCode' | 'slug'>;

/**
 * Whether a store is the requested one. A store may be served under a slug that is not its own; then its name or its place must
 * match the known one. A dispensary that was added only by its menu has neither; then all words of one slug must be in the other.
 */
export function isAskedStore(store: DiscoveredStore, slug: string, known: KnownStore): boolean {
  if (isNamed(store, slug)) return true;
  if (known.name === known.slug)
    return areWithin(wordsOf(store.slug), wordsOf(slug)) || areWithin(wordsOf(slug), wordsOf(store.slug));
  return isSameText(store.name, known.name) || isAtPlaceOf(store, known);
}

/**
 * Whether a store is certainly the requested one: a store with another slug must match in both name and place. Used for a dispensary
 * that already has a platform id, which must not be replaced by the id of a neighbour or of another store of the same retail chain.
 */
export function isCertainlyAskedStore(store: DiscoveredStore, slug: string, known: KnownStore): boolean {
  return isNamed(store, slug) || (isSameText(store.name, known.name) && isAtPlaceOf(store, known));
}

function isNamed(store: DiscoveredStore, slug: string): boolean {
  return store.slug === slug || store.platformDispensaryId === slug;
}

function isAtPlaceOf(store: DiscoveredStore, { city, stateCode }: KnownStore): boolean {
  return city !== null && isSameText(store.city, city) && store.stateCode === stateCode;
}

function wordsOf(slug: string): Set<string> {
  return new Set(
    slug
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
}

/** Whether there are any words, and all of them are among the others. */
function areWithin(words: Set<string>, others: Set<string>): boolean {
  return words.size > 0 && words.isSubsetOf(others);
}

function isSameText(one: string | null, other: string): boolean {
  return one !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
