import type { z } from '@hono/zod-openapi';
import { stringify } from 'csv-stringify/sync';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { ApiEnv } from './api-env.ts';

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';
const NDJSON_TYPE = 'application/x-ndjson';

/**
 * Sends a page of a list as `Accept` asks: JSON, CSV with a header line and nested values as JSON, or newline-delimited JSON. The
 * latter two name the next page in the header `Link` with `rel="next"`.
 * @param item the schema of an item; its fields are the columns, in this order
 */
export function sendList<Item extends z.ZodObject, Answer extends Page<z.input<Item>>>(
  c: Context<ApiEnv>,
  item: Item,
  page: Answer,
) {
  const type = accepts(c, {
    header: 'Accept',
    supports: [JSON_TYPE, CSV_TYPE, NDJSON_TYPE],
    default: JSON_TYPE,
  });
  c.header('Vary', 'Accept');
  if (type === JSON_TYPE) return c.json(page, 200);
  if (page.next_cursor !== null) c.header('Link', `<${nextUrl(c.req.url, page.next_cursor)}>; rel="next"`);
  const text = type === CSV_TYPE ? csvOf(page.items, Object.keys(item.shape)) : ndjsonOf(page.items);
  // The route is defined with a JSON response, and its handler's type allows no other.
  return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` }) as never;
}

/** Returns the address of the same list, starting at the cursor. */
function nextUrl(url: string, cursor: string): string {
  const next = new URL(url);
  next.searchParams.set('cursor', cursor);
  return `${next.pathname}${next.search}`;
}

function csvOf(items: unknown[], columns: string[]): string {
  return stringify(items, { header: true, columns, cast: { boolean: String }, escape_formulas: true });
}

function ndjsonOf(items: unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
