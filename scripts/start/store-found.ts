import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { CrawlDispensaryResult } from '../../domain/crawl-run.ts';
import { describeUnconfirmed } from '../../domain/unconfirmed.ts';
import { withoutControls } from '../../domain/without-controls.ts';

/** What the crawl of a store found, as `--json` prints it. */
export interface StoreFound {
  id: number;
  name: string;
  platform: string;
  menu_url: string;
  products: number;
  in_stock: number;
  price_min: string | null;
  price_max: string | null;
  /** The faults for which the menu was doubted; empty: none. */
  doubts: string[];
  /** Why the crawl failed, or why its doubted menu was not ingested; null: the menu was ingested. */
  error: string | null;
}

interface Crawled {
  id: number;
  result: CrawlDispensaryResult | null;
  error: string | null;
}

/** Reads the results of a store's crawl. */
export async function readStoreFound(db: Db, { id, result, error }: Crawled): Promise<StoreFound> {
  const { rows } = await sql<Omit<StoreFound, 'doubts' | 'error'>>`
    select d.id, d.name, d.platform, d.menu_url, count(p.id)::int as products,
      (count(p.id) filter (where p.is_in_stock))::int as in_stock,
      min(${PRICE})::text as price_min, max(${PRICE})::text as price_max
    from dispensaries d left join store_products p on p.dispensary_id = d.id
    where d.id = ${id} group by d.id
  `.execute(db);
  const { unconfirmed, confirmed } = result ?? {};
  return {
    ...(rows[0] as Omit<StoreFound, 'doubts' | 'error'>),
    doubts: [...(unconfirmed?.faults ?? confirmed?.faults ?? [])],
    error: unconfirmed === undefined ? error : `The menu is doubted: ${describeUnconfirmed(unconfirmed)}`,
  };
}

/** SQL: the price that a customer pays. */
const PRICE = sql.raw('paid_price(p.price_rec, p.price_rec_special, p.price_med, p.price_med_special)');

/** Formats the results for people, a line for each fact. */
export function formatStoreFound(found: StoreFound): string {
  const { price_min: least, price_max: most, doubts, error } = found;
  const rows: [name: string, words: string][] = [
    ['store', `${found.name} (${found.platform}), dispensary ${found.id}`],
    ['menu', found.menu_url],
    ['products', `${found.products}, ${found.in_stock} in stock`],
    ['prices', least === null ? 'none' : `${least} to ${most}`],
    ['doubts', doubts.join(', ') || 'none'],
    ...(error === null ? [] : [['error', error] as [string, string]]),
  ];
  return `\n${rows.map(([name, text]) => `  ${name.padEnd(14)}${withoutControls(text)}`).join('\n')}\n\n`;
}
