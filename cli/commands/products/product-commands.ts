import type { CliCommand } from '../../cli-command.ts';
import { readNumber } from '../../read-number.ts';
import { readPrice } from './read-price.ts';
import { readTime } from '../../read-time.ts';
import { listProducts } from './list-products.ts';
import { showHistory } from './show-history.ts';
import { showProduct } from './show-product.ts';

const LIMIT_USUAL = 50;

/** Adds `products`: what the stores sell. */
export function addProductCommands(program: CliCommand): void {
  const products = program
    .command('products')
    .description('Products of the stores: prices, stock and history.');
  products
    .command('list')
    .description('Lists products, in the order of their ids.')
    .effect('reads')
    .examples(
      'crawlchain products list --dispensary deeply-rooted --in-stock',
      "crawlchain products list --search 'blue dream' --price-max 40",
    )
    .option('--dispensary <store>', 'of this store, by its id or slug')
    .option('--brand <name>', 'exactly as the catalog spells it')
    .option('--category <name>', 'exactly as the catalog spells it')
    .option('--search <words>', 'words of the name and brand, all of them; of the last one its beginning')
    .option('--in-stock', 'what is in stock')
    .option('--on-special', 'what is on special')
    .option('--price-min <price>', 'at this price or more', readPrice)
    .option('--price-max <price>', 'at this price or less', readPrice)
    .option('--limit <count>', 'so many at most', readCount, LIMIT_USUAL)
    .option('--json', 'prints one JSON array')
    .viaApi()
    .action(listProducts);
  products
    .command('show')
    .description('Shows all that is known of a product, with its sizes.')
    .effect('reads')
    .examples('crawlchain products show 1')
    .argument('<id>', 'as `products list` shows it', readId)
    .option('--json', 'prints one JSON object')
    .viaApi()
    .action(showProduct);
  products
    .command('history')
    .description('Shows the prices and stock of a product as each payload had them, the newest first.')
    .effect('reads')
    .examples('crawlchain products history 1 --since 2026-01-31T08:00:00Z')
    .argument('<id>', 'as `products list` shows it', readId)
    .option('--since <time>', 'from then on, such as 2026-01-31T08:00:00Z', readTime)
    .option('--until <time>', 'before then', readTime)
    .option('--limit <count>', 'so many at most', readCount, LIMIT_USUAL)
    .option('--json', 'prints one JSON array')
    .viaApi()
    .action(showHistory);
}

function readCount(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function readId(text: string): number {
  return readNumber(text, 'the id of a product, a whole number above 0');
}
