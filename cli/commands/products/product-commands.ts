import type { CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { readTime } from '../../read-time.ts';
import { HISTORY_COLUMNS, PRODUCT_COLUMNS } from './product-columns.ts';
import { showProduct } from './show-product.ts';

const LIMIT_USUAL = 50;

/** Adds `products`, for the products of the stores. */
export function addProductCommands(program: CliCommand): void {
  const products = program
    .command('products')
    .description('Products of the stores: prices, stock and history.');
  products
    .command('list')
    .description('Lists products, in the order of their ids.')
    .examples(
      'crawlchain products list --dispensary deeply-rooted --in-stock',
      "crawlchain products list --search 'blue dream' --price-max 40",
      'crawlchain products list --jsonl > products.jsonl',
    )
    .option('--dispensary <store>', 'only products of this store, by its id or slug')
    .option('--brand <name>', 'spelled exactly as in the catalog')
    .option('--category <name>', 'spelled exactly as in the catalog')
    .option(
      '--search <words>',
      'words that must all occur in the name and brand; of the last one, the beginning is enough',
    )
    .option('--in-stock', 'only products in stock')
    .option('--on-special', 'only products on special')
    .option('--price-min <price>', 'at this price or more', readPrice)
    .option('--price-max <price>', 'at this price or less', readPrice)
    .list({ route: '/api/products', columns: PRODUCT_COLUMNS, limit: LIMIT_USUAL });
  products
    .command('show')
    .description('Shows everything known about a product, with its sizes.')
    .effect('reads')
    .examples('crawlchain products show 1')
    .argument('<id>', 'as `products list` shows it', readId)
    .viaApi()
    .action(showProduct);
  products
    .command('history')
    .description('Shows the prices and stock of a product as each payload had them, the newest first.')
    .examples('crawlchain products history 1 --since 2026-01-31T08:00:00Z')
    .argument('<id>', 'as `products list` shows it', readId)
    .option('--since <time>', 'from this time on, such as 2026-01-31T08:00:00Z', readTime)
    .option('--until <time>', 'before then', readTime)
    .list({
      route: '/api/products/{id}/history',
      columns: HISTORY_COLUMNS,
      none: 'There is none in this time.',
      limit: LIMIT_USUAL,
      path: ([id]) => ({ id }),
    });
}

const readId = readNumber('the id of a product, a whole number above 0');

const readPrice = readNumber('a price, such as 12.50', /^\d{1,8}(\.\d{1,2})?$/);
