import type { Command } from 'commander';
import { serverOption } from '../../api/find-api.ts';
import { readNumber } from '../../read-number.ts';
import { readPrice } from './read-price.ts';
import { readTime } from '../../read-time.ts';
import { listProducts } from './list-products.ts';
import { showHistory } from './show-history.ts';
import { showProduct } from './show-product.ts';

const LIMIT_USUAL = 50;

/** Adds `products`: what the stores sell. */
export function addProductCommands(program: Command): void {
  const products = program
    .command('products')
    .description('Products of the stores: prices, stock and history.');
  products
    .command('list')
    .description('Lists products, in the order of their ids.')
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
    .addOption(serverOption())
    .action(listProducts);
  products
    .command('show')
    .description('Shows all that is known of a product, with its sizes.')
    .argument('<id>', 'as `products list` shows it', readId)
    .option('--json', 'prints one JSON object')
    .addOption(serverOption())
    .action(showProduct);
  products
    .command('history')
    .description('Shows the prices and stock of a product as each payload had them, the newest first.')
    .argument('<id>', 'as `products list` shows it', readId)
    .option('--since <time>', 'from then on, such as 2026-01-31T08:00:00Z', readTime)
    .option('--until <time>', 'before then', readTime)
    .option('--limit <count>', 'so many at most', readCount, LIMIT_USUAL)
    .option('--json', 'prints one JSON array')
    .addOption(serverOption())
    .action(showHistory);
}

function readCount(text: string): number {
  return readNumber(text, 'a whole number above 0');
}

function readId(text: string): number {
  return readNumber(text, 'the id of a product, a whole number above 0');
}
