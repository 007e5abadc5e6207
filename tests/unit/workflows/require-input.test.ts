import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireInput, requireNoInput } from '../../../workflows/require-input.ts';

function refusalOf(work: () => void): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a refusal is of a bounded length and well formed, whatever was given', () => {
  fc.assert(
    fc.property(fc.array(fc.anything({ withObjectString: true })), (args) => {
      const json = JSON.parse(
        JSON.stringify(args, (_, part: unknown) => (typeof part === 'bigint' ? 1 : part)),
      ) as unknown[];
      for (const words of [
        refusalOf(() => requireInput<{ priority: number }>('crawl', json, { priority: Number.isInteger })),
        refusalOf(() => requireNoInput('crawl', json)),
      ]) {
        expect(words.length).toBeLessThan(4_000);
        expect(words.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('of thousands of faults the first are named and the others counted', () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 1]));
  const words = refusalOf(() => requireInput<object>('crawl', [fields], {}));
  expect(words.length).toBeLessThan(4_000);
  expect(words).toMatch(/^crawl: the field "field0" is not known; .+; and 19990 more faults$/);
});
