import type { DiscoveredStore, Dispensary } from './dispensary.ts';

/**
 * Whether a store is the one that was asked for. It may be served under a slug that is not its own; then its name or its place must be the one that is known. Of one
 * that was added by its menu alone neither is: then the words of one slug must be in the other.
 */
export function isAskedStore(
  store: DiscoveredStore,
  slug: string,
  { name, city, stateCode, slug: ownSlug }: Pick<Dispensary, 'name' | 'city' | 'stateCode' | 'slug'>,
): boolean {
  if (store.slug === slug || store.platformDispensaryId === slug) return true;
  if (name === ownSlug)
    return areWithin(wordsOf(store.slug), wordsOf(slug)) || areWithin(wordsOf(slug), wordsOf(store.slug));
  const isSamePlace = city !== null && isSameText(store.city, city) && store.stateCode === stateCode;
  return isSameText(store.name, name) || isSamePlace;
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
