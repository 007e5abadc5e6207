/** The largest value of an integer column. */
const QUANTITY_MAX = 2_147_483_647;

/** Matches white space at either end, two white-space characters in a row, or any white space other than the plain space. */
const UNTIDY = /^\s|\s$|\s\s|[^\S ]/;

/** Trims and collapses white space; null for an empty text. */
export function tidy(value: string | null | undefined): string | null {
  // Most texts are tidy, and checking is cheaper than copying.
  if (value && !UNTIDY.test(value)) return value;
  return value?.replaceAll(/\s+/g, ' ').trim() || null;
}

/** Converts to an integer of at least 0 that fits an integer column; null if there is no finite number. */
export function toQuantity(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return Math.min(Math.max(Math.trunc(value), 0), QUANTITY_MAX);
}

/** Whether a text is a URL from which an image can be fetched. */
export function isWebAddress(url: string | null | undefined): url is string {
  return typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url);
}
