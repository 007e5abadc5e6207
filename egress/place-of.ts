import { scrubWords } from '../domain/credentials.ts';

const PATH_MAX = 120;
/** A part of a path that may be a key: long, with digits and letters. Slugs have hyphens and no capitals, and ids of records are shorter. */
const MAY_BE_KEY = /^(?=.*\d)(?:(?=.*[a-z])[\w~+=]{28,}|(?=.*[A-Z])[\w~+=-]{28,})$/;

/**
 * Where an answer came from, for a message: host and path, without the query and without what may be a credential. The path stands in
 * quotes, since messages that differ there alone are counted as the same failure.
 */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an unreadable address';
  const { host, pathname } = new URL(url);
  const path = pathname
    .split('/')
    .map((part) => (MAY_BE_KEY.test(part) ? '***' : part))
    .join('/');
  const shown = scrubWords(path);
  return `${host} "${shown.length > PATH_MAX ? `${shown.slice(0, PATH_MAX)}…` : shown}"`;
}
