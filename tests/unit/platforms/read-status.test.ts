import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOffered, readStatus } from '../../../platforms/read-status.ts';
import type { Source } from '../../../platforms/read-fields.ts';

function read(Status: unknown): { status: string | null; flaws: Source['flaws'] } {
  const source: Source = { record: { Status }, place: '', flaws: [] };
  return { status: readStatus(source, 'Status'), flaws: source.flaws };
}

test.each(['Active', 'Inactive', 'OutOfStock'])('%s is known in whatever case', (word) => {
  fc.assert(
    fc.property(fc.mixedCase(fc.constant(word)), (spelled) => {
      expect(read(spelled)).toEqual({ status: word, flaws: [] });
    }),
  );
});

test('a word that is not known stays, is noted with itself, and is not offered', () => {
  const other = fc.stringMatching(/^[a-z]{1,30}$/).filter((word) => !/^(in)?active$|^outofstock$/.test(word));
  fc.assert(
    fc.property(other, (word) => {
      const { status, flaws } = read(word);
      expect(status).toBe(word);
      expect(isOffered(status)).toBe(false);
      expect(flaws).toMatchObject([{ place: 'Status', reason: expect.stringContaining(word) as string }]);
    }),
  );
});

test('where there is no status, a product is offered', () => {
  for (const none of [null, undefined, '', ' ']) {
    const { status, flaws } = read(none);
    expect([status, flaws, isOffered(status)]).toEqual([null, [], true]);
  }
});
