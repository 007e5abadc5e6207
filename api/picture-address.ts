import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parameters that a signature covers besides the path; others do not affect the picture. */
const SIGNED = ['w', 'h', 'q', 'fit', 'blur', 'gray', 'format'];

/** The folder of stored pictures below the storage root, and their prefix in API addresses. */
const STORED_PREFIX = 'images/';
const ADDRESS_PREFIX = '/img/';

/**
 * Returns the address of a stored picture at its original size, signed when there is a key; null without a path, or for a path outside the
 * folder of pictures.
 * @param localImagePath as in `store_products.local_image_path`
 */
export function pictureAddress(localImagePath: string | null, key: string | undefined): string | null {
  if (localImagePath === null || !localImagePath.startsWith(STORED_PREFIX)) return null;
  const path = `${ADDRESS_PREFIX}${localImagePath.slice(STORED_PREFIX.length)}`;
  return key === undefined ? path : `${path}?sig=${signPicture(path, new URLSearchParams(), key)}`;
}

/**
 * Signs a picture's address: HMAC-SHA256, in base64url, over the path, a question mark and the parameters that affect the
 * picture, sorted by name, as in `/img/a/b.webp?format=avif&w=200`.
 */
export function signPicture(path: string, query: URLSearchParams, key: string): string {
  const signed = [...query].filter(([name]) => SIGNED.includes(name));
  const sorted = new URLSearchParams(signed);
  sorted.sort();
  return createHmac('sha256', key).update(`${path}?${sorted.toString()}`).digest('base64url');
}

/** Whether the parameter `sig` is a valid signature of the rest. */
export function isSigned(path: string, query: URLSearchParams, key: string): boolean {
  const given = Buffer.from(query.get('sig') ?? '');
  const expected = Buffer.from(signPicture(path, query, key));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
