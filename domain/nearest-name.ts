/** Longer than any accepted name. */
const NAME_CHARACTERS_MAX = 80;

/** The name that was probably meant; null when none is similar. @param names the accepted names */
export function nearestName(given: string, names: readonly string[]): string | null {
  return nearestNames(given, names)[0] ?? null;
}

/**
 * The names similar to the given one, the most similar first: a third of the letters may differ. @param names the accepted names
 */
export function nearestNames(given: string, names: readonly string[]): string[] {
  const word = given.toLowerCase();
  return rank(given, names, (name) => {
    if (name.startsWith(word) && word.length > 2) return 1;
    return stepsBetween(word, name, Math.max(1, Math.floor(name.length / 3)));
  });
}

/** The names that the given one is probably a typo of: at most two letters differ, ignoring case. */
export function misspeltNames(given: string, names: readonly string[]): string[] {
  return rank(given, names, (name) => stepsBetween(given.toLowerCase(), name.toLowerCase(), SLIP_STEPS_MAX));
}

const SLIP_STEPS_MAX = 2;

/** @param stepsTo returns null for too many steps */
function rank(given: string, names: readonly string[], stepsTo: (name: string) => number | null): string[] {
  if (given.length > NAME_CHARACTERS_MAX) return [];
  return names
    .flatMap((name) => {
      const steps = stepsTo(name);
      return steps === null ? [] : [{ name, steps }];
    })
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ name }) => name);
}

/** How many letters must be added, removed or changed to turn one word into another; null if more than `stepsMax`. */
function stepsBetween(one: string, other: string, stepsMax: number): number | null {
  if (Math.abs(one.length - other.length) > stepsMax) return null;
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > stepsMax) return null;
    above = next;
  }
  const steps = above.at(-1) ?? 0;
  return steps > stepsMax ? null : steps;
}
