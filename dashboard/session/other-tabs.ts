import type { QueryClient } from '@tanstack/react-query';

/** The tabs of a browser share the cookie and therefore the session. */
const channel = new BroadcastChannel('crawlchain-session');

/** Notifies the other tabs that the user signed in or out. */
export function announceSession(): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- A channel reaches pages of its own origin alone.
  channel.postMessage('changed');
}

/** Reloads all data when the user signs in or out in another tab, because another key may have other permissions. */
export function followOtherTabs(queries: QueryClient): void {
  channel.addEventListener('message', () => void queries.resetQueries());
}
