interface Page {
  items: unknown[];
  next_cursor: string | null;
}

type ItemOf<Found extends Page> = Found['items'][number];

const PAGE_MAX = 500;

/**
 * Reads a list of the API page by page.
 * @param limit how many items at most
 * @param read one page; the cursor is undefined for the first
 * @returns the items, whether there are more, and the last page that was read
 */
export async function readPages<Found extends Page>(
  limit: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Found>,
): Promise<{ items: ItemOf<Found>[]; hasMore: boolean; page: Found }> {
  const items: ItemOf<Found>[] = [];
  for (let cursor: string | null | undefined; ;) {
    const wanted = Math.min(limit - items.length, PAGE_MAX);
    const page = await read({ limit: wanted, ...(cursor == null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null || items.length >= limit) return { items, hasMore: cursor !== null, page };
  }
}

/** What to say on standard error where a list has more than was asked for. */
export function formatMore(limit: number): string {
  return `There are more; these are the first ${limit} (--limit).\n`;
}
