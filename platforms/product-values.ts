/** The largest number an integer column holds. */
const QUANTITY_MAX = 2_147_483_647;

/** White space at either end, two in a row, or one that is no space. */
const UNTIDY = /^\s|\s$|\s\s|[^\S ]/;

/** Trims and makes each run of white space one space; empty is null. */
export function tidy(value: string | null | undefined): string | null {
  // Most texts are tidy, and looking is cheaper than copying.
  if (value && !UNTIDY.test(value)) return value;
  return value?.replaceAll(/\s+/g, ' ').trim() || null;
}

/** A whole number from 0 that an integer column holds; null where there is no number. */
export function toQuantity(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  return Math.min(Math.max(Math.trunc(value), 0), QUANTITY_MAX);
}

/** Whether a text is a URL that a picture can be fetched from. */
export function isWebAddress(url: string | null | undefined): url is string {
  return typeof url === 'string' && /^https?:/i.test(url) && URL.canParse(url);
}
