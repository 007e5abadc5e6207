import { createHash } from 'node:crypto';

const SLUG_LENGTH_MAX = 80;

/** Names of devices: some systems open the device instead of a file or folder of this name. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Converts a text into one safe part of a path: a to z, 0 to 9 and single hyphens, at most 80 characters, or '' for a blank text.
 *
 * If the text has no Latin letters or digits, is too long, or is a device name, a part of its hash is appended.
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
