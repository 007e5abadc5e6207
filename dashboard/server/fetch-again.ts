import type { QueryClient } from '@tanstack/query-core';

/**
 * Refetches queries. Waits for a request under way instead of cancelling it; otherwise steady events would keep every request from
 * finishing. The request under way may have read its data before the event, so a second request follows it.
 */
export async function fetchAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isUnderWay = queries.isFetching({ queryKey }) > 0;
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isUnderWay) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
