export { startOnce } from '../../workflows/start-once.ts';

/** Ends at once. */
export async function refreshAnalytics(): Promise<void> {}
