import { json } from '../storefront/answer.ts';
import type { Answer } from '../storefront/answer.ts';
import { isRecord } from '../storefront/graphql-request.ts';
import type { PageLie } from './lie-kind.ts';
import { GONE, editParts, partsAt } from './record-paths.ts';

type Body = Record<string, unknown>;

/** The paths of the page of products and of the total count in a response, in either format. */
const PRODUCTS = ['data.filteredProducts.products', 'data'];
const COUNT = ['data.filteredProducts.queryInfo.totalCount', 'meta.total_count'];
const PAGES = ['data.filteredProducts.queryInfo.totalPages'];

/**
 * Applies lies about pages to one page.
 * @param page the requested page, counted from 0
 * @param answerPage the honest response for a page. A response without a page of products passes unchanged.
 */
export async function sendPages(
  lies: readonly PageLie[],
  page: number,
  answerPage: (page: number) => Promise<Answer>,
): Promise<Answer> {
  const requested = await answerPage(page);
  const first = readBody(await answerPage(0));
  const pageSize = Math.max(1, productsIn(first).length);
  const [honestCount] = partsAt(first, COUNT);
  if (typeof honestCount !== 'number') return requested;
  const facts = { pages: Math.max(1, Math.ceil(honestCount / pageSize)), pageSize };

  let shown: number | null = page;
  let count: unknown = honestCount;
  for (const lie of lies) {
    if (shown !== null && lie.shows) shown = lie.shows(shown, facts);
    if (typeof count === 'number' && lie.counts) count = lie.counts(count, facts);
  }
  const products = shown === null ? [] : productsIn(readBody(await answerPage(shown)));
  return json(withPage(readBody(requested), { products, count, pageSize }));
}

function readBody({ body }: Answer): Body {
  const read: unknown = JSON.parse(String(body));
  return isRecord(read) ? read : {};
}

function productsIn(body: Body): unknown[] {
  return partsAt(body, PRODUCTS).find((part) => Array.isArray(part)) ?? [];
}

function withPage(
  body: Body,
  { products, count, pageSize }: { products: unknown[]; count: unknown; pageSize: number },
): Body {
  const withProducts = editParts(body, PRODUCTS, (part) => (Array.isArray(part) ? products : part));
  const withCount = editParts(withProducts, COUNT, () => (count === undefined ? GONE : count));
  // The number of pages is derived from the count, where that is a number.
  return editParts(withCount, PAGES, (pages) =>
    typeof count === 'number' ? Math.max(0, Math.ceil(count / pageSize)) : pages,
  );
}
