/**
 * Returns a function that creates a value when it is first called. The first use of `Intl` on a page loads all locales of the
 * browser, which takes 0.1 s on a slow processor; that is not to delay the page's first requests.
 */
export function lazily<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/**
 * The user's locale, for numbers and times. On a machine without a locale, browsers may report a name that `Intl` rejects, such as
 * `en-US@posix`; such names are skipped.
 */
export const localeOfReader = lazily(() => soundLocale(navigator.languages ?? [navigator.language]));

function soundLocale(wanted: readonly string[]): string {
  for (const name of wanted) {
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(name);
      if (known !== undefined) return known;
    } catch {
      // The name is not a valid locale, so try the next one.
    }
  }
  return 'en-US';
}

const numberFormat = lazily(() => new Intl.NumberFormat(localeOfReader()));

/** Formats a number with the separators of the user's locale. */
export function inDigits(number: number): string {
  return numberFormat().format(number);
}

/** Formats lists in British English, like the texts of the pages. */
export const listFormat = lazily(() => new Intl.ListFormat('en-GB'));

/** Joins parts into a list, such as `a, b and c`. */
export function inOneList(parts: readonly string[]): string {
  return listFormat().format(parts);
}

/** Formats a size in gigabytes, rounded down, so that a disk never has less space than shown. */
export function inGigabytes(bytes: number): string {
  return `${inDigits(Math.floor(bytes / 1e8) / 10)} GB`;
}

/** Formats a size in kilobytes, rounded up. */
export function inKilobytes(bytes: number): string {
  return `${inDigits(Math.ceil(bytes / 1_000))} kB`;
}
