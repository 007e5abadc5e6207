import type { QueryClient } from '@tanstack/react-query';

/** The tabs of a browser share the cookie, and so the session. */
const channel = new BroadcastChannel('crawlchain-session');

/** Tells the other tabs that somebody signed in or out here. */
export function announceSession(): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches pages of its own origin alone.
  channel.postMessage('changed');
}

/** Reads everything anew once somebody signs in or out in another tab: another key may see and do other things. */
export function followOtherTabs(queries: QueryClient): void {
  channel.addEventListener('message', () => void queries.resetQueries());
}
