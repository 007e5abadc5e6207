const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;

/** Bonus for a key that contains the other one literally: `_id` matches `_id_value` better than `id_value`. */
const WHOLE = 0.1;

/** The similarity of the last keys of two paths, 0 to 1: the share of common words, whatever the spelling. */
export function nameLikeness(one: string, other: string): number {
  const [key, otherKey] = [keyOf(one), keyOf(other)];
  const [text, others] = [messageOf(key), messageOf(otherKey)];
  const both = text.filter((word) => others.includes(word)).length;
  const isSame = text.join('') === others.join('');
  const likeness = isSame ? 1 : (2 * both) / (text.length + others.length || 1);
  return (1 - WHOLE) * likeness + (otherKey.toLowerCase().includes(key.toLowerCase()) ? WHOLE : 0);
}

function keyOf(path: string): string {
  return /([^.]*?)[[\]{}]*$/.exec(path)?.[1] ?? '';
}

/** The words in lower case, without a plural `s`. */
function messageOf(key: string): string[] {
  return (key.match(WORD) ?? []).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ''));
}
