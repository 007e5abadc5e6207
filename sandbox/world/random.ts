/** A stream of reproducible random choices. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  next(): number;
  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Returns `length` characters of `alphabet`. */
  text(alphabet: string, length: number): string;
}

export const HEX = '0123456789abcdef';

/**
 * Creates a stream from keys that name its subject. The same keys give the same stream on every machine, so any part of the world can be
 * generated alone and in any order.
 */
export function createRandom(...keys: readonly (string | number)[]): Random {
  const next = createStream(keys.join('\u001f'));
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[whole(0, choices.length - 1)];
    if (choice === undefined) throw new Error('Expected at least one choice to pick from, got none.');
    return choice;
  };
  return {
    next,
    whole,
    pick,
    chance: (probability) => next() < probability,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(whole(0, alphabet.length - 1))).join(''),
  };
}

// Creates the generator "small fast counting" by Chris Doty-Humphrey, 32-bit variant: it is tiny, fast and good enough for a world.
function createStream(text: string): () => number {
  let [a, b, c] = hashText(text);
  let counter = 1;
  const next = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers still depend visibly on the seed, so twelve of them are dropped.
  for (let round = 0; round < 12; round++) next();
  return next;
}

function hashText(text: string): [number, number, number] {
  let [a, b, c] = [0x9e3779b9, 0x243f6a88, 0xb7e15162];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x85ebca6b);
    b = Math.imul(b ^ (code + index), 0xc2b2ae35);
    c = Math.imul(c ^ (a >>> 13) ^ (b >>> 7), 0x27d4eb2f);
  }
  return [a, b, c];
}
