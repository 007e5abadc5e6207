import { scrubWords } from '../domain/credentials.ts';

const PATH_MAX = 120;
/**
 * A path segment that may be a key: long, with digits and letters. Slugs have hyphens and no capitals, and record ids are
 * shorter.
 */
const MAY_BE_KEY = /^(?=.*\d)(?:(?=.*[a-z])[\w~+=]{28,}|(?=.*[A-Z])[\w~+=-]{28,})$/;

/**
 * Returns where an answer came from, for a message: host and path, without the query and possible credentials. The path is in quotes,
 * because messages that differ only inside quotes are counted as the same failure.
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
