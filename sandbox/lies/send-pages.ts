import { json } from '../storefront/answer.ts';
import type { Answer } from '../storefront/answer.ts';
import { isRecord } from '../storefront/graphql-request.ts';
import type { PageLie } from './lie-kind.ts';
import { GONE, editParts, partsAt } from './record-paths.ts';

type Body = Record<string, unknown>;

/** Paths in a response, in the format of either platform: the products of a page, their total count, and the number of pages. */
const PRODUCTS = ['data.filteredProducts.products', 'data'];
const COUNT = ['data.filteredProducts.queryInfo.totalCount', 'meta.total_count'];
const PAGES = ['data.filteredProducts.queryInfo.totalPages'];

/**
 * Applies lies about pages to the response for one page. A response without a count of products passes unchanged.
 * @param page the requested page, counted from 0
 * @param answerPage returns the honest response for a page
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
  // If the count is a number, the number of pages must agree with it.
  return editParts(withCount, PAGES, (pages) =>
    typeof count === 'number' ? Math.max(0, Math.ceil(count / pageSize)) : pages,
  );
}
