import type { DiscoveredStore, Dispensary } from './dispensary.ts';

type KnownStore = Pick<Dispensary, 'name' | 'city' | 'stateCode' | 'slug'>;

/**
 * Whether a store is the one that was asked for. It may be served under a slug that is not its own; then its name or its place
 * must be the one that is known. Of one that was added by its menu alone neither is known: then the words of one slug must be in
 * the other.
 */
export function isAskedStore(store: DiscoveredStore, slug: string, known: KnownStore): boolean {
  if (isNamed(store, slug)) return true;
  if (known.name === known.slug)
    return areWithin(wordsOf(store.slug), wordsOf(slug)) || areWithin(wordsOf(slug), wordsOf(store.slug));
  return isSameText(store.name, known.name) || isAtPlaceOf(store, known);
}

/**
 * The same for a dispensary that has an id of the platform already, which must not be lost to a neighbour or to a store of the
 * same chain: one that is not found under its own slug must have the name and the place.
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

/** Whether there are such words, and all of them are among others. */
function areWithin(words: Set<string>, others: Set<string>): boolean {
  return words.size > 0 && words.isSubsetOf(others);
}

function isSameText(one: string | null, other: string): boolean {
  return one !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
