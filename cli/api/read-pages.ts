const PAGE_MAX = 500;

/** The fields that every page of an API list has. */
interface Page {
  items: readonly unknown[];
  next_cursor: string | null;
}

/**
 * Reads a list of the API page by page.
 * @param limit how many items to read at most
 * @param read reads one page; the cursor is absent for the first page
 */
export async function* readPages<Found extends Page>(
  limit: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Found>,
): AsyncGenerator<Found> {
  let cursor: string | null | undefined;
  for (let left = limit; left > 0 && cursor !== null;) {
    const page = await read({ limit: Math.min(left, PAGE_MAX), ...(cursor == null ? {} : { cursor }) });
    yield page;
    cursor = page.next_cursor;
    left -= page.items.length;
  }
}
