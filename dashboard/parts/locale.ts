/**
 * Makes something when it is first needed. The first `Intl` of a page reads all languages that the browser knows, which takes a slow
 * processor a tenth of a second: by then the page has asked for what it shows.
 */
export function lazily<Value extends object | string>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** What numbers and times are written by. Where the machine names none, browsers may report one that `Intl` refuses: `en-US@posix`. */
export const localeOfReader = lazily(() => soundLocale(navigator.languages ?? [navigator.language]));

function soundLocale(wanted: readonly string[]): string {
  for (const name of wanted) {
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(name);
      if (known !== undefined) return known;
    } catch {
      // It is none.
    }
  }
  return 'en-US';
}

const numberFormat = lazily(() => new Intl.NumberFormat(localeOfReader()));

/** A number with the separators of the reader's language. */
export function inDigits(number: number): string {
  return numberFormat().format(number);
}

/** As the texts of the pages are written. */
export const listFormat = lazily(() => new Intl.ListFormat('en-GB'));

/** Several in one sentence, such as `a, b and c`. */
export function inOneList(parts: readonly string[]): string {
  return listFormat().format(parts);
}

/** A size as people say it. */
export function inKilobytes(bytes: number): string {
  return `${inDigits(Math.ceil(bytes / 1_000))} kB`;
}
