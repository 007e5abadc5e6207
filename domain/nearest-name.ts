/** Nothing that we take has a longer name. */
const NAME_CHARACTERS_MAX = 80;

/** The name that was probably meant; null when none is near. @param names those that are taken */
export function nearestName(given: string, names: readonly string[]): string | null {
  return nearestNames(given, names)[0] ?? null;
}

/**
 * The names that are near to the given one, in any case, the nearest first.
 * @param names those that are taken
 * @param stepsMax so many letters may differ; default: a third of the name's
 */
export function nearestNames(given: string, names: readonly string[], stepsMax?: number): string[] {
  if (given.length > NAME_CHARACTERS_MAX) return [];
  const word = given.toLowerCase();
  return names
    .map((name) => ({ name, steps: stepsTo(word, name.toLowerCase()) }))
    .filter(({ name, steps }) => steps <= (stepsMax ?? Math.max(1, Math.floor(name.length / 3))))
    .toSorted((one, other) => one.steps - other.steps)
    .map(({ name }) => name);
}

/** The beginning of a name is one step from it. */
function stepsTo(word: string, name: string): number {
  return name.startsWith(word) && word.length > 2 ? 1 : stepsBetween(word, name);
}

/** How many letters have to be added, taken away or changed to make one word of another. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    let diagonal = row[0] ?? 0;
    row = row.reduce<number[]>((next, above, column) => {
      const left = next.at(-1);
      const steps =
        left === undefined
          ? index + 1
          : Math.min(left + 1, above + 1, diagonal + (other[column - 1] === letter ? 0 : 1));
      diagonal = above;
      return [...next, steps];
    }, []);
  }
  return row.at(-1) ?? 0;
}
