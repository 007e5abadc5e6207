import type { QueryClient } from '@tanstack/query-core';

/**
 * Asks queries again. An answer that is under way is waited for: else under steady events none would ever come. It may have been
 * read before what happened, so after it they are asked once more.
 */
export async function fetchAgain(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isUnderWay = queries.isFetching({ queryKey }) > 0;
  await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (isUnderWay) await queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
}
