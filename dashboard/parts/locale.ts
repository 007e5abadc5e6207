/** What numbers and times are written by. Where the machine names none, browsers may report one that `Intl` refuses: `en-US@posix`. */
export const LOCALE = soundLocale(navigator.languages ?? [navigator.language]);

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

const NUMBERS = new Intl.NumberFormat(LOCALE);

/** A number with the separators of the reader's language. */
export function inDigits(number: number): string {
  return NUMBERS.format(number);
}

/** As the texts of the pages are written. */
export const LIST = new Intl.ListFormat('en-GB');

/** Several in one sentence, such as `a, b and c`. */
export function inOneList(parts: readonly string[]): string {
  return LIST.format(parts);
}

/** A size as people say it. */
export function inKilobytes(bytes: number): string {
  return `${inDigits(Math.ceil(bytes / 1_000))} kB`;
}
