interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

const PAGE_MAX = 500;

/**
 * Reads a list of the API page by page.
 * @param limit how many items at most
 * @param read one page; the cursor is undefined for the first
 * @returns the items, and whether there are more
 */
export async function readPages<Item>(
  limit: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<{ items: Item[]; hasMore: boolean }> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; ;) {
    const wanted = Math.min(limit - items.length, PAGE_MAX);
    const page = await read({ limit: wanted, ...(cursor == null ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null || items.length >= limit) return { items, hasMore: cursor !== null };
  }
}

/** What to say on standard error where a list has more than was asked for. */
export function formatMore(limit: number): string {
  return `There are more; these are the first ${limit} (--limit).\n`;
}
