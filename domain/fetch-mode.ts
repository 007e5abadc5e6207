/** How a store's menu is fetched: by requests alone, from inside a browser's page, or as it turns out. */
type FetchMode = 'http' | 'browser' | 'auto';

/** What decides whether a store is fetched in a browser. */
export interface FetchManner {
  fetchMode: FetchMode;
  /** Until when an `auto` store goes to the browser at once; null: it did not block requests lately, or that time is over. */
  browserUntil: Date | null;
}

/** An expected outcome of a fetch: the same fetch is to be done in another way. */
export interface Escalation {
  escalateTo: 'browser';
  /** In words, for people. */
  because: string;
}

/** Why a store is to be fetched in a browser at once, or null when requests are tried first. */
export function whyBrowser({ fetchMode, browserUntil }: FetchManner): string | null {
  if (fetchMode === 'browser') return 'its fetch_mode is browser';
  if (fetchMode === 'auto' && browserUntil !== null) {
    return `requests without a browser were blocked; it is used until ${browserUntil.toISOString()}`;
  }
  return null;
}
