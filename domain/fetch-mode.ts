import { formatMoment } from './format-moment.ts';

/**
 * How a store's menu is fetched: by plain requests, from inside a browser page, or in a browser only if plain requests are
 * blocked.
 */
type FetchMode = 'http' | 'browser' | 'auto';

/** The facts that decide whether a store is fetched in a browser. */
export interface FetchManner {
  fetchMode: FetchMode;
  /** Until when an `auto` store is fetched in a browser at once; null if it has not blocked requests recently. */
  browserUntil: Date | null;
}

/** An expected outcome of a fetch: the fetch must be repeated in another way. */
export interface Escalation {
  escalateTo: 'browser';
  /** For people to read. */
  because: string;
}

/** Returns why a store is fetched in a browser at once, or null when plain requests are tried first. */
export function whyBrowser({ fetchMode, browserUntil }: FetchManner): string | null {
  if (fetchMode === 'browser') return 'its fetch_mode is browser';
  if (fetchMode === 'auto' && browserUntil !== null) {
    return `requests without a browser were blocked; it is used until ${formatMoment(browserUntil)}`;
  }
  return null;
}
