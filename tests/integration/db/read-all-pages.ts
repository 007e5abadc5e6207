import type { KeysetPage, PageRequest } from '../../../db/keyset-page.ts';

/** Reads all pages of a list. */
export async function readAllPages<Row>(
  read: (page: PageRequest) => Promise<KeysetPage<Row>>,
  page: Omit<PageRequest, 'after'>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string[] | null = null;
  do {
    const answer: KeysetPage<Row> = await read({ ...page, after });
    rows.push(...answer.items);
    after = answer.next;
  } while (after !== null);
  return rows;
}
