/** A longer given name is not compared, because no accepted name is that long. */
const NAME_CHARACTERS_MAX = 80;

/** Returns the name that was probably meant; null when none is similar. @param names the accepted names */
export function nearestName(given: string, names: readonly string[]): string | null {
  return nearestNames(given, names)[0] ?? null;
}

/**
 * Returns the names that are similar to the given one, the most similar first: they begin with it, or at most a third of the letters
 * differ. @param names the accepted names
 */
export function nearestNames(given: string, names: readonly string[]): string[] {
  const word = given.toLowerCase();
  return rank(given, names, (name) => {
    if (name.startsWith(word) && word.length > 2) return 1;
    return stepsBetween(word, name, Math.max(1, Math.floor(name.length / 3)));
  });
}

/** Returns the names of which the given one is probably a typo: at most two letters differ, ignoring case. */
export function misspeltNames(given: string, names: readonly string[]): string[] {
  return rank(given, names, (name) => stepsBetween(given.toLowerCase(), name.toLowerCase(), SLIP_STEPS_MAX));
}

const SLIP_STEPS_MAX = 2;

/** Sorts the names by their distance, without those too far away. @param stepsTo the distance of a name; null if it is too far away */
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

/** Counts the letters to add, remove or change to turn one word into another; null if more than `stepsMax`. */
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
