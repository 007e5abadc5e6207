/**
 * Creates a value on first use. The first `Intl` of a page loads all locales of the browser, which takes 0.1 s on a slow
 * processor; by then the page has sent its requests.
 */
export function lazily<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/**
 * The locale for numbers and times. On a machine without a locale, browsers may report one that `Intl` rejects: `en-US@posix`.
 */
export const localeOfReader = lazily(() => soundLocale(navigator.languages ?? [navigator.language]));

function soundLocale(wanted: readonly string[]): string {
  for (const name of wanted) {
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(name);
      if (known !== undefined) return known;
    } catch {
      // Not a valid locale.
    }
  }
  return 'en-US';
}

const numberFormat = lazily(() => new Intl.NumberFormat(localeOfReader()));

/** Formats a number with the separators of the user's locale. */
export function inDigits(number: number): string {
  return numberFormat().format(number);
}

/** British English, like the texts of the pages. */
export const listFormat = lazily(() => new Intl.ListFormat('en-GB'));

/** Joins parts into a list, such as `a, b and c`. */
export function inOneList(parts: readonly string[]): string {
  return listFormat().format(parts);
}

/** Formats a size in kilobytes. */
export function inKilobytes(bytes: number): string {
  return `${inDigits(Math.ceil(bytes / 1_000))} kB`;
}
