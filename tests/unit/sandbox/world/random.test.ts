import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../sandbox/world/random.ts';

describe('a stream of choices', () => {
  it('is the same for the same keys', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (keys) => {
        const [one, other] = [createRandom(...keys), createRandom(...keys)];
        expect(Array.from({ length: 5 }, () => one.next())).toEqual(
          Array.from({ length: 5 }, () => other.next()),
        );
      }),
    );
  });

  it('differs for keys that only differ in where one ends', () => {
    expect(createRandom('ab', 'c').next()).not.toBe(createRandom('a', 'bc').next());
  });

  it('keeps whole numbers within both bounds and reaches both', () => {
    const random = createRandom('bounds');
    const drawn = Array.from({ length: 500 }, () => random.whole(3, 6));
    expect([Math.min(...drawn), Math.max(...drawn)]).toEqual([3, 6]);
  });

  it('spreads evenly enough for shares to mean something', () => {
    const random = createRandom('spread');
    const hits = Array.from({ length: 10_000 }, () => random.chance(0.25)).filter(Boolean).length;
    expect(Math.abs(hits - 2500)).toBeLessThan(200);
  });

  it('refuses to pick from nothing', () => {
    expect(() => createRandom('none').pick([])).toThrow('at least one choice');
  });
});
