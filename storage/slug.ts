import { createHash } from 'node:crypto';

const SLUG_LENGTH_MAX = 80;

/** Device names, which some systems open instead of a file or folder. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Converts a text into one safe part of a path: a to z, 0 to 9 and single hyphens, at most 80 characters, or '' for a blank text.
 *
 * Appends a part of its hash to a text without Latin letters or digits, one that is too long, and a device name.
 */
export function slugOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const slug = trimmed
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (slug !== '' && slug.length <= SLUG_LENGTH_MAX && !RESERVED.test(slug)) return slug;
  const hash = createHash('sha256').update(trimmed).digest('hex').slice(0, 8);
  const start = slug.slice(0, SLUG_LENGTH_MAX - 9).replace(/-$/, '');
  return start === '' ? `x-${hash}` : `${start}-${hash}`;
}
