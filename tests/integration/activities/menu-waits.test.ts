import { expect, test } from 'vitest';
import { ATTEMPTS, createStore, rawProduct, stockOf, type Answer } from './judged-store.ts';

/** Creates a seeded random number generator. @returns a function that returns a whole number from 0 to below `sides` */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const PRODUCTS = 250;
const PASSES = 40;

interface Shelf {
  /** Whether each product is really on the menu. */
  isThere: boolean[];
  /** How many ingested menus in a row really lacked each product. */
  misses: number[];
}

function honest({ isThere }: Shelf): Answer {
  const products = isThere.flatMap((there, place) => (there ? [rawProduct(place)] : []));
  return { products, totalCount: products.length };
}

/** Spoils a menu as a block page, a broken cache or an overloaded server does. */
function spoil(answer: Answer, kind: number): Answer {
  if (kind === 0) return { products: [], totalCount: 0 };
  if (kind === 1) return { products: [], totalCount: answer.totalCount };
  if (kind === 2) return { ...answer, products: answer.products.slice(0, Math.ceil(answer.totalCount / 3)) };
  // A few products, with a count that matches: only the comparison with the last menu shows that most products are gone.
  const few = answer.products.slice(0, Math.ceil(answer.totalCount / 4));
  return { products: few, totalCount: few.length };
}

test('through ten thousand turns of products, blocks and cut menus put none out of stock and bring none back', async () => {
  const dice = createDice(20_261_121);
  const { db, crawl } = await createStore();
  const shelf: Shelf = {
    isThere: Array.from({ length: PRODUCTS }, () => true),
    misses: Array.from({ length: PRODUCTS }, () => 0),
  };
  expect(await crawl([honest(shelf)])).toHaveProperty('missing');
  let refused = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let place = 0; place < PRODUCTS; place += 1) {
      if (dice(80) === 0) shelf.isThere[place] = !shelf.isThere[place];
    }
    const truth = honest(shelf);
    // Each attempt gets a spoilt menu with probability 1/3.
    const answers = Array.from({ length: ATTEMPTS }, (_, attempt) =>
      dice(3) === 0 ? spoil(truth, (dice(3) + attempt) % 4) : truth,
    );
    const ending = await crawl(answers);
    if (ending !== null && !('unconfirmed' in ending)) {
      for (let place = 0; place < PRODUCTS; place += 1)
        shelf.misses[place] = shelf.isThere[place] ? 0 : shelf.misses[place]! + 1;
    } else refused += 1;
    const stock = await stockOf(db);
    const wrong = shelf.misses.flatMap((misses, place) => {
      const isInStock = stock.get(rawProduct(place).id);
      return isInStock === undefined || isInStock === misses < 3 ? [] : [{ place, misses, isInStock }];
    });
    expect({ pass, wrong }).toEqual({ pass, wrong: [] });
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(PASSES / 2);
});
