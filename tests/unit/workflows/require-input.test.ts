import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { requireInput } from '../../../workflows/require-input.ts';

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
      const text = refusalOf(() =>
        requireInput<{ priority: number }>('crawl', json, { priority: () => false }),
      );
      expect(text).toMatch(/^crawl: .+; it takes .+/s);
      expect(text.length).toBeLessThan(4_000);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test('of thousands of faults the first are named and the others counted', () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field${at}`, 1]));
  const text = refusalOf(() => requireInput<{ id: number }>('crawl', [fields], { id: Number.isInteger }));
  expect(text.length).toBeLessThan(4_000);
  expect(text).toMatch(
    /^crawl: id is missing; .+; the field "field0" is not known; .+; and 19991 more faults$/,
  );
});
