const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** A key that has the other one as it is goes before one that has only its words: `_id` is rather `_id_value` than `id_value`. */
const WHOLE = 0.1;

/** How alike the last keys of two paths are, 0 to 1: the share of words that are in both, however they are spelled. */
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

/** In small letters, without the `s` of several. */
function wordsOf(key: string): string[] {
  return (key.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));
}
