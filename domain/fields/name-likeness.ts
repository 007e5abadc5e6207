const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** The bonus if the second key contains the first one literally: `_id` matches `_id_value` better than `id_value`. */
const WHOLE = 0.1;

/** Returns the similarity of the last keys of two paths, 0 to 1: the share of common words, whatever their case and separators. */
export function nameLikeness(one: string, other: string): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  const [words, others] = [wordsOf(key), wordsOf(otherKey)];
  const both = words.filter((word) => others.includes(word)).length;
  const isSame = words.join('') === others.join('');
  const likeness = isSame ? 1 : (2 * both) / (words.length + others.length || 1);
  return (1 - WHOLE) * likeness + (otherKey.toLowerCase().includes(key.toLowerCase()) ? WHOLE : 0);
}

function keyOf(path: string): string {
  return /([^.]*?)[[\]{}]*$/.exec(path)?.[1] ?? '';
}

/** Splits a key into its words, in lower case and without a plural `s`. */
function wordsOf(key: string): string[] {
  return (key.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));
}
